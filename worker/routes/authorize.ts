/** Who may do what: checked before any object is addressed, so that nobody can make objects by guessing. */
import { MERCHANT_KEY_PREFIX, type MerchantScope } from '../../shared/merchant-key.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import { type Merchant, merchantOf } from '../credentials/merchant-keys.ts'
import { ORDER_ID } from '../credentials/order-id.ts'
import { type Grant, type Scope, scopeOf } from '../credentials/order-tokens.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { MerchantAccess } from './api-operation.ts'
import type { EdgeContext } from './context.ts'
import { isForeignPage } from './cors.ts'

/** An order that whoever asks has a token for. */
export interface Authorized extends Grant {
  readonly id: string
}

/** Whoever asks for an order: the page that has its token, or a program of the merchant. */
export type Caller =
  | ({ readonly by: 'token' } & Authorized)
  | { readonly by: 'merchant'; readonly id: string; readonly merchant: Merchant }

/**
 * Checks the token of a request.
 *
 * @param needed `pay` refuses a token that only reads.
 */
export const authorize = (c: EdgeContext, needed: Scope): Promise<Result<Authorized, Refusal>> =>
  authorizeToken(c, { token: bearerOf(c), needed })

/** The same for a token that did not come in the `Authorization` header. */
export async function authorizeToken(
  c: EdgeContext,
  { token, needed }: { readonly token: string; readonly needed: Scope },
): Promise<Result<Authorized, Refusal>> {
  const id = c.req.param('id') ?? ''
  const grant = await scopeOf(c.get('config'), { id, token }, Date.now())
  if (!grant.ok) return grant
  if (needed === 'pay' && grant.value.scope !== 'pay') return refused({ code: 'scope-missing' })
  return accepted({ id, ...grant.value })
}

/**
 * Checks the merchant key of a request. One that comes from a page is refused unread, unless the page is the edge's
 * own: it has leaked, and whoever holds it there must not learn whether it is valid.
 *
 * @param needed What the key must allow; of several scopes, one.
 */
export async function authorizeMerchant(
  c: EdgeContext,
  needed: MerchantAccess,
): Promise<Result<Merchant, Refusal>> {
  if (isForeignPage(c)) return refused({ code: 'origin-not-allowed', why: 'merchant key on a page' })
  const merchant = await merchantOf(c.get('config'), bearerOf(c))
  if (!merchant) return refused({ code: 'token-invalid', why: 'merchant key' })
  const missing = scopeRefusal(merchant, needed)
  return missing ? refused(missing) : accepted(merchant)
}

/**
 * Tells what a key lacks, also where only the body of a request says what is needed.
 *
 * @param needed What the key must allow; of several scopes, one.
 * @returns `undefined` if the key allows it.
 */
export function scopeRefusal({ name, scopes }: Merchant, needed: MerchantAccess): Refusal | undefined {
  const enough: readonly MerchantScope[] = [needed].flat()
  if (enough.some((scope) => scopes.includes(scope))) return undefined
  return { code: 'scope-missing', why: `${name} has no ${enough.join(' or ')}` }
}

/**
 * Checks whichever the request for an order carries: the order's token, or a merchant key.
 *
 * @returns Which of them it was. The order of a merchant's request may not exist; a token's was opened once.
 */
export async function authorizeEither(
  c: EdgeContext,
  neededOfToken: Scope,
  neededOfMerchant: MerchantAccess,
): Promise<Result<Caller, Refusal>> {
  if (!bearerOf(c).startsWith(MERCHANT_KEY_PREFIX)) {
    const allowed = await authorize(c, neededOfToken)
    return allowed.ok ? accepted({ by: 'token', ...allowed.value }) : allowed
  }
  const merchant = await authorizeMerchant(c, neededOfMerchant)
  if (!merchant.ok) return merchant
  const id = c.req.param('id') ?? ''
  if (!ORDER_ID.test(id)) return refused({ code: 'not-found' })
  return accepted({ by: 'merchant', id, merchant: merchant.value })
}

/** What stands in the `Authorization` header; empty if there is no bearer token in it. */
export function bearerOf(c: EdgeContext): string {
  const [, token = ''] = /^Bearer +(\S+)$/i.exec(c.req.header('Authorization') ?? '') ?? []
  return token
}
