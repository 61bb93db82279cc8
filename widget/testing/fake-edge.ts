/** A fake edge at the `fetch` boundary, for tests. It is idempotent as the real one, and fails on demand. */
import type {
  CheckoutReply,
  CheckoutRequest,
  LinkReply,
  PayRequest,
  Settings,
} from '../../shared/http-bodies.ts'
import { isFinal } from '../../shared/order-status.ts'
import type { OrderView, Way } from '../../shared/order-view.ts'
import { PROBLEMS, type ProblemCode } from '../../shared/problem.ts'
import type { ProductLook } from '../../shared/product.ts'

/** What a request is for. */
type Route =
  | 'check'
  | 'checkout'
  | 'read'
  | 'link'
  | 'pay'
  | 'method'
  | 'continue'
  | 'cancel'
  | 'remove-card'
  | 'product'

/** One request that reached the edge. */
export interface Call {
  readonly route: Route
  readonly key: string | null
  readonly token: string
  readonly body: Partial<CheckoutRequest & PayRequest>
}

/**
 * How the next call of a route fails: refused with a problem, or carried out with the answer lost, or with another in its
 * place, as a service worker of the page may give.
 */
type Failure =
  | {
      readonly code: ProblemCode
      readonly fields?: string[]
      readonly order?: OrderView
      readonly products?: readonly ProductLook[]
      readonly retryAfterSeconds?: number
    }
  | 'answer-lost'
  | 'answer-replaced'
  | 'unreachable'

type Attempt = OrderView['attempts'][number]

let orders = 0

/** The newest attempt stands where its order does, unless that was closed. */
const moved = (attempt: Attempt, { status }: Partial<OrderView>): Attempt =>
  status === undefined || /open|cancelled|expired/.test(status) ? attempt : { ...attempt, status }

/** An edge with orders that tests move along. */
export class FakeEdge {
  readonly calls: Call[] = []
  readonly sockets: FakeSocket[] = []
  /** What `Retry-After` says while an order moves; absent once it rests. */
  retryAfterSeconds = 0
  /** Holds all answers back. */
  answersAfter: Promise<unknown> = Promise.resolve()
  /** Files of languages, by language. */
  languages: Record<string, string> = {}
  /** Where files of languages were asked for. */
  readonly languageAddresses: string[] = []
  /** Holds files of languages back. */
  languagesAfter: Promise<unknown> | undefined
  /** No request arrives. */
  isUnreachable = false
  /** Sockets open and then deliver nothing, as through a proxy that swallows messages. */
  swallowsSockets = false
  /** What the edge says of itself. Tags ask for it before any intent, so it is no call. */
  settings: Settings = { methods: ['hosted'], collect: {}, test: false, locales: ['en'] }
  settingsAfter: Promise<unknown> = Promise.resolve()
  /** Where the shopper's connection seems to come from. */
  country = ''
  /** The catalogue: what is shown of it. */
  products: readonly ProductLook[] = []
  /** Holds looks of products back. */
  productsAfter: Promise<unknown> = Promise.resolve()
  /** Fields of the next order. */
  template: Partial<OrderView> = {}
  readonly #orders = new Map<string, OrderView>()
  readonly #byKey = new Map<string, string>()
  readonly #sums = new Map<string, string>()
  /** What a key opens, or would have opened. */
  readonly #drafts = new Map<string, OrderView>()
  readonly #attempts = new Map<string, number>()
  readonly #failures: [Call['route'], Failure][] = []
  #renewals = 0

  /** Makes the next call of a route fail. */
  failNext(route: Call['route'], failure: Failure) {
    this.#failures.push([route, failure])
  }

  /** Changes an order and notifies the sockets that follow it. */
  tell(id: string, change: Partial<OrderView>): OrderView {
    const { action, ...before } = this.view(id)
    // An action belongs to the status before, and goes with it.
    // A sale that succeeds has taken its sum.
    const isSold = before.intent === 'sale' && change.status === 'approved'
    const order = {
      ...before,
      ...(isSold && { captured: before.amount }),
      attempts: before.attempts.map((one) => (one === before.attempts.at(-1) ? moved(one, change) : one)),
      ...(!change.status && action && { action }),
      ...change,
      seq: before.seq + 1,
    }
    this.#orders.set(id, order)
    for (const socket of this.sockets) if (socket.url.includes(id)) socket.say({ seq: order.seq, order })
    return order
  }

