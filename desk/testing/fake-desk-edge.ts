/** An edge for tests of the desk: orders in memory, one merchant key, and answers as the interface's document has them. */
import { FOLLOW_UP_HEADER, LIVE_PROTOCOL, type Settings, TOKEN_HEADER } from '../../shared/http-bodies.ts'
import type { MerchantScope } from '../../shared/merchant-key.ts'
import { MERCHANT_SCOPES } from '../../shared/merchant-key.ts'
import { toDecimal, toMinor } from '../../shared/money.ts'
import type { OrderDetails } from '../../shared/order-history.ts'
import {
  type ListedOrder,
  listedStatus,
  type MerchantKeyView,
  type OrderSum,
} from '../../shared/order-list.ts'
import { isInDoubt, type OrderStatus, type Status } from '../../shared/order-status.ts'
import type { MailKind } from '../../shared/order-values.ts'
import type { FollowUpKind } from '../../shared/order-view.ts'
import { PROBLEMS, type ProblemCode } from '../../shared/problem.ts'
import { AMOUNT_PATTERN, NAME_PATTERN } from '../../shared/search-patterns.ts'
import { NEWEST } from '../session/known-orders.ts'
import { dayBeside } from '../texts/formats.ts'
import { exampleOrder, listed, minutesAgo } from './example-orders.ts'
import { FakeCatalogue } from './fake-catalogue.ts'

/** A request that arrived. */
export interface DeskCall {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body: {
    readonly amount?: string
    readonly currency?: string
    readonly follows?: string
    readonly expiresAt?: string
    readonly attempt?: number
    readonly followUp?: number
    readonly text?: string
    readonly parcel?: string
    readonly reference?: string
    readonly kind?: MailKind
  }
  readonly authorization: string
  readonly key: string
}

/** A key that the fake edge knows. */
export const GOOD_KEY = `pck_${'k'.repeat(43)}`

/** A well-formed key that it does not know. */
export const BAD_KEY = `pck_${'x'.repeat(43)}`

export class FakeDeskEdge {
  /** Requests with a key, oldest first. */
  readonly calls: DeskCall[] = []
  readonly sockets: FakeDeskSocket[] = []
  scopes: readonly MerchantScope[] = MERCHANT_SCOPES
  /** Those of the key that signs in. */
  limits: Pick<MerchantKeyView, 'refundUpTo' | 'refundPerDay'> = {}
  sums: readonly OrderSum[] = []
  /** Sums of days, which its answer sets into the span that is asked for; `undefined` for an edge of an earlier version. */
  days: Readonly<Record<string, readonly OrderSum[]>> | undefined
  /** Order → the e-mail address of who paid it. */
  readonly emails = new Map<string, string>()
  /** Order → when its link was clicked. */
  readonly seen = new Map<string, { readonly seenAt: string }>()
  isTest = false
  /** What it mails to shoppers. */
  mails: readonly MailKind[] = []
  /** No request arrives, and none is answered. */
  isUnreachable = false
  /** The edge acts on commands, and their answers are lost. */
  losesAnswers = false
  /** How follow-ups end. */
  followUpStatus: OrderStatus = 'approved'
  /** Orders of one page of the list at most. */
  pageSize = 100
  /** What `/desk/session` answers; without it the edge does not know of Cloudflare Access. */
  answerOfAccess: (() => Response) | undefined
  /** How often it was asked. */
  sessions = 0
  readonly catalogue = new FakeCatalogue()
  readonly #personKeys = new Set<string>()
  /** Currency → fields, as `/v1/settings` has them. */
  collect: Settings['collect'] = { EUR: ['email'], JPY: ['email'] }
  readonly #orders = new Map<string, OrderDetails>()
  /** `Idempotency-Key` → number of the follow-up that it made. */
  readonly #done = new Map<string, number>()
  #failure: { readonly code: ProblemCode; readonly members: ProblemMembers } | undefined

  /** Adds an order. */
  add(order: OrderDetails): OrderDetails {
    this.#orders.set(order.id, order)
    return order
  }

  order(id: string): OrderDetails {
    const order = this.#orders.get(id)
    if (!order) throw new TypeError(`There is no order ${id}`)
    return order
  }

  /** Changes an order and tells the sockets that follow it. */
  tell(id: string, change: Partial<OrderDetails>): OrderDetails {
    const before = this.order(id)
    const order = this.add({ ...before, ...change, seq: before.seq + 1 })
    for (const socket of this.sockets) if (socket.url.includes(id)) socket.say({ seq: order.seq, order })
    return order
  }

