/** Authorization. Runs before a Durable Object is addressed, so that nobody can create objects by guessing ids. */
import { DESK_KEY_PREFIX, isOfMerchant, type MerchantScope } from '../../shared/merchant-key.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import { personOf } from '../credentials/desk-keys.ts'
import { type Merchant, merchantOf } from '../credentials/merchant-keys.ts'
import { ORDER_ID } from '../credentials/order-id.ts'
import { type Grant, type Scope, scopeOf } from '../credentials/order-tokens.ts'
import { networkPrefix } from '../domain/address-prefix.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { MerchantAccess, TokenAccess } from './api-operation.ts'
import { addressOf } from './client-address.ts'
import type { EdgeContext } from './context.ts'
import { isForeignPage } from './cors.ts'
import { spendBudget } from './spend-budget.ts'

/** What an operation asks of an order's token. → The scopes that are enough. Of a link, only two operations take it. */
const SUFFICIENT: Readonly<Record<TokenAccess, readonly Scope[]>> = {
  pay: ['pay'],
  view: ['pay', 'view'],
  link: ['link'],
  any: ['pay', 'view', 'link'],
}

/** The caller has a token for this order. */
export interface Authorized extends Grant {
  readonly id: string
}

/** The caller of an order: a page that has its token, or a server of the merchant. */
export type Caller =
  | ({ readonly by: 'token' } & Authorized)
  | { readonly by: 'merchant'; readonly id: string; readonly merchant: Merchant }

/**
 * Checks the order token of a request.
 *
 * @param needed `pay` refuses a `view` token.
 */
export const authorize = (c: EdgeContext, needed: TokenAccess): Promise<Result<Authorized, Refusal>> =>
  authorizeToken(c, { token: bearerOf(c), needed })

/**
 * The same for a token from elsewhere than the `Authorization` header. A link, and what it was exchanged for, belong on the
 * edge's own page: a page of anybody else that has one would ask its shopper to pay for a stranger. A token that only looks
 * comes to the shop's page with the shopper, also after an attempt by a link.
 */
export async function authorizeToken(
  c: EdgeContext,
  { token, needed }: { readonly token: string; readonly needed: TokenAccess },
): Promise<Result<Authorized, Refusal>> {
  const id = c.req.param('id') ?? ''
  const grant = await scopeOf(c.get('config'), { id, token }, c.get('receivedAt'))
  if (!grant.ok) return grant
  const { scope, exchange } = grant.value
  if (!SUFFICIENT[needed].includes(scope)) return refused({ code: 'scope-missing' })
  const isOfLink = scope === 'link' || (scope === 'pay' && exchange !== undefined)
  if (isOfLink && isForeignPage(c))
    return refused({ code: 'origin-not-allowed', why: 'link on another page' })
  return accepted({ id, ...grant.value })
}

/**
 * Checks the merchant key of a request. A key from any page but the edge's own has leaked: it is refused unread, so that
 * a thief does not learn whether it is valid.
 *
 * @param needed The scope that the key needs; any one of several.
 */
export async function authorizeMerchant(
  c: EdgeContext,
  needed: MerchantAccess,
): Promise<Result<Merchant, Refusal>> {
  if (isForeignPage(c)) return refused({ code: 'origin-not-allowed', why: 'merchant key on a page' })
  const merchant = await ownerOf(c)
  if (!merchant) return refused(await wrongKey(c))
  const missing = scopeRefusal(merchant, needed)
  return missing ? refused(missing) : accepted(merchant)
}

/** A server of the merchant, or a person at the desk. */
function ownerOf(c: EdgeContext): Promise<Merchant | undefined> {
  const [config, key] = [c.get('config'), bearerOf(c)]
  return key.startsWith(DESK_KEY_PREFIX) ? personOf(config, key, Date.now()) : merchantOf(config, key)
}

/** After too many wrong keys from one network further ones are not even called wrong. A good key is never counted. */
async function wrongKey(c: EdgeContext): Promise<Refusal> {
  const spent = bearerOf(c) ? await spendBudget(c, 'wrong-key', networkPrefix(addressOf(c))) : undefined
  return spent ?? { code: 'token-invalid', why: 'merchant key' }
}

/**
 * Checks a key's scope. Handlers call it where the body of the request decides which scope is needed.
 *
 * @param needed The scope that the key needs; any one of several.
 * @returns `undefined` if the key has it.
 */
export function scopeRefusal({ name, scopes }: Merchant, needed: MerchantAccess): Refusal | undefined {
  const enough: readonly MerchantScope[] = [needed].flat()
  if (enough.some((scope) => scopes.includes(scope))) return undefined
  return { code: 'scope-missing', why: `${name} has no ${enough.join(' or ')}` }
}

/**
 * Checks the order token or the merchant key of a request, whichever it has.
 *
 * @returns The caller. With a merchant key the order may not exist; with a token it once did.
 */
export async function authorizeEither(
  c: EdgeContext,
  neededOfToken: TokenAccess,
  neededOfMerchant: MerchantAccess,
): Promise<Result<Caller, Refusal>> {
  if (!isOfMerchant(bearerOf(c))) {
    const allowed = await authorize(c, neededOfToken)
    return allowed.ok ? accepted({ by: 'token', ...allowed.value }) : allowed
  }
  const merchant = await authorizeMerchant(c, neededOfMerchant)
  if (!merchant.ok) return merchant
  const id = c.req.param('id') ?? ''
  if (!ORDER_ID.test(id)) return refused({ code: 'not-found' })
  return accepted({ by: 'merchant', id, merchant: merchant.value })
}

/** The bearer token of the `Authorization` header; empty if there is none. */
export function bearerOf(c: EdgeContext): string {
  const [, token = ''] = /^Bearer +(\S+)$/i.exec(c.req.header('Authorization') ?? '') ?? []
  return token
}
