/** Where a browser goes that comes back from the gateway or the bank. */

import { orderToken } from '../credentials/order-tokens.ts'
import { payPage, withOrder } from '../domain/return-url.ts'
import type { Whereto } from '../order/model/return-target.ts'
import type { ShownIn } from '../order/model/state.ts'
import type { EdgeContext } from './context.ts'
import { notFoundPage } from './pages/pay-page.ts'
import { problem } from './respond.ts'

/** Sends the browser on to a page that is told which order it was, with a token that only reads. */
async function onward(c: EdgeContext, page: string, id: string): Promise<Response> {
  const token = await orderToken(c.get('config'), { id, scope: 'view' }, Date.now())
  return c.redirect(withOrder(page, { id, token }), 303)
}

/** Sends a frame to the quiet page that it ends at, which tells the pages around it to look at the order again. */
export const toDonePage = (c: EdgeContext) => c.redirect(`${c.get('config').PUBLIC_URL}/frames/done`, 303)

/** The same for a pop-up. One that cannot be closed leads on to the edge's own page, which shows the payment. */
const toDoneWindow = (c: EdgeContext, id: string) =>
  onward(c, `${c.get('config').PUBLIC_URL}/frames/done`, id)

/**
 * Sends a browser on that comes back from the gateway or the bank: within a frame of the shop's page, or a pop-up over
 * it, to the quiet page that tells the tag or closes its window, else to the shop.
 */
export const backFrom = (c: EdgeContext, { returnUrl, shownIn }: Whereto, id: string) =>
  shownIn ? ENDS[shownIn](c, returnUrl, id) : onward(c, returnUrl, id)

type End = (c: EdgeContext, returnUrl: string, id: string) => Response | Promise<Response>

/**
 * A frame's page may have been opened in full. Some browsers do not say where they show it; what was to be in a frame
 * then is. A pop-up is a full page to any browser.
 */
const ENDS: Readonly<Record<ShownIn, End>> = {
  frame: (c, returnUrl, id) => (isFullPage(c) ? onward(c, returnUrl, id) : toDonePage(c)),
  popup: (c, _, id) => toDoneWindow(c, id),
}

/**
 * Where a browser goes whose order cannot be asked: the edge's own page shows the payment as soon as it can. No page of
 * the edge but the quiet one may stand in a frame.
 */
export const backBlindly = (c: EdgeContext): Whereto => ({
  returnUrl: payPage(c.get('config').PUBLIC_URL),
  ...(c.req.header('Sec-Fetch-Dest') === 'iframe' && { shownIn: 'frame' as const }),
})

/** Whether the browser says that it shows the answer as a page of its own. */
export const isFullPage = (c: EdgeContext) => c.req.header('Sec-Fetch-Dest') === 'document'

/** A person reads this one, unless a program asked. */
export function lost(c: EdgeContext, why: string): Response {
  const answer = problem(c, { code: 'not-found', why })
  return c.req.header('Accept')?.includes('text/html') ? notFoundPage(c) : answer
}
