/** What an order keeps on disk: its state with the events that led there, and personal data apart from both. */
import type { MerchantOrderView } from '../../shared/order-view.ts'
import type { Queue } from '../outbox/notification-queue.ts'
import type { NewStep, OrderEvent } from './model/events.ts'
import type { Messages } from './model/gateway-messages.ts'
import type { Payer } from './model/gateway-requests.ts'
import type { OrderState } from './model/state.ts'
import { messagesIn, upToDate, withoutWords } from './model/stored-versions.ts'

/** Events of an order that are kept for whoever has to find out what happened: the last ones, and the first. */
const MAX_LOG = 60

/**
 * The shape that this version writes. Another version may run on the same order during a deploy, so what it wrote is
 * kept: members of the state that nobody here knows, and events of kinds that came later.
 */
const VERSION = 2

/** An event as it was noted. The log is for people: nothing is decided from it. */
interface Line {
  readonly version: number
  readonly at: number
  readonly event: OrderEvent
}

interface Stored {
  /** The version that wrote it. */
  readonly version: number
  readonly state: OrderState
  /** What the index of orders was last told, as far as it was known at the last write. */
  readonly indexed?: string | undefined
  /** What the merchant has still to be told. */
  readonly queue?: Queue
  readonly log: readonly Line[]
}

/**
 * A card that was shown once in a report is kept with the state if it paid, and saved ones as long as they may be chosen,
 * and nowhere else. What a bank is told in a step is long and may hold a card's expiry: the state keeps it as long as the
 * step is due. The address of the page that pays may name its shopper: the state alone keeps it, where it can be erased.
 */
function bounded(event: OrderEvent): OrderEvent {
  if (event.type === 'attempted') {
    const { pageUrl: _, ...attempted } = event
    return attempted
  }
  if (event.type === 'step-brought') return { ...event, fields: {} }
  if (event.type === 'saved-cards-told')
    return { ...event, cards: event.cards.map(({ place }) => ({ place })) }
  if (event.type === 'accepted' && event.step) return { ...event, step: named(event.step) }
  if (event.type === 'step-answered' && event.next) return { ...event, next: named(event.next) }
  if (!('report' in event)) return event
  const { step, ...report } = event.report
  return { ...event, report: { ...report, card: undefined, ...(step && { step: named(step) }) } }
}

const named = ({ type, address }: NewStep): NewStep => ({ type, address })

/** When something is written, and whether it is. */
interface Writing {
  readonly at: number
  readonly isStored: boolean
}

/** The order's memory. Reads and writes are synchronous, so that nothing comes between a decision and its record. */
export class OrderStorage {
  readonly #kv: SyncKvStorage
  #stored: Stored | undefined

  constructor(storage: DurableObjectStorage) {
    this.#kv = storage.kv
    const found = this.#kv.get<Stored>('order')
    this.#stored = found && { ...found, state: upToDate(found.state) }
    if (this.#stored && !(this.#stored.version >= VERSION)) this.#stored = this.#withWordsApart(this.#stored)
    this.indexed = this.#stored?.indexed
    this.queue = this.#stored?.queue ?? []
  }

  /**
   * What the index was last told. Kept in memory and written with the next change, so that it costs no row of its own:
   * an object that dies before tells the index once more, which is harmless.
   */
  indexed: string | undefined

  /** What the merchant has still to be told; written with the next change, like what the index was told. */
  queue: Queue

  /** Whether all of it is on disk. */
  isSaved = true

  /** The order as it stands; `undefined` before it is opened. */
  get state(): OrderState | undefined {
    return this.#stored?.state
  }

  /**
   * Writes a new state, with the event that made it. One row.
   *
   * @param isStored Whether it is on disk at once, or with the next write.
   */
  save(state: OrderState, event: OrderEvent | undefined, { at, isStored }: Writing): void {
    const log = this.#stored?.log ?? []
    const { indexed, queue } = this
    const line = event && { version: VERSION, at, event: bounded(event) }
    const written = { version: VERSION, state, indexed, queue, log: line ? lastOf([...log, line]) : log }
    const stored = { ...this.#stored, ...written }
    if (isStored) this.#kv.put('order', stored)
    this.isSaved = isStored
    this.#stored = stored
  }

  /** Writes what changed besides the state. One row. */
  persist(): void {
    if (!this.#stored) return
    const { indexed, queue } = this
    this.#stored = { ...this.#stored, indexed, queue }
    this.#kv.put('order', this.#stored)
    this.isSaved = true
  }

  /** Leaves nothing behind. Only for an order that was never tried: nothing can have been charged under its name. */
  async forget(storage: DurableObjectStorage): Promise<void> {
    this.#stored = undefined
    await storage.deleteAlarm()
    await storage.deleteAll()
  }

  /** What is known of the shopper. */
  get payer(): Payer {
    return this.#kv.get<Payer>('personal') ?? NOBODY
  }

  /** Adds to what is known of the shopper. Writes nothing if it is known already. */
  mergePayer({ customer = {}, ip, browser }: Partial<Payer>): void {
    const kept = this.#kv.get<Payer>('personal')
    const known = kept ?? NOBODY
    const seen = browser ?? known.browser
    const payer: Payer = {
      customer: { ...known.customer, ...customer },
      ip: ip ?? known.ip,
      ...(seen && { browser: seen }),
    }
    if (JSON.stringify(payer) !== JSON.stringify(kept)) this.#kv.put('personal', payer)
  }

  /** What the gateway said of failures, for as long as the shopper is known. */
  get messages(): Messages {
    return this.#kv.get<Messages>('messages') ?? {}
  }

  /** Writes that, if it is news. Of a shopper who was forgotten nothing is kept. */
  keepMessages(messages: Messages): void {
    const isNews = JSON.stringify(messages) !== JSON.stringify(this.messages)
    if (isNews && this.#kv.get('personal') !== undefined) this.#kv.put('messages', messages)
  }

  /** Forgets the shopper, also in what is still to be told; that is written by the caller. Repeating it is harmless. */
  erasePayer(): void {
    this.#kv.delete('personal')
    this.#kv.delete('messages')
    const stored = this.#stored
    // The version before noted more of an event than this one does.
    const bound = (line: Line): Line => ({ ...line, event: bounded(line.event) })
    this.#stored = stored && { ...stored, log: stored.log.map(bound) }
    this.queue = this.queue.map((pending) => ({ ...pending, order: withoutCard(pending.order) }))
  }

  /** Moves what the gateway said to where it can be erased. On disk at once, since nothing may ever change again. */
  #withWordsApart(stored: Stored): Stored {
    const rest = withoutWords(stored)
    if (JSON.stringify(rest) === JSON.stringify(stored)) return stored
    this.keepMessages({ ...this.messages, ...messagesIn(stored.state) })
    this.#kv.put('order', { ...rest, version: VERSION })
    return rest
  }
}

const NOBODY: Payer = { customer: {}, ip: '' }

const withoutCard = ({ card: _, ...order }: MerchantOrderView): MerchantOrderView => order

/** Every event is small and of a known shape, so a bounded number of them is a bounded size. */
const lastOf = (log: readonly Line[]): readonly Line[] =>
  log.length > MAX_LOG ? [...log.slice(0, MAX_LOG / 2), ...log.slice(-MAX_LOG / 2)] : log