  /** Makes the next request fail. Those for sums stand beside every page, and in no order. */
  failNext(code: ProblemCode, members: ProblemMembers = {}) {
    this.#failure = { code, members }
  }

  readonly fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const { pathname, searchParams } = new URL(String(input))
    const headers = new Headers(init.headers)
    if (this.isUnreachable) throw new TypeError('Failed to fetch')
    if (pathname === '/v1/settings') return json(this.#settings)
    if (pathname === '/desk/session') return this.#session()
    const call: DeskCall = {
      method: init.method ?? 'GET',
      path: pathname,
      query: Object.fromEntries(searchParams),
      body: init.body ? JSON.parse(String(init.body)) : {},
      authorization: headers.get('Authorization') ?? '',
      key: headers.get('Idempotency-Key') ?? '',
    }
    this.calls.push(call)
    const answer = this.#answer(call)
    init.signal?.throwIfAborted()
    if (this.losesAnswers && call.method !== 'GET') throw new TypeError('Failed to fetch')
    return answer
  }

  readonly openSocket = (url: string, protocols: string[]): WebSocket => {
    const socket = new FakeDeskSocket(url, protocols)
    this.sockets.push(socket)
    queueMicrotask(() => socket.say({ seq: 1 }))
    return socket as unknown as WebSocket
  }

  #answer(call: DeskCall): Response {
    const isAside = call.path.startsWith('/v1/order-sums')
    const failure = isAside ? undefined : this.#failure
    if (!isAside) this.#failure = undefined
    if (failure) return problem(failure.code, failure.members)
    const isPerson = this.#personKeys.has(call.authorization)
    if (call.authorization !== `Bearer ${GOOD_KEY}` && !isPerson) return problem('token-invalid')
    const name = isPerson ? 'ann@shop.example' : 'back office'
    if (call.path === '/v1/merchant-key')
      return json({
        ...{ name, scopes: this.scopes, ...this.limits },
        ...(this.mails.length > 0 && { mails: this.mails }),
      })
    if (!this.scopes.includes('read')) return problem('scope-missing')
    if (call.path.startsWith('/v1/products')) return this.#answerCatalogue(call)
    if (!isSearchable(call)) return problem('query-malformed')
    if (call.path === '/v1/orders') return call.method === 'POST' ? this.#open(call) : json(this.#list(call))
    if (call.path === '/v1/orders.csv') return new Response(csvOf(this.#matches(call)))
    if (call.path === '/v1/order-sums') return json(daySums(call.query.day ?? '', this.sums))
    if (call.path === '/v1/order-sums/days') return this.#dailySums(call.query)
    const [, , , id = '', ...command] = call.path.split('/')
    const order = this.#orders.get(id)
    if (!order) return problem('not-found')
    if (call.method === 'GET') return json(order, { [TOKEN_HEADER]: `view.${order.seq}` })
    return this.#act(order, command.join('/'), call)
  }

  #answerCatalogue(call: DeskCall): Response {
    if (!this.scopes.includes('catalogue')) return problem('scope-missing')
    const answer = this.catalogue.answer(call)
    if ('body' in answer) return json(answer.body)
    return problem(answer.code, { ...(answer.product && { product: answer.product }) })
  }

