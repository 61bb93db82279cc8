/** Redirects a browser that comes back from the gateway or the bank. */

import { orderToken } from '../credentials/order-tokens.ts'
import { payPage, withOrder } from '../domain/return-url.ts'
import type { ShownIn } from '../order/model/state.ts'
import type { ReturnTarget } from '../order/views/return-target.ts'
import type { EdgeContext } from './context.ts'
import { lostPage } from './pages/lost-page.ts'
import { problem } from './respond.ts'
import { prefersPage } from './unknown-address.ts'

/** The reply that sends a browser on. */
export const ONWARD = {
  status: 303,
  description: 'To the page that comes next.',
  headers: { Location: 'That page.' },
} as const

/**
 * Columns of operations that a returning browser calls. It goes to the shop, with `#pay-order=<id>.<token>` at the end of the
 * address; from a frame in the shop's page, or a pop-up over it, to `/frames/done`.
 */
export const returnsShopper = {
  tag: 'gateway',
  pages: '-',
  access: {},
  reply: ONWARD,
  problems: ['not-found'],
} as const

/** An attempt's order, and where its browser goes. */
interface Destination extends ReturnTarget {
  readonly id: string
}

/**
 * Redirects to a page, and tells it the order and a read-only token in the fragment. The token is of the attempt's exchange:
 * each holder of a link has the return address of their own attempt, and none may read by it what another one paid with.
 */
async function onward(c: EdgeContext, { returnUrl, id, exchange }: Destination): Promise<Response> {
  const token = await orderToken(c.get('config'), { id, scope: 'view', exchange }, c.get('receivedAt'))
  return c.redirect(withOrder(returnUrl, { id, token }), 303)
}

/** Redirects a frame to its last page, which tells the pages around it to read the order again. */
export const toDonePage = (c: EdgeContext) => c.redirect(`${c.get('config').PUBLIC_URL}/frames/done`, 303)

/** The same for a pop-up. If it cannot be closed, it links to the edge's own page, which shows the payment. */
const toDoneWindow = (c: EdgeContext, destination: Destination) =>
  onward(c, { ...destination, returnUrl: `${c.get('config').PUBLIC_URL}/frames/done` })

/**
 * Redirects a browser that comes back from the gateway or the bank. From a frame or a pop-up of the shop's page it goes
 * to the page that ends them, otherwise to the shop.
 */
export function backFrom(c: EdgeContext, target: ReturnTarget, id: string): Response | Promise<Response> {
  const destination = { ...target, id }
  return target.shownIn ? ENDS[target.shownIn](c, destination) : onward(c, destination)
}

type End = (c: EdgeContext, destination: Destination) => Response | Promise<Response>

/**
 * A shopper may have opened a frame's page in full, which most browsers report; without a report it counts as framed.
 * Browsers report a pop-up as a full page too.
 */
const ENDS: Readonly<Record<ShownIn, End>> = {
  frame: (c, destination) => (isFullPage(c) ? onward(c, destination) : toDonePage(c)),
  popup: toDoneWindow,
}

/**
 * Where a browser goes if the order cannot be reached: the edge's own page shows the payment as soon as it can. In a
 * frame that is the last page, the only one of the edge that a frame may show.
 */
export const backBlindly = (c: EdgeContext): ReturnTarget => ({
  returnUrl: payPage(c.get('config').PUBLIC_URL),
  ...(c.req.header('Sec-Fetch-Dest') === 'iframe' && { shownIn: 'frame' as const }),
})

/** Whether the browser reports that it shows the response as a full page. */
export const isFullPage = (c: EdgeContext) => c.req.header('Sec-Fetch-Dest') === 'document'

/** Answers a return address that is not one: its shopper has paid perhaps, so the page sends them back to the shop. */
export function lost(c: EdgeContext, why: string): Response | Promise<Response> {
  const answer = problem(c, { code: 'not-found', why })
  return prefersPage(c) ? lostPage(c, 'not-found', 404) : answer
}
