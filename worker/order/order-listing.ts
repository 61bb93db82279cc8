import type { Config } from '../config/config.ts'
import { emailDigest } from '../config/email-digest.ts'
import { errorText } from '../config/error-text.ts'
import { log } from '../config/log.ts'
import { withTimeout } from '../deadline.ts'
import type { OrderIndex } from '../outbox/order-index.ts'
import { entryBegan, indexEntry, isListed, isPaid, listedAs, mayBeListedLater } from './model/index-entry.ts'
import { payingCustomer } from './model/payer.ts'
import type { OrderState } from './model/state.ts'
import { Mutex } from './mutex.ts'
import type { OrderStorage } from './storage.ts'

interface ListingSources {
  readonly index: OrderIndex
  readonly storage: OrderStorage
  readonly config: () => Config
}

/** The order's entry in the index of orders, which follows its state. */
export class OrderListing {
  readonly #sources: ListingSources
  readonly #mutex = new Mutex()

  constructor(sources: ListingSources) {
    this.#sources = sources
  }

  /** Whether the index says something else than this state, as far as the order knows. */
  isOutdated(state: OrderState): boolean {
    return isListed(state) && this.#sources.storage.indexed !== listedAs(state)
  }

  /** Whether the index has to learn that now: not of a new order whose shopper has only gone to a form. */
  isUrgent(state: OrderState): boolean {
    const isNew = this.#sources.storage.indexed === undefined
    return this.isOutdated(state) && !(isNew && mayBeListedLater(state))
  }

  /** Writes the entry, also one that the index should have already. Fails where the index does. */
  write(): Promise<void> {
    return this.#mutex.runExclusive(() => this.#write('put'))
  }

  /** As `write`, and takes it out of where a restore of the index left it. */
  repair(): Promise<void> {
    return this.#mutex.runExclusive(() => this.#write('repair'))
  }

  /**
   * One write at a time, as long as the index answers in time: an older entry that came last would stay, where the newest shows
   * what the index has already.
   */
  async #write(by: 'put' | 'repair'): Promise<void> {
    const { index, storage, config } = this.#sources
    const { state } = storage
    if (!state || !isListed(state)) return
    const entry = indexEntry(state, config().isTest, await this.#shopperOf(state))
    if (!entry) return
    await withTimeout(config().times.requestDeadline, index[by](entry))
    storage.indexed = listedAs(state)
  }

  /**
   * By what the order is found of who paid it; `undefined` once that is erased, or without a key. The address is read before
   * anything is awaited, so that it is of this state.
   */
  async #shopperOf(state: OrderState): Promise<string | undefined> {
    const { storage, config } = this.#sources
    const { SEARCH_KEY } = config()
    if (SEARCH_KEY === undefined || !isPaid(state)) return undefined
    const { email } = payingCustomer(storage.payer, state)
    return email === undefined ? undefined : emailDigest(SEARCH_KEY, email)
  }

  /** Takes the entry out of the index. Fails where the index does. */
  remove(): Promise<void> {
    return this.#mutex.runExclusive(() => this.#remove())
  }

  async #remove(): Promise<void> {
    const { index, storage, config } = this.#sources
    const { state } = storage
    if (state)
      await withTimeout(config().times.requestDeadline, index.remove(state.terms.id, entryBegan(state)))
    storage.indexed = undefined
  }

  /** Writes the entry while the object is awake anyway. If that fails the alarm repeats it. */
  update(): Promise<void> {
    return this.#mutex.runExclusive(async () => {
      const { state } = this.#sources.storage
      try {
        if (state && this.isOutdated(state)) await this.#write('put')
      } catch (error) {
        log('index-failed', { order: state?.terms.id, error: errorText(error) })
      }
    })
  }
}