  #session(): Response {
    this.sessions += 1
    return this.answerOfAccess?.() ?? problem('not-found')
  }

  /** Gives a person a key. @param expiresAt Milliseconds since the epoch. */
  personKey(expiresAt: number): Response {
    const key = `pcd_${this.sessions}`
    this.#personKeys.add(`Bearer ${key}`)
    const name = 'ann@shop.example'
    return json({ key, name, scopes: this.scopes, expiresAt: new Date(expiresAt).toISOString() })
  }

  /** Takes all keys of people back. */
  forgetPeople() {
    this.#personKeys.clear()
  }

  #dailySums({ from = '', to = '', zone }: DeskCall['query']): Response {
    const sums = this.days
    if (!sums) return problem('not-found')
    const days = []
    for (let day = from; day <= to; day = dayBeside(day, 1)) days.push(daySums(day, sums[day] ?? []))
    return json({ zone, days })
  }

  get #settings(): Settings {
    return {
      ...{ merchant: { name: 'Mugs & Co' }, test: this.isTest, collect: this.collect },
      ...{ methods: ['hosted', 'card'], locales: ['en', 'de', 'fr'] },
    }
  }

  /** The same reference answers the same order. */
  #open({ body }: DeskCall): Response {
    if (!this.scopes.includes('charge')) return problem('scope-missing')
    const { reference = '', amount = '', currency = '', follows = '' } = body
    const former = this.#orders.get(follows)
    const known = [...this.#orders.values()].find((one) => one.reference === reference)
    const order =
      known ??
      this.add(
        exampleOrder({
          ...{ reference, amount, currency, status: 'open', captured: '0.00' },
          ...{ attempts: [], history: [], seq: 1 },
          ...(former && { follows: { id: former.id, reference: former.reference } }),
        }),
      )
    if (former && !known) this.#follow(former, order)
    return json({ order, token: 'pay', payUrl: `https://pay.example.com/pay#order=${order.id}.link` })
  }

  /** The former order learns what follows it. */
  #follow(former: OrderDetails, { id, reference }: OrderDetails) {
    const at = minutesAgo(0)
    this.add({
      ...former,
      followedBy: [...(former.followedBy ?? []), { id, reference }],
      history: [...former.history, { at, kind: 'order-followed', order: { id, reference }, by: 'desk' }],
    })
  }

  #list(call: DeskCall) {
    const matches = this.#matches(call)
    const { cursor = '0', limit = 20 } = call.query
    const from = Number(cursor)
    const end = from + Math.min(this.pageSize, Number(limit))
    return { orders: matches.slice(from, end), ...(end < matches.length && { cursor: String(end) }) }
  }

  #matches({ query }: DeskCall): ListedOrder[] {
    const { search, reference, amount, status, currency, needsAttention, held, link, sort } = query
    const { email, lastFour } = query
    return [...this.#orders.values()]
      .filter((order) => !search || [order.reference, order.id].includes(search))
      .filter((order) => !reference || order.reference.startsWith(reference))
      .filter((order) => !email || this.emails.get(order.id) === email)
      .filter((order) => !lastFour || order.card?.masked.endsWith(lastFour))
      .filter((order) => !link || (order.status === 'open' && (link === 'open' || order.link === link)))
      .filter((order) => !amount || order.amount === amount)
      .filter((order) => !status || listedStatus(order.status) === status)
      .filter((order) => !currency || order.currency === currency)
      .filter((order) => !needsAttention || order.needsAttention)
      .filter(({ intent, status: now }) => !held || (intent === 'preauth' && now === 'approved'))
      .map((order) => ({ ...listed(order), ...this.seen.get(order.id) }))
      .sort(
        (one, other) =>
          (sort === 'oldest' ? NEWEST(other, one) : 0) ||
          (sort === 'status-newest' ? other.statusSince.localeCompare(one.statusSince) : 0) ||
          other.startedAt.localeCompare(one.startedAt) ||
          other.id.localeCompare(one.id),
      )
  }

  /** The same key acts once. */
  #act(order: OrderDetails, command: string, call: DeskCall): Response {
    const { body, key } = call
    const number = order.followUps.length + 1
    const known = this.#done.get(key)
    if (known) return json(this.order(order.id), { [FOLLOW_UP_HEADER]: String(known) })
    if (key) this.#done.set(key, number)
    const rest = minus(order.captured, order.returned)
    const sum = body.amount ?? (command === 'return' ? rest : order.amount)
    const follow = (kind: FollowUpKind, change: Partial<OrderDetails>) =>
      json(
        this.tell(order.id, {
          followUps: [
            ...order.followUps,
            {
              number,
              kind,
              amount: sum,
              status: this.followUpStatus,
              startedAt: order.updatedAt,
            },
          ],
          history: [
            ...order.history,
            { at: order.updatedAt, kind: 'follow-up-sent', operation: kind, amount: sum, by: 'back office' },
          ],
          ...(this.followUpStatus === 'approved' && change),
        }),
        { [FOLLOW_UP_HEADER]: String(number) },
      )
    if (command === 'capture') return follow('capture', { status: 'captured', captured: sum })
    if (command === 'void') return follow('void', { status: 'voided', captured: '0.00' })
    if (command === 'return') {
      const returned = plus(order.returned, sum)
      return follow('return', {
        returned,
        status: returned === order.captured ? 'returned' : 'partially-returned',
      })
    }
    if (command === 'approve' || command === 'refuse') return this.#decide(order, command, call)
    if (command === 'not-accepted') return this.#declare(order, call)
    if (command === 'note') return json(this.tell(order.id, { note: body.text ?? '' }))
    if (command === 'sent')
      return json(this.tell(order.id, { sentAt: order.updatedAt, shipment: { ...body } }))
    if (command === 'expiry') return json(this.tell(order.id, { expiresAt: body.expiresAt ?? '' }))
    if (command === 'mail') return this.#mail(order, body.kind ?? 'receipt')
    if (command === 'renew-link') return json(this.tell(order.id, { link: 'current' }))
    if (command === 'cancel') return json(this.tell(order.id, { status: 'cancelled' }))
    return json(order)
  }

  /** Nothing of the order changes but its mails, so no socket tells. */
  #mail({ id, mails = [], updatedAt: at }: OrderDetails, kind: MailKind): Response {
    const one = { channel: 'shopper-mail', kind, at, by: 'back office', status: 'delivered' } as const
    return json(this.add({ ...this.order(id), mails: [...mails, one] }))
  }

  /** A refund that waits goes out, or ends. The key that asked decides nothing. */
  #decide(order: OrderDetails, verdict: 'approve' | 'refuse', { body }: DeskCall): Response {
    const waiting = order.followUps.find(({ number }) => number === body.followUp)
    if (waiting?.status !== 'waiting') return problem('not-waiting')
    if (waiting.askedBy === 'back office') return problem('other-key-needed')
    const status = verdict === 'approve' ? this.followUpStatus : 'cancelled'
    const decided = { ...waiting, status, decidedBy: 'back office' }
    const isMoved = status === 'approved'
    return json(
      this.tell(order.id, {
        followUps: order.followUps.map((one) => (one === waiting ? decided : one)),
        ...{ attention: [], needsAttention: false },
        ...(isMoved && { status: 'partially-returned', returned: plus(order.returned, waiting.amount) }),
      }),
      { [FOLLOW_UP_HEADER]: String(waiting.number) },
    )
  }

  #declare({ id, followUps, attempts, status: before }: OrderDetails, { body }: DeskCall): Response {
    const error = { code: 'not-accepted', declaredBy: 'back office' }
    const isMeant = (
      { number, status }: { readonly number: number; readonly status: Status },
      named?: number,
    ) => number === named && isInDoubt(status)
    if (followUps.some((one) => isMeant(one, body.followUp)))
      return json(
        this.tell(id, {
          followUps: followUps.map((one) =>
            isMeant(one, body.followUp) ? { ...one, status: 'error', error } : one,
          ),
        }),
      )
    if (!attempts.some((one) => isMeant(one, body.attempt))) return problem('not-in-doubt')
    return json(this.tell(id, { status: isInDoubt(before) ? 'error' : before }))
  }
}

