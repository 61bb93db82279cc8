/** Order tokens: compact JWS that say who may do what with one order. Made and read by the edge alone. */
import { errors, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod'
import { accepted, type Result, refused } from '../../shared/result.ts'
import type { Config } from '../config/config.ts'
import { type KeySettings, purposeKeys } from '../config/derived-keys.ts'
import type { Refusal } from '../domain/refusal.ts'

/** `pay`: held by the page that opened the order. `view`: reads only; the only kind that travels in an address. */
export type Scope = 'pay' | 'view'

/** What a token allows, and until when, in milliseconds since the epoch. */
export interface Grant {
  readonly scope: Scope
  readonly until: number
}

const TYPE = 'pay-order+jwt'

/** No order token comes near it; what is longer is not looked at. */
const MAX_CHARACTERS = 1024

const claims = z.object({ sub: z.string(), exp: z.int(), scope: z.enum(['pay', 'view']) })

/** What a token is to allow. */
interface Granted {
  readonly id: string
  readonly scope: Scope
  /** When the token ends that this one takes the place of: a renewal changes the key that signs, and never the end. */
  readonly until?: number
}

/**
 * Makes the token that pays an order. However often the order is opened again, it ends a lifetime after the first.
 *
 * @param openedAt When the order was opened first, in milliseconds since the epoch.
 * @param now Milliseconds since the epoch.
 */
export const payToken = (
  config: KeySettings & Pick<Config, 'times'>,
  { id, openedAt }: { readonly id: string; readonly openedAt: number },
  now: number,
): Promise<string> => orderToken(config, { id, scope: 'pay', until: openedAt + config.times.payToken }, now)

/**
 * Makes a token for one order, valid for as long as the table of durations says.
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
 * Reads a token and checks that it was made for an order. Tokens of the former key still pass.
 *
 * @param now Milliseconds since the epoch.
 * @returns What it allows, and until when in milliseconds since the epoch.
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
