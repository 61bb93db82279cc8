/** A piece of a limited offer, held for an order while it may be paid. */
import type { Config } from '../config/config.ts'
import type { OfferLimit } from './offer-limit.ts'
import type { OrderRecord } from './record.ts'
import type { OrderState } from './state.ts'
import { within } from './within.ts'

/** What holding pieces stands on. */
interface Ground {
  readonly record: OrderRecord
  readonly counters: DurableObjectNamespace<OfferLimit>
  readonly config: () => Config
}

/** Talks to the offer's counter. Calls have to take turns. */
export class OfferPieces {
  readonly #ground: Ground

  constructor(ground: Ground) {
    this.#ground = ground
  }

  /**
   * Holds a piece, if the offer is limited. That one may be held is stored before it is asked for, so that a crash
   * cannot leave one held for ever; while that is in doubt nothing becomes the payment.
   *
   * @returns Whether the order may be paid.
   */
  async hold({ terms }: OrderState): Promise<boolean> {
    const { offer, limit, id } = terms
    if (!offer || !limit) return true
    this.#ground.record.note({ type: 'limit-wanted' })
    const isHeld = await this.#ofCounter(offer, (counter) => counter.hold(id, limit))
    this.#ground.record.note({ type: isHeld ? 'limit-held' : 'limit-released' })
    return isHeld
  }

  /** Gives the piece back, unless a new attempt needs it: one may have started while this waited its turn. */
  async release(): Promise<void> {
    const { record } = this.#ground
    const isFree = record.dues().some(({ work }) => work.type === 'release-limit')
    const { offer, id } = record.state?.terms ?? {}
    if (!isFree || !offer || !id) return
    record.note({ type: 'limit-given-up' })
    await this.#ofCounter(offer, (counter) => counter.release(id))
    record.note({ type: 'limit-released' })
  }

  #ofCounter<Answer>(offer: string, ask: (counter: DurableObjectStub<OfferLimit>) => Promise<Answer>) {
    return within(this.#ground.config().times.requestDeadline, ask(this.#ground.counters.getByName(offer)))
  }
}
