/** Holds a shopper's attempts to the budgets, and tells the budgets how they end. */
import { isDecided, isFailed } from '../../shared/order-status.ts'
import type { Failure, OrderView } from '../../shared/order-view.ts'
import { errorText } from '../config/error-text.ts'
import { log } from '../config/log.ts'
import type { Measure } from '../config/metrics.ts'
import type { Details } from '../domain/attempt-details.ts'
import { offerLines } from '../domain/offer-lines.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { OrderTerms } from '../domain/terms.ts'
import type { CheckOutcome } from '../limits/bot-check.ts'
import type { Decision, TryKind } from '../limits/decision.ts'
import type { Limiter, PaymentTry } from '../limits/limiter.ts'
import { type Receipt, withoutCard } from '../limits/receipt.ts'
import { causeOf } from '../limits/refusal-causes.ts'
import { isForm } from './model/methods.ts'
import type { Attempt, OrderState } from './model/state.ts'

/** The part of a request to pay that the limits look at. */
interface LimitedRequest {
  readonly method: Attempt['method']
  readonly ip: string
  readonly details?: Details
  /** Names the exchange of a link. */
  readonly exchange?: string
  /** Token of a bot check. */
  readonly check?: string
}

/** What the limits look at, besides the request. */
export interface LimitedOrder {
  readonly state: OrderState
  /** The shopper's e-mail address, as far as the order knows it. */
  readonly email: string | undefined
  /** The order as its shopper sees it. */
  readonly view: OrderView
}

/** Where receipts are kept while the order's object sleeps. Written with the order's next change. */
interface KeptReceipts {
  receipts: Readonly<Record<number, Receipt>>
}

/**
 * The limits of one order. It keeps the receipt of a card's budget in memory only: if the object sleeps before the
 * outcome, that budget does not learn of it.
 */
export class AttemptLimits {
  readonly #limiter: Limiter
  readonly #measure: Measure
  /** Attempt → where it was counted, the card's budget among them. */
  readonly #receipts = new Map<number, Receipt>()
  /** Request → what its bot check gave: the verifier accepts a token once. */
  readonly #checks = new WeakMap<LimitedRequest, Promise<CheckOutcome>>()

  /** @param measure Notes which budget was hit. */
  constructor(limiter: Limiter, measure: Measure) {
    this.#limiter = limiter
    this.#measure = measure
  }

  /** Counts the next attempt. @returns Why it must not start now; `undefined` if it may. */
  async admit(
    order: LimitedOrder,
    request: LimitedRequest,
    kept: KeptReceipts,
  ): Promise<Refusal | undefined> {
    const wish = tryOf(order, request, this.check(order.state, request))
    if (!wish) return undefined
    const { decision, receipt, budget = '' } = await this.#limiter.admit(wish)
    if (decision.type === 'admit') this.#keep(order.state.attempts.length + 1, receipt, kept)
    else this.#measure('budget-hit', { budget, answer: decision.type })
    return refusalOf(decision, order.view)
  }

  /** A question for the verifier about the request's bot check; `undefined` if it brought none. Asked once, at most. */
  check({ terms }: OrderState, request: LimitedRequest): (() => Promise<CheckOutcome>) | undefined {
    const { check, ip } = request
    if (check === undefined) return undefined
    return () => {
      const asked = this.#checks.get(request) ?? this.#limiter.verify({ order: terms.id, ip }, check)
      this.#checks.set(request, asked)
      return asked
    }
  }

  /** Takes the count back: the attempt that was let in does not start. */
  async takeBack({ attempts }: OrderState, kept: KeptReceipts): Promise<void> {
    await this.#limiter.settle(this.#taken(attempts.length + 1, kept) ?? [], 'unused')
  }

  /** Whether the shopper of an offer, or of a link, may read why the bank declined. */
  mayTellReason(): Promise<boolean> {
    return this.#limiter.mayTellReason()
  }

  /** Tells of an attempt that the gateway refused. Never rejects. @param failure With the gateway's words. */
  async tellRefusal(order: string, { gatewayCode: code, ...failure }: Failure): Promise<void> {
    const cause = causeOf({ ...failure, ...(code && { gatewayCode: code }) })
    await this.#limiter.noteRefusal({ order, cause, ...(code && { code }) })
  }

