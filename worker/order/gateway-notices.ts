/** Takes notices that something happened at the gateway. They are a reason to ask, and never an outcome. */
import { isDecided } from '../../shared/order-status.ts'
import { log } from '../config/log.ts'
import type { Reach } from './context.ts'
import { Forgeries } from './forged-notice-limiter.ts'
import type { Woken } from './model/events.ts'
import { type Whereto, whereto } from './model/return-target.ts'
import { attemptKey } from './model/schedule.ts'
import type { Attempt, OrderState } from './model/state.ts'
import type { OrderRecord } from './record.ts'

/** A callback or a browser return, as it came. */
export interface Wake {
  readonly by: Woken['by']
  readonly attempt: number
  readonly fields: Readonly<Record<string, string>>
}

/** What waking stands on. */
interface Ground {
  readonly record: OrderRecord
  readonly reach: Reach
}

/** A notice about an attempt. `named` is the transaction that the gateway vouches for; absent where it is forged. */
interface Word {
  readonly by: Woken['by']
  readonly attempt: Attempt
  readonly named: string | undefined
  /** What kind of transaction it tells of, where it says so; nothing vouches for that. */
  readonly kind: string | undefined
}

/** Notices come early, late, twice and forged: what is news is noted, and asked about soon. */
export class Waking {
  readonly #ground: Ground
  readonly #forgeries = new Forgeries()

  constructor(ground: Ground) {
    this.#ground = ground
  }

  /** Notes a notice if it is news. @returns Where the browser belongs, once that is stored. */
  async wake({ by, attempt: number, fields }: Wake): Promise<Whereto | undefined> {
    const { record, reach } = this.#ground
    const notice = await reach.exchange().notice(fields)
    const { state } = record
    const attempt = state?.attempts[number - 1]
    if (!attempt) return undefined
    // A notice of another order is genuine, and says nothing of this one.
    const named = notice?.clientOrderId === attempt.clientOrderId ? notice.gatewayId : undefined
    const word = { by, attempt, named, kind: fields.type }
    if (this.#isNews(state, word)) {
      this.#note(state, word)
      await reach.reached('wake-stored')
    }
    return whereto(state, number)
  }

  /** A forged one may mean something all the same, seldom; a genuine one may be known or being seen to. */
  #isNews(state: OrderState, word: Word): boolean {
    const times = this.#ground.reach.times()
    if (word.named === undefined) return !this.#forgeries.isNoise(times)
    const after = Date.now() - times.activeEvery
    return !isToldAlready(state, word, after) && !isRepeat(state, word, after)
  }

  /** The alarm that this sets is what is stored of a plain notice: it asks, and writes what comes of that. */
  #note({ terms }: OrderState, { by, attempt, named }: Word): void {
    const { record } = this.#ground
    const { number } = attempt
    const word = named === undefined ? { forged: this.#forgeries.take() } : { gatewayId: named }
    record.askedAt.delete(attemptKey(number))
    if ('forged' in word) log('notice-forged', { order: terms.id, by, count: word.forged })
    const event = { type: 'woken', attempt: number, by, ...word } as const
    if (isPlain(attempt, named)) record.remember(event)
    else record.note(event)
  }
}

/**
 * A shopper who comes back from a payment that is known to be approved brings no news, nor does the callback of an
 * approval that the gateway has told of just now.
 *
 * @param after What was told later than that was told just now. In milliseconds since the epoch.
 */
function isToldAlready({ aftermath, transactions }: OrderState, word: Word, after: number): boolean {
  const { by, attempt, named, kind } = word
  const { status, gatewayId, decidedAt = 0 } = attempt
  const isKnown = status === 'approved' && gatewayId === named && aftermath === undefined
  // A reversal has the payment's identifier: a notice of another kind is news, however soon it comes.
  const isSameKind = () =>
    transactions.every(({ id, type }) => id !== named || kind === undefined || type === kind)
  return isKnown && (by === 'return' || (decidedAt > after && isSameKind()))
}

/** It tells nothing but that it is time to ask about an attempt that is asked about anyway. */
const isPlain = (attempt: Attempt, named: string | undefined) =>
  named !== undefined &&
  named === attempt.gatewayId &&
  attempt.asking !== undefined &&
  !isDecided(attempt.status)

/**
 * The same notice again, while the one before is being seen to. One of another transaction is news.
 *
 * @param after The one before still is, if it came later than that. In milliseconds since the epoch.
 */
function isRepeat({ foreign }: OrderState, { by, attempt, named }: Word, after: number): boolean {
  const { asking, status, gatewayId } = attempt
  const isKnown = named === gatewayId || foreign.some(({ id }) => id === named)
  const isSame = isKnown && asking?.by === by && asking.pace !== 'waiting' && status !== 'redirect'
  return isSame && asking.since > after
}
