/** Every refusal becomes a problem document here (RFC 9457), and a sampled line of the log. */
import { matchedRoutes } from 'hono/route'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Problem } from '../../shared/http-bodies.ts'
import { PROBLEMS, type ProblemCode } from '../../shared/problem.ts'
import { errorText } from '../config/error-text.ts'
import { log } from '../config/log.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { EdgeContext } from './context.ts'
import { requestIdOf, supportIdOf } from './support-id.ts'

/** Answers a refusal. The caller gets the code; the log also gets the reason. */
export function problem(c: EdgeContext, { why, ...told }: Refusal): Response {
  const { code, fields, order, products, product, detail, gatewayCode, retryAfterSeconds } = told
  const [status, title] = PROBLEMS[code]
  const supportId = supportIdOf(requestIdOf(c), order?.id ?? c.req.param('id'))
  note(c, { code, why, status, supportId })
  const document: Problem & { detail?: string } = {
    type: `urn:pay-checkout:problem:${code}`,
    title,
    status,
    code,
    ...(detail && { detail }),
    ...(fields && { fields }),
    ...(order && { order }),
    ...(products && { products }),
    ...(product && { product }),
    ...(gatewayCode && { gatewayCode }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    supportId,
  }
  if (retryAfterSeconds !== undefined) c.header('Retry-After', String(retryAfterSeconds))
  if (code === 'token-invalid') c.header('WWW-Authenticate', 'Bearer')
  c.header('Content-Type', 'application/problem+json')
  return c.body(JSON.stringify(document), status satisfies ContentfulStatusCode)
}

/** Answers an unexpected error. The platform marks those of a Durable Object that a retry may fix. */
export function unexpected(error: Error, c: EdgeContext): Response {
  const passing = ['retryable', 'overloaded', 'durableObjectReset'].some((mark) => Reflect.get(error, mark))
  return problem(c, { code: passing ? 'unavailable' : 'internal', why: errorText(error) })
}

interface Noted {
  readonly code: ProblemCode
  readonly why: string | undefined
  readonly status: number
  readonly supportId: string
}

/** These are not the caller's fault either, but every caller gets them while they last, so they are sampled too. */
const LASTING: readonly ProblemCode[] = ['payments-paused', 'unavailable']

/** Logs the pattern of the path, never the path itself, which may contain a key. */
function note(c: EdgeContext, line: Noted): void {
  const fields = { ...line, method: c.req.method, route: patternOf(c) }
  const { code, why, method, route } = fields
  // Other server errors are rare, and each one matters.
  if (line.status >= 500 && !LASTING.includes(code)) log('refused', fields)
  else c.get('refusals').note([code, why, method, route].join(' '), fields, Date.now())
}

/** The route's own pattern. Middleware matches with patterns that end in `*`. */
const patternOf = (c: EdgeContext) =>
  matchedRoutes(c).findLast(({ path }) => !path.endsWith('*'))?.path ?? '*'
