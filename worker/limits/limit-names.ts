/** The names of the limiter's objects: keyed digests, from which nobody learns an address or a card. */
import { toBase64Url } from '../config/base64url.ts'
import type { Config } from '../config/config.ts'
import { purposeKeys } from '../config/derived-keys.ts'

/** What a budget counts by. */
export type BudgetKind = 'network' | 'email' | 'card'

/** The tally of all networks together. */
export const EDGE = 'edge'

/** The object that watches whether the gateway refuses every payment. */
export const GATEWAY = 'gateway'

/** The tally of an offer. @param offer Its digest. */
export const offerTally = (offer: string) => `offer ${offer}`

/** 128 bits, which no two texts share by chance. */
const DIGEST_BYTES = 16

type Keys = Pick<Config, 'TOKEN_KEY' | 'TOKEN_KEY_PREVIOUS' | 'CARD_DIGEST_KEY'>

/**
 * The name of a budget's object.
 *
 * @param text The network's prefix, the e-mail address, or the number of the card or its reference.
 * @returns `undefined` for a card where `CARD_DIGEST_KEY` is not set: no digest of a card is made under another key.
 */
export async function budgetName(
  settings: Keys,
  kind: BudgetKind,
  text: string,
): Promise<string | undefined> {
  const key = kind === 'card' ? await cardKey(settings) : (await purposeKeys(settings, 'limits'))[0].key
  if (!key) return undefined
  return `${kind} ${await macOf(key, `${kind}\n${text}`)}`
}

/** Whose mails to shoppers are counted: those to an address, those that a merchant key asks for, and the platform's refusals. */
export type MailBudgetKind = 'mail-address' | 'mail-key' | 'mail-quota'

/** The name of a budget of mails. @param text The e-mail address, or the key's name. */
export const mailBudgetName = async (settings: Keys, kind: MailBudgetKind, text: string): Promise<string> =>
  `${kind} ${await macOf((await purposeKeys(settings, 'limits'))[0].key, `${kind}\n${text.trim().toLowerCase()}`)}`

/** The name of the object that counts what a network holds. @param network The network's prefix. */
export const holdsName = async (settings: Keys, network: string): Promise<string> =>
  `holds ${await macOf((await purposeKeys(settings, 'limits'))[0].key, `holds\n${network}`)}`

/** Whether it is the name of a network’s budget. */
export const isOfNetwork = (name: string): boolean => name.startsWith('network ')

/** Whether it is the name of a card's budget. */
export const isOfCard = (name: string): boolean => name.startsWith('card ')

/** Stands for an order in the objects of networks, so that nobody learns the order from it. */
export const orderMark = async (settings: Keys, order: string): Promise<string> =>
  macOf((await purposeKeys(settings, 'limits'))[0].key, `order\n${order}`)

type GatewaySettings = Pick<
  Config,
  | 'GATEWAY_URL'
  | 'GATEWAY_LOGIN'
  | 'GATEWAY_CONTROL_KEY'
  | 'GATEWAY_PRIVATE_KEY'
  | 'GATEWAY_ENDPOINTS'
  | 'GATEWAY_PROFILE'
>

/** Stands for the settings that a gateway may refuse payments for. Nobody learns a key from it. */
export async function gatewayMark(settings: Keys & GatewaySettings): Promise<string> {
  const { GATEWAY_URL, GATEWAY_LOGIN, GATEWAY_CONTROL_KEY, GATEWAY_PRIVATE_KEY } = settings
  const { GATEWAY_ENDPOINTS, GATEWAY_PROFILE } = settings
  const all = [GATEWAY_URL, GATEWAY_LOGIN, GATEWAY_CONTROL_KEY, GATEWAY_PRIVATE_KEY]
  const text = JSON.stringify([...all, GATEWAY_ENDPOINTS, GATEWAY_PROFILE])
  return macOf((await purposeKeys(settings, 'limits'))[0].key, `gateway\n${text}`)
}

async function macOf(key: CryptoKey, text: string): Promise<string> {
  const mac = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text))
  return toBase64Url(new Uint8Array(mac, 0, DIGEST_BYTES))
}

async function cardKey({ CARD_DIGEST_KEY: secret }: Keys): Promise<CryptoKey | undefined> {
  if (!secret) return undefined
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  return crypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, ['sign'])
}
