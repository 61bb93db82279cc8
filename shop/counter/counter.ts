/** The merchant's own server of the demo: it opens orders with the merchant's key, which never reaches a page. */
import { randomUUID } from 'node:crypto'
import type { Presentation } from '../../shared/messages.ts'
import type { OrderView } from '../../shared/order-view.ts'
import type { Route } from '../static-server.ts'
import { counterPage, PRESENTATIONS, refusalPage, warePage } from './counter-pages.ts'
import { askEdge, EdgeRefusal, type Merchant } from './edge-client.ts'
import { KeptCards } from './saved-cards.ts'
import { WARES, type Ware } from './wares.ts'

const CUSTOMER = { email: 'ann@example.com' }

/** Where the counter is within the shop. */
const ROOT = '/counter'

/** Where shop and edge are for browsers, and where the edge is for this program. No slash at the end. */
export interface CounterAddresses {
  readonly shop: string
  readonly edge: string
  readonly local: { readonly edge: string }
}

/** What a page of the counter answers. */
interface Answer {
  readonly status: number
  readonly text?: string
  readonly location?: string
}

/** One order, as the address of its page names it. */
interface Asked {
  readonly ware: Ware
  readonly presentation: Presentation
  /** Names the order, so that a reload and a return from elsewhere find the same one. */
  readonly name: string
}

/** The counter under the shop's origin, for development and tests alone. */
export function counterRoute(addresses: CounterAddresses, merchantKey: string): Route {
  const counter = new Counter(addresses, { edge: addresses.local.edge, merchantKey })
  return async ({ method, url = '' }, response) => {
    const at = method === 'GET' ? URL.parse(url, addresses.shop) : null
    const answer = at && (await counter.answer(at))
    if (!answer) return false
    const { status, text, location } = answer
    const type = { 'content-type': 'text/html; charset=utf-8' }
    // A page holds a token that pays.
    response.writeHead(status, { 'cache-control': 'no-store', ...(location ? { location } : type) })
    response.end(text)
    return true
  }
}

class Counter {
  readonly #addresses: CounterAddresses
  readonly #merchant: Merchant
  readonly #cards: KeptCards
  /** Reference → what was asked for with it: the same again is the same order. */
  readonly #asked = new Map<string, Promise<object>>()

  constructor(addresses: CounterAddresses, merchant: Merchant) {
    this.#addresses = addresses
    this.#merchant = merchant
    this.#cards = new KeptCards(merchant)
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
      // A server that was started again no longer knows what it asked for under this name.
      const isTaken = error instanceof EdgeRefusal && error.status === 409
      if (isTaken) return { status: 303, location: pathOf(fresh) }
      const why = error instanceof Error ? error.message : String(error)
      return { status: 502, text: refusalPage(why, edge) }
    })
  }

  async #sell(asked: Asked): Promise<Answer> {
    const { ware, presentation } = asked
    const body = await this.#bodyOf(asked)
    const { order, token } = await askEdge<{ order: OrderView; token: string }>(
      this.#merchant,
      '/v1/orders',
      {
        body,
      },
    )
    if (ware.hasCards) this.#cards.remember(order.id)
    const session = `${order.id}.${token}`
    return { status: 200, text: warePage({ ware, session, presentation, edge: this.#addresses.edge }) }
  }

  async #bodyOf(asked: Asked): Promise<object> {
    const reference = `counter-${asked.ware.name}-${asked.name}`
    const body = this.#asked.get(reference) ?? this.#makeBody(reference, asked)
    this.#asked.set(reference, body)
    body.catch(() => this.#asked.delete(reference))
    return body
  }

  async #makeBody(reference: string, asked: Asked): Promise<object> {
    const { intent, amount, description, methods, hasCards } = asked.ware
    return {
      ...{ reference, intent, currency: 'EUR', description, methods, customer: CUSTOMER },
      ...(amount && { amount }),
      ...(hasCards && { cardRefs: await this.#cards.list() }),
      returnUrl: this.#addresses.shop + pathOf(asked),
    }
  }
}

const pathOf = ({ ware, presentation, name }: Asked) =>
  `${ROOT}/${ware.name}?presentation=${presentation}&order=${name}`

function presentationIn(search: URLSearchParams): Presentation {
  const asked = search.get('presentation') ?? ''
  return Object.hasOwn(PRESENTATIONS, asked) ? (asked as Presentation) : 'redirect'
}
