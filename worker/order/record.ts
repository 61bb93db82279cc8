/** The order's record: decides on events, writes the new state, and tells its observers. */
import type { Config } from '../config/config.ts'
import { log } from '../config/log.ts'
import type { Measure } from '../config/metrics.ts'
import type { Notifier } from '../outbox/notification-delivery.ts'
import { withoutDelivered } from '../outbox/notification-queue.ts'
import type { OrderIndex } from '../outbox/order-index.ts'
import { AlarmScheduler } from './alarm-scheduler.ts'
import type { AttemptLimits } from './attempt-limits.ts'
import { BackgroundWork } from './background-work.ts'
import { broadcast, type Listener } from './live.ts'
import { lookKey, lookSince } from './model/duplicate-look.ts'
import type { OrderEvent } from './model/events.ts'
import { apart, messageChange } from './model/gateway-messages.ts'
import type { Policy } from './model/policy.ts'
import { mayRepeatSeq, seqAfter } from './model/restoration.ts'
import { type DueJob, SETTLED_KEY } from './model/schedule.ts'
import type { OrderState } from './model/state.ts'
import { isVoid } from './model/token-revocation.ts'
import { MerchantNotifier } from './notifier.ts'
import { OrderListing } from './order-listing.ts'
import { type OrderViews, orderViews } from './order-views.ts'
import { type Mailing, ShopperMailer } from './shopper-mailer.ts'
import { OrderStorage } from './storage.ts'
import { auditLines } from './views/audit-log.ts'
import type { LoggedNotification } from './views/event-log.ts'
import { figuresOf } from './views/figures.ts'
import { notificationsOf } from './views/notifications.ts'
import { mailsOf } from './views/shopper-mails.ts'

/** The record's surroundings. Settings are read when they are needed, since they may be wrong. */
interface RecordSources {
  readonly ctx: DurableObjectState
  readonly index: OrderIndex
  readonly config: () => Config
  readonly policy: Policy
  readonly channels: () => Notifier
  readonly measure: Measure
  readonly limits: AttemptLimits
  readonly mailing: Mailing
}

/** A change that was just written. `now` is in milliseconds since the epoch. */
interface Change {
  readonly before: OrderState
  readonly after: OrderState
  readonly now: number
}

/** The event that made a state, with its notifications, and whether the state goes to disk at once. */
interface Written {
  readonly event?: OrderEvent
  readonly notified?: readonly LoggedNotification[]
  readonly isStored: boolean
}

/** A day: far longer than the alarm tries. */
const LOOKED_MS = 86_400_000

/**
 * Nothing is awaited between reading the state and writing it, so two events that arrive together cannot both act.
 */
