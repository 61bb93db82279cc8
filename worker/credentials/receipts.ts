/** Receipts: proof of a payment that others can check by themselves, such as a host of downloads. */
import { SignJWT } from 'jose'
import type { OrderView } from '../../shared/order-view.ts'
import type { Config } from '../config/config.ts'
import type { KeySettings } from '../config/derived-keys.ts'
import { type ReceiptJwk, receiptKeys } from './receipt-keys.ts'

/** The JWS `typ` of a receipt, so that no other token of the edge can pass for one (RFC 8725 §3.11). */
export const RECEIPT_TYPE = 'pay-receipt+jwt'

/** What of an order a receipt says, besides its id. No personal data. */
const SAID = [
  'reference',
  'intent',
  'amount',
  'currency',
  'status',
  'captured',
  'returned',
  'description',
  'offer',
  'test',
] as const satisfies readonly (keyof OrderView)[]

/** What a receipt is made of. */
export type ReceiptOrder = Pick<OrderView, 'id' | (typeof SAID)[number]>

/**
 * Makes the receipt of an order as it stands: `iss` is the edge, `sub` the order. It does not expire, and says how
 * things stood at `iat`: whoever minds a later return asks for a newer one, or limits the age.
 *
 * @param now Milliseconds since the epoch.
 * @returns A compact JWS, signed with EdDSA; its key is in {@link receiptKeySet}.
 */
export async function receiptOf(
  order: ReceiptOrder,
  settings: KeySettings & Pick<Config, 'PUBLIC_URL'>,
  now: number,
): Promise<string> {
  const [current] = await receiptKeys(settings)
  if (!current) throw new TypeError('there is no key to sign receipts with')
  const said = Object.fromEntries(
    SAID.flatMap((name) => (order[name] === undefined ? [] : [[name, order[name]]])),
  )
  return new SignJWT(said)
    .setProtectedHeader({ alg: 'EdDSA', typ: RECEIPT_TYPE, kid: current.jwk.kid })
    .setIssuer(settings.PUBLIC_URL)
    .setSubject(order.id)
    .setIssuedAt(Math.floor(now / 1000))
    .sign(current.privateKey)
}

/** The keys that receipts are checked with, as a JSON Web Key Set (RFC 7517 §5). */
export async function receiptKeySet(settings: KeySettings): Promise<{ keys: ReceiptJwk[] }> {
  return { keys: (await receiptKeys(settings)).map(({ jwk }) => jwk) }
}
