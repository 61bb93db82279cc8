/** An order's rows: its state with the events that led there, and personal data apart from both. */
import { isDecided } from '../../shared/order-status.ts'
import type { MerchantOrderView } from '../../shared/order-view.ts'
import type { Receipt } from '../limits/receipt.ts'
import { type MailQueue, withoutNoted, withoutOpen } from '../mail/mail-queue.ts'
import type { Queue } from '../outbox/notification-queue.ts'
import type { Channel } from '../outbox/notifications.ts'
import type { NewStep, OrderEvent } from './model/events.ts'
import type { Messages } from './model/gateway-messages.ts'
import { type FormerPayer, type KnownPayers, upToDatePayer } from './model/payer.ts'
import type { OrderState } from './model/state.ts'
import { statusOf } from './model/status.ts'
import { asStored, messagesIn, upToDate, withoutWords } from './model/stored-versions.ts'
import {
  bounded,
  type LoggedNotification,
  type LogLine,
  type TimedDelivery,
  withDelivery,
} from './views/event-log.ts'
import { type PersonalRead, withRead } from './views/personal-reads.ts'

/**
 * The shape that this version writes. Another version may run on the same order during a deploy, so this one keeps what
 * it does not know: members of the state, and events of later kinds.
 */
const VERSION = 2

/** Number of an attempt → its receipt. */
type Receipts = Readonly<Record<number, Receipt>>

interface Stored {
  /** The version that wrote it. */
  readonly version: number
  readonly state: OrderState
  /** The order's last entry in the index, as far as it was known at the last write. */
  readonly indexed?: string | undefined
  /** Notifications that the merchant has not received yet. */
  readonly queue?: Queue
  /** Mails to the shopper: those to be sent, and the last that were. */
  readonly mails?: MailQueue
  /** Attempt → the budgets that are still to be told how it ends. */
  readonly receipts?: Receipts
  /** The network that answers for the units that the order holds: the name of its object. */
  readonly holder?: string | undefined
  /** The counters of its limited offers know that the order's units are sold. */
  readonly isSold?: true
  readonly log: readonly LogLine[]
  /** The merchant's first reads of the shopper's data, of each key and day. */
  readonly reads?: readonly PersonalRead[]
}

/**
 * The event as the log keeps it, without values that only the state may hold. The state keeps a card if it paid, and
 * saved cards as long as the shopper may choose one. It keeps the message to the bank as long as the step is open, since
 * that is long and may hold a card's expiry. The addresses of the shop's pages may name the shopper; in the state they can
 * be erased.
 */
function logged(event: OrderEvent): OrderEvent {
  if (event.type === 'attempted') {
    const { pageUrl: _, returnUrl: __, ...attempted } = event
    return attempted
  }
  if (event.type === 'step-brought') return { ...event, fields: {} }
  if (event.type === 'saved-cards-told')
    return { ...event, cards: event.cards.map(({ place }) => ({ place })) }
  if (event.type === 'accepted' && 'step' in event && event.step) return { ...event, step: named(event.step) }
  if (event.type === 'step-answered' && event.next) return { ...event, next: named(event.next) }
  if (!('report' in event)) return event
  const { step, ...report } = event.report
  return { ...event, report: { ...report, card: undefined, ...(step && { step: named(step) }) } }
}

/** The event without words that a merchant's server or the gateway wrote, which may tell who the shopper is. */
function impersonal(event: OrderEvent): OrderEvent {
  if (event.type === 'accepted' && 'redirectUrl' in event) return { ...event, redirectUrl: undefined }
  if (event.type === 'sent') {
    const { shipment: _, ...sent } = event
    return sent
  }
  if (event.type !== 'follow-up-wanted') return event
  const { comment: _, ...wanted } = event
  return wanted
}

/** A receipt names the budgets of a shopper, so a row has none of an attempt whose outcome is known. */
const receiptsOfUndecided = (receipts: Receipts, { attempts }: OrderState): Receipts =>
  Object.fromEntries(
    Object.entries(receipts).filter(([number]) => {
      const attempt = attempts[Number(number) - 1]
      return !attempt || !isDecided(attempt.status)
    }),
  )

const named = ({ type, address }: NewStep): NewStep => ({ type, address })

