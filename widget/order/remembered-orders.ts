/**
 * Remembers orders in the shop's own browser storage until they are final, so that a reload, a second tab or a lost answer
 * finds the same order. It writes nothing before the shopper's first intent. What one history entry alone remembers is in
 * the storage of the tab: the entry's state is the page's, and its routers replace it.
 */

import type { BrowserEnv } from '../browser/browser-env.ts'
import { page } from '../browser/page.ts'
import { readStored, store } from '../browser/stored-json.ts'
import { tryTo } from '../browser/try-to.ts'
import type { AmountChoice } from './amount.ts'
import type { Goods } from './goods.ts'

/** One order of this browser. It has no `id` and no `token` until the edge has answered. */
export interface RememberedOrder {
  /** The `Idempotency-Key` that opens the order. */
  readonly key: string
  readonly choice?: AmountChoice
  /** It is the order of a cart. */
  readonly isCart?: boolean
  /** What a payment was sent for, while no page has seen its answer, so that only the key leads to the order. */
  readonly paying?: Goods | undefined
  readonly id?: string
  readonly token?: string
  /**
   * `false` for an order that an address named: the tag may only look at it, and the history entry alone remembers it, as
   * the entry's own address would.
   */
  readonly mayPay?: boolean
  /** Number of the newest change of the order that any tab has seen. */
  readonly seq?: number
  /** When this browser first saw the payment succeed, by its own clock, in milliseconds since the epoch. */
  readonly paidAt?: number
}

/** For so long the tag leads to the receipt of a paid order. */
const PAID_FOR_MS = 24 * 60 * 60 * 1000

/** The storage key of an order: this, and its offer's digest. */
const PREFIX = 'pay-checkout:'

/**
 * A tab that gets the lock may not see yet what the tab before it stored: Chromium and Firefox pass it on to other
 * processes some time later. So a second lock, which every tab sees at once, has a new key in its name for this long.
 */
const ANNOUNCED_MS = 10_000

/** Before the digest: the paid order that made room for another one of the same goods. */
const EARLIER = 'earlier '

/** The digest of tags without an offer. The history entry alone remembers their orders. */
export const NO_OFFER = ''

/** Tags of one page notify each other here, since the `storage` event reaches other documents only. */
const sameDocument = new Set<(digest: string) => void>()

/** Orders of one shop, by offer digest. */
export class RememberedOrders {
  readonly #env: BrowserEnv
  /** Where the browser keeps nothing, a lost answer still finds its key as long as the page lives. */
  readonly #ofPage = new Map<string, RememberedOrder | undefined>()

  constructor(env: BrowserEnv) {
    this.#env = env
  }

  /** The remembered order of an offer, from this tab or another. */
  read(digest: string): RememberedOrder | undefined {
    return this.#fromStorage(digest) ?? this.#fromEntry(digest)
  }

  /** A remembered order by its id, of any offer. */
  find(id: string | undefined): RememberedOrder | undefined {
    return this.#stored().find(([, one]) => one.id === id)?.[1]
  }

  /** The orders of carts, by digest, that no page has seen paid. */
  unpaidCarts() {
    return this.#stored().filter(([, { isCart, paidAt }]) => isCart && !paidAt)
  }

