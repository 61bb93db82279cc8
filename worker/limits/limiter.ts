/** Asks the budgets about a try to pay, and tells them what became of it. */
import type { Config } from '../config/config.ts'
import { errorText } from '../config/error-text.ts'
import { objectNamed } from '../config/jurisdiction.ts'
import type { Budgets } from '../config/limits-setting.ts'
import { log } from '../config/log.ts'
import { withTimeout } from '../deadline.ts'
import { type AskedBudget, askedBudgets, type Counted } from './asked-budgets.ts'
import { type CheckOutcome, canCheck, verifyCheck } from './bot-check.ts'
import type { Budget, Entry } from './budget.ts'
import {
  type Decision,
  decide,
  type OrderTries,
  type Standing,
  standingInOrder,
  type Ways,
  WITHIN,
} from './decision.ts'
import type { RefusedAttempt } from './gateway-refusals.ts'
import { type BudgetKind, EDGE, GATEWAY, offerTally } from './limit-names.ts'
import { NETWORK_WINDOW_MS } from './network-budget.ts'
import { hearing, type Receipt } from './receipt.ts'
import { RecentTimes } from './recent-times.ts'
import type { Tally } from './tally.ts'
import type { TryOutcome } from './tries.ts'

/** A try to pay. Nothing of it is stored but digests, apart from any order. */
export interface PaymentTry extends Counted {
  /** Digests of the offers in the order. A session has none. */
  readonly offers: readonly string[]
  /** It comes from a link to the order, which anybody can forward: card entry is switched off for it as for offers. */
  readonly isByLink?: true
  /** The order can also be paid on the gateway's page. */
  readonly hasForm: boolean
  readonly tries: OrderTries
  /** Says what the shopper's bot check gave; absent if they passed none. Asking again is harmless. */
  readonly passesCheck?: () => Promise<CheckOutcome>
}

/** The decision, and with `admit` the receipt. */
export interface Admission {
  readonly decision: Decision
  readonly receipt: Receipt
  /** What refused the try, for the operator's figures. Callers do not learn it. */
  readonly budget?: BudgetName
}

/** The budgets, the switch of card entry, and the bot check, as figures name them. */
type BudgetName = BudgetKind | 'order' | 'card-entry' | 'check'

/** The bindings of the limiter. */
export interface LimiterEnv {
  readonly BUDGETS: DurableObjectNamespace<Budget>
  readonly TALLIES: DurableObjectNamespace<Tally>
}

/** What the limiter works with. */
export interface LimiterSources {
  readonly env: LimiterEnv
  readonly config: () => Config
  readonly fetcher: typeof fetch
}

/** When tallies may switch card entry on again: all orders of this isolate share what it heard. */
const heard = new RecentTimes()

/** When networks tried last. Apart, so that many of them push no tally out. */
const triedNetworks = new RecentTimes()

/** Where an object of the limiter does not answer, or a check cannot be verified: never unlimited, always later. */
const UNANSWERED_MS = 10_000

const UNANSWERED: Standing = { type: 'beyond', waitMs: UNANSWERED_MS, isCurable: false }

/** The merchant switched card entry off: an order that knows no form looks again. */
const OFF = { type: 'beyond', waitMs: 60_000, isCurable: false, isLasting: true } as const satisfies Standing

/** How a try stands with one budget. */
interface Entered {
  readonly kind: BudgetKind
  readonly standing: Standing
  readonly receipt: Receipt
}

const isRefused = ({ standing }: Entered): boolean => standing.type !== 'within'

const ADMITTED: Admission = { decision: { type: 'admit' }, receipt: [] }

export class Limiter {
  readonly #sources: LimiterSources

  constructor(sources: LimiterSources) {
    this.#sources = sources
  }