/** When a change was made, the notifications that it made, and whether it goes to disk at once. */
interface Writing {
  readonly at: number
  readonly notified?: readonly LoggedNotification[]
  readonly isStored: boolean
}

/** Reads and writes are synchronous, so that nothing comes between a decision and its record. */
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
    this.mails = withoutNoted(this.#stored?.mails ?? [], Date.now())
    this.receipts = this.#stored?.receipts ?? {}
    this.holder = this.#stored?.holder
    this.isSold = this.#stored?.isSold
  }

  /**
   * The order's last entry in the index. It is written with the next change, so that it costs no row of its own: an object
   * that dies before writes the same entry again, which is harmless.
   */
  indexed: string | undefined

  /** Notifications that the merchant has not received yet; written with the next change. */
  queue: Queue

  /** Mails to the shopper: those to be sent, and the last that were; written with the next change. */
  mails: MailQueue

  /**
   * The budgets that are still to be told how attempts end; written with the next change. The object sleeps while the
   * shopper is at the bank or at a form.
   */
  receipts: Receipts

  /** Names the network that answers for the units that the order holds, while it does; written with the next change. */
  holder: string | undefined

  /** The counters of its limited offers know that the order's units are sold; written with the next change. */
  isSold: true | undefined

  /** Whether the whole state is on disk. */
  isSaved = true

  /** The order as it stands; `undefined` before it is opened. */
  get state(): OrderState | undefined {
    return this.#stored?.state
  }

  /**
   * Writes a new state, with the event that made it. One row.
   *
   * @param isStored Whether it goes to disk at once, or with the next write.
   */
  save(state: OrderState, event: OrderEvent | undefined, { at, isStored, notified = [] }: Writing): void {
    const { log } = this
    const { indexed, queue, mails, holder, isSold } = this
    const line = event && {
      ...{ version: VERSION, at, event: logged(event), status: statusOf(state) },
      ...(notified.length > 0 && { notified }),
    }
    const receipts = receiptsOfUndecided(this.receipts, state)
    const written = { version: VERSION, state, indexed, queue, receipts, holder, ...(isSold && { isSold }) }
    const mailed = (mails.length > 0 || this.#stored?.mails) && { mails }
    const stored = { ...this.#stored, ...written, ...mailed, log: line ? bounded([...log, line]) : log }
    if (isStored) this.#put(stored)
    this.isSaved = isStored
    this.#stored = stored
  }

  /** Begins an order in memory, unless there is one; it is written with its first change. */
  begin(state: OrderState): void {
    this.#stored ??= { version: VERSION, state, log: [] }
  }

  /** Keeps a state in memory, until the next change is written. */
  remember(state: OrderState): void {
    this.#stored = this.#stored && { ...this.#stored, state }
  }

  /** The events that led to the state, as far as they are kept. */
  get log(): readonly LogLine[] {
    return this.#stored?.log ?? []
  }

  /** The merchant's first reads of the shopper's data, of each key and day, as far as they are kept. */
  get reads(): readonly PersonalRead[] {
    return this.#stored?.reads ?? []
  }

  /**
   * Notes that a merchant key read the shopper's data. One row for the first time on a day; a repeat writes nothing. It is
   * no change of the order: its number and the time that erasure counts from stay. Where a change is in memory only, the
   * note is written with it.
   */
  noteRead(read: PersonalRead): void {
    const reads = withRead(this.reads, read)
    if (!this.#stored || reads === this.reads) return
    this.#stored = { ...this.#stored, reads }
    if (this.isSaved) this.persist()
  }

  /** Notes a delivery in the log; written with the queue. */
  noteDelivery(pending: { readonly id: string; readonly by: Channel }, delivery: TimedDelivery): void {
    this.#stored = this.#stored && { ...this.#stored, log: withDelivery(this.#stored.log, pending, delivery) }
  }

  /** Writes changes of the queue and the index entry. One row. */
  persist(): void {
    if (!this.#stored) return
    const { indexed, queue, mails, holder, isSold } = this
    const receipts = receiptsOfUndecided(this.receipts, this.#stored.state)
    const mailed = (mails.length > 0 || this.#stored.mails) && { mails }
    this.#stored = { ...this.#stored, indexed, queue, ...mailed, receipts, holder, ...(isSold && { isSold }) }
    this.#put(this.#stored)
    this.isSaved = true
  }

  /**
   * Writes what was delivered, unless a change has written it since. Where a change is in memory only, the alarm that it set
   * writes and announces both. At most one row.
   */
  persistDeliveries(): void {
    if (this.isSaved && this.#stored?.queue !== this.queue) this.persist()
  }

  /** Deletes everything. Only for an order that was never tried: nothing can have been charged under its name. */
  async forget(storage: DurableObjectStorage): Promise<void> {
    this.#stored = undefined
    await storage.deleteAll()
  }

  /** The shoppers' data. */
  get payer(): KnownPayers {
    return this.#keptPayer ?? NOBODY
  }

  get #keptPayer(): KnownPayers | undefined {
    const kept = this.#kv.get<KnownPayers | FormerPayer>('personal')
    return kept && upToDatePayer(kept)
  }

  /** Writes the shoppers' data, unless it is known already. At most one row. */
  keepPayer(change: (known: KnownPayers) => KnownPayers): void {
    const kept = this.#keptPayer
    const payer = change(kept ?? NOBODY)
    if (JSON.stringify(payer) !== JSON.stringify(kept)) this.#kv.put('personal', payer)
  }

  /** The gateway's messages about failures, for as long as the shopper's data is kept. */
  get messages(): Messages {
    return this.#kv.get<Messages>('messages') ?? {}
  }

  /** Writes new messages, unless the shopper's data was erased. */
  keepMessages(after: (known: Messages) => Messages): void {
    const known = this.messages
    const messages = after(known)
    const isNews = messages !== known && JSON.stringify(messages) !== JSON.stringify(known)
    if (isNews && this.#kv.get('personal') !== undefined) this.#kv.put('messages', messages)
  }

  /** The merchant's own note; empty if there is none. */
  get note(): string {
    return this.messages[NOTE] ?? ''
  }

  /**
   * Writes the merchant's note, or removes it. It lies beside the gateway's messages, so that every version that erases those
   * erases it too. At most one row.
   */
  keepNote(text: string): void {
    const { [NOTE]: _, ...messages } = this.messages
    this.#kv.put('messages', text ? { ...messages, [NOTE]: text } : messages)
  }

  /** Erases the shopper's data, also in the queue, which the caller writes. Repeating it is harmless. */
  erasePayer(): void {
    // A deletion is billed as a row, also that of nothing.
    for (const row of ['personal', 'messages']) if (this.#kv.get(row) !== undefined) this.#kv.delete(row)
    this.receipts = {}
    this.holder = undefined
    this.mails = withoutOpen(this.mails)
    const stored = this.#stored
    // The version before kept more of an event than this one does.
    const bound = (line: LogLine): LogLine => ({ ...line, event: impersonal(logged(line.event)) })
    this.#stored = stored && { ...stored, log: stored.log.map(bound) }
    this.queue = this.queue.map((pending) =>
      'order' in pending ? { ...pending, order: withoutTraces(pending.order) } : pending,
    )
  }

  /** Erases the events that led to the state, and who read it, and what was mailed. The caller writes it. */
  eraseLog(): void {
    this.#stored = this.#stored && { ...this.#stored, log: [], reads: [] }
    this.mails = []
  }

  /** Moves the gateway's messages to where they can be erased. On disk at once: the order may never change again. */
  #withWordsApart(stored: Stored): Stored {
    const rest = withoutWords(stored)
    if (JSON.stringify(rest) === JSON.stringify(stored)) return stored
    this.keepMessages((known) => ({ ...known, ...messagesIn(stored.state) }))
    this.#put({ ...rest, version: VERSION })
    return rest
  }

  #put(stored: Stored): void {
    this.#kv.put('order', { ...stored, state: asStored(stored.state) })
  }
}

/** No request has this key. */
const NOTE = 'note'

const NOBODY: KnownPayers = { customer: {}, ip: '' }

/** An offer is public, and so is its description. Any other was written for one person. */
const withoutTraces = ({ card: _, ...order }: MerchantOrderView): MerchantOrderView =>
  order.offer ? order : { ...order, description: '' }
