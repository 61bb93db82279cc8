import { createHmac, timingSafeEqual, verify } from 'node:crypto'
import type { Call } from '../api/call.ts'
import { type ApiError, apiError } from '../api/error-codes.ts'
import type { Authentication, SigningStores } from './control.ts'
import { keysOf } from './merchant-keys.ts'
import { baseString, type Parameter } from './oauth-base-string.ts'
import { type OAuthHeader, parseOAuthHeader, percentEncode } from './oauth-header.ts'

/** The signature methods that operations may require. */
export type SignatureMethod = 'HMAC-SHA1' | 'RSA-SHA256'

/** How far a merchant's clock may be off in either direction, in seconds. */
const MAX_SKEW_SECONDS = 300

type Check = (header: OAuthHeader, call: Call, stores: SigningStores) => ApiError | undefined

/**
 * Makes a check of the OAuth signature (RFC 5849) in the Authorization header.
 *
 * Timestamps are compared with the machine's time, even after the sandbox's clock was advanced: merchants' clocks do
 * not move with it. Only a request with a right signature uses up its nonce, so a stranger cannot use it up.
 */
export function oauthSigned(method: SignatureMethod): Authentication {
  const checks: readonly Check[] = [
    isWellFormed,
    hasMethod(method),
    isKnownConsumer,
    isFresh,
    CHECKS[method],
    hasNewNonce,
  ]
  return (call, stores) => {
    if (!call.authorization?.trim()) return apiError('MISSING_OAUTH', 'the header Authorization is missing')
    const header = parseOAuthHeader(call.authorization)
    if ('problem' in header) return apiError('INVALID_OAUTH', `in the header Authorization ${header.problem}`)
    return firstOf(checks, (check) => check(header, call, stores))
  }
}

function firstOf<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result | undefined,
): Result | undefined {
  for (const item of items) {
    const result = map(item)
    if (result !== undefined) return result
  }
  return undefined
}

const isWellFormed: Check = ({ oauth_version, oauth_timestamp }, { form, url }) => {
  const elsewhere = [...form, ...new URL(url).searchParams].some(([name]) => name.startsWith('oauth_'))
  if (elsewhere) return apiError('INVALID_OAUTH', 'parameters of OAuth belong in the header only')
  if (oauth_version !== '1.0') return apiError('INVALID_OAUTH', 'oauth_version is not 1.0')
  if (/^[1-9]\d{0,11}$/.test(oauth_timestamp)) return undefined
  return apiError('INVALID_OAUTH', 'oauth_timestamp is no number of seconds')
}

const hasMethod =
  (method: SignatureMethod): Check =>
  ({ oauth_signature_method }) =>
    oauth_signature_method === method
      ? undefined
      : apiError('WRONG_SIGNATURE_METHOD', `oauth_signature_method is not ${method}`)

const isKnownConsumer: Check = ({ oauth_consumer_key }, _call, { settings }) =>
  keysOf(settings, oauth_consumer_key).length > 0
    ? undefined
    : apiError('UNKNOWN_CONSUMER', 'oauth_consumer_key is not the login of a merchant')

const isFresh: Check = ({ oauth_timestamp }) =>
  Math.abs(seconds() - Number(oauth_timestamp)) <= MAX_SKEW_SECONDS
    ? undefined
    : apiError('STALE_TIMESTAMP', `oauth_timestamp is more than ${MAX_SKEW_SECONDS} seconds off`)

const hasNewNonce: Check = ({ oauth_consumer_key, oauth_nonce, oauth_timestamp }, _call, { nonces }) => {
  const now = seconds()
  // Until the timestamp becomes stale; for one in the past, as long as for one of now.
  const expiresAt = Math.max(now, Number(oauth_timestamp)) + MAX_SKEW_SECONDS
  const isUnused = nonces.spend(oauth_consumer_key, oauth_nonce, { now, expiresAt })
  return isUnused ? undefined : apiError('REPEATED_NONCE', 'oauth_nonce was used before')
}

const seconds = () => Math.floor(Date.now() / 1000)

const WRONG_SIGNATURE = apiError('INVALID_SIGNATURE', 'oauth_signature does not match the request')

/** The key is the control key, an ampersand, and an empty token secret. */
const hasHmacSignature: Check = (header, call, { settings }) => {
  const given = signatureBytes(header)
  const text = signedText(header, call)
  const isRight = keysOf(settings, header.oauth_consumer_key).some(({ controlKey }) => {
    const expected = createHmac('sha1', `${percentEncode(controlKey)}&`)
      .update(text, 'utf8')
      .digest()
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  return isRight ? undefined : WRONG_SIGNATURE
}

/** PKCS #1 v1.5, which is the default of `verify` for an RSA key. */
const hasRsaSignature: Check = (header, call, { settings }) => {
  const keys = keysOf(settings, header.oauth_consumer_key).flatMap(({ publicKey }) => publicKey ?? [])
  if (keys.length === 0) return apiError('NO_PUBLIC_KEY', 'the sandbox has no SANDBOX_PUBLIC_KEY')
  const text = Buffer.from(signedText(header, call), 'utf8')
  const isRight = keys.some((key) => verify('sha256', text, key, signatureBytes(header)))
  return isRight ? undefined : WRONG_SIGNATURE
}

const CHECKS: Readonly<Record<SignatureMethod, Check>> = {
  'HMAC-SHA1': hasHmacSignature,
  'RSA-SHA256': hasRsaSignature,
}

function signedText(header: OAuthHeader, { method, url, form }: Call): string {
  const parameters: Parameter[] = [...form, ...Object.entries(header)]
  return baseString({ method, url, parameters })
}

/** @returns An empty buffer unless the text is canonical Base64, so a signature has only one spelling. */
function signatureBytes({ oauth_signature }: OAuthHeader): Buffer {
  const bytes = Buffer.from(oauth_signature, 'base64')
  return bytes.toString('base64') === oauth_signature ? bytes : Buffer.alloc(0)
}
