/** What one network holds unpaid of all limited offers together. Pure but for its own list. */

const HOUR = 3_600_000

/**
 * Offers that one order may hold, and a network at a time. With a passed bot check, a whole cart. The network's largest
 * order counts as one offer, so that a shopper with a full cart does not lock their neighbours out: nine of them may hold
 * one each. A stranger holds 19 by that, with a check 39.
 */
const OFFERS = 10
const OFFERS_CHECKED = 20

/** Payments within an hour that raise this: shops, offices and mobile providers put many shoppers behind one address. */
const MAX_CREDIT = 50

/** One order's reservation. It ends by itself, so that an order which dies takes no room for ever. */
interface Hold {
  /** Stands for the order: a keyed digest. */
  readonly order: string
  /** How many limited offers it has units of. */
  readonly offers: number
  /** Milliseconds since the epoch. */
  readonly until: number
}

/** Plain data, as it is stored. */
export interface HoldState {
  readonly holds: readonly Hold[]
  /** When orders were paid. */
  readonly paid: readonly number[]
}

export const NO_HOLDS: HoldState = { holds: [], paid: [] }

/** An order that wants to hold units. */
export interface HoldWish {
  readonly order: string
  readonly offers: number
  /** How long it may hold them unpaid, in milliseconds. */
  readonly lastsMs: number
  /** Tries of the network that need nothing else: what the merchant lets it do, it may also hold. */
  readonly tries: number
  readonly isChecked: boolean
}

/** `granted`: the new state. `check`: a passed bot check would let it in. */
export type HoldVerdict =
  | { readonly type: 'granted'; readonly state: HoldState }
  | { readonly type: 'full' | 'check' }

/** Decides whether an order may hold units. Repeating it is harmless. */
export function held(state: HoldState, wish: HoldWish, now: number): HoldVerdict {
  const { holds, paid } = current(state, now)
  const others = holds.filter(({ order }) => order !== wish.order)
  const { order, offers, lastsMs, tries, isChecked } = wish
  const sizes = [offers, ...others.map((one) => one.offers)]
  const largest = Math.max(...sizes)
  const counted = sizes.reduce((sum, size) => sum + size, 1 - largest)
  const fits = (most: number) => Math.max(offers, counted) <= Math.max(most, tries) + paid.length
  if (!fits(isChecked ? OFFERS_CHECKED : OFFERS))
    return { type: !isChecked && fits(OFFERS_CHECKED) ? 'check' : 'full' }
  return { type: 'granted', state: { holds: [...others, { order, offers, until: now + lastsMs }], paid } }
}

/** An order holds nothing any more. Repeating it is harmless. @returns The very same state if it held nothing. */
export function ended(state: HoldState, order: string, isPaid: boolean, now: number): HoldState {
  const { holds, paid } = current(state, now)
  if (!holds.some((one) => one.order === order)) return state
  return { holds: holds.filter((one) => one.order !== order), paid: isPaid ? [...paid, now] : paid }
}

/** What still counts. */
export const current = ({ holds, paid }: HoldState, now: number): HoldState => ({
  holds: holds.filter(({ until }) => until > now),
  paid: paid.filter((at) => at > now - HOUR).slice(-MAX_CREDIT),
})

/** When nothing of it counts any more; `undefined` if that is so already. */
export function forgottenAt({ holds, paid }: HoldState): number | undefined {
  const times = [...holds.map(({ until }) => until), ...paid.map((at) => at + HOUR)]
  return times.length > 0 ? Math.max(...times) : undefined
}
