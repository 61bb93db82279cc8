/** The list of orders with filters: the first page kept fresh, older pages on demand. */
import type { ReactiveController, ReactiveControllerHost } from 'lit'
import type { ListedOrder } from '../../shared/order-list.ts'
import type { Refusal } from '../../widget/order/api.ts'
import type { ListQuery, OrderPage } from './desk-api.ts'
import type { DeskContext } from './desk-context.ts'
import { LIST_EVERY_MS } from './polling-controller.ts'

/** Orders that one page shows at least, if so many match. */
const PAGE = 25

/** How often the desk asks on by itself where a page of matches is short; then a person decides. */
const MAX_STEPS = 4

/** The list of one question, or of two where a text may be a reference as well as a sum. */
export class OrderListing implements ReactiveController {
  /** Newest first; `undefined` until the first answer. */
  orders: readonly ListedOrder[] | undefined
  /** More may match. */
  hasMore = false
  /** Older orders are on their way. */
  isLoadingMore = false
  refusal: Refusal | undefined
  readonly #host: ReactiveControllerHost
  #ending = new AbortController()
  #desk: DeskContext | undefined
  #queries: readonly ListQuery[] = []
  /** Cursor after the oldest known order of each query; `undefined` at its end. */
  #cursors: (string | undefined)[] = []
  readonly #known = new Map<string, ListedOrder>()

  constructor(host: ReactiveControllerHost) {
    this.#host = host
    host.addController(this)
  }

  hostDisconnected() {
    this.#ending.abort()
  }

  /** Asks another question from now on. */
  start(queries: readonly ListQuery[], desk: DeskContext) {
    this.#ending.abort()
    this.#ending = new AbortController()
    this.#desk = desk
    this.#queries = queries
    this.orders = this.refusal = undefined
    this.hasMore = this.isLoadingMore = false
    this.#known.clear()
    void this.#refresh(this.#ending.signal)
  }

  /** Loads older orders. */
  async loadMore() {
    const { signal } = this.#ending
    if (this.isLoadingMore) return
    this.isLoadingMore = true
    this.#host.requestUpdate()
    const wanted = this.#known.size + PAGE
    for (let step = 0; step < MAX_STEPS && this.hasMore && this.#known.size < wanted; step += 1) {
      if (!(await this.#step(signal))) break
    }
    if (signal.aborted) return
    this.isLoadingMore = false
    this.#host.requestUpdate()
  }

  /** Reads the first page again and again while somebody sees it. */
  async #refresh(signal: AbortSignal) {
    const { env } = this.#desk ?? {}
    while (env && !signal.aborted) {
      if (this.orders === undefined || env.isVisible()) await this.#readFirst(signal)
      await env.pause(LIST_EVERY_MS, signal)
    }
  }

  async #readFirst(signal: AbortSignal) {
    const pages = await this.#ask(
      this.#queries.map((query) => query),
      signal,
    )
    if (!pages) return
    // Where so many orders came that the pages do not meet, what was known is too far away to show below.
    const first = pages.flatMap(({ orders }) => orders)
    const meets = first.length === 0 || first.some(({ id }) => this.#known.has(id))
    if (!meets || this.orders === undefined) {
      this.#known.clear()
      this.#cursors = pages.map(({ cursor }) => cursor)
    }
    this.#take(pages)
    if (this.hasMore && this.#known.size < PAGE) await this.loadMore()
  }

  /** One page more of each query. @returns Whether it worked. */
  async #step(signal: AbortSignal): Promise<boolean> {
    const open = this.#cursors.flatMap((cursor, place) => (cursor === undefined ? [] : [{ cursor, place }]))
    const pages = await this.#ask(
      open.map(({ cursor, place }) => ({ ...this.#queries[place], cursor })),
      signal,
    )
    if (!pages) return false
    for (const [index, { place }] of open.entries()) this.#cursors[place] = pages[index]?.cursor
    this.#take(pages)
    return true
  }

  /** @returns Nothing where one was refused, or another question was asked meanwhile. */
  async #ask(queries: readonly ListQuery[], signal: AbortSignal): Promise<OrderPage[] | undefined> {
    const { api } = this.#desk ?? {}
    if (!api) return
    const answers = await Promise.all(
      queries.map((query) => api.orders({ limit: String(PAGE), ...query }, signal)),
    )
    if (signal.aborted) return
    const failed = answers.find((answer) => !answer.ok)
    this.refusal = failed && !failed.ok ? failed.reason : undefined
    this.#host.requestUpdate()
    return failed ? undefined : answers.flatMap((answer) => (answer.ok ? [answer.value] : []))
  }

  #take(pages: readonly OrderPage[]) {
    for (const order of pages.flatMap(({ orders }) => orders)) {
      const known = this.#known.get(order.id)
      if (!known || order.seq >= known.seq) this.#known.set(order.id, order)
    }
    this.orders = [...this.#known.values()].sort(
      (one, other) => other.startedAt.localeCompare(one.startedAt) || other.id.localeCompare(one.id),
    )
    this.hasMore = this.#cursors.some((cursor) => cursor !== undefined)
    this.#host.requestUpdate()
  }
}
