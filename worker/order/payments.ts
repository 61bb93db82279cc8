/** Starts attempts: judges the wish, stores the intent, and sends. */
import { missingFields } from '../../shared/customer.ts'
import type { OrderView } from '../../shared/order-view.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import type { Config } from '../config/config.ts'
import { isWithdrawn } from '../config/offer-withdrawal.ts'
import type { Details } from '../domain/payment-instrument.ts'
import type { Reach } from './context.ts'
import { mayKeepCard, savedCardRef } from './model/cards.ts'
import type { Payer } from './model/gateway-requests.ts'
import { isForm } from './model/methods.ts'
import type { Wish } from './model/payment-admission.ts'
import type { Attempt, Destination, OrderState, ShownIn } from './model/state.ts'
import type { OfferPieces } from './offer-reservation.ts'
import type { OrderRecord } from './record.ts'
import type { Refusal } from './refusal.ts'
import type { Questions } from './status-polling.ts'

/** A shopper's wish to pay, with what was collected, where it came from, and what is carried in memory alone. */
export interface PayWish extends Wish, Partial<Omit<Payer, 'ip'>> {
  readonly ip: string
  readonly details?: Details
  /** Which of the session's saved cards, by its place in the list: `1`, `2`, … */
  readonly savedCard?: string
  /** How its page shows what comes next. Absent: it leaves for it. */
  readonly shownIn?: ShownIn
  /** The shopper agrees that the card is kept. */
  readonly keepCard?: true
  /** The page that asks, as it says itself. */
  readonly pageUrl?: string
}

/** An attempt that has begun: the order as it stands, and the end of its request. */
export interface Begun {
  readonly state: OrderState
  readonly sent: Promise<void>
}

/** What goes out with a request, and is in memory alone. */
interface Carried {
  readonly payer: Payer
  readonly details: Details
}

/** What paying stands on. */
interface Ground {
  readonly record: OrderRecord
  readonly reach: Reach
  readonly pieces: OfferPieces
  readonly questions: Questions
  readonly config: () => Config
  readonly waitUntil: (work: Promise<void>) => void
}

/** Whoever waits for one of these has to take turns: a release must not undo the hold of a new attempt. */
export class Paying {
  readonly #ground: Ground

  constructor(ground: Ground) {
    this.#ground = ground
  }

  /**
   * Starts an attempt, or joins the one that the same key started. The intent is stored before it is sent, and it is
   * sent whatever becomes of the request that asked for it.
   */
  async pay(wish: PayWish): Promise<Result<Begun, Refusal>> {
    const { record } = this.#ground
    const { state } = record
    if (!state) return refused({ code: 'not-found' })
    const verdict = record.policy.judgeWish(state, wish, Date.now())
    if (verdict === 'joins') return accepted({ state, sent: Promise.resolve() })
    const refusal = verdict === 'starts' ? await this.#hindrance(state, wish) : { code: verdict }
    const latest = record.state ?? state
    return refusal
      ? refused({ order: record.view(latest) satisfies OrderView, ...refusal })
      : accepted(this.#start(latest, wish))
  }

  /** What keeps a rightful wish from being fulfilled. Holds units of a limited offer if nothing does. */
  async #hindrance(state: OrderState, wish: PayWish): Promise<Refusal | undefined> {
    if (this.#ground.config().PAYMENTS === 'paused') return { code: 'payments-paused' }
    if (isOffTheMarket(state, this.#ground.config())) return { code: 'offer-withdrawn' }
    const known = this.#ground.record.memory.payer.customer
    const fields = missingFields(state.terms.collect, { ...known, ...wish.customer })
    if (fields.length > 0) return { code: 'collect-missing', fields }
    if (wish.keepCard && !(wish.method === 'card' && mayKeepCard(state.terms)))
      return { code: 'method-off', fields: ['keepCard'] }
    if (wish.method === 'saved-card' && !savedCard(state, wish))
      return { code: 'card-invalid', fields: ['savedCard'] }
    if (!this.#destination(state, wish)) return { code: 'currency-not-served' }
    const scarcity = await this.#ground.pieces.hold(state, wish.ip)
    return scarcity && { code: scarcity }
  }

  #start(state: OrderState, wish: PayWish): Begun {
    const { record, waitUntil } = this.#ground
    const { key, method, bodyDigest, shownIn } = wish
    const destination = this.#destination(state, wish)
    const pageUrl = ownPage(state, wish, this.#ground.config())
    // The shopper may have given up while the offer's counter answered.
    const verdict = record.policy.judgeWish(state, wish, Date.now())
    if (!destination || verdict !== 'starts')
      return { state: record.note({ type: 'limit-held' }), sent: Promise.resolve() }
    const { ip, ...known } = wish
    // A form's page is at the gateway, so its shopper's address is sent once; steps of 3-D Secure tell of it again.
    record.memory.remember(isForm(method) ? known : wish)
    const payer = { ...record.memory.payer, ip }
    const started = record.note({
      type: 'attempted',
      key,
      method,
      destination,
      ...(bodyDigest && { bodyDigest }),
      ...(shownIn && { shownIn }),
      ...(pageUrl && { pageUrl }),
      ...(state.terms.limit !== undefined && { isHeld: true }),
      ...(wish.keepCard && { keepCard: this.#ground.config().GATEWAY_PROFILE.keptCard }),
    })
    const attempt = started.attempts.at(-1)
    const sent = attempt
      ? this.#send(started, attempt, { payer, details: detailsOf(state, wish) })
      : Promise.resolve()
    waitUntil(sent)
    return { state: started, sent }
  }

  #destination({ terms }: OrderState, { method }: PayWish): Destination | undefined {
    return this.#ground.reach.exchange().destination(terms, method)
  }

  async #send({ terms }: OrderState, attempt: Attempt, { payer, details }: Carried): Promise<void> {
    const { record, reach, questions } = this.#ground
    await reach.reached('intent-stored')
    const event = await reach.exchange().send(terms, attempt, payer, details)
    await reach.reached('reply-received')
    const { attempts } = record.note(event)
    // Before its shopper may pay again. If that fails the alarm asks.
    if (attempts[attempt.number - 1]?.refusal) await questions.about(attempt.number)
  }
}

/** An offer may be withdrawn after its order was opened. What was begun before is followed all the same. */
const isOffTheMarket = ({ terms: { item, offeredAt } }: OrderState, config: Config): boolean =>
  item !== undefined && offeredAt !== undefined && isWithdrawn(config, { item, offeredAt })

function detailsOf(state: OrderState, wish: PayWish): Details {
  const cardRef = savedCard(state, wish)
  return { ...wish.details, ...(cardRef && { cardRef }) }
}

/** Where the shopper of a session can go back to. An offer's order knows since it was opened; no other page is kept. */
function ownPage({ terms }: OrderState, { pageUrl }: PayWish, config: Config): string | undefined {
  const origins = terms.origins ?? config.ALLOWED_ORIGINS
  const isOwn = pageUrl && !terms.offer && origins.includes(URL.parse(pageUrl)?.origin ?? '')
  return isOwn ? pageUrl : undefined
}

/** Pages know a saved card by its place in the list alone. */
const savedCard = (state: OrderState, { method, savedCard }: PayWish): string | undefined =>
  method === 'saved-card' && savedCard ? savedCardRef(state, savedCard) : undefined
