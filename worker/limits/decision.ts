/** What becomes of a try to pay, by how it stands with the budgets. Pure. */

/** A card in the edge's own fields, or a form at the gateway. */
export type TryKind = 'card' | 'form'

/** The decision on a try. */
export type Decision =
  | { readonly type: 'admit' }
  | { readonly type: 'wait'; readonly seconds: number }
  | { readonly type: 'check' }
  /** `seconds`: when a card is let in again; absent if no time brings that about. */
  | { readonly type: 'hosted-only'; readonly seconds?: number }

/**
 * How a try stands with one budget or with all of them: within, too early, or beyond. `isCurable`: a passed bot check
 * may lift it. `waitMs` says when to try again if nothing but time helps. `isLasting`: time opens the card's way no more.
 */
export type Standing =
  | { readonly type: 'within' }
  | { readonly type: 'early'; readonly waitMs: number; readonly isCurable?: boolean }
  | {
      readonly type: 'beyond'
      readonly waitMs: number
      readonly isCurable: boolean
      readonly isLasting?: true
    }

/** What else decides, besides the budgets. */
export interface Ways {
  readonly kind: TryKind
  /** The order can also be paid on the gateway's page. */
  readonly hasForm: boolean
  /** Bot checks are set up. */
  readonly canCheck: boolean
  /** The shopper has passed one for this try. */
  readonly isChecked: boolean
}

export const WITHIN: Standing = { type: 'within' }

/**
 * Decides. One way always stays open to an honest shopper: a form is never refused, it waits; and so does a card where
 * the order knows no form.
 */
export function decide(standing: Standing, { kind, hasForm, canCheck, isChecked }: Ways): Decision {
  if (standing.type === 'within') return { type: 'admit' }
  const seconds = Math.max(1, Math.ceil(standing.waitMs / 1000))
  const wait: Decision = { type: 'wait', seconds }
  if (kind === 'form') return wait
  if (standing.isCurable && canCheck && !isChecked) return { type: 'check' }
  if (standing.type === 'early') return wait
  if (!hasForm) return wait
  return standing.isLasting ? { type: 'hosted-only' } : { type: 'hosted-only', seconds }
}

const SECOND = 1000

/** A human types another card meanwhile; a script that tries cards does not wait. */
const ORDER_PAUSES_MS = [0, 0, 10 * SECOND, 30 * SECOND, 60 * SECOND]
const LONGEST_PAUSE_MS = 300 * SECOND

/** An order's own tries so far. */
export interface OrderTries {
  readonly cards: number
  readonly all: number
  /** When the last one began, in milliseconds since the epoch; 0 if there was none. */
  readonly lastAt: number
  /** When the order ends, so that it takes none at all. */
  readonly endsAt: number
}

/** How a try stands with its own order: growing pauses, and a number of cards. The pauses begin with the third try. */
export function standingInOrder(
  { cards, all, lastAt, endsAt }: OrderTries,
  { kind, limit, now }: { readonly kind: TryKind; readonly limit: number; readonly now: number },
): Standing {
  const pauseMs = ORDER_PAUSES_MS[all] ?? LONGEST_PAUSE_MS
  const waitMs = lastAt + pauseMs - now
  if (kind === 'card' && cards >= limit)
    return { type: 'beyond', waitMs: Math.max(endsAt - now, SECOND), isCurable: false, isLasting: true }
  return waitMs > 0 ? { type: 'early', waitMs } : WITHIN
}
