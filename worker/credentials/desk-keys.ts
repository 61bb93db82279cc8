/** Keys of people at the desk: short-lived, signed by the edge, and in the page's memory alone. */
import { errors, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod'
import { DESK_KEY_PREFIX, MERCHANT_SCOPES, type MerchantScope } from '../../shared/merchant-key.ts'
import type { Config } from '../config/config.ts'
import { type KeySettings, purposeKeys } from '../config/derived-keys.ts'
import { scopesOf } from '../config/desk-access-setting.ts'
import type { SignedIn } from './access-assertion.ts'

const TYPE = 'pay-desk+jwt'

/** Real ones are far shorter. A longer text is refused unread. */
const MAX_CHARACTERS = 2048

type DeskKeySettings = KeySettings &
  Pick<Config, 'times' | 'DESK' | 'DESK_ACCESS' | 'PUBLIC_URL' | 'TOKENS_NOT_BEFORE'>

/** A new key, and what it allows. */
export interface DeskKey {
  readonly key: string
  readonly name: string
  readonly scopes: readonly MerchantScope[]
  /** Milliseconds since the epoch. */
  readonly until: number
}

const claims = z.object({
  sub: z.string(),
  /** Seconds with decimals, as those of order tokens. */
  iat: z.number(),
  scopes: z.array(z.enum(MERCHANT_SCOPES)),
})

/** Whether people sign in through Access. */
export const isAccessOn = ({ DESK, DESK_ACCESS }: Pick<Config, 'DESK' | 'DESK_ACCESS'>): boolean =>
  DESK === 'on' && DESK_ACCESS !== undefined

/**
 * Makes a key for somebody who signed in. It ends with their session at Access at the latest.
 *
 * @param now Milliseconds since the epoch.
 * @returns `undefined` for somebody whom the setting does not let in.
 */
export async function deskKey(
  config: DeskKeySettings,
  { person, until: sessionEnd }: SignedIn,
  now: number,
): Promise<DeskKey | undefined> {
  const { DESK_ACCESS: access, PUBLIC_URL, times } = config
  const scopes = access ? scopesOf(access, person) : []
  if (!access || scopes.length === 0) return undefined
  const [current] = await purposeKeys(config, 'desk-key')
  const endSeconds = Math.floor(Math.min(now + times.deskKey, sessionEnd) / 1000)
  const token = await new SignJWT({ scopes, iat: now / 1000 })
    .setProtectedHeader({ alg: 'HS256', typ: TYPE, kid: current.number })
    .setSubject(person)
    .setIssuer(PUBLIC_URL)
    .setAudience(access.audience)
    .setExpirationTime(endSeconds)
    .sign(current.key)
  return { key: DESK_KEY_PREFIX + token, name: person, scopes, until: endSeconds * 1000 }
}

/**
 * Finds the person of a key. The setting is asked each time: somebody who was taken out of it, or lost a scope, can do no
 * more from then on; what it gave since then waits for the next key.
 *
 * @param now Milliseconds since the epoch.
 * @returns `undefined` for a key that is wrong or out of date.
 */
export async function personOf(
  config: DeskKeySettings,
  given: string,
  now: number,
): Promise<{ readonly name: string; readonly scopes: readonly MerchantScope[] } | undefined> {
  const { DESK_ACCESS: access } = config
  if (!access || !isAccessOn(config) || given.length > MAX_CHARACTERS) return undefined
  const read = await claimsOf(config, given.slice(DESK_KEY_PREFIX.length), now)
  if (!read || read.iat <= config.TOKENS_NOT_BEFORE) return undefined
  const present = scopesOf(access, read.sub)
  return present.length === 0
    ? undefined
    : { name: read.sub, scopes: read.scopes.filter((scope) => present.includes(scope)) }
}

async function claimsOf(config: DeskKeySettings, token: string, now: number) {
  const keys = await purposeKeys(config, 'desk-key')
  const keyFor = ({ kid }: { kid?: string }) => {
    const found = keys.find(({ number }) => number === kid)
    if (!found) throw new errors.JWKSNoMatchingKey()
    return found.key
  }
  try {
    const { payload } = await jwtVerify(token, keyFor, {
      algorithms: ['HS256'],
      typ: TYPE,
      issuer: config.PUBLIC_URL,
      audience: config.DESK_ACCESS?.audience ?? '',
      requiredClaims: ['exp', 'iat', 'sub'],
      currentDate: new Date(now),
    })
    return claims.safeParse(payload).data
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}
