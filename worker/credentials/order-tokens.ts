/** Order tokens: compact JWS that grant access to one order. Only the edge makes and reads them. */
import { errors, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod'
import { LINK_PARAMETER } from '../../shared/http-bodies.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import type { Config } from '../config/config.ts'
import { type KeySettings, purposeKeys } from '../config/derived-keys.ts'
import type { Refusal } from '../domain/refusal.ts'
import { payPage } from '../domain/return-url.ts'

/**
 * `pay`: for the page that opened the order. `view`: read-only, and the only kind that goes into an address of a shop.
 * `link`: in the link to an order, on the edge's own page; it only shows what is to be paid, and is exchanged for `pay`.
 */
export type Scope = 'pay' | 'view' | 'link'

/** A token's scope, and its end and its start in milliseconds since the epoch. */
export interface Grant {
  readonly scope: Scope
  readonly until: number
  /** An order's tokens can be revoked: all that were issued up to some time. */
  readonly issuedAt: number
  /** Of a `pay` token that a link was exchanged for, and of a `view` token of its attempts: names that exchange. */
  readonly exchange?: string
}

const TYPE = 'pay-order+jwt'

/** Real tokens are far shorter. A longer text is refused unread. */
const MAX_CHARACTERS = 1024

/** Seconds with decimals, so that a token may be issued right after others were revoked. */
const iat = z.number()

const claims = z.discriminatedUnion('scope', [
  z.object({
    sub: z.string(),
    exp: z.int(),
    scope: z.enum(['pay', 'view']),
    iat: iat.exactOptional(),
    exchange: z.string().exactOptional(),
  }),
  // It has no end of its own: the order says how long it can be paid.
  z.object({ sub: z.string(), exp: z.undefined().optional(), scope: z.literal('link'), iat }),
])

type TokenSettings = KeySettings & Pick<Config, 'times' | 'TOKENS_NOT_BEFORE'>

/** The content of a new token. */
interface Granted {
  readonly id: string
  readonly scope: Exclude<Scope, 'link'>
  readonly exchange?: string | undefined
  /** The end of the token that this one replaces: a renewal changes the signing key, never the end. */
  readonly until?: number
}

/**
 * Makes the token that pays an order. It ends a fixed time after the order was first opened, however often that is
 * repeated.
 *
 * @param order When it was first opened, and when its tokens were last revoked, in milliseconds since the epoch.
 * @param now Milliseconds since the epoch.
 */
export const payToken = (
  config: KeySettings & Pick<Config, 'times'>,
  {
    id,
    openedAt,
    tokensRevokedAt = 0,
  }: { readonly id: string; readonly openedAt: number; readonly tokensRevokedAt?: number | undefined },
  now: number,
): Promise<string> => {
  const until = openedAt + config.times.payToken
  return orderToken(config, { id, scope: 'pay', until }, Math.max(now, tokensRevokedAt + 1))
}

/**
 * Makes the token of the link to an order. The same order has the same link, until its tokens are revoked or `TOKEN_KEY`
 * changes: so a link may be shown, copied and sent any number of times.
 *
 * @param order When it was opened, and when its tokens were last revoked, in milliseconds since the epoch.
 */
export async function linkToken(
  config: KeySettings & Pick<Config, 'TOKENS_NOT_BEFORE'>,
  { id, openedAt, tokensRevokedAt = 0 }: LinkedOrder,
): Promise<string> {
  const [current] = await purposeKeys(config, 'order-token')
  const since = Math.max(openedAt, tokensRevokedAt + 1, config.TOKENS_NOT_BEFORE * 1000 + 1)
  return new SignJWT({ scope: 'link', iat: since / 1000 })
    .setProtectedHeader({ alg: 'HS256', typ: TYPE, kid: current.number })
    .setSubject(id)
    .sign(current.key)
}

/**
 * The link to an order, for people: the edge's own page of it. The token is in the fragment, which browsers do not send.
 *
 * @param order As for {@link linkToken}.
 */
export const payUrlOf = async (
  config: Parameters<typeof linkToken>[0] & Pick<Config, 'PUBLIC_URL'>,
  order: LinkedOrder,
): Promise<string> =>
  `${payPage(config.PUBLIC_URL)}#${LINK_PARAMETER}=${order.id}.${await linkToken(config, order)}`

/**
 * Makes the token that a link is exchanged for. It pays, and its life begins now: an order may be open for half a year.
 *
 * @param exchanged The order, and the name of the exchange.
 * @param now Milliseconds since the epoch.
 */
export const exchangedToken = (
  config: KeySettings & Pick<Config, 'times'>,
  {
    id,
    exchange,
    tokensRevokedAt = 0,
  }: { readonly id: string; readonly exchange: string; readonly tokensRevokedAt?: number | undefined },
  now: number,
): Promise<string> => orderToken(config, { id, scope: 'pay', exchange }, Math.max(now, tokensRevokedAt + 1))

/** The numbers of the keys under which links count, the present one first. */
export const linkKeys = async (config: KeySettings): Promise<readonly [string, ...string[]]> => {
  const [current, ...former] = await purposeKeys(config, 'order-token')
  return [current.number, ...former.map(({ number }) => number)]
}

/** What the link to an order depends on. */
export interface LinkedOrder {
  readonly id: string
  readonly openedAt: number
  readonly tokensRevokedAt?: number | undefined
}

/**
 * Makes a token for one order. The table of durations says how long it is valid.
 *
 * @param now Milliseconds since the epoch.
 */
export async function orderToken(
  config: KeySettings & Pick<Config, 'times'>,
  { id, scope, exchange, until = Number.POSITIVE_INFINITY }: Granted,
  now: number,
): Promise<string> {
  const [current] = await purposeKeys(config, 'order-token')
  const lifeMs = scope === 'pay' ? config.times.payToken : config.times.viewToken
  return new SignJWT({ scope, iat: now / 1000, ...(exchange !== undefined && { exchange }) })
    .setProtectedHeader({ alg: 'HS256', typ: TYPE, kid: current.number })
    .setSubject(id)
    .setExpirationTime(Math.ceil(Math.min(now + lifeMs, until) / 1000))
    .sign(current.key)
}

/**
 * Verifies a token of an order. Tokens under the former key are still valid. Whether the order's own tokens were revoked
 * is for the order to say.
 *
 * @param now Milliseconds since the epoch.
 * @returns Its scope, its end, and when it was issued.
 */
export async function scopeOf(
  config: TokenSettings,
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
    const grant = grantOf(read.data, config)
    return grant.issuedAt <= config.TOKENS_NOT_BEFORE * 1000 ? invalid('revoked') : accepted(grant)
  } catch (error) {
    if (error instanceof errors.JOSEError) return invalid(error.code)
    throw error
  }
}

/** A token of an earlier version does not say when it was issued. It was not before the life that it can have. */
function grantOf(read: z.output<typeof claims>, { times }: Pick<Config, 'times'>): Grant {
  const { scope, iat } = read
  if (scope === 'link') return { scope, until: Number.POSITIVE_INFINITY, issuedAt: Math.round(iat * 1000) }
  const until = read.exp * 1000
  const lifeMs = scope === 'pay' ? times.payToken : times.viewToken
  const issuedAt = iat === undefined ? until - lifeMs : Math.round(iat * 1000)
  return { scope, until, issuedAt, ...(read.exchange !== undefined && { exchange: read.exchange }) }
}

const invalid = (why: string) => refused<Refusal>({ code: 'token-invalid', why })
