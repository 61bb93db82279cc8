/** What is going to happen to an order, as far as people decide it. Pure: the seed alone decides. */

import { type Wish, wishesFor } from './follow-up-plan.ts'
import { type CardName, KINDS, type Kind, ofKind, TELLINGS, type Telling } from './order-kinds.ts'
import { Dice } from './random.ts'

/** How often and how a caller repeats itself: not at all, at once, after an answer, or after hanging up. */
export type Haste = 'none' | 'at-once' | 'after-answer' | 'after-hanging-up'

/** What a second tab of the same shopper does while the first one pays. */
export type SecondTab = 'none' | 'same-key' | 'other-key'

/** One try to pay. */
export interface Visit {
  readonly card: CardName
  /** Where the gateway tells what the bank asks for. */
  readonly telling: Telling
  /** What the shopper does at a page: those who are late leave it, pay another way, and then pay there too. */
  readonly atPage: 'pays' | 'cancels' | 'leaves' | 'is-late'
  readonly secondTab: SecondTab
  readonly haste: Haste
}

/** Everything about an order that does not hang on what happens. */
export interface Plan {
  readonly number: number
  /** What its references begin with; no other order's do. */
  readonly name: string
  readonly kind: Kind
  readonly amountMinor: number
  readonly currency: string
  readonly exponent: number
  readonly haste: Haste
  readonly visits: readonly Visit[]
  /** The shopper who left gives the order up, and a late one pays all the same. */
  readonly givesUp: boolean
  readonly wishes: readonly Wish[]
}

/** Money has two decimals, none, or three. */
const EXPONENTS = { EUR: 2, JPY: 0, KWD: 3 } as const

const CURRENCIES = { EUR: 8, JPY: 1, KWD: 1 } as const

/**
 * Where a gateway charges twice (`twice`), its callbacks come, be they late, repeated or in the wrong order; where they
 * get lost (`silent`), it charges once. A first charge whose answer and callback are both lost could be found by nobody:
 * asked by the merchant's name, the gateway tells of the second alone.
 */
const LANES = { silent: 70, twice: 30 } as const

/** What all names of a lane begin with. */
export const laneName = (seed: number, lane: keyof typeof LANES) => `c${seed}-${lane === 'twice' ? 'b' : 'a'}`

/** Wide enough for every order of a campaign, so that no name begins with another. */
const NUMBER_DIGITS = 6

const MOST_VISITS = 3

/** The plan of one order of a campaign. */
export function planOf(seed: number, number: number): Plan {
  const dice = new Dice('order', seed, number)
  const tellings = new Dice('telling', seed, number)
  const kind = dice.pick(KINDS)
  const currency = dice.pick(CURRENCIES)
  const amountMinor = dice.between(1_000, 50_000)
  return {
    number,
    name: `${laneName(seed, dice.pick(LANES))}${String(number).padStart(NUMBER_DIGITS, '0')}`,
    kind,
    amountMinor,
    currency,
    exponent: EXPONENTS[currency],
    haste: hasteOf(dice),
    visits: Array.from({ length: MOST_VISITS }, () => visitOf({ dice, tellings }, kind)),
    givesUp: dice.isLucky(0.04),
    wishes: wishesFor(kind, amountMinor, dice),
  }
}

/** The name of an order's plan, read back. @returns `undefined` if it is none. */
export function parseName(name: string): { readonly seed: number; readonly number: number } | undefined {
  const [, seed, number] = /^c(\d+)-[ab](\d{6})/.exec(name) ?? []
  return seed === undefined ? undefined : { seed: Number(seed), number: Number(number) }
}

const hasteOf = (dice: Dice): Haste =>
  dice.pick({ none: 60, 'at-once': 15, 'after-answer': 13, 'after-hanging-up': 12 })

/** Draws of its own, so that orders of a seed stay what they were before it. */
const visitOf = ({ dice, tellings }: Readonly<Record<'dice' | 'tellings', Dice>>, kind: Kind): Visit => ({
  card: dice.pick(ofKind(kind).cards),
  telling: tellings.pick(TELLINGS),
  atPage: dice.pick({ pays: 80, cancels: 5, leaves: 7, 'is-late': 8 }),
  secondTab: dice.pick({ none: 80, 'same-key': 10, 'other-key': 10 }),
  haste: hasteOf(dice),
})
