/** Units of a limited offer, held for an order while it may be paid. */
import { toBase64Url } from '../config/base64url.ts'
import type { Config } from '../config/config.ts'
import { purposeKeys } from '../config/derived-keys.ts'
import type { Reach } from './context.ts'
import { addressPrefix } from './model/address-prefix.ts'
import { SETTLED_KEY } from './model/schedule.ts'
import type { OrderState, OrderTerms } from './model/state.ts'
import { statusOf } from './model/status.ts'
import type { Scarcity, Wanted } from './offer-counter.ts'
import type { OfferLimit } from './offer-limit.ts'
import type { OrderRecord } from './record.ts'
import { within } from './with-timeout.ts'

/** What holding units stands on. */
interface Ground {
  readonly record: OrderRecord
  readonly reach: Reach
  readonly counters: DurableObjectNamespace<OfferLimit>
  readonly config: () => Config
}

/** 128 bits, which no two addresses share by chance. */
const SOURCE_BYTES = 16

/** Talks to the offer's counter. Calls have to take turns. */
export class OfferPieces {
  readonly #ground: Ground

  constructor(ground: Ground) {
    this.#ground = ground
  }

  /**
   * Asks the counter for what the order is for, if the offer is limited. That it may be held is stored before it is
   * asked for, so that a crash cannot leave it held for ever. That it was given the caller notes, with what it is for.
   *
   * @param ip Where the shopper is.
   * @returns Why there is nothing; `undefined` if the order may be paid.
   */
  async hold({ terms }: OrderState, ip: string): Promise<Scarcity | undefined> {
    const { offer, limit } = terms
    if (!offer || !limit) return undefined
    const source = await sourceOf(this.#ground.config(), offer, ip)
    this.#ground.record.note({ type: 'limit-wanted' })
    const scarcity = await this.#ask(offer, (counter) => counter.reserve({ ...wanted(terms, limit), source }))
    // An approval that came meanwhile is decided by a question of its own, which may have what this one may not.
    if (scarcity && !this.#ground.record.state?.claim) this.#ground.record.note({ type: 'limit-refused' })
    return scarcity
  }

  /**
   * Keeps what a form is reserved for another while, as its shopper goes on with it; where that lapsed, asks for it again.
   *
   * @returns Why there is nothing any more.
   */
  async renew(ip: string): Promise<Scarcity | undefined> {
    const { record } = this.#ground
    const { state } = record
    if (!state?.terms.limit || statusOf(state) !== 'redirect') return undefined
    const isHeld = state.holdsLimit === true
    const scarcity = isHeld ? undefined : await this.hold(state, ip)
    if (!scarcity) record.note({ type: isHeld ? 'limit-renewed' : 'limit-held' })
    return scarcity
  }

  /** Asks once more for an approval that came while nothing was held. Whatever is free is its own, also at its address. */
  async claim(): Promise<void> {
    const { record } = this.#ground
    const { claim, terms } = record.state ?? {}
    if (!claim || !terms?.offer || !terms.limit) return
    const asked = wanted(terms, terms.limit)
    const scarcity = await this.#ask(terms.offer, (counter) => counter.reserve(asked)).catch((error) => {
      const isLong = Date.now() - claim.since >= 2 * this.#ground.reach.times().requestDeadline
      if (isLong) record.note({ type: 'limit-unanswered' })
      throw error
    })
    record.note({ type: scarcity ? 'limit-refused' : 'limit-held' })
  }

  /** Tells the counter that what is held is sold. */
  async settle(): Promise<void> {
    const { record } = this.#ground
    const { offer, id } = record.state?.terms ?? {}
    if (!offer || !id) return
    await this.#ask(offer, (counter) => counter.settle(id))
    record.askedAt.set(SETTLED_KEY, Number.POSITIVE_INFINITY)
  }

  /** Gives the units back, unless a new attempt needs them: one may have started while this waited its turn. */
  async release(): Promise<void> {
    const { record } = this.#ground
    const now = Date.now()
    const isFree = record.dues().some(({ work, at }) => work.type === 'release-limit' && at <= now)
    const { offer, id } = record.state?.terms ?? {}
    if (!isFree || !offer || !id) return
    record.note({ type: 'limit-given-up' })
    await this.#ask(offer, (counter) => counter.release(id))
    record.note({ type: 'limit-released' })
  }

  async #ask<Answer>(offer: string, ask: (counter: DurableObjectStub<OfferLimit>) => Promise<Answer>) {
    const { reach, counters } = this.#ground
    await reach.reached('counter-next')
    const answer = await within(reach.times().requestDeadline, ask(counters.getByName(offer)))
    await reach.reached('counter-answered')
    return answer
  }
}

const wanted = ({ id, units = 1 }: OrderTerms, limit: number): Wanted => ({ order: id, units, limit })

/** Stands for the address at this one offer's counter, which is not to know it; the same one has another digest elsewhere. */
async function sourceOf(config: Config, offer: string, ip: string): Promise<string> {
  const [{ key }] = await purposeKeys(config, 'source')
  const text = new TextEncoder().encode(`${offer}\n${addressPrefix(ip)}`)
  return toBase64Url(new Uint8Array(await crypto.subtle.sign('HMAC', key, text), 0, SOURCE_BYTES))
}
