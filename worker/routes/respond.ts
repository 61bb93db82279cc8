/** The only way to say no: every reason becomes a problem document (RFC 9457), and the log has it, sampled. */
import { matchedRoutes } from 'hono/route'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Problem } from '../../shared/messages.ts'
import { PROBLEMS, type ProblemCode } from '../../shared/problem.ts'
import { errorText } from '../config/error-text.ts'
import { log } from '../config/log.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { EdgeContext } from './context.ts'

/** Answers a refusal. Whoever asked learns the code; the log learns the reason too. */
export function problem(c: EdgeContext, { why, ...told }: Refusal): Response {
  const { code, fields, order, detail, gatewayCode } = told
  const [status, title] = PROBLEMS[code]
  const supportId = c.get('supportId')
  note(c, { code, why, status, supportId })
  const document: Problem & { detail?: string } = {
    type: `urn:pay-checkout:problem:${code}`,
    title,
    status,
    code,
    ...(detail && { detail }),
    ...(fields && { fields }),
    ...(order && { order }),
    ...(gatewayCode && { gatewayCode }),
    supportId,
  }
  if (code === 'token-invalid') c.header('WWW-Authenticate', 'Bearer')
  c.header('Content-Type', 'application/problem+json')
  return c.body(JSON.stringify(document), status satisfies ContentfulStatusCode)
}

/** Answers what nobody foresaw. The platform marks failures of an object that pass by themselves. */
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

/** No caller's fault either, but each caller meets them while they last. */
const LASTING: readonly ProblemCode[] = ['payments-paused', 'unavailable']

/** The pattern of a path, never the path: it may hold a key, or anything at all. */
function note(c: EdgeContext, line: Noted): void {
  const fields = { ...line, method: c.req.method, route: patternOf(c) }
  const { code, why, method, route } = fields
  // What else is no fault of the caller's is rare, and each one matters.
  if (line.status >= 500 && !LASTING.includes(code)) log('refused', fields)
  else c.get('refusals').note([code, why, method, route].join(' '), fields, Date.now())
}

/** What stands before many routes has a pattern too, which says less. */
const patternOf = (c: EdgeContext) =>
  matchedRoutes(c).findLast(({ path }) => !path.endsWith('*'))?.path ?? '*'