  /** Adds an order that another page opened. */
  add(order: Partial<OrderView>): OrderView {
    const made = { ...this.#make('EUR', '12.50', 'A mug'), ...order }
    this.#orders.set(made.id, made)
    return made
  }

  view(id: string): OrderView {
    const order = this.#orders.get(id)
    if (!order) throw new TypeError(`There is no order ${id}`)
    return order
  }

  /** The only order; a test that has more names them. */
  get order(): OrderView {
    const [order, ...others] = this.#orders.values()
    if (!order || others.length)
      throw new TypeError(`There are ${others.length + Number(!!order)} orders, not one`)
    return order
  }

  get orderCount() {
    return this.#orders.size
  }

  /** The sums of the orders that somebody has tried to pay. */
  get triedSums(): string[] {
    return [...this.#orders.values()].filter(({ attempts }) => attempts.length).map(({ amount }) => amount)
  }

  /** The payments that arrived, also those that opened their order. */
  get payments() {
    return this.calls.flatMap(({ route, key, token, body }) => {
      if (route === 'pay') return [{ key, token, body }]
      return body.pay ? [{ key: `${key}.1`, token, body: body.pay }] : []
    })
  }

  called(route: Call['route']) {
    return this.calls.filter((call) => call.route === route)
  }

  readonly fetch: typeof globalThis.fetch = async (input, init = {}) => {
    if (String(input).endsWith('/v1/settings') && !this.isUnreachable) {
      await this.settingsAfter
      return json(this.settings)
    }
    const [, language] = /\/languages\/(.+)\.json\?/.exec(String(input)) ?? []
    if (language) return this.#language(language, String(input))
    const [, id = '', verb = 'read'] = /orders\/([^/]+)(?:\/([\w-]+))?$/.exec(String(input)) ?? []
    const isCheck = String(input).endsWith('/v1/offers/check')
    const [, product] = /\/v1\/products\/(.*)$/.exec(String(input)) ?? []
    const route = (product ? 'product' : isCheck ? 'check' : id ? verb : 'checkout') as Call['route']
    const headers = new Headers(init.headers)
    const token = headers.get('Authorization')?.slice('Bearer '.length) ?? ''
    const body = product ? { product } : init.body ? JSON.parse(String(init.body)) : {}
    const call = { route, key: headers.get('Idempotency-Key'), token, body }
    this.calls.push(call)
    await (product ? this.productsAfter : this.answersAfter)
    const planned = this.#failures.findIndex(([one]) => one === route)
    const failure = planned < 0 ? undefined : this.#failures.splice(planned, 1)[0]?.[1]
    if (failure === 'unreachable' || this.isUnreachable) throw new TypeError('Failed to fetch')
    if (typeof failure === 'object') return problem(PROBLEMS[failure.code][0], this.#shown(call, id, failure))
    const response = this.#answer(call, id)
    if (failure === 'answer-lost') throw new TypeError('Failed to fetch')
    if (failure === 'answer-replaced') return json(null)
    return response
  }

  async #language(name: string, address: string): Promise<Response> {
    this.languageAddresses.push(address)
    await this.languagesAfter
    return new Response(this.languages[name], { status: name in this.languages ? 200 : 404 })
  }

  readonly openSocket = (url: string, protocols: string[]) => {
    const socket = new FakeSocket(url, protocols)
    socket.isSwallowed = this.swallowsSockets
    queueMicrotask(() => socket.say({ seq: 1 }))
    this.sockets.push(socket)
    return socket as unknown as WebSocket
  }

  #answer({ route, key, body, token }: Call, id: string): Response {
    if (route === 'check') return json({ digest: '', ...(this.country && { country: this.country }) })
    if (route === 'product') {
      const look = this.products.find((one) => one.id === body.product)
      return look ? json(look) : problem(404, { code: 'product-unavailable' })
    }
    if (route === 'checkout') return this.#checkout(key ?? '', body)
    if (!this.#orders.has(id)) return problem(404, { code: 'not-found' })
    if (route === 'link') return this.#exchange(id, key ?? '')
    if (route === 'pay') return this.#pay(id, key ?? '', body.method)
    if (route === 'method' || route === 'continue') return json(this.view(id))
    if (route === 'remove-card') return json(this.#withoutCard(id, body.savedCard))
    if (route === 'cancel') return json(this.tell(id, { status: 'cancelled' }))
    const order = this.view(id)
    const mayPay = token.startsWith('pay')
    return json(order, {
      ...(mayPay && { 'Order-Token': `pay.renewed.${++this.#renewals}` }),
      ...(isMoving(order) && { 'Retry-After': String(this.retryAfterSeconds) }),
    })
  }

  /** A refusal of a payment shows its order, also one that it would have opened. */
  #shown({ route, key, body }: Call, id: string, failure: Exclude<Failure, string>) {
    if (route === 'pay' && this.#orders.has(id)) return { order: this.view(id), ...failure }
    return route === 'checkout' && body.pay
      ? { order: this.#draft(key ?? '', body).order, ...failure }
      : failure
  }

  #draft(key: string, { amount, quantity, offer = '', product, lines }: Partial<CheckoutRequest>) {
    const sold = (lines ?? [{ offer, product, quantity }]).map(({ offer = '', product, quantity = 1 }) => {
      const {
        item,
        description,
        currency,
        amount: price = amount ?? '0',
      } = product ? this.#claimsOfProduct(product) : claimsOf(offer)
      return { item, description, currency, quantity, amount: (Number(price) * quantity).toFixed(2) }
    })
    const known = this.#byKey.get(key)
    const sum = sold.reduce((all, line) => all + Number(line.amount), 0).toFixed(2)
    const description = sold.map((line) => line.description).join(', ')
    const made = {
      ...this.#make(sold[0]?.currency ?? '', sum, description),
      ...(lines && { lines: sold.map(({ currency: _, ...line }) => line) }),
    }
    const { id } = this.#drafts.get(key) ?? made
    const order = known ? this.view(known) : { ...made, id, ...this.template }
    this.#drafts.set(key, order)
    return { order, sum }
  }

  #claimsOfProduct(id: string) {
    const look = this.products.find((one) => one.id === id)
    return look ? { ...look, item: id, description: look.name } : { item: id, description: '', currency: '' }
  }

  /** An order that exists under the key is answered whatever its goods cost now, and not paid at another price. */
  #productRefusal(key: string, { product, lines = [], expect }: Partial<CheckoutRequest>, sum: string) {
    const ids = [product, ...lines.map((line) => line.product)].flatMap((id) => id ?? [])
    const known = this.#byKey.get(key)
    if (!ids.length) return
    if (known && (!expect || expect.amount !== sum || this.view(known).attempts.length))
      return json({ order: this.view(known), token: 'pay.first.1' } satisfies CheckoutReply)
    const products = this.products.filter(({ id }) => ids.includes(id))
    if (products.length < ids.length) return problem(404, { code: 'product-unavailable' })
    const asked = known ? this.view(known).amount : expect?.amount
    return asked && asked !== sum ? problem(409, { code: 'price-changed', products }) : undefined
  }

  #checkout(key: string, body: Partial<CheckoutRequest>): Response {
    const { pay } = body
    const { order, sum } = this.#draft(key, body)
    const refusal = this.#productRefusal(key, body, sum)
    if (refusal) return refusal
    const hasProducts = !!body.product || body.lines?.some(({ product }) => product)
    if (!hasProducts && (this.#sums.get(key) ?? sum) !== sum)
      return problem(409, { code: 'key-reused', order })
    this.#sums.set(key, sum)
    this.#orders.set(order.id, order)
    const attempt = `${key}.1`
    const isTried = order.attempts.length > 0
    if (pay && isFinal(order.status) && !isTried) return problem(409, { code: 'order-final', order })
    this.#byKey.set(key, order.id)
    if (pay && !isTried) this.#pay(order.id, attempt, pay.method)
    return json({ order: this.view(order.id), token: 'pay.first.1' } satisfies CheckoutReply)
  }

  #pay(id: string, key: string, method: Way = 'hosted'): Response {
    const order = this.view(id)
    const known = this.#attempts.get(key)
    if (known) return json(order)
    if (isFinal(order.status)) return problem(409, { code: 'order-final', order })
    const number = order.attempts.length + 1
    this.#attempts.set(key, number)
    const attempt = {
      number,
      method,
      status: 'sending',
      startedAt: new Date(Date.UTC(2026, 10, 21, 10, 0, this.#attempts.size)).toISOString(),
    } as const
    const { action: _, error: __, ...rest } = order
    this.#orders.set(id, rest)
    return json(this.tell(id, { status: 'sending', attempts: [...order.attempts, attempt] }))
  }

  /** The first click on a link is a change of the order. A token that pays has an end, and is younger than the link. */
  #exchange(id: string, exchange: string): Response {
    const { byLink: _, ...before } = this.view(id)
    if (isFinal(before.status)) return problem(409, { code: 'order-final', order: this.view(id) })
    const order = { ...before, seq: before.seq + 1 }
    this.#orders.set(id, order)
    const claims = btoa(JSON.stringify({ scope: 'pay', exchange, iat: 1_900_000_000, exp: 4_000_000_000 }))
    return json({ order, token: `e30.${claims.replaceAll('=', '')}.c2lnbmF0dXJl` } satisfies LinkReply)
  }

  #withoutCard(id: string, removed: string | undefined) {
    const { savedCards = [] } = this.view(id)
    return this.tell(id, { savedCards: savedCards.filter(({ handle }) => handle !== removed) })
  }

  #make(currency: string, amount: string, description: string): OrderView {
    orders += 1
    const id = `order-${orders}`
    return {
      ...{ id, reference: `REF-${orders}`, currency, amount, description },
      intent: 'sale',
      status: 'open',
      methods: ['hosted'],
      attempts: [],
      transactions: [],
      captured: '0.00',
      returned: '0.00',
      seq: 1,
      updatedAt: '2026-11-21T10:00:00Z',
    }
  }
}

