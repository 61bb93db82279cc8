import { accepted, type Result, refused } from '../../shared/result.ts'
import type { Refusal } from '../access/refusal.ts'
import { type Grant, type Scope, scopeOf } from '../access/tokens.ts'
import type { EdgeContext } from './context.ts'

/** An order that whoever asks has a token for. */
export interface Authorized extends Grant {
  readonly id: string
}

/**
 * Checks the token of a request before any object is addressed, so that nobody can make objects by guessing.
 *
 * @param needed `pay` refuses a token that only reads.
 */
export async function authorize(c: EdgeContext, needed: Scope): Promise<Result<Authorized, Refusal>> {
  const [, token = ''] = /^Bearer +(\S+)$/i.exec(c.req.header('Authorization') ?? '') ?? []
  return authorizeToken(c, { token, needed })
}

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