  /**
   * Decides on a try, and counts it on every budget if it is admitted. Asks the verifier about the shopper's bot check
   * where that decides.
   */
  async admit(wish: PaymentTry): Promise<Admission> {
    const { LIMITS } = this.#config
    if (LIMITS === 'off') return ADMITTED
    const first = await this.#judge(wish, LIMITS, false)
    if (first.decision.type !== 'check' || !wish.passesCheck) return first
    const outcome = await wish.passesCheck()
    if (outcome === 'passed') return this.#judge(wish, LIMITS, true)
    return outcome === 'failed'
      ? first
      : refusedBy('check', UNANSWERED, { ...this.#ways(wish), isChecked: true })
  }

  /** Tells what became of a counted try to the budgets that have to hear it. Where one does not, it keeps the try. */
  async settle(receipt: Receipt, outcome: TryOutcome): Promise<void> {
    const told = hearing(receipt, outcome).map(({ name, ticket }) =>
      this.#ask((env) => objectNamed(env.BUDGETS, name, this.#config).settle(ticket, outcome)),
    )
    await Promise.all(told)
  }

  /**
   * Counts how a payment ended, for the edge as a whole and for each offer.
   *
   * @param offers Digests of the offers in the order, if it was paid by card.
   */
  async note(outcome: 'good' | 'bad', offers: readonly string[]): Promise<void> {
    const { LIMITS } = this.#config
    if (LIMITS === 'off') return
    const counts = { bad: Number(outcome === 'bad'), good: Number(outcome === 'good') }
    const names = [EDGE, ...offers.map(offerTally)]
    await Promise.all(
      names.map((name) => this.#ask((env) => objectNamed(env.TALLIES, name, this.#config).note(counts))),
    )
  }

  /** Whether the shopper of an offer may read why the bank declined. Without an answer they may not. */
  async mayTellReason(): Promise<boolean> {
    if (this.#config.LIMITS === 'off') return true
    const told = await this.#ask((env) => objectNamed(env.TALLIES, EDGE, this.#config).tellReason())
    return told ?? false
  }

  /** Counts an attempt that the gateway refused, also where nothing is limited: its merchant may have to know. */
  async noteRefusal(attempt: RefusedAttempt): Promise<void> {
    await this.#ask((env) => objectNamed(env.TALLIES, GATEWAY, this.#config).refused(attempt))
  }

  /** Asks the verifier about a shopper's token, which it accepts once. */
  verify({ order, ip }: Pick<PaymentTry, 'order' | 'ip'>, token: string): Promise<CheckOutcome> {
    const { fetcher } = this.#sources
    return verifyCheck(this.#config, { token, orderId: order, remoteIp: ip }, { fetch: fetcher })
  }

  get #config(): Config {
    return this.#sources.config()
  }

  #ways({ kind, hasForm }: PaymentTry) {
    return { kind, hasForm, canCheck: canCheck(this.#config), isChecked: false }
  }

  /** What costs no object comes first, and what a whole attack is refused by. */
  async #judge(wish: PaymentTry, limits: Budgets, isChecked: boolean): Promise<Admission> {
    const ways = { ...this.#ways(wish), isChecked }
    const { kind, tries } = wish
    const own = standingInOrder(tries, { kind, limit: limits.cardsPerOrder, now: Date.now() })
    if (own.type !== 'within') return refusedBy('order', own, ways)
    const card = await this.#cardEntry(wish, limits, isChecked)
    if (card.type !== 'within') return refusedBy('card-entry', card, ways)
    const entered = await this.#enterAll(await askedBudgets(this.#config, wish, { limits, isChecked }))
    const receipt = entered.flatMap((one) => one.receipt)
    const refusal = entered.find(isRefused)
    if (!refusal) return { decision: { type: 'admit' }, receipt }
    await this.settle(receipt, 'unused')
    return refusedBy(refusal.kind, refusal.standing, ways)
  }

  /** Whether offers and links, and all of these offers, take cards just now. */
  async #cardEntry(
    { kind, offers, isByLink }: PaymentTry,
    limits: Budgets,
    isChecked: boolean,
  ): Promise<Standing> {
    if (kind !== 'card' || (offers.length === 0 && !isByLink) || limits.cardsForOffers === 'on') return WITHIN
    if (limits.cardsForOffers === 'off') return OFF
    const names = [EDGE, ...offers.map(offerTally)]
    const [edge, ...own] = await Promise.all(names.map((name) => this.#offUntil(name)))
    if (edge !== 0) return edge === undefined ? UNANSWERED : this.#off(edge)
    if (isChecked || own.every((until) => until === 0)) return WITHIN
    const last = Math.max(...own.map((until) => until ?? 0))
    return last > 0 ? { ...this.#off(last), isCurable: true } : UNANSWERED
  }

  /** An order that knows no form waits until an isolate can have heard that card entry is on. */
  #off(until: number) {
    const waitMs = Math.max(until - Date.now(), 0) + this.#config.times.limiterCached
    return { type: 'beyond', waitMs, isCurable: false } as const satisfies Standing
  }

  /** When a tally may switch card entry on again, as this isolate last heard; `undefined` if it does not answer. */
  async #offUntil(name: string): Promise<number | undefined> {
    const known = heard.get(name, Date.now(), this.#config.times.limiterCached)
    if (known !== undefined) return known
    const answer = await this.#ask((env) => objectNamed(env.TALLIES, name, this.#config).offUntil())
    if (answer !== undefined) heard.set(name, answer, Date.now())
    return answer
  }

  /**
   * Asks side by side, so that a shopper waits for the slowest object alone. A network that tried here lately may be refused,
   * so it is asked first: one that floods the edge must not reach an object of each e-mail address and card that it names.
   */
  async #enterAll(budgets: readonly AskedBudget[]): Promise<readonly Entered[]> {
    const [network] = budgets
    if (!network || !this.#triesAgain(network)) return this.#enterEach(budgets)
    const first = await this.#enterEach([network])
    return first.some(isRefused) ? first : [...first, ...(await this.#enterEach(budgets.slice(1)))]
  }

  /** Whether a network tried before, as far as this isolate knows. Notes that it does now. */
  #triesAgain({ name }: AskedBudget): boolean {
    const now = Date.now()
    const isKnown = triedNetworks.get(name, now, NETWORK_WINDOW_MS) !== undefined
    triedNetworks.set(name, now, now)
    return isKnown
  }

  #enterEach(budgets: readonly AskedBudget[]): Promise<readonly Entered[]> {
    return Promise.all(budgets.map((one) => this.#enter(one)))
  }

  async #enter(asked: AskedBudget): Promise<Entered> {
    const { kind, name } = asked
    const answer = this.#entry(asked)
    const entry = await this.#ask(() => answer)
    if (!entry) void this.#leave(name, answer)
    const { standing, ...counted } = entry ?? { standing: UNANSWERED }
    const { ticket } = counted
    return { kind, standing, receipt: ticket === undefined ? [] : [{ ...counted, name, ticket }] }
  }

  async #entry({ name, enter }: AskedBudget): Promise<Entry> {
    return enter(objectNamed(this.#sources.env.BUDGETS, name, this.#config))
  }

  /** A budget that answers too late counted a try which was refused: a network's next one would pay for that for an hour. */
  async #leave(name: string, answer: Promise<Entry>): Promise<void> {
    const { ticket } = await answer.catch((): Partial<Entry> => ({}))
    if (ticket !== undefined) await this.settle([{ name, ticket }], 'unused')
  }

  /** @returns `undefined` if there is no answer within the deadline. */
  async #ask<Answer>(ask: (env: LimiterEnv) => Promise<Answer>): Promise<Answer | undefined> {
    const { env, config } = this.#sources
    try {
      return await withTimeout(config().times.limiterDeadline, ask(env))
    } catch (error) {
      log('limiter-unanswered', { error: errorText(error) })
      return undefined
    }
  }
}

const refusedBy = (budget: BudgetName, standing: Standing, ways: Ways): Admission => ({
  decision: decide(standing, ways),
  receipt: [],
  budget,
})