const claimsOf = (offer: string) =>
  JSON.parse(atob(offer.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''))

const isMoving = ({ status, methods, savedCards }: OrderView) =>
  status === 'open' ? methods.includes('saved-card') && !savedCards : !isFinal(status)

const json = (body: unknown, headers: Record<string, string> = {}) => Response.json(body, { headers })

function problem(
  status: number,
  { retryAfterSeconds, ...body }: Exclude<Failure, string> & { order?: OrderView },
): Response {
  const headers = retryAfterSeconds !== undefined ? { 'Retry-After': String(retryAfterSeconds) } : undefined
  return Response.json(
    { type: 'about:blank', title: body.code, status, supportId: 'SUP-1', ...body },
    { status, ...(headers && { headers }) },
  )
}

/** A socket through which tests send messages. */
export class FakeSocket {
  readonly url: string
  readonly protocols: string[]
  readonly heard: string[] = []
  closed = false
  /** No message comes through in either direction. */
  isSwallowed = false
  onclose: ((event: { code: number }) => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null

  constructor(url: string, protocols: string[]) {
    this.url = url
    this.protocols = protocols
  }

  say(message: unknown) {
    this.#deliver(JSON.stringify(message))
  }

  /** Receives a message of the page, as the platform does. */
  send(word: string) {
    this.heard.push(word)
    if (word === 'ping') this.#deliver('pong')
  }

  /** @param code The edge's reason. */
  close(code = 1005) {
    if (this.closed) return
    this.closed = true
    this.onclose?.({ code })
  }

  #deliver(data: string) {
    if (!this.closed && !this.isSwallowed) this.onmessage?.({ data })
  }
}
