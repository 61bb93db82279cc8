/** Notifies the merchant of changes, on each channel one at a time, until each is delivered or three days are over. */

import type { Customer } from '../../shared/customer.ts'
import type { Times } from '../config/durations.ts'
import { errorText } from '../config/error-text.ts'
import { log } from '../config/log.ts'
import type { Measure } from '../config/metrics.ts'
import type { Notifier } from '../outbox/notification-delivery.ts'
import {
  add,
  delivered,
  due,
  failed,
  givenUp,
  keyOf,
  type PendingNotification,
  restarted,
  retried,
  withFailure,
  withoutChannels,
} from '../outbox/notification-queue.ts'
import {
  type Channel,
  type Delivery,
  failureOf,
  type Notification,
  partsOf,
} from '../outbox/notifications.ts'
import type { BackgroundWork } from './background-work.ts'
import type { OrderEvent } from './model/events.ts'
import { payingCustomer } from './model/payer.ts'
import type { Policy } from './model/policy.ts'
import type { OrderState } from './model/state.ts'
import type { OrderStorage } from './storage.ts'
import type { LoggedNotification } from './views/event-log.ts'

/** The part of the order's record that notifying needs. */
interface NotifiedRecord {
  readonly storage: Pick<OrderStorage, 'payer' | 'queue' | 'persist' | 'noteDelivery' | 'persistDeliveries'>
  readonly state: OrderState | undefined
  readonly policy: Pick<Policy, 'notificationId' | 'isDeliveryWritten'>
  readonly triedAt: Map<string, number>
  readonly background: BackgroundWork
  readonly apply: (event: OrderEvent) => OrderState
  readonly rearm: () => void
}

interface Sending {
  readonly channels: () => Notifier
  readonly times: () => Times
  readonly measure: Measure
}

/** The queue lies in the order's storage, so that it is written with the change that it reports. */
export class MerchantNotifier {
  readonly #record: NotifiedRecord
  readonly #sending: Sending
  /** The channels that something is being sent on. */
  readonly #busy = new Set<Channel>()
  /** When the oldest delivery ended that is not on disk, in milliseconds since the epoch. */
  #unwrittenSince: number | undefined

  constructor(record: NotifiedRecord, sending: Sending) {
    this.#record = record
    this.#sending = sending
  }

  /**
   * Adds notifications to the queue. The caller writes it, and calls {@link send} afterwards.
   *
   * @param endpoint The only one that they are for, whatever types it takes. Default: all that take them, and the mailbox.
   * @returns Those that have a receiver, for the log of events.
   */
  queue(notifications: readonly Notification[], endpoint?: string): LoggedNotification[] {
    const { storage } = this.#record
    const logged = notifications.map((notification) => {
      const { id, type } = notification
      const channels = this.#channelsOf(notification, endpoint)
      storage.queue = add(storage.queue, notification, channels)
      return { id, type, channels }
    })
    return logged.filter(({ channels }) => channels.length > 0)
  }

