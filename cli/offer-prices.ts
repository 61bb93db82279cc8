/** The price claims of an offer. Pure. */
import { EXPONENTS } from '../shared/currencies.ts'
import { type AmountProblem, toDecimal, toMinor } from '../shared/money.ts'
import { accepted, type Result, refused } from '../shared/result.ts'

/** The price claims as a person wrote them. */
export interface MoneyDraft {
  readonly intent?: unknown
  readonly currency?: unknown
  readonly amount?: unknown
  readonly min?: unknown
  readonly max?: unknown
  readonly suggested?: unknown
  readonly quantity?: unknown
}

/** The price claims with exactly the currency's decimals. */
export interface Money {
  readonly amount?: string
  readonly min?: string
  readonly max?: string
  readonly suggested?: readonly string[]
}

type Checked<Value> = Result<Value, readonly string[]>

const REASONS: Record<AmountProblem, string> = {
  'amount-malformed': 'must be plain decimal text, such as "12.50"',
  'amount-decimals': 'has more decimals than the currency',
  'amount-too-long': 'has more than 12 digits',
}

/** Number of decimals of a currency; `undefined` if the edge cannot charge it. */
const exponentOf = (currency: unknown) => (typeof currency === 'string' ? EXPONENTS.get(currency) : undefined)

/**
 * Checks that an offer has either one price or a range, and writes amounts with the currency's decimals.
 *
 * Reports nothing for an unknown currency: another rule does, and amounts cannot be checked without it.
 */
export function normalizeMoney(draft: MoneyDraft): Checked<Money> {
  const exponent = exponentOf(draft.currency)
  if (exponent === undefined) return accepted({})
  const priced = draft.amount !== undefined
  const ranged = draft.min !== undefined || draft.max !== undefined
  if (draft.intent === 'verify') return withoutMoney(draft)
  if (priced === ranged) return refused(['amount: give either amount, or min and max'])
  return priced ? fixedPrice(draft, exponent) : openPrice(draft, exponent)
}

function withoutMoney(draft: MoneyDraft): Checked<Money> {
  const surplus = (['amount', 'min', 'max', 'suggested', 'quantity'] as const).filter(
    (claim) => draft[claim] !== undefined,
  )
  return surplus.length === 0
    ? accepted({})
    : refused(surplus.map((claim) => `${claim}: a verification has none`))
}

function fixedPrice(draft: MoneyDraft, exponent: number): Checked<Money> {
  if (draft.suggested !== undefined) return refused(['suggested: needs min and max'])
  const amount = readAmount('amount', draft.amount, exponent)
  if (!amount.ok) return amount
  const most = (draft.quantity as { max?: number } | undefined)?.max ?? 1
  if (!toMinor(toDecimal(amount.value * most, exponent), exponent).ok)
    return refused(['quantity: the largest total has more than 12 digits'])
  return accepted({ amount: toDecimal(amount.value, exponent) })
}

function openPrice(draft: MoneyDraft, exponent: number): Checked<Money> {
  if (draft.quantity !== undefined) return refused(['quantity: a sum that the shopper chooses has none'])
  const min = readAmount('min', draft.min, exponent)
  const max = readAmount('max', draft.max, exponent)
  if (!min.ok || !max.ok) return refused([min, max].flatMap((bound) => (bound.ok ? [] : bound.reason)))
  if (min.value > max.value) return refused(['min: is larger than max'])
  const bounds = { min: toDecimal(min.value, exponent), max: toDecimal(max.value, exponent) }
  if (draft.suggested === undefined) return accepted(bounds)
  if (!Array.isArray(draft.suggested)) return refused(['suggested: must be a list of amounts'])
  return withSuggestions(draft.suggested, bounds, { min: min.value, max: max.value, exponent })
}

interface Range {
  readonly min: number
  readonly max: number
  readonly exponent: number
}

function withSuggestions(suggested: readonly unknown[], bounds: Money, range: Range): Checked<Money> {
  const amounts = suggested.map((amount) => readAmount('suggested', amount, range.exponent))
  const problems = amounts.flatMap((amount) => {
    if (!amount.ok) return amount.reason
    return amount.value < range.min || amount.value > range.max ? ['suggested: lies outside min and max'] : []
  })
  if (problems.length > 0) return refused(problems)
  const texts = amounts.flatMap((amount) => (amount.ok ? [toDecimal(amount.value, range.exponent)] : []))
  return accepted({ ...bounds, suggested: texts })
}

function readAmount(claim: string, text: unknown, exponent: number): Checked<number> {
  if (text === undefined) return refused([`${claim}: missing`])
  // Refuses JSON numbers: 0.1 + 0.2 is no price, and 12.50 loses its zero.
  if (typeof text !== 'string') return refused([`${claim}: must be text in quotes, such as "12.50"`])
  const minor = toMinor(text, exponent)
  if (!minor.ok) return refused([`${claim}: ${REASONS[minor.reason]}`])
  return minor.value === 0 ? refused([`${claim}: must be more than nothing`]) : minor
}
