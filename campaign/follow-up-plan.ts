/** What a merchant does with a payment afterwards. Pure. */
import type { FollowUpKind } from '../shared/order-view.ts'
import type { Kind } from './order-kinds.ts'
import type { Dice } from './random.ts'

/** Something to be done with a payment. */
export interface Wish {
  readonly kind: FollowUpKind
  /** Absent for the whole, or all that is left. */
  readonly amountMinor?: number
  /** Two clerks want it at the same moment, each under a key of their own. Only one may be served. */
  readonly isTwice: boolean
}

/** Draws what is done with a payment of a kind. */
export function wishesFor(kind: Kind, amountMinor: number, dice: Dice): Wish[] {
  if (kind === 'payout in two steps') return [{ kind: 'payout-pay', isTwice: dice.isLucky(0.2) }]
  if (kind.includes('preauth')) return afterPreauth(amountMinor, dice)
  return kind.includes('sale') || kind === 'rebill' || kind === 'payment page'
    ? afterSale(amountMinor, dice)
    : []
}

function afterPreauth(amountMinor: number, dice: Dice): Wish[] {
  const next = dice.pick({ none: 15, whole: 30, part: 30, void: 15, release: 10 })
  if (next === 'none') return []
  if (next === 'void') return [wish('void', dice)]
  if (next === 'release') return [wish('return', dice)]
  const captured = next === 'whole' ? amountMinor : dice.between(500, amountMinor)
  const capture = wish('capture', dice, next === 'whole' ? undefined : captured)
  return [capture, ...(dice.isLucky(0.4) ? returns(captured, dice) : [])]
}

function afterSale(amountMinor: number, dice: Dice): Wish[] {
  const next = dice.pick({ none: 45, void: 15, whole: 15, parts: 25 })
  if (next === 'none') return []
  if (next === 'void') return [wish('void', dice)]
  return next === 'whole' ? [wish('return', dice)] : returns(amountMinor, dice)
}

/** Several parts; together never more than there is. */
const returns = (allMinor: number, dice: Dice): Wish[] =>
  Array.from({ length: dice.between(1, 3) }, () => wish('return', dice, partOf(allMinor, dice)))

/** Sums at which the sandbox's bank declines, does not know, or fails. */
const ODD_MINOR = [116, 217, 909] as const

const partOf = (allMinor: number, dice: Dice): number => {
  const odd = ODD_MINOR[dice.between(0, 60)]
  return odd !== undefined && odd <= allMinor / 3
    ? odd
    : dice.between(100, Math.max(100, Math.floor(allMinor / 3)))
}

const wish = (kind: FollowUpKind, dice: Dice, amountMinor?: number): Wish => ({
  kind,
  isTwice: dice.isLucky(0.2),
  ...(amountMinor !== undefined && { amountMinor }),
})
