/** What one network may hold of an offer unpaid, and what it wasted by reservations that nobody paid. Pure. */

const HOUR = 3_600_000

/** A network may hold this part of what is unsold, and one order in any case. */
const SHARE = 1 / 2

/** Of a reservation's time, what a network may waste of its last one: a shopper looks at the form and changes the cart. */
const FORGIVEN = 1 / 6

/** An order holds its units again after a decline, or when its shopper comes back late: as long as a reservation, and a bit. */
const OWN = 1.1

/**
 * Waste fades to nothing in this time, evenly. So one reservation that lapsed is below what is forgiven after 24 hours:
 * FORGIVEN of it is left then.
 */
const FADES_IN_MS = (24 * HOUR) / (1 - FORGIVEN)

/** So many orders are told apart, so that a counter's row stays small. What others wasted before counts for none of them. */
const TOLD_APART = 20

/** What one order wasted. */
interface Part {
  /** Its id; empty for orders that are no longer told apart. */
  readonly order: string
  /** Units times milliseconds. */
  readonly unitMs: number
}

/** Units that a network held and did not pay, as a counter stores it. */
export interface Waste extends Part {
  /** All of it, in units times milliseconds. */
  readonly unitMs: number
  /** When it was counted last, in milliseconds since the epoch. */
  readonly at: number
  /** The order that held the last of them. */
  readonly order: string
  /** The parts of other orders, as they were then. Absent where there are none, and from an older version. */
  readonly others?: readonly Part[]
}

/** A reservation that ended unpaid. */
interface Ended {
  readonly order: string
  readonly units: number
  /** For how long the shopper kept it, and not the gateway. */
  readonly heldMs: number
}

/** What is left of it by now, in units times milliseconds. */
export const leftOf = (waste: Waste | undefined, now: number): number =>
  waste ? waste.unitMs * Math.max(0, 1 - (now - waste.at) / FADES_IN_MS) : 0

/** When nothing is left of it, in milliseconds since the epoch. */
export const fadedAt = ({ at }: Waste): number => at + FADES_IN_MS

/** Adds a reservation that ended unpaid. */
export function wasted(waste: Waste | undefined, { order, units, heldMs }: Ended, now: number): Waste {
  const share = waste ? leftOf(waste, now) / (waste.unitMs || 1) : 0
  const left = partsOf(waste).map((part) => ({ ...part, unitMs: part.unitMs * share }))
  const others = left.filter((part) => part.order !== order && part.unitMs > 0)
  const own = { order, unitMs: sumOf(left) - sumOf(others) + units * heldMs }
  const [older, newer] = [others.slice(0, -TOLD_APART), others.slice(-TOLD_APART)]
  const merged = older.length > 0 ? [{ order: '', unitMs: sumOf(older) }] : []
  return wasteOf([...merged, ...newer], own, now)
}

/** What is left of it once an order was paid, which wasted nothing then; `undefined` if that is nothing. */
export function forgiven(waste: Waste, order: string): Waste | undefined {
  const parts = partsOf(waste)
  const others = parts.filter((part) => part.order !== order)
  const last = others.at(-1)
  if (others.length === parts.length) return waste
  return last && wasteOf(others.slice(0, -1), last, waste.at)
}

const wasteOf = (others: readonly Part[], last: Part, at: number): Waste => ({
  ...{ order: last.order, at, unitMs: sumOf(others) + last.unitMs },
  ...(others.length > 0 && { others }),
})

function partsOf(waste: Waste | undefined): readonly Part[] {
  if (!waste) return []
  const { order, unitMs, others = [] } = waste
  return [...others, { order, unitMs: unitMs - sumOf(others) }]
}

const sumOf = (parts: readonly Part[]) => parts.reduce((sum, { unitMs }) => sum + unitMs, 0)

/** A network that wants units of an offer. */
export interface ShareWish {
  readonly order: string
  readonly units: number
  /** What it holds for other orders. */
  readonly held: number
  /** Units that are not sold yet. */
  readonly unsold: number
  readonly waste: Waste | undefined
  /** How long an unpaid form keeps its units. */
  readonly reservationMs: number
}

/** `full`: it holds its share. `wasted`: it let so much lapse that it has to wait. */
export type ShareRefusal = { readonly type: 'full' } | { readonly type: 'wasted'; readonly waitMs: number }

/** Reservations that a network may have of it: of the last piece one, of fifty pieces 25. */
const shareOf = (unsold: number) => Math.max(1, Math.floor(unsold * SHARE))

/** @returns Why the network cannot have the units; `undefined` if it may. */
export function shareRefusal(wish: ShareWish, now: number): ShareRefusal | undefined {
  const { units, held, unsold } = wish
  if (held > 0 && held + units > shareOf(unsold)) return { type: 'full' }
  const { waste } = wish
  const left = leftOf(waste, now)
  const allowed = allowedWaste(wish)
  if (!waste || left < allowed) return undefined
  return { type: 'wasted', waitMs: fadedAt(waste) - now - (FADES_IN_MS * allowed) / waste.unitMs }
}

/** The same order may hold its units for a second time, since its shopper may have another card or come back late. */
function allowedWaste({ order, units, unsold, waste, reservationMs }: ShareWish): number {
  const share = shareOf(unsold)
  const others = (share - 1 + FORGIVEN) * reservationMs
  return waste?.order === order ? Math.max(others, OWN * reservationMs * Math.max(share, units)) : others
}

/** Whether a reservation may be renewed: one that is renewed lasts as long as two, so the network must not have wasted one. */
export const mayRenew = ({ waste, unsold, reservationMs }: ShareWish, now: number): boolean =>
  leftOf(waste, now) <= (shareOf(unsold) - 1) * reservationMs

/** What is unsold was wasted for long, by all networks together, so it takes a person to hold some of it. */
export function isContested(
  wastes: readonly Waste[],
  { unsold, reservationMs }: Pick<ShareWish, 'unsold' | 'reservationMs'>,
  now: number,
): boolean {
  const left = wastes.reduce((sum, waste) => sum + leftOf(waste, now), 0)
  return left > 0 && left >= FORGIVEN * reservationMs * unsold
}