export class OrderRecord {
  readonly #sources: RecordSources
  readonly storage: OrderStorage
  readonly alarm: AlarmScheduler
  readonly policy: Policy
  readonly views: OrderViews
  readonly listing: OrderListing
  readonly notifier: MerchantNotifier
  readonly mailer: ShopperMailer
  /** Sends to the index and the merchant. */
  readonly background: BackgroundWork
  /** When the gateway was last asked about each thing; lost with the object, which then asks once more. */
  readonly askedAt = new Map<string, number>()
  /** When notifications were last tried; lost with the object, which then tries once at once. */
  readonly triedAt = new Map<string, number>()
  /** They learn of each change that an event made, in this order, once it is written. */
  readonly #observers: readonly ((change: Change) => void)[] = [
    () => this.notifier.send(),
    () => this.mailer.send(),
    logChange,
    (change) => this.#measure(change),
    ({ before, after }) => this.#tellLimits(before, after),
    ({ after, now }) => this.#broadcast(after, now),
  ]

  constructor(sources: RecordSources) {
    const { ctx, index, config, policy, channels, measure } = sources
    this.#sources = sources
    this.policy = policy
    this.storage = new OrderStorage(ctx.storage)
    this.alarm = new AlarmScheduler(ctx.storage)
    this.#leaveOldWork(Date.now())
    this.#leaveSold()
    this.background = new BackgroundWork(ctx)
    this.views = orderViews({
      config,
      messages: () => this.storage.messages,
      payer: () => this.storage.payer,
      note: () => this.storage.note,
      history: () => this.storage,
    })
    this.listing = new OrderListing({ index, storage: this.storage, config })
    const times = () => config().times
    this.notifier = new MerchantNotifier(this, { channels, times, measure })
    this.mailer = new ShopperMailer(this, sources.mailing)
  }

  /** The order as it stands; `undefined` before it is opened. */
  get state(): OrderState | undefined {
    return this.storage.state
  }

  /**
   * Decides, writes, tells the observers. An event that changes nothing writes nothing.
   *
   * @returns The order as it stands afterwards.
   * @throws {TypeError} If it was never opened.
   */
  apply(reported: OrderEvent): OrderState {
    const { event, message } = apart(reported)
    const before = this.#opened()
    const now = Date.now()
    const decided = this.policy.transition(before, event, now)
    if (decided === before) return before
    const after = { ...decided, seq: this.#seqAfter(before, now) }
    const notified = this.notifier.queue(
      notificationsOf(before, after, { event, view: () => this.views.webhook(after) }),
      event.type === 'resent' ? event.endpoint : undefined,
    )
    this.mailer.queue(mailsOf(before, after), after)
    const worded = messageChange({ before, after }, message)
    if (worded) this.storage.keepMessages(worded)
    this.#write(after, { event, notified, isStored: this.policy.isStoredFirst(event) })
    for (const observe of this.#observers) observe({ before, after, now })
    return after
  }

  /**
   * As {@link apply}, but written with the next change, or by {@link flush}: for events that the alarm makes up for if the
   * object dies before. The state's number stays that of the one on disk, so no page is told, and none sees two things
   * under one number.
   */
  applyUnwritten(event: OrderEvent): void {
    const before = this.#opened()
    const after = this.policy.transition(before, event, Date.now())
    if (after !== before) this.#write({ ...after, seq: before.seq }, { event, isStored: false })
  }

  /**
   * As {@link applyUnwritten}, but {@link flush} does not write it either: for what the order may forget, since it then asks
   * once more. It is not in the log.
   */
  applyLater(event: OrderEvent): void {
    const before = this.#opened()
    const after = this.policy.transition(before, event, Date.now())
    if (after === before) return
    this.storage.remember({ ...after, seq: before.seq, updatedAt: before.updatedAt })
    this.rearm()
  }

  /** Writes and announces changes that are in memory only. */
  flush(): void {
    const { state, storage } = this
    if (storage.isSaved || !state) return
    this.#announce(state)
  }

  /** Moves the number of an order that was restored above those that it may have had, where no change did so yet. */
  renumber(): void {
    const { state } = this
    if (state && mayRepeatSeq(state, this.#restoredAt)) this.#announce(state)
  }

  /** Writes the state under its next number, and tells the pages. */
  #announce(state: OrderState): void {
    const now = Date.now()
    const after = { ...state, seq: this.#seqAfter(state, now) }
    this.save(after)
    this.#broadcast(after, now)
  }

  /** Puts the queue of mails on disk. A change that is in memory only is announced with it. One row. */
  writeMails(): void {
    if (this.storage.isSaved) this.storage.persist()
    else this.flush()
  }

  /** Sets the alarm again, where something became due without a change. */
  rearm(): void {
    this.alarm.arm(() => this.dueJobs())
  }

  /** Writes a state and sets the alarm, both or neither. */
  save(state: OrderState): void {
    this.#write(state, { isStored: true })
  }

  /** The order's jobs, the earliest first. */
  dueJobs(): DueJob[] {
    const { state, askedAt, triedAt } = this
    const { indexed, queue, mails } = this.storage
    if (!state) return []
    // The settings are read only where a request was mailed.
    const isReminding = mails.length > 0 && this.mailer.isReminding
    const done = { askedAt, triedAt, indexed, queue, mails, isReminding }
    return this.policy.dueJobs(state, done, this.#sources.config().times)
  }

  /**
   * Notes that the counters know that the order's units are sold, so that no wake asks them again. A delivery that is still
   * to come writes it; otherwise it costs a row.
   */
  noteSold(): void {
    const { storage } = this
    storage.isSold = true
    this.#leaveSold()
    if (storage.queue.length === 0 && storage.isSaved) storage.persist()
  }

  /**
   * Begins an order in memory, unless there is one. The caller stores it by an event, with nothing awaited in between.
   */
  begin(state: OrderState): void {
    this.storage.begin(state)
  }

  /** Deletes everything. Only for an order that was never tried. One that is opened meanwhile begins again. */
  async forget(): Promise<void> {
    // At once, with nothing awaited in between: else the rows of that one would go too.
    await Promise.all([this.storage.forget(this.#sources.ctx.storage), this.alarm.cancel()])
  }

  #measure({ before, after }: Change): void {
    const { measure } = this.#sources
    const { begun, ended } = figuresOf(before, after)
    for (const labels of begun) measure('attempt', labels)
    for (const labels of ended) measure('outcome', labels)
  }

  #tellLimits(before: OrderState, after: OrderState): void {
    if (before.attempts === after.attempts) return
    this.background.follow(this.#sources.limits.tell(before, after, this.storage))
  }

  /** What an object did without writing that down need not be done again when it wakes long after. */
  #leaveOldWork(now: number): void {
    this.storage.queue = withoutDelivered(this.storage.queue, now)
    for (const attempt of this.state?.attempts ?? [])
      if (now - (lookSince(attempt) ?? now) > LOOKED_MS)
        this.askedAt.set(lookKey(attempt), Number.POSITIVE_INFINITY)
  }

  get #restoredAt(): number {
    return this.#sources.config().ORDERS_RESTORED_AT * 1000
  }

  #seqAfter(state: OrderState, now: number): number {
    return seqAfter(state, { restoredAt: this.#restoredAt, now })
  }

  #leaveSold(): void {
    if (this.storage.isSold) this.askedAt.set(SETTLED_KEY, Number.POSITIVE_INFINITY)
  }

  #opened(): OrderState {
    if (!this.state) throw new TypeError('the order was never opened')
    return this.state
  }

  #write(state: OrderState, { event, ...how }: Written): void {
    this.storage.save(state, event, { at: Date.now(), ...how })
    this.rearm()
    if (this.listing.isUrgent(state)) this.background.follow(this.listing.update())
  }

  #broadcast(state: OrderState, now: number): void {
    const isOver = ({ until, issuedAt }: Listener) => until <= now || isVoid(state, issuedAt)
    broadcast(this.#sources.ctx, ({ who, exchange }) => this.views.liveMessage(who, state, exchange), isOver)
  }
}

function logChange({ before, after }: Change): void {
  for (const [name, fields] of auditLines(before, after)) log(name, { order: after.terms.id, ...fields })
}
