/** Answers an address that leads nowhere: with a page for a person, with a problem document for a program. */
import { accepts } from 'hono/accepts'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ProblemCode } from '../../shared/problem.ts'
import type { EdgeContext } from './context.ts'
import { lostPage } from './pages/lost-page.ts'
import { problem } from './respond.ts'

const PROBLEM = 'application/problem+json'

/** Browsers name `text/html` first when a person opens an address. Programs that take anything get a problem document. */
export const prefersPage = (c: EdgeContext): boolean =>
  accepts(c, {
    header: 'Accept',
    supports: [PROBLEM, 'application/json', 'text/html'],
    default: PROBLEM,
  }) === 'text/html'

/**
 * Refuses an address that the edge does not have, or not for this method. A person has perhaps followed a broken link to pay,
 * so the page says where to get another one.
 */
export function refuseAddress(
  c: EdgeContext,
  code: Extract<ProblemCode, 'not-found' | 'method-not-allowed'>,
): Response | Promise<Response> {
  c.header('Vary', 'Accept', { append: true })
  const answer = problem(c, { code })
  const isRead = ['GET', 'HEAD'].includes(c.req.method)
  return isRead && prefersPage(c) ? lostPage(c, 'pay.empty', answer.status as ContentfulStatusCode) : answer
}