/** A socket through which tests send messages. */
export class FakeDeskSocket extends EventTarget {
  readonly url: string
  readonly protocols: readonly string[]
  onclose: ((event: { code: number }) => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null

  constructor(url: string, protocols: readonly string[]) {
    super()
    if (protocols[0] !== LIVE_PROTOCOL) throw new TypeError('The edge knows one protocol')
    this.url = url
    this.protocols = protocols
  }

  say(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) })
    this.dispatchEvent(new Event('message'))
  }

  send() {
    this.onmessage?.({ data: 'pong' })
  }

  close(code = 1000) {
    this.onclose?.({ code })
    this.dispatchEvent(new Event('close'))
  }
}

function calculated(one: string, other: string, sign: 1 | -1): string {
  const exponent = one.split('.')[1]?.length ?? 0
  const [first, second] = [toMinor(one, exponent), toMinor(other, exponent)]
  return first.ok && second.ok ? toDecimal(first.value + sign * second.value, exponent) : 'wrong'
}

const plus = (one: string, other: string) => calculated(one, other, 1)
const minus = (one: string, other: string) => calculated(one, other, -1)

const csvOf = (orders: readonly ListedOrder[]) =>
  [['id', 'description', 'startedAt'], ...orders.map((one) => [one.id, one.description, one.startedAt])]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('')

const isSearchable = ({ query: { search, amount } }: DeskCall) =>
  (search === undefined || NAME_PATTERN.test(search)) && (amount === undefined || AMOUNT_PATTERN.test(amount))

const daySums = (day: string, sums: readonly OrderSum[]) => ({
  ...{ day, sums, from: `${day}T00:00:00.000Z`, to: `${dayBeside(day, 1)}T00:00:00.000Z` },
})

const json = (body: object, headers: Readonly<Record<string, string>> = {}) =>
  Response.json(body, { headers })

/** What a problem says beside its code. */
interface ProblemMembers {
  readonly retryAfter?: string
  readonly fields?: readonly string[]
  readonly product?: object
}

function problem(code: ProblemCode, { retryAfter, ...members }: ProblemMembers = {}): Response {
  const [status, title] = PROBLEMS[code]
  const body = { type: 'about:blank', title, status, code, supportId: 'order0000-abcd', ...members }
  const headers = {
    'Content-Type': 'application/problem+json',
    ...(retryAfter && { 'Retry-After': retryAfter }),
  }
  return Response.json(body, { status, headers })
}
