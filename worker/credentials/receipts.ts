/** Receipts: signed proof of a payment, which others can verify by themselves, such as a download server. */
import { SignJWT } from 'jose'
import type { OrderView } from '../../shared/order-view.ts'
import type { Config } from '../config/config.ts'
import type { KeySettings } from '../config/derived-keys.ts'
import { type ReceiptJwk, receiptKeys } from './receipt-keys.ts'

/** The JWS `typ` of a receipt, so that no other token passes as one (RFC 8725 §3.11). */
export const RECEIPT_TYPE = 'pay-receipt+jwt'

/** Members of the order in a receipt, besides its id. No personal data. */
const SAID = [
  'reference',
  'intent',
  'act',
  'amount',
  'currency',
  'status',
  'captured',
  'returned',
  'description',
  'lines',
  'offer',
  'test',
] as const satisfies readonly (keyof OrderView)[]

/** The part of an order that a receipt needs. */
export type ReceiptOrder = Pick<OrderView, 'id' | (typeof SAID)[number]>

/**
 * Makes a receipt of the order's present state: `iss` is the edge, `sub` the order. It does not expire, and describes the
 * state at `iat`. A reader that cares about later refunds asks for a new receipt, or limits the age.
 *
 * @param now Milliseconds since the epoch.
 * @returns A compact JWS, signed with EdDSA. {@link receiptKeySet} has its key.
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

/** The keys that verify receipts, as a JSON Web Key Set (RFC 7517 §5). */
export async function receiptKeySet(settings: KeySettings): Promise<{ keys: ReceiptJwk[] }> {
  return { keys: (await receiptKeys(settings)).map(({ jwk }) => jwk) }
}
