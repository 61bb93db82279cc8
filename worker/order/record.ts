/** The order's record: where events are decided, written and announced, and what has to be done later is set. */
import type { LiveMessage } from '../../shared/messages.ts'
import type { MerchantOrderView, OrderView } from '../../shared/order-view.ts'
import type { Config } from '../config/config.ts'
import { errorText } from '../config/error-text.ts'
import { log } from '../config/log.ts'
import type { Notifier } from '../outbox/notifier.ts'
import { putOrder, restoreOrder } from '../outbox/order-index.ts'
import { Agenda } from './alarm-scheduler.ts'
import { broadcast, type Viewer } from './live.ts'
import { notable } from './model/audit-log.ts'
import type { OrderEvent } from './model/events.ts'
import { apart, messagesAfter, withMessages } from './model/gateway-messages.ts'
import { indexEntry, standing } from './model/index-entry.ts'
import { merchantView } from './model/merchant-view.ts'
import { tellingsOf } from './model/notifications.ts'
import type { Policy } from './model/policy.ts'
import { reservedView } from './model/reservation.ts'
import type { Due } from './model/schedule.ts'
import type { OrderState } from './model/state.ts'
import { secondsLeft } from './model/three-ds-steps.ts'
import { shownTo, view } from './model/view.ts'
import { Turn } from './mutex.ts'
import { Messenger } from './notifier.ts'
import { Memory } from './storage.ts'
import { within } from './with-timeout.ts'

/** What a record stands on. The settings are read when they are needed, since they may be wrong. */
export interface Ground {
  readonly ctx: DurableObjectState
  readonly index: D1Database
  readonly config: () => Config
  readonly policy: Policy
  readonly tell: () => Notifier
}

/**
 * Nothing is awaited between reading the state and writing it, so two events that arrive together cannot both act.
 */
export class OrderRecord {
  readonly #ground: Ground
  readonly memory: Memory
  readonly agenda: Agenda
  readonly policy: Policy
  /** When attempts and follow-ups were last asked about; lost with the object, which then asks once more. */
  readonly askedAt = new Map<string, number>()
  /** When tellings were last tried; lost with the object, which then tries once at once. */
  readonly triedAt = new Map<string, number>()
  readonly messenger: Messenger
  readonly #indexing = new Turn()
  readonly #inFlight = new Set<Promise<void>>()

  constructor(ground: Ground) {
    this.#ground = ground
    this.memory = new Memory(ground.ctx.storage)
    this.agenda = new Agenda(ground.ctx.storage)
    this.policy = ground.policy
    this.messenger = new Messenger({
      record: this,
      notifier: ground.tell,
      times: () => ground.config().times,
      waitUntil: (work) => this.#follow(work),
    })
  }

  /** The order as it stands; `undefined` before it is opened. */
  get state(): OrderState | undefined {
    return this.memory.state
  }

