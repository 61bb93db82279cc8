/** Tells the merchant of the edge as a whole, such as of attacks, by webhook and mail, until each notice is delivered or three days are over. */
import type { Config } from '../config/config.ts'
import { log } from '../config/log.ts'
import type { MailBinding } from './mail.ts'
import { notifier } from './notification-delivery.ts'
import {
  add,
  delivered,
  due,
  failed,
  keyOf,
  nextDue,
  type Queue,
  withoutChannels,
} from './notification-queue.ts'
import { type EdgeNotification, failureOf } from './notifications.ts'

/** The row of notices that were not delivered. Absent while there is none. */
const ROW = 'notices'

interface Ways extends MailBinding {
  readonly config: () => Config
  readonly fetcher: typeof fetch
}

export class EdgeNotices {
  readonly #ctx: DurableObjectState
  readonly #ways: Ways
  #queue: Queue
  #isBusy = false
  readonly #triedAt = new Map<string, number>()

  constructor(ctx: DurableObjectState, ways: Ways) {
    this.#ctx = ctx
    this.#ways = ways
    this.#queue = ctx.storage.kv.get<Queue>(ROW) ?? []
  }

  /** Stores any notice and sends it. Repeating it is harmless. */
  tell(notice: EdgeNotification): void {
    this.#keep(add(this.#queue, notice, this.#notifier.channelsOf(notice)))
    this.#ctx.waitUntil(this.send())
  }

  /** When the next try is due, in milliseconds since the epoch; `undefined` if there is none. */
  get dueAt(): number | undefined {
    // The settings may be wrong, and who has nothing to tell goes on without them.
    return this.#queue.length > 0 ? nextDue(this.#queue, this.#triedAt, this.#ways.config().times) : undefined
  }

  /** Sends what is due: of each channel one at a time, and on all channels at once. */
  async send(): Promise<void> {
    if (this.#isBusy || this.#queue.length === 0) return
    this.#isBusy = true
    try {
      for (let all = this.#due(); all.length > 0; all = this.#due())
        await Promise.all(all.map((pending) => this.#sendOne(pending)))
    } finally {
      this.#isBusy = false
    }
  }

  get #notifier() {
    const { config, ...senders } = this.#ways
    return notifier(config(), senders)
  }

  #due(): Queue {
    this.#leaveGone()
    return due(this.#queue, this.#triedAt, this.#ways.config().times)
      .filter(({ at }) => at <= Date.now())
      .map(({ pending }) => pending)
  }

  /** An endpoint that the merchant took out gets nothing any more. */
  #leaveGone(): void {
    const kept = withoutChannels(this.#queue, this.#notifier.isGone)
    if (kept === this.#queue) return
    log('endpoint-gone', { left: this.#queue.length - kept.length })
    this.#keep(kept)
  }

  async #sendOne(pending: Queue[number]): Promise<void> {
    const { times } = this.#ways.config()
    // Until it ends it counts as failed at its deadline, so that the alarm leaves it alone.
    this.#triedAt.set(keyOf(pending), Date.now() + times.webhookDeadline)
    const outcome = await this.#notifier.send(pending)
    const now = Date.now()
    this.#triedAt.set(keyOf(pending), now)
    const why = failureOf(outcome)
    if (why === undefined) return this.#keep(delivered(this.#queue, pending))
    log('telling-failed', { telling: pending.id, by: pending.by, why })
    // One that was given up is forgotten: the list of orders shows the attack as long as it lasts.
    this.#keep(failed(this.#queue, pending, now, times).filter(({ isGivenUp }) => !isGivenUp))
  }

  #keep(queue: Queue): void {
    if (queue.length === this.#queue.length && queue.every((one, place) => one === this.#queue[place])) return
    this.#queue = queue
    if (queue.length > 0) this.#ctx.storage.kv.put(ROW, queue)
    else this.#ctx.storage.kv.delete(ROW)
  }
}
