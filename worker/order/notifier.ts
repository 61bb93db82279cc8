/** Tells the merchant what happened, one thing after the other, until it was heard or three days are over. */
import { errorText } from '../config/error-text.ts'
import { log } from '../config/log.ts'
import type { Times } from '../config/times.ts'
import {
  add,
  begunAnew,
  delivered,
  due,
  failed,
  keyOf,
  type Pending,
  revived,
} from '../outbox/notification-queue.ts'
import type { Telling } from '../outbox/notifications.ts'
import type { Notifier } from '../outbox/notifier.ts'
import type { Due } from './model/schedule.ts'
import type { OrderRecord } from './record.ts'

/** What a messenger stands on. */
interface Ground {
  readonly record: OrderRecord
  readonly notifier: () => Notifier
  readonly times: () => Times
  readonly waitUntil: (work: Promise<void>) => void
}

/** What is done at once, outside the alarm, does not wake the order later. */
const isLater = ({ work: { type } }: Due) => !['index', 'look', 'tell'].includes(type)

/** What is still to be told lies in the order's memory, so that it is written with the change that it tells of. */
export class Messenger {
  readonly #ground: Ground
  #isBusy = false
  /** What was queued since the object woke; anything else was found on disk, and may have been told before. */
  readonly #fresh = new Set<string>()

  constructor(ground: Ground) {
    this.#ground = ground
  }

  /** Adds to what is to be told. The caller writes it, and sends it on its way afterwards. */
  queue(tellings: readonly Telling[]): void {
    const { memory } = this.#ground.record
    for (const telling of tellings) {
      const channels = this.#ground.notifier().channelsOf(telling)
      memory.queue = add(memory.queue, telling, channels)
      for (const by of channels) this.#fresh.add(keyOf({ by, id: telling.id }))
    }
  }

  /**
   * Has everything told that is due, the oldest first, one at a time. Nobody waits for it, so that a receiver that hangs
   * holds nothing else up. What fails is left to the alarm.
   */
  send(): void {
    if (this.#isBusy || !this.#next()) return
    this.#isBusy = true
    this.#ground.waitUntil(this.#deliver())
  }

  /** Tells the order anew as it stands, and what was given up. */
  resend(): void {
    const { record } = this.#ground
    record.memory.queue = revived(record.memory.queue, Date.now())
    record.note({ type: 'resent' })
  }

  async #deliver(): Promise<void> {
    try {
      for (let next = this.#next(); next; next = this.#next()) await this.#tell(next)
    } catch (error) {
      log('telling-failed', { order: this.#ground.record.state?.terms.id, error: errorText(error) })
    } finally {
      this.#isBusy = false
    }
    this.#ground.record.rearm()
  }

  #next(): Pending | undefined {
    const { memory, triedAt } = this.#ground.record
    const times = this.#ground.times()
    memory.queue = begunAnew(memory.queue, triedAt, { now: Date.now(), times })
    const [first] = due(memory.queue, triedAt, times)
    return first && first.at <= Date.now() ? first.pending : undefined
  }

  async #tell(pending: Pending): Promise<void> {
    const { record } = this.#ground
    const { memory, policy } = record
    // Until it ends it counts as failed at its deadline, so that the alarm leaves it alone, and knows of it if this dies.
    record.triedAt.set(keyOf(pending), Date.now() + this.#ground.times().webhookDeadline)
    const told = await this.#ground.notifier().tell({ ...pending, id: policy.tellingId(pending.id) })
    const now = Date.now()
    record.triedAt.set(keyOf(pending), now)
    if (told === 'delivered') return this.#delivered(pending)
    log('telling-failed', { order: pending.order.id, telling: pending.id, by: pending.by, why: told.failed })
    const queue = failed(memory.queue, pending, now, this.#ground.times())
    if (queue === memory.queue) return
    memory.queue = queue
    const before = record.state
    // That is known already of another telling: then there is no change that this could be written with.
    if (record.note({ type: 'given-up' }) === before) memory.persist()
  }

  /**
   * A receiver drops what it hears twice, so that is written with the next change; but not a third time, and a mailbox
   * drops nothing. An order that goes on being asked about sleeps between, and would tell again whenever it wakes.
   */
  #delivered(pending: Pending): void {
    const { record } = this.#ground
    record.memory.queue = delivered(record.memory.queue, pending)
    const isRepeat = !this.#fresh.has(keyOf(pending))
    if (pending.by === 'mail' || isRepeat || record.dues().some(isLater)) record.memory.persist()
  }
}
