/** Where a browser goes that comes back from the gateway or the bank. */
import { withOrder } from '../access/return-address.ts'
import { orderToken } from '../access/tokens.ts'
import type { EdgeContext } from './context.ts'
import { notFoundPage } from './pay-page.ts'
import { problem } from './respond.ts'

/** Sends the browser on to a page that is told which order it was, with a token that only reads. */
export async function onward(c: EdgeContext, page: string, id: string): Promise<Response> {
  const token = await orderToken(c.get('config'), { id, scope: 'view' }, Date.now())
  return c.redirect(withOrder(page, { id, token }), 303)
}

/** A person reads this one, unless a program asked. */
export function lost(c: EdgeContext, why: string): Response {
  const answer = problem(c, { code: 'not-found', why })
  return c.req.header('Accept')?.includes('text/html') ? notFoundPage(c) : answer
}
