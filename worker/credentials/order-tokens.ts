/** Order tokens: compact JWS that grant access to one order. Only the edge makes and reads them. */
import { errors, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod'
import { accepted, type Result, refused } from '../../shared/result.ts'
import type { Config } from '../config/config.ts'
import { type KeySettings, purposeKeys } from '../config/derived-keys.ts'
import type { Refusal } from '../domain/refusal.ts'

/** `pay`: for the page that opened the order. `view`: read-only, and the only kind that goes into an address. */
export type Scope = 'pay' | 'view'

/** A token's scope, and its end in milliseconds since the epoch. */
export interface Grant {
  readonly scope: Scope
  readonly until: number
}

const TYPE = 'pay-order+jwt'

/** Real tokens are far shorter. A longer text is refused unread. */
const MAX_CHARACTERS = 1024

const claims = z.object({ sub: z.string(), exp: z.int(), scope: z.enum(['pay', 'view']) })

/** The content of a new token. */
interface Granted {
  readonly id: string
  readonly scope: Scope
  /** The end of the token that this one replaces: a renewal changes the signing key, never the end. */
  readonly until?: number
}

/**
 * Makes the token that pays an order. It ends a fixed time after the order was first opened, however often that is
 * repeated.
 *
 * @param openedAt When the order was first opened, in milliseconds since the epoch.
 * @param now Milliseconds since the epoch.
 */
export const payToken = (
  config: KeySettings & Pick<Config, 'times'>,
  { id, openedAt }: { readonly id: string; readonly openedAt: number },
  now: number,
): Promise<string> => orderToken(config, { id, scope: 'pay', until: openedAt + config.times.payToken }, now)

/**
 * Makes a token for one order. The table of durations says how long it is valid.
 *
 * @param now Milliseconds since the epoch.
 */
export async function orderToken(
  config: KeySettings & Pick<Config, 'times'>,
  { id, scope, until = Number.POSITIVE_INFINITY }: Granted,
  now: number,
): Promise<string> {
  const [current] = await purposeKeys(config, 'order-token')
  const lifeMs = scope === 'pay' ? config.times.payToken : config.times.viewToken
  return new SignJWT({ scope })
    .setProtectedHeader({ alg: 'HS256', typ: TYPE, kid: current.number })
    .setSubject(id)
    .setExpirationTime(Math.ceil(Math.min(now + lifeMs, until) / 1000))
    .sign(current.key)
}

/**
 * Verifies a token of an order. Tokens under the former key are still valid.
 *
 * @param now Milliseconds since the epoch.
 * @returns Its scope and its end.
 */
export async function scopeOf(
  config: KeySettings,
  given: { readonly id: string; readonly token: string },
  now: number,
): Promise<Result<Grant, Refusal>> {
  if (given.token.length > MAX_CHARACTERS) return invalid('token too long')
  const keys = await purposeKeys(config, 'order-token')
  const keyFor = ({ kid }: { kid?: string }) => {
    const found = keys.find(({ number }) => number === kid)
    if (!found) throw new errors.JWKSNoMatchingKey()
    return found.key
  }
  try {
    const options = { algorithms: ['HS256'], typ: TYPE, subject: given.id, currentDate: new Date(now) }
    const { payload } = await jwtVerify(given.token, keyFor, options)
    const read = claims.safeParse(payload)
    if (!read.success) return invalid('token claims')
    return accepted({ scope: read.data.scope, until: read.data.exp * 1000 })
  } catch (error) {
    if (error instanceof errors.JOSEError) return invalid(error.code)
    throw error
  }
}

const invalid = (why: string) => refused<Refusal>({ code: 'token-invalid', why })
