/** Answers the requests of the gallery's tags that no file answers. */
import type { CheckoutReply, Problem } from '../../shared/http-bodies.ts'
import type { OrderView } from '../../shared/order-view.ts'
import { PROBLEMS } from '../../shared/problem.ts'
import type { Route } from '../static-server.ts'
import { FAKE_EDGE } from './fake-edge.ts'
import { type GalleryState, type Refusal, viewOf } from './state.ts'
import { GALLERY_STATES } from './states.ts'

/** A page that never opens: browsers stay where they are. */
const SLOW_PAGE = `/${FAKE_EDGE}/steps/slow.html`

/** A request to the edge of one state. */
const OF_STATE = /^\/gallery\/as\/([a-z-]+)(\/.*)$/

interface Answer {
  readonly status: number
  readonly retryAfterSeconds?: number | undefined
  readonly body?: Problem | CheckoutReply | CheckoutReply['order']
}

/**
 * Answers as the states say, for development and tests alone. Every other request to the edge of a state gets the file of
 * the edge that all states share.
 *
 * @param origin Of the shop.
 */
export const galleryRoute =
  (origin: string): Route =>
  async (request, response) => {
    const { method, url = '' } = request
    const [, name, path = ''] = OF_STATE.exec(url) ?? []
    const state = GALLERY_STATES.find((one) => one.name === name)
    if (state) request.url = `/${FAKE_EDGE}${path}`
    // The catalogue has no file of a hidden product.
    const isAsked = method === 'POST' || (state?.product === 'absent' && path.startsWith('/v1/products/'))
    const answer = url === SLOW_PAGE ? { status: 204 } : isAsked && state && answerOf(state, path, origin)
    if (!answer) return false
    const { status, body, retryAfterSeconds: seconds } = answer
    if (seconds !== undefined) response.setHeader('retry-after', seconds)
    response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    response.end(body && JSON.stringify(body))
    return true
  }

/** @param path Of the request, within the edge. */
function answerOf(state: GalleryState, path: string, origin: string): Answer | undefined {
  const { answer } = state
  if (!answer) return
  // As the edge does, so that a bot check knows its order.
  if ('code' in answer) return refusalOf(answer, state.order && viewOf(state, state.order, origin))
  const order = viewOf(state, answer, origin)
  return { status: 200, body: path === '/v1/checkout' ? { order, token: FAKE_EDGE } : order }
}

function refusalOf({ code, fields, products, retryAfterSeconds }: Refusal, order?: OrderView): Answer {
  const [status, title] = PROBLEMS[code]
  const problem = { type: 'about:blank', title, status, code, supportId: 'S-7Q2M-4711' }
  return {
    status,
    retryAfterSeconds,
    body: { ...problem, ...(fields && { fields }), ...(products && { products }), ...(order && { order }) },
  }
}
