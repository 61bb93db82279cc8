/** Addresses that prove themselves: who knows one was told it by the edge, for one attempt of one order. */
import { toBase64Url } from './base64url.ts'
import type { Config } from './config.ts'
import { type KeySettings, type PurposeKey, purposeKeys } from './derived-keys.ts'

/** The pages of a 3-D Secure step: the edge's own that leads to the bank, and those where the bank answers. */
export type ThreeDsPage = 'step' | 'method' | 'cres' | 'pares'

/** The edge's pages that a shop puts in a frame, with the bank's page inside them, or the gateway's form. */
export type FramePage = 'method' | 'challenge' | 'gateway-page' | 'form'

/** What an address is for. The key of one never opens another: a bank knows one page, and must not answer at the rest. */
export type AddressPurpose = 'callback' | 'return' | `three-ds/${ThreeDsPage}` | `frames/${FramePage}`

type AddressSettings = KeySettings & Pick<Config, 'PUBLIC_URL'>

/** 128 bits; the whole address has to fit into the gateway's 128 characters. */
const MAC_BYTES = 16

const KEY = /^([1-9]\d{0,3})\.([\w-]{4})\.([\w-]{22})$/

/**
 * Makes the address that the gateway calls when an attempt has ended.
 *
 * @param attempt Number of the attempt, at most 9999.
 * @returns At most 128 characters with a `PUBLIC_URL` of at most 53.
 */
export const callbackUrl = (settings: AddressSettings, orderId: string, attempt: number) =>
  address(settings, { purpose: 'callback', orderId, attempt })

/** Makes the address that the gateway sends the shopper's browser back to. Lengths as for callbacks. */
export const returnUrl = (settings: AddressSettings, orderId: string, attempt: number) =>
  address(settings, { purpose: 'return', orderId, attempt })

/**
 * Makes the address of a page of 3-D Secure. It may be longer than what the gateway takes elsewhere; banks take 256
 * characters (EMVCo).
 */
export const threeDsUrl = (settings: AddressSettings, page: ThreeDsPage, whose: Whose) =>
  address(settings, { purpose: `three-ds/${page}`, ...whose })

/** Makes the address of a page for a frame. Only pages that may pay are told it. */
export async function frameUrl(settings: AddressSettings, page: FramePage, whose: Whose): Promise<string> {
  const purpose = `frames/${page}` as const
  return [settings.PUBLIC_URL, purpose, whose.orderId, await keyFor(settings, { purpose, ...whose })].join(
    '/',
  )
}

/** The order and the number of its attempt, at most 9999. */
interface Whose {
  readonly orderId: string
  readonly attempt: number
}

interface Subject extends Whose {
  readonly purpose: AddressPurpose
}

async function address(settings: AddressSettings, subject: Subject) {
  const [place, ...page] = subject.purpose.split('/')
  const key = await keyFor(settings, subject)
  return [settings.PUBLIC_URL, place, subject.orderId, key, ...page].join('/')
}

async function keyFor(settings: AddressSettings, subject: Subject) {
  const [current] = await purposeKeys(settings, 'path')
  return `${subject.attempt}.${current.number}.${await mac(current, subject)}`
}

/**
 * Checks the key of such an address in constant time. Keys made with `TOKEN_KEY_PREVIOUS` still pass.
 *
 * @param given What the address was called with: its purpose, the order it names and its key.
 * @returns The number of the attempt it was made for; `undefined` if the edge did not make it.
 */
export async function attemptOf(
  settings: KeySettings,
  given: { readonly purpose: AddressPurpose; readonly orderId: string; readonly key: string },
): Promise<number | undefined> {
  const [, digits, number, signature] = KEY.exec(given.key) ?? []
  if (!digits || !signature) return undefined
  const attempt = Number(digits)
  const keys = (await purposeKeys(settings, 'path')).filter((key) => key.number === number)
  const expected = await Promise.all(keys.map((key) => mac(key, { ...given, attempt })))
  return expected.some((one) => isEqual(one, signature)) ? attempt : undefined
}

async function mac({ key }: PurposeKey, { purpose, orderId, attempt }: Subject) {
  const message = new TextEncoder().encode(`${purpose}\n${orderId}\n${attempt}`)
  const whole = await crypto.subtle.sign('HMAC', key, message)
  return toBase64Url(new Uint8Array(whole, 0, MAC_BYTES))
}

/** Both have the same length here: the pattern of a key sees to that. */
function isEqual(left: string, right: string) {
  const [a, b] = [left, right].map((text) => new TextEncoder().encode(text)) as [Uint8Array, Uint8Array]
  return crypto.subtle.timingSafeEqual(a, b)
}