  #stored(): (readonly [digest: string, RememberedOrder])[] {
    const keys = tryTo(() => Object.keys(this.#env.storage())) ?? []
    return keys.flatMap((key) => {
      const digest = key.startsWith(PREFIX) ? key.slice(PREFIX.length) : NO_OFFER
      const stored = this.#fromStorage(digest)
      return stored ? [[digest, stored] as const] : []
    })
  }

  /**
   * Finds the remembered order, or makes a key for a new one, in one step across tabs.
   *
   * @param staleKey Key of an order that is of no more use. Default: that of the order that made room.
   */
  obtain(digest: string, staleKey = this.earlier(digest)?.key ?? ''): Promise<RememberedOrder> {
    const name = PREFIX + digest
    return exclusively(name, async (locks) => {
      const remembered = this.read(digest)
      if (remembered && remembered.key !== staleKey) return remembered
      const prefix = `${name} ${staleKey} `
      const { held = [] } = locks ? await locks.query() : {}
      const [key] = held.flatMap((lock) => lock.name?.split(prefix)[1] ?? [])
      if (key) return { key }
      const made = { key: this.#env.randomKey() }
      this.write(digest, made)
      if (locks) await holdFor(this.#env.pause(ANNOUNCED_MS), locks, prefix + made.key)
      return made
    })
  }

  /** Stores an order and notifies other tags and tabs. Repeating is harmless. */
  write(digest: string, remembered: RememberedOrder) {
    this.#put(digest, remembered, remembered)
  }

  /**
   * Forgets an order, unless another one has taken its place.
   *
   * @param kept Stays for this history entry alone: a reload shows how it ended, instead of offering to pay again. Any other
   *   visit starts over.
   */
  forget(digest: string, id: string | undefined, kept?: RememberedOrder) {
    if (this.read(digest)?.id === id) this.#put(digest, kept)
  }

  /**
   * Keeps a paid order for a day, unless another one has taken its place. This history entry keeps it too: a reload shows
   * the receipt, and any other visit offers to pay again.
   */
  keepPaid(digest: string, id: string, seq: number) {
    const before = this.read(digest)
    if (before?.id !== id) return
    const { paidAt = this.#env.now(), seq: known = 0 } = before
    const paid = { ...before, seq: Math.max(seq, known), paidAt }
    // What another visit has set aside must not come back to all tabs.
    if (this.earlier(digest)?.id !== id) this.write(digest, paid)
    this.#toEntry(digest, paid)
  }

  /** Whether this visit alone has seen the order paid: it was not there before, or this history entry has shown its receipt. */
  isOfVisit(digest: string, { id, paidAt }: RememberedOrder): boolean {
    return !paidAt || this.#fromEntry(digest)?.id === id
  }

  /** Makes room for another order of the same goods, unless one has taken the place. Its key will be another one. */
  setAside(digest: string, id: string) {
    const paid = this.#fromStorage(digest)
    if (paid?.id !== id) return
    this.#toStorage(EARLIER + digest, paid)
    this.#put(digest)
  }

  /** The paid order that made room. */
  earlier(digest: string): RememberedOrder | undefined {
    return this.#fromStorage(EARLIER + digest)
  }

  /** @param stored The order to store for all tabs; where the browser refuses storage, the history entry keeps it. */
  #put(digest: string, remembered?: RememberedOrder, stored?: RememberedOrder) {
    if (isSame(remembered, this.read(digest))) return
    if (!this.#toStorage(digest, stored) || !stored) this.#toEntry(digest, remembered)
    for (const changed of sameDocument) changed(digest)
  }

  /** Calls back with the digest whenever a tag or tab changes a remembered order, until the signal aborts. */
  watch(signal: AbortSignal, changed: (digest: string) => void) {
    sameDocument.add(changed)
    signal.addEventListener('abort', () => sameDocument.delete(changed))
    const receive = ({ key }: StorageEvent) => key?.startsWith(PREFIX) && changed(key.slice(PREFIX.length))
    page.addEventListener('storage', receive, { signal })
  }

  #fromStorage(digest: string): RememberedOrder | undefined {
    if (digest === NO_OFFER) return
    return this.#unlessOld(readStored(this.#env.storage, PREFIX + digest))
  }

  #unlessOld(kept: RememberedOrder | undefined) {
    const ageMs = kept?.paidAt ? this.#env.now() - kept.paidAt : 0
    // A clock that was set back must not prolong it.
    return Math.abs(ageMs) > PAID_FOR_MS ? undefined : kept
  }

  #toStorage(digest: string, remembered?: RememberedOrder) {
    const isOfEntry = digest === NO_OFFER || remembered?.mayPay === false
    return !isOfEntry && store(this.#env.storage, PREFIX + digest, remembered)
  }

  /** The order of this history entry; its state is the last resort. */
  #fromEntry(digest: string): RememberedOrder | undefined {
    const { tabStorage, history } = this.#env
    const ofEntry = readStored(tabStorage, this.#entryKey(digest)) ?? history.state?.payCheckout?.[digest]
    return this.#unlessOld(ofEntry ?? this.#ofPage.get(digest))
  }

  #toEntry(digest: string, remembered: RememberedOrder | undefined) {
    const { tabStorage, history } = this.#env
    if (store(tabStorage, this.#entryKey(digest), remembered)) return
    const { state } = history
    const payCheckout = { ...state?.payCheckout, [digest]: remembered }
    // A state that is no plain object is the page's, and would be lost. Its classes may be another window's than the tag's.
    const isPlain = /Object|Null/.test({}.toString.call(state))
    if (isPlain && tryTo(() => history.replaceState({ ...state, payCheckout }, '') ?? true)) return
    this.#ofPage.set(digest, remembered)
  }

  #entryKey(digest: string) {
    return `${PREFIX + this.#env.entry()} ${digest}`
  }
}

const isSame = (one: RememberedOrder | undefined, other: RememberedOrder | undefined) =>
  JSON.stringify(one) === JSON.stringify(other)

/** Browsers that refuse storage refuse locks too; there the tabs share nothing. */
async function exclusively<Value>(
  name: string,
  work: (locks?: LockManager) => Promise<Value>,
): Promise<Value> {
  try {
    const { locks } = page.navigator
    return await locks.request(name, () => work(locks))
  } catch {
    return work()
  }
}

/**
 * Holds a lock for a duration, but only as long as the page is shown: a cached page must not keep it.
 *
 * @returns Resolves once the lock is held, or refused.
 */
const holdFor = (duration: Promise<void>, locks: LockManager, name: string) =>
  new Promise<unknown>((resolve) => {
    const leave = new Promise((done) => page.addEventListener('pagehide', done, { once: true }))
    const request = locks.request(name, () => {
      resolve(undefined)
      return Promise.race([duration, leave])
    })
    request.catch(resolve)
  })
