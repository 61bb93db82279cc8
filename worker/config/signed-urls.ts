/** Signed URLs for one attempt of one order: only the edge can make a valid one, so it authenticates its caller. */
import { toBase64Url } from './base64url.ts'
import type { Config } from './config.ts'
import { type KeySettings, type PurposeKey, purposeKeys } from './derived-keys.ts'

/** Pages of 3-D Secure: `step` leads to the bank; the bank posts its results to the others. */
export type ThreeDsPage = 'step' | 'method' | 'cres' | 'pares'

/** Pages that a shop frames, with the bank's page or the gateway's form inside. */
export type FramePage = 'method' | 'challenge' | 'gateway-page' | 'form'

/** The purpose of an address. A key is valid for one purpose only: a bank knows one page, and must not call the others. */
export type AddressPurpose = 'callback' | 'return' | `three-ds/${ThreeDsPage}` | `frames/${FramePage}`

type AddressSettings = KeySettings & Pick<Config, 'PUBLIC_URL'>

/** 128 bits. The whole address must fit into the gateway's 128 characters. */
const MAC_BYTES = 16

const KEY = /^([1-9]\d{0,3})\.([\w-]{4})\.([\w-]{22})$/

/**
 * Makes the callback URL, which the gateway calls when an attempt has ended.
 *
 * @param attempt Number of the attempt, at most 9999.
 * @returns At most 128 characters with a `PUBLIC_URL` of at most 53.
 */
export const callbackUrl = (settings: AddressSettings, orderId: string, attempt: number) =>
  address(settings, { purpose: 'callback', orderId, attempt })

/** Makes the return URL, which the gateway redirects the shopper to. Lengths as for callbacks. */
export const returnUrl = (settings: AddressSettings, orderId: string, attempt: number) =>
  address(settings, { purpose: 'return', orderId, attempt })

/**
 * Makes the URL of a 3-D Secure page. It may be longer than 128 characters: banks take 256 (EMVCo).
 */
export const threeDsUrl = (settings: AddressSettings, page: ThreeDsPage, whose: Whose) =>
  address(settings, { purpose: `three-ds/${page}`, ...whose })

/** Makes the URL of a page for a frame. Only pages with a `pay` token get it. */
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
 * Verifies the key of a signed URL in constant time. Keys under `TOKEN_KEY_PREVIOUS` are still valid.
 *
 * @param given The URL's purpose, order and key.
 * @returns The number of its attempt; `undefined` if the edge did not make the URL.
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

/** Both have the same length: `KEY` ensures it. */
function isEqual(left: string, right: string) {
  const [a, b] = [left, right].map((text) => new TextEncoder().encode(text)) as [Uint8Array, Uint8Array]
  return crypto.subtle.timingSafeEqual(a, b)
}
