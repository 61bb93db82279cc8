/** Tells the merchant what happened, one thing after the other, until it was heard or three days are over. */

import { log } from '../config/log.ts'
import type { Times } from '../config/times.ts'
import type { Notifier } from '../outbox/notifier.ts'
import { add, delivered, due, failed, keyOf, type Pending, revived } from '../outbox/queue.ts'
import type { Telling } from '../outbox/tellings.ts'
import type { OrderRecord } from './record.ts'
import { Turn } from './turn.ts'

/** What a messenger stands on. */
interface Ground {
  readonly record: OrderRecord
  readonly notifier: () => Notifier
  readonly times: () => Times
  readonly waitUntil: (work: Promise<void>) => void
}

/** What is still to be told lies in the order's memory, so that it is written with the change that it tells of. */
export class Messenger {
  readonly #ground: Ground
  readonly #turn = new Turn()

  constructor(ground: Ground) {
    this.#ground = ground
  }

  /** Adds to what is to be told. The caller writes it, and sends it on its way afterwards. */
  queue(tellings: readonly Telling[]): void {
    const { memory } = this.#ground.record
    for (const telling of tellings)
      memory.queue = add(memory.queue, telling, this.#ground.notifier().channelsOf(telling))
  }

  /** Has everything told that is due, at once. If that fails the alarm sees to it. */
  send(): void {
    if (this.#ground.record.memory.queue.length > 0) this.#ground.waitUntil(this.deliver())
  }

  /** Tells everything that is due, the oldest first. */
  deliver(): Promise<void> {
    return this.#turn.take(async () => {
      for (let next = this.#next(); next; next = this.#next()) await this.#tell(next)
    })
  }

  /** Tells the order anew as it stands, and what was given up. */
  resend(): void {
    const { record } = this.#ground
    const { state, memory } = record
    if (!state) return
    const now = Date.now()
    const id = `${state.terms.id}.${state.seq}.resent-${now}`
    memory.queue = revived(memory.queue, now)
    this.queue([{ id, type: 'order.resent', at: now, order: record.merchantView(state) }])
    record.note({ type: 'resent' })
    this.send()
  }

  #next(): Pending | undefined {
    const { memory, triedAt } = this.#ground.record
    const [first] = due(memory.queue, triedAt, this.#ground.times())
    return first && first.at <= Date.now() ? first.pending : undefined
  }

  async #tell(pending: Pending): Promise<void> {
    const { record } = this.#ground
    const { memory, policy } = record
    const told = await this.#ground.notifier().tell({ ...pending, id: policy.tellingId(pending.id) })
    const now = Date.now()
    record.triedAt.set(keyOf(pending), now)
    if (told === 'delivered') return this.#delivered(pending)
    log('telling-failed', { order: pending.order.id, telling: pending.id, by: pending.by, why: told.failed })
    const queue = failed(memory.queue, pending, now, this.#ground.times())
    if (queue === memory.queue) return
    memory.queue = queue
    record.note({ type: 'given-up' })
  }

  /** A receiver drops what it hears twice, so that is written with the next change; a mailbox does not. */
  #delivered(pending: Pending): void {
    const { record } = this.#ground
    record.memory.queue = delivered(record.memory.queue, pending)
    if (pending.by === 'mail') record.memory.persist()
  }
}
