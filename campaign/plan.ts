/** What people do with one order: its kind, its amount, every attempt and follow-up. Pure: the seed alone decides. */
import type { CardName, StepReport } from './cards.ts'
import { cartMinor, type PlannedChange, type PlannedLine, planCart, planProducts } from './cart-plan.ts'
import { type PlannedFollowUp, planFollowUps } from './follow-up-plan.ts'
import { KINDS, type Kind, traitsOf } from './order-kinds.ts'
import { Random } from './random.ts'

/** Whether and when a client sends the same request again. */
export type Repeat = 'never' | 'at-once' | 'after-answer' | 'after-hanging-up'

/** What a second tab of the same shopper does while the first one pays. */
type SecondTab = 'none' | 'same-key' | 'other-key'

/** One attempt to pay. */
export interface PlannedAttempt {
  readonly card: CardName
  readonly stepReport: StepReport
  /** What the shopper does at a page: a late one leaves it, pays another way, and then pays there too. */
  readonly atPage: 'pays' | 'cancels' | 'leaves' | 'pays-late'
  readonly secondTab: SecondTab
  readonly repeat: Repeat
}

/** Everything about an order that does not depend on what happens to it. */
export interface Plan {
  readonly number: number
  /** Its references begin with this name; those of no other order do. */
  readonly name: string
  readonly kind: Kind
  readonly amountMinor: number
  /** A page opens the order with a cart of signed offers and products. Absent: the merchant's server opens it. */
  readonly cart?: readonly PlannedLine[]
  /** The page sells the one line of the cart as a single product. */
  readonly isSingle: boolean
  /** A merchant's change of a product of the cart, meanwhile. */
  readonly change?: PlannedChange
  readonly currency: string
  readonly exponent: number
  /** How the merchant's server repeats its own requests. */
  readonly repeat: Repeat
  /** One begins only after the one before has failed. */
  readonly attempts: readonly PlannedAttempt[]
  /** A shopper who left cancels the order, and a late one pays all the same. */
  readonly givesUp: boolean
  readonly followUps: readonly PlannedFollowUp[]
  /** So long a time lies between payment and follow-up that the order's object leaves the memory. */
  readonly sleepsBetween: boolean
}

const STEP_REPORTS: Readonly<Record<StepReport, number>> = { reply: 1, status: 1, both: 1 }

/** Money has two decimals, none, or three. */
const EXPONENTS = { EUR: 2, JPY: 0, KWD: 3 } as const

const CURRENCIES = { EUR: 8, JPY: 1, KWD: 1 } as const

/**
 * Where a gateway charges twice (`twice`), its callbacks arrive, be they late, repeated or in the wrong order; where they
 * get lost (`silent`), it charges once. If a first charge's answer and callback were both lost, no edge could find it:
 * asked by the merchant's order id, the gateway reports the second charge alone.
 */
const LANES = { silent: 70, twice: 30 } as const

/** All names of a lane begin with this. */
export const laneName = (seed: number, lane: keyof typeof LANES) => `c${seed}-${lane === 'twice' ? 'b' : 'a'}`

/** Wide enough for every order of a campaign, so that no name begins with another. */
const NUMBER_DIGITS = 6

const MOST_ATTEMPTS = 3

/** The share of hosted sales that a page opens with a cart. */
const CARTS = 0.7

/** The share of sales at the gateway's page that have products, beside a cart of offers if there is one. */
const PRODUCTS: Partial<Record<Kind, number>> = { 'hosted sale': 0.7, 'payment page': 0.6 }

/** The share of carts that are paid only after their units lapsed. */
const LATE_CARTS = 0.25

/** Few, since each takes as long as ten others. */
const SLEEPS = 0.02

/**
 * Plans one order of a campaign.
 *
 * The same seed and number give the same order in every version of the campaign: draw what is new from a stream of its
 * own, and keep the order of the draws and the names of the streams.
 */
export function planOf(seed: number, number: number): Plan {
  const random = new Random('order', seed, number)
  const stepReports = new Random('telling', seed, number)
  const kind = random.weighted(KINDS)
  const ownCurrency = random.weighted(CURRENCIES)
  const ownMinor = random.integer(1_000, 50_000)
  const carts = new Random('cart', seed, number)
  const offers = kind === 'hosted sale' && carts.isTrue(CARTS) ? planCart(carts) : undefined
  const products = planSoldProducts(kind, offers, new Random('products', seed, number))
  const cart = products?.cart ?? offers
  const currency = cart ? 'EUR' : ownCurrency
  const amountMinor = cart ? cartMinor(cart) : ownMinor
  const isLate = offers !== undefined && carts.isTrue(LATE_CARTS)
  return {
    number,
    name: `${laneName(seed, random.weighted(LANES))}${String(number).padStart(NUMBER_DIGITS, '0')}`,
    kind,
    amountMinor,
    ...(cart && { cart }),
    isSingle: products?.isSingle ?? false,
    ...(products?.change && { change: products.change }),
    currency,
    exponent: EXPONENTS[currency],
    repeat: planRepeat(random),
    attempts: planAttempts(kind, { random, stepReports, isLate }),
    givesUp: random.isTrue(0.04),
    followUps: planFollowUps(kind, amountMinor, random),
    sleepsBetween: new Random('sleep', seed, number).isTrue(SLEEPS),
  }
}

const planSoldProducts = (kind: Kind, offers: readonly PlannedLine[] | undefined, random: Random) =>
  random.isTrue(PRODUCTS[kind] ?? 0) ? planProducts(random, offers ?? []) : undefined

/** A late shopper makes one attempt, leaves the form, and pays there in the end. */
function planAttempts(
  kind: Kind,
  draws: { readonly random: Random; readonly stepReports: Random; readonly isLate: boolean },
): PlannedAttempt[] {
  const { random, stepReports, isLate } = draws
  const all = Array.from({ length: MOST_ATTEMPTS }, () => planAttempt(kind, random, stepReports))
  return isLate ? all.slice(0, 1).map((attempt) => ({ ...attempt, atPage: 'pays-late' })) : all
}

const planAttempt = (kind: Kind, random: Random, stepReports: Random): PlannedAttempt => ({
  card: random.weighted(traitsOf(kind).cards),
  stepReport: stepReports.weighted(STEP_REPORTS),
  atPage: random.weighted({ pays: 80, cancels: 5, leaves: 7, 'pays-late': 8 }),
  secondTab: random.weighted({ none: 80, 'same-key': 10, 'other-key': 10 }),
  repeat: planRepeat(random),
})

const planRepeat = (random: Random): Repeat =>
  random.weighted({ never: 60, 'at-once': 15, 'after-answer': 13, 'after-hanging-up': 12 })

/** Reads back seed and number from a plan's name. @returns `undefined` if the name is none. */
export function parseName(name: string): { readonly seed: number; readonly number: number } | undefined {
  const [, seed, number] = /^c(\d+)-[ab](\d{6})/.exec(name) ?? []
  return seed === undefined ? undefined : { seed: Number(seed), number: Number(number) }
}
