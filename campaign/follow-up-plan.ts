/** What a merchant does with a payment after it succeeded. Pure. */
import type { FollowUpKind } from '../shared/order-view.ts'
import type { Kind } from './order-kinds.ts'
import type { Random } from './random.ts'

/** One follow-up that a merchant will request. */
export interface PlannedFollowUp {
  readonly kind: FollowUpKind
  /** Absent for the whole amount, or all that is left. */
  readonly amountMinor?: number
  /** Two clerks request it at the same moment, each under a key of their own. The edge may serve one of them only. */
  readonly byTwoClerks: boolean
}

/** Draws the follow-ups of a payment of this kind. */
export function planFollowUps(kind: Kind, amountMinor: number, random: Random): PlannedFollowUp[] {
  if (kind === 'payout in two steps') return [{ kind: 'payout-pay', byTwoClerks: random.isTrue(0.2) }]
  if (kind.includes('preauth')) return afterPreauth(amountMinor, random)
  return kind.includes('sale') || kind === 'rebill' || kind === 'payment page'
    ? afterSale(amountMinor, random)
    : []
}

function afterPreauth(amountMinor: number, random: Random): PlannedFollowUp[] {
  const next = random.weighted({ none: 15, whole: 30, part: 30, void: 15, release: 10 })
  if (next === 'none') return []
  if (next === 'void') return [followUp('void', random)]
  if (next === 'release') return [followUp('return', random)]
  const captured = next === 'whole' ? amountMinor : random.integer(500, amountMinor)
  const capture = followUp('capture', random, next === 'whole' ? undefined : captured)
  return [capture, ...(random.isTrue(0.4) ? partialReturns(captured, random) : [])]
}

function afterSale(amountMinor: number, random: Random): PlannedFollowUp[] {
  const next = random.weighted({ none: 45, void: 15, whole: 15, parts: 25 })
  if (next === 'none') return []
  if (next === 'void') return [followUp('void', random)]
  return next === 'whole' ? [followUp('return', random)] : partialReturns(amountMinor, random)
}

/** Several parts that never exceed the whole. */
const partialReturns = (wholeMinor: number, random: Random): PlannedFollowUp[] =>
  Array.from({ length: random.integer(1, 3) }, () => followUp('return', random, partOf(wholeMinor, random)))

/** Amounts at which the sandbox's bank declines, does not know, or fails. */
const ODD_MINOR = [116, 217, 909] as const

const partOf = (wholeMinor: number, random: Random): number => {
  const odd = ODD_MINOR[random.integer(0, 60)]
  return odd !== undefined && odd <= wholeMinor / 3
    ? odd
    : random.integer(100, Math.max(100, Math.floor(wholeMinor / 3)))
}

const followUp = (kind: FollowUpKind, random: Random, amountMinor?: number): PlannedFollowUp => ({
  kind,
  byTwoClerks: random.isTrue(0.2),
  ...(amountMinor !== undefined && { amountMinor }),
})