  #channelsOf(notification: Notification, endpoint: string | undefined): readonly Channel[] {
    const { channelsOf, channelOf } = this.#sending.channels()
    if (endpoint === undefined) return channelsOf(notification)
    const only = channelOf(endpoint)
    return only ? [only] : []
  }

  /**
   * Sends every notification that is due: on each channel the oldest first, one at a time. No channel waits for another, and no
   * caller for any of them, so a receiver that hangs holds nothing else up. The alarm repeats what failed.
   */
  send(): void {
    this.#leaveGone()
    for (const { pending } of due(this.#record.storage.queue, this.#record.triedAt, this.#sending.times()))
      this.#begin(pending.by)
  }

  /**
   * Notifies the merchant of the present state, and again of every notification that was given up.
   *
   * @param by Name of the merchant key.
   * @param endpoint The only one that is notified. Default: all.
   * @returns Whether there is such an endpoint. Where the settings have lost it, nothing is changed.
   */
  resend(by?: string, endpoint?: string): boolean {
    const { storage } = this.#record
    const only = endpoint === undefined ? undefined : this.#sending.channels().channelOf(endpoint)
    if (endpoint !== undefined && !only) return false
    storage.queue = retried(storage.queue, Date.now(), only)
    this.#record.apply({
      type: 'resent',
      ...(by !== undefined && { by }),
      ...(endpoint !== undefined && { endpoint }),
      ...(givenUp(storage.queue).length > 0 && { isPartial: true }),
    })
    return true
  }

  /** A mail waits for the webhooks that are being sent, so that one row says of both that they arrived. */
  #begin(by: Channel): void {
    if (this.#busy.has(by) || (by === 'mail' && this.#busy.size > 0) || !this.#next(by)) return
    this.#busy.add(by)
    this.#record.background.follow(this.#sendAll(by))
  }

  async #sendAll(by: Channel): Promise<void> {
    try {
      for (let next = this.#next(by); next; next = this.#next(by)) {
        await this.#sendOne(next)
        if (this.#isLongUnwritten()) this.#writeDeliveries()
      }
    } catch (error) {
      log('telling-failed', { order: this.#record.state?.terms.id, by, error: errorText(error) })
    } finally {
      this.#busy.delete(by)
    }
    if (by !== 'mail') this.#begin('mail')
    if (this.#busy.size === 0) this.#writeDeliveries()
    this.#record.rearm()
  }

  #next(by: Channel): PendingNotification | undefined {
    const { storage, triedAt } = this.#record
    const times = this.#sending.times()
    storage.queue = restarted(storage.queue, triedAt, { now: Date.now(), times })
    const next = due(storage.queue, triedAt, times).find(({ pending }) => pending.by === by)
    return next && next.at <= Date.now() ? next.pending : undefined
  }

  /** An endpoint that the merchant took out gets nothing any more. */
  #leaveGone(): void {
    const { storage, state } = this.#record
    const before = storage.queue
    const { isGone } = this.#sending.channels()
    storage.queue = withoutChannels(before, isGone)
    if (storage.queue === before) return
    for (const by of new Set(before.map((one) => one.by).filter(isGone)))
      log('endpoint-gone', {
        order: state?.terms.id,
        by,
        left: before.filter((one) => one.by === by).length,
      })
    storage.persistDeliveries()
  }

  /** The queue has no personal data, so it is that of who paid by now. */
  get #customer(): Customer {
    const { state, storage } = this.#record
    return state ? payingCustomer(storage.payer, state) : {}
  }

  async #sendOne(pending: PendingNotification): Promise<void> {
    const { policy, triedAt } = this.#record
    // Until it ends it counts as failed at its deadline, so that the alarm leaves it alone, and knows of it if this dies.
    triedAt.set(keyOf(pending), Date.now() + this.#sending.times().webhookDeadline)
    const numbered = { ...pending, id: policy.notificationId(pending.id) }
    const outcome = await this.#sending.channels().send(numbered, () => this.#customer)
    const now = Date.now()
    triedAt.set(keyOf(pending), now)
    const why = failureOf(outcome)
    const { id, by } = pending
    this.#sending.measure('notification', { channel: partsOf(by).kind, outcome: why ?? 'delivered' })
    if (why === undefined) return this.#delivered(pending, outcome, now)
    log('telling-failed', { order: this.#record.state?.terms.id, telling: id, by, why })
    this.#failed(pending, { at: now, why })
  }

  #failed(pending: PendingNotification, failure: { readonly at: number; readonly why: string }): void {
    const { storage, state: before } = this.#record
    storage.queue = withFailure(storage.queue, pending, failure)
    const queue = failed(storage.queue, pending, failure.at, this.#sending.times())
    if (queue === storage.queue) return
    storage.queue = queue
    // The order may know already that another one failed: then there is no change that this could be written with.
    if (this.#record.apply({ type: 'given-up' }) === before) storage.persist()
  }

  /**
   * The object may die as soon as it has nothing to do, and would send again what its disk calls undelivered. So the last
   * of several deliveries writes them all, in one row. A mailbox drops no repeat, so a mail does not wait for the others.
   */
  #delivered(pending: PendingNotification, outcome: Delivery, now: number): void {
    const { storage } = this.#record
    storage.queue = delivered(storage.queue, pending)
    storage.noteDelivery(pending, { at: now, outcome })
    this.#unwrittenSince ??= now
    if (pending.by === 'mail') this.#writeDeliveries()
  }

  /** Others may take long to send. A try ends within the deadline too, so a delivery is on disk within two of them. */
  #isLongUnwritten(): boolean {
    const { webhookDeadline } = this.#sending.times()
    return this.#unwrittenSince !== undefined && Date.now() - this.#unwrittenSince >= webhookDeadline
  }

  #writeDeliveries(): void {
    if (this.#unwrittenSince === undefined || !this.#record.policy.isDeliveryWritten()) return
    this.#unwrittenSince = undefined
    this.#record.storage.persistDeliveries()
  }
}
