/** The list of orders with filters: the first page kept fresh, older pages on demand. */
import type { ReactiveController, ReactiveControllerHost } from 'lit'
import type { ListedOrder } from '../../shared/order-list.ts'
import type { Refusal } from '../../widget/order/api.ts'
import type { ListQuery, OrderPage } from './desk-api.ts'
import type { DeskContext } from './desk-context.ts'
import {
  firstPage,
  type KnownOrders,
  NEWEST,
  OLDEST,
  PAGE,
  refreshed,
  type Sort,
  sorted,
  withMore,
} from './known-orders.ts'
import { LIST_EVERY_MS } from './polling-controller.ts'

/** How often the desk asks on by itself where a page of matches is short; then a person decides. */
const MAX_STEPS = 4

/** How a list is sorted, and what its page sorts out of it. */
export interface ListQuestion {
  readonly isOldestFirst?: boolean
  /** Whether an order that the edge answered is shown. */
  matches?(order: ListedOrder): boolean
}

/** The list of one question, or of two where a text may be a reference as well as a sum. */
export class OrderListing implements ReactiveController {
  /** As they are sorted; `undefined` until the first answer. */
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
  #question: ListQuestion = {}
  /** One for each query, once its first page came. */
  #known: readonly KnownOrders[] = []

  constructor(host: ReactiveControllerHost) {
    this.#host = host
    host.addController(this)
  }

  hostDisconnected() {
    this.#ending.abort()
  }

  /** Asks another question from now on. */
  start(queries: readonly ListQuery[], desk: DeskContext, question: ListQuestion = {}) {
    this.#ending.abort()
    this.#ending = new AbortController()
    this.#desk = desk
    this.#queries = queries
    this.#question = question
    this.orders = this.refusal = undefined
    this.hasMore = this.isLoadingMore = false
    this.#known = []
    void this.#refresh(this.#ending.signal)
  }

  /** Loads further orders. */
  async loadMore() {
    const { signal } = this.#ending
    if (this.isLoadingMore) return
    this.isLoadingMore = true
    this.#host.requestUpdate()
    const wanted = this.#count + PAGE
    for (let step = 0; step < MAX_STEPS && this.hasMore && this.#count < wanted; step += 1) {
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

  /** Goes on by itself the first time alone: a person decides how far back the list reaches. */
  async #readFirst(signal: AbortSignal) {
    const isFirst = this.orders === undefined
    const pages = await this.#ask(this.#queries, signal)
    if (!pages) return
    this.#know(
      pages.map((page, place) => {
        const known = this.#known[place]
        return known ? refreshed(known, page, this.#sort) : firstPage(page)
      }),
    )
    if (isFirst && this.hasMore && this.#count < PAGE) await this.loadMore()
  }

  /** One page more of each query. @returns Whether it worked. */
  async #step(signal: AbortSignal): Promise<boolean> {
    const open = this.#known.flatMap(({ cursor }, place) => (cursor === undefined ? [] : [{ cursor, place }]))
    const pages = await this.#ask(
      open.map(({ cursor, place }) => ({ ...this.#queries[place], cursor })),
      signal,
    )
    if (!pages) return false
    const places = open.map(({ place }) => place)
    this.#know(
      this.#known.map((known, place) => {
        const page = pages[places.indexOf(place)]
        return page ? withMore(known, page, this.#sort) : known
      }),
    )
    return true
  }

  /** @returns Nothing where one was refused, or another question was asked meanwhile. */
  async #ask(queries: readonly ListQuery[], signal: AbortSignal): Promise<OrderPage[] | undefined> {
    const { api } = this.#desk ?? {}
    if (!api) return
    const answers = await Promise.all(
      queries.map((query) => api.orders({ limit: String(PAGE), ...this.#order, ...query }, signal)),
    )
    if (signal.aborted) return
    const failed = answers.find((answer) => !answer.ok)
    this.refusal = failed && !failed.ok ? failed.reason : undefined
    this.#host.requestUpdate()
    return failed ? undefined : answers.flatMap((answer) => (answer.ok ? [answer.value] : []))
  }

  get #sort(): Sort {
    return this.#question.isOldestFirst ? OLDEST : NEWEST
  }

  get #order(): ListQuery {
    return this.#question.isOldestFirst ? { sort: 'oldest' } : {}
  }

  get #count() {
    return this.orders?.length ?? 0
  }

  #know(known: readonly KnownOrders[]) {
    this.#known = known
    const { matches = () => true } = this.#question
    this.orders = sorted(this.#sort, ...known.map(({ orders }) => orders)).filter(matches)
    this.hasMore = known.some(({ cursor }) => cursor !== undefined)
    this.#host.requestUpdate()
  }
}
