/** The merchant's own server of the demo: it opens orders with the merchant's key, which never reaches a page. */
import { randomUUID } from 'node:crypto'
import {
  type MerchantClient,
  merchantClient,
  RefusedError,
  type SessionRequest,
  sessionOf,
} from '../../packages/server/src/server.ts'
import type { Presentation } from '../../shared/http-bodies.ts'
import type { Route } from '../static-server.ts'
import { counterPage, PRESENTATIONS, refusalPage, warePage } from './counter-pages.ts'
import { SavedCards } from './saved-cards.ts'
import { WARES, type Ware } from './wares.ts'

const CUSTOMER = { email: 'ann@example.com' }

/** Path of the counter within the shop. */
const ROOT = '/counter'

/** Addresses of shop and edge for browsers, and of the edge for this program. No slash at the end. */
export interface CounterAddresses {
  readonly shop: string
  readonly edge: string
  readonly local: { readonly edge: string }
}

/** The answer to a request for a page of the counter. */
interface Answer {
  readonly status: number
  readonly text?: string
  readonly location?: string
}

/** One order, from the address of its page. */
interface CounterOrder {
  readonly ware: Ware
  readonly presentation: Presentation
  /** Names the order, so that a reload and a return from the gateway find the same one. */
  readonly name: string
}

/** Serves the counter under the shop's origin, for development and tests alone. */
export function counterRoute(addresses: CounterAddresses, merchantKey: string): Route {
  const counter = new Counter(addresses, merchantKey)
  return async ({ method, url = '' }, response) => {
    const at = method === 'GET' ? URL.parse(url, addresses.shop) : null
    const answer = at && (await counter.answer(at))
    if (!answer) return false
    const { status, text, location } = answer
    const type = { 'content-type': 'text/html; charset=utf-8' }
    // A page contains a token that pays.
    response.writeHead(status, { 'cache-control': 'no-store', ...(location ? { location } : type) })
    response.end(text)
    return true
  }
}

/** A person waits for the page. */
const PATIENCE_MS = 10_000

class Counter {
  readonly #addresses: CounterAddresses
  readonly #pay: MerchantClient
  readonly #cards: SavedCards
  /** Reference → body of the request: the same body again is the same order. */
  readonly #bodies = new Map<string, Promise<SessionRequest>>()

  constructor(addresses: CounterAddresses, key: string) {
    const edge = { edge: addresses.local.edge, patienceMs: PATIENCE_MS }
    this.#addresses = addresses
    this.#pay = merchantClient({ ...edge, key })
    this.#cards = new SavedCards(this.#pay, edge)
  }

  async answer({ pathname, searchParams }: URL): Promise<Answer | undefined> {
    const { edge } = this.#addresses
    if (pathname === ROOT) return { status: 200, text: counterPage(edge) }
    const ware = WARES.find(({ name }) => pathname === `${ROOT}/${name}`)
    if (!ware) return
    const presentation = presentationIn(searchParams)
    const name = searchParams.get('order')
    const fresh = { ware, presentation, name: randomUUID() }
    if (!name || !/^[\w-]{1,40}$/.test(name)) return { status: 303, location: pathOf(fresh) }
    return this.#sell({ ware, presentation, name }).catch((error: unknown) => {
      // After a restart, this server no longer knows the body of its request under this name.
      const isTaken = error instanceof RefusedError && error.status === 409
      if (isTaken) return { status: 303, location: pathOf(fresh) }
      const why = error instanceof Error ? error.message : String(error)
      return { status: 502, text: refusalPage(why, edge) }
    })
  }

  async #sell(visit: CounterOrder): Promise<Answer> {
    const { ware, presentation } = visit
    const body = await this.#bodyOf(visit)
    const opened = await this.#pay.createOrder(body)
    if (ware.hasCards) this.#cards.remember(opened.order.id)
    const session = sessionOf(opened)
    return { status: 200, text: warePage({ ware, session, presentation, edge: this.#addresses.edge }) }
  }

  async #bodyOf(order: CounterOrder): Promise<SessionRequest> {
    const reference = `counter-${order.ware.name}-${order.name}`
    const body = this.#bodies.get(reference) ?? this.#makeBody(reference, order)
    this.#bodies.set(reference, body)
    body.catch(() => this.#bodies.delete(reference))
    return body
  }

  async #makeBody(reference: string, order: CounterOrder): Promise<SessionRequest> {
    const { intent, amount, description, methods, hasCards } = order.ware
    return {
      ...{ reference, intent, currency: 'EUR', description, methods, customer: CUSTOMER },
      ...(amount && { amount }),
      ...(hasCards && { cardRefs: await this.#cards.list(), mayRemoveCards: true }),
      returnUrl: this.#addresses.shop + pathOf(order),
    }
  }
}

const pathOf = ({ ware, presentation, name }: CounterOrder) =>
  `${ROOT}/${ware.name}?presentation=${presentation}&order=${name}`

function presentationIn(search: URLSearchParams): Presentation {
  const presentation = search.get('presentation') ?? ''
  return Object.hasOwn(PRESENTATIONS, presentation) ? (presentation as Presentation) : 'redirect'
}