  /** Tells the budgets of attempts that a change decided. Never rejects. */
  async tell(before: OrderState, after: OrderState, kept: KeptReceipts): Promise<void> {
    const ended = after.attempts.filter((one) => isNewlyEnded(before, one) && this.#counts(after, one, kept))
    await Promise.all(ended.map((one) => this.#tellOne(after, one, kept))).catch((error) =>
      log('limiter-unanswered', { order: after.terms.id, error: errorText(error) }),
    )
  }

  /** Whether a shopper started it. What a server charges is no sign of card testing. */
  #counts({ terms }: OrderState, { method, number, exchange }: Attempt, { receipts }: KeptReceipts): boolean {
    const isCounted = this.#receipts.has(number) || receipts[number] !== undefined
    return (
      isCounted ||
      (kindOf(method) !== undefined && (isForm(method) || !!terms.offer || exchange !== undefined))
    )
  }

  #keep(number: number, receipt: Receipt, kept: KeptReceipts): void {
    this.#receipts.set(number, receipt)
    kept.receipts = { ...kept.receipts, [number]: withoutCard(receipt) }
  }

  #taken(number: number, kept: KeptReceipts): Receipt | undefined {
    const { [number]: stored, ...rest } = kept.receipts
    const receipt = this.#receipts.get(number) ?? stored
    this.#receipts.delete(number)
    kept.receipts = rest
    return receipt
  }

  async #tellOne(
    { terms }: OrderState,
    { number, method, status }: Attempt,
    kept: KeptReceipts,
  ): Promise<void> {
    const outcome = isFailed(status) ? 'bad' : 'good'
    const receipt = this.#taken(number, kept) ?? []
    const isCard = kindOf(method) === 'card'
    // Whether a form's card failed, the gateway's page decides; it asks for the next one itself.
    const isNoted = outcome === 'good' || isCard
    await Promise.all([
      this.#limiter.settle(receipt, outcome),
      isNoted && this.#limiter.note(outcome, isCard ? offersIn(terms) : []),
    ])
  }
}

/** Each offer of a cart, since a cart is soon put together in another way. */
const offersIn = (terms: OrderTerms) => offerLines(terms).map(({ offer }) => offer)

/** @returns `undefined` for methods that nobody tests cards by. */
function kindOf(method: Attempt['method']): TryKind | undefined {
  if (method === 'card' || method === 'saved-card') return 'card'
  return method === 'hosted' || method === 'payment-page' ? 'form' : undefined
}

function tryOf(
  { state, email, view }: LimitedOrder,
  request: LimitedRequest,
  passesCheck: PaymentTry['passesCheck'],
): PaymentTry | undefined {
  const { terms, attempts } = state
  const kind = kindOf(request.method)
  if (!kind) return undefined
  const { card, cardRef } = request.details ?? {}
  const number = card?.number ?? cardRef
  return {
    order: terms.id,
    kind,
    ip: request.ip,
    ...(email && { email }),
    ...(number && { card: number }),
    offers: offersIn(terms),
    ...(request.exchange !== undefined && { isByLink: true as const }),
    hasForm: view.methods.some(isForm),
    tries: {
      cards: attempts.filter(({ method }) => kindOf(method) === 'card').length,
      all: attempts.length,
      lastAt: attempts.at(-1)?.startedAt ?? 0,
      endsAt: terms.expiresAt,
    },
    ...(passesCheck && { passesCheck }),
  }
}

/** No answer tells which budget it was. */
function refusalOf(decision: Decision, view: OrderView): Refusal | undefined {
  switch (decision.type) {
    case 'admit':
      return undefined
    case 'wait':
      return { code: 'too-many-requests', retryAfterSeconds: decision.seconds }
    case 'check':
      return { code: 'check-needed' }
    case 'hosted-only':
      return {
        code: 'method-off',
        fields: ['method'],
        ...(decision.seconds !== undefined && { retryAfterSeconds: decision.seconds }),
        order: { ...view, methods: view.methods.filter(isForm) },
      }
  }
}

const isNewlyEnded = (before: OrderState, { number, status }: Attempt): boolean => {
  const old = before.attempts[number - 1]
  return isDecided(status) && !!old && !isDecided(old.status)
}
