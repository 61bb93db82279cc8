/** Notifies the merchant of changes, one at a time, until each is delivered or three days are over. */

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
  keyOf,
  type PendingNotification,
  restarted,
  retried,
} from '../outbox/notification-queue.ts'
import type { Notification } from '../outbox/notifications.ts'
import type { BackgroundWork } from './background-work.ts'
import type { OrderEvent } from './model/events.ts'
import type { Policy } from './model/policy.ts'
import type { OrderState } from './model/state.ts'
import type { OrderStorage } from './storage.ts'
import type { LoggedNotification } from './views/event-log.ts'

/** The part of the order's record that notifying needs. */
interface NotifiedRecord {
  readonly storage: Pick<OrderStorage, 'queue' | 'persist' | 'noteDelivery' | 'persistDeliveries'>
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
  #isBusy = false
  /** When the oldest delivery ended that is not on disk, in milliseconds since the epoch. */
  #unwrittenSince: number | undefined

  constructor(record: NotifiedRecord, sending: Sending) {
    this.#record = record
    this.#sending = sending
  }

  /**
   * Adds notifications to the queue. The caller writes it, and calls {@link send} afterwards.
   *
   * @returns Those that have a receiver, for the log of events.
   */
  queue(notifications: readonly Notification[]): LoggedNotification[] {
    const { storage } = this.#record
    const logged = notifications.map((notification) => {
      const { id, type } = notification
      const channels = this.#sending.channels().channelsOf(notification)
      storage.queue = add(storage.queue, notification, channels)
      return { id, type, channels }
    })
    return logged.filter(({ channels }) => channels.length > 0)
  }

  /**
   * Sends every notification that is due, the oldest first, one at a time. No caller waits for it, so a receiver that
   * hangs holds nothing else up. The alarm repeats what failed.
   */
  send(): void {
    if (this.#isBusy || !this.#next()) return
    this.#isBusy = true
    this.#record.background.follow(this.#sendAll())
  }

  /**
   * Notifies the merchant of the present state, and again of every notification that was given up.
   *
   * @param by Name of the merchant key.
   */
  resend(by?: string): void {
    const { storage } = this.#record
    storage.queue = retried(storage.queue, Date.now())
    this.#record.apply({ type: 'resent', ...(by !== undefined && { by }) })
  }

  async #sendAll(): Promise<void> {
    try {
      for (let next = this.#next(); next; next = this.#next()) {
        await this.#sendOne(next)
        if (this.#isLongUnwritten()) this.#writeDeliveries()
      }
    } catch (error) {
      log('telling-failed', { order: this.#record.state?.terms.id, error: errorText(error) })
    } finally {
      this.#isBusy = false
      this.#writeDeliveries()
    }
    this.#record.rearm()
  }

  #next(): PendingNotification | undefined {
    const { storage, triedAt } = this.#record
    const times = this.#sending.times()
    storage.queue = restarted(storage.queue, triedAt, { now: Date.now(), times })
    const [first] = due(storage.queue, triedAt, times)
    return first && first.at <= Date.now() ? first.pending : undefined
  }

  async #sendOne(pending: PendingNotification): Promise<void> {
    const { policy, triedAt } = this.#record
    // Until it ends it counts as failed at its deadline, so that the alarm leaves it alone, and knows of it if this dies.
    triedAt.set(keyOf(pending), Date.now() + this.#sending.times().webhookDeadline)
    const outcome = await this.#sending.channels().send({ ...pending, id: policy.notificationId(pending.id) })
    const now = Date.now()
    triedAt.set(keyOf(pending), now)
    const label = outcome === 'delivered' ? outcome : outcome.failed
    this.#sending.measure('notification', { channel: pending.by, outcome: label })
    if (outcome === 'delivered') return this.#delivered(pending)
    const { id, by } = pending
    log('telling-failed', { order: this.#record.state?.terms.id, telling: id, by, why: outcome.failed })
    this.#failed(pending, now)
  }

  #failed(pending: PendingNotification, now: number): void {
    const { storage, state: before } = this.#record
    const queue = failed(storage.queue, pending, now, this.#sending.times())
    if (queue === storage.queue) return
    storage.queue = queue
    // The order may know already that another one failed: then there is no change that this could be written with.
    if (this.#record.apply({ type: 'given-up' }) === before) storage.persist()
  }

  /**
   * The object may die as soon as it has nothing to do, and would send again what its disk calls undelivered. So the last
   * of several deliveries writes them all, in one row. A mailbox drops no repeat, so a mail does not wait for the others.
   */
  #delivered(pending: PendingNotification): void {
    const { storage } = this.#record
    const now = Date.now()
    storage.queue = delivered(storage.queue, pending)
    storage.noteDelivery(pending, now)
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