  /**
   * Decides, writes, announces. An event that changes nothing writes nothing.
   *
   * @returns The order as it stands afterwards.
   * @throws {TypeError} If it was never opened.
   */
  note(told: OrderEvent): OrderState {
    const { event, message } = apart(told)
    const before = this.state
    if (!before) throw new TypeError('the order was never opened')
    const now = Date.now()
    const after = this.policy.transition(before, event, now)
    if (after === before) return before
    this.messenger.queue(tellingsOf(before, after, { event, order: this.#toldView(after) }))
    this.memory.keepMessages(messagesAfter(this.memory.messages, { before, after }, message))
    this.#write(after, { event, isStored: this.policy.isStoredFirst(event) })
    this.messenger.send()
    for (const [name, fields] of notable(before, after)) log(name, { order: after.terms.id, ...fields })
    broadcast(this.#ground.ctx, (who) => this.message(who, after), now)
    return after
  }

  /**
   * As {@link note}, but written with what comes next, or by {@link settle}: for what the alarm makes up for if the object
   * dies before. Its number stays that of what is on disk, so no page is told, and none sees two things under one number.
   */
  remember(event: OrderEvent): void {
    const before = this.state
    if (!before) throw new TypeError('the order was never opened')
    const after = this.policy.transition(before, event, Date.now())
    if (after !== before) this.#write({ ...after, seq: before.seq }, { event, isStored: false })
  }

  /** Writes and announces what is only remembered so far. */
  settle(): void {
    const { state, memory } = this
    if (memory.isSaved || !state) return
    const after = { ...state, seq: state.seq + 1 }
    this.save(after)
    broadcast(this.#ground.ctx, (who) => this.message(who, after), Date.now())
  }

  /** Sets the alarm anew, where something became due without a change. */
  rearm(): void {
    this.agenda.arm(this.dues())
  }

  /** Writes a state and sets the alarm, both or neither. */
  save(state: OrderState): void {
    this.#write(state, { isStored: true })
  }

  #write(state: OrderState, { event, isStored }: { event?: OrderEvent; isStored: boolean }): void {
    this.memory.save(state, event, { at: Date.now(), isStored })
    this.rearm()
    if (this.#isUnlisted(state)) this.#follow(this.#indexing.take(() => this.#list()))
  }

  /** What is on its way to the index and the merchant. An alarm that waits for it leaves nothing for another one. */
  get inFlight(): readonly Promise<void>[] {
    return [...this.#inFlight]
  }

  #follow(work: Promise<void>): void {
    const followed = work.finally(() => this.#inFlight.delete(followed))
    this.#inFlight.add(followed)
    this.#ground.ctx.waitUntil(followed)
  }

  /** What the order has to do, the earliest first. */
  dues(): Due[] {
    const { state, askedAt, triedAt } = this
    const { indexed, queue } = this.memory
    const done = { askedAt, triedAt, indexed, queue }
    return state ? this.policy.dues(state, done, this.#ground.config().times) : []
  }

  /** Tells the index how the order stands, unless it knows. Fails where the index does. */
  index(): Promise<void> {
    return this.#tell(putOrder)
  }

  /** Tells the index how the order stands, whatever stands there. Fails where the index does. */
  reindex(): Promise<void> {
    return this.#tell(restoreOrder)
  }

  /** Leaves nothing behind. Only for an order that was never tried. */
  forget(): Promise<void> {
    return this.memory.forget(this.#ground.ctx.storage)
  }

  /** The order as the shopper's page sees it. */
  view(state: OrderState): OrderView {
    const { isTest, times } = this.#ground.config()
    return { ...view(state, isTest, secondsLeft(state, Date.now(), times)), ...reservedView(state, times) }
  }

  /** The order as its merchant's own server sees it. */
  merchantView(state: OrderState): MerchantOrderView {
    return withMessages(this.#toldView(state), this.memory.messages)
  }

  /** The same as it leaves in webhooks, which others keep: without what the gateway said. */
  #toldView(state: OrderState): MerchantOrderView {
    const { isTest, times } = this.#ground.config()
    return {
      ...merchantView(state, isTest, secondsLeft(state, Date.now(), times)),
      ...reservedView(state, times),
    }
  }

  /** The order as whoever looks at it may see it. */
  viewFor(who: Viewer, state: OrderState): OrderView | MerchantOrderView {
    return who === 'merchant' ? this.merchantView(state) : shownTo(who === 'pay', this.view(state))
  }

  /** What the live socket says. */
  message(who: Viewer, state: OrderState): string {
    return JSON.stringify({ seq: state.seq, order: this.viewFor(who, state) } satisfies LiveMessage)
  }

  #isUnlisted(state: OrderState): boolean {
    return state.attempts.length > 0 && this.memory.indexed !== standing(state)
  }

  async #tell(put: typeof putOrder): Promise<void> {
    const { state } = this
    const entry = state && indexEntry(state, this.#ground.config().isTest)
    if (!state || !entry) return
    await within(this.#ground.config().times.requestDeadline, put(this.#ground.index, entry))
    this.memory.indexed = standing(state)
  }

  /** At once, while the object is awake anyway. If it fails the alarm sees to it. */
  async #list(): Promise<void> {
    try {
      if (this.state && this.#isUnlisted(this.state)) await this.index()
    } catch (error) {
      log('index-failed', { order: this.state?.terms.id, error: errorText(error) })
    }
  }
}
