import { brandOf, passesLuhn } from './card-number.ts'

/** A valid card as the shopper or merchant entered it. Never stored. */
export interface CardInput {
  readonly number: string
  readonly brand: string
  readonly code: string
  readonly expiryMonth: string
  readonly expiryYear: string
  readonly holder: string
}

/** The fields of the card form. */
const CARD_FIELDS = ['number', 'expiry', 'code', 'holder'] as const
export type CardField = (typeof CARD_FIELDS)[number]

/** Errors by field, in words for the shopper. */
export type CardErrors = Readonly<Partial<Record<CardField, string>>>

/** Returns what the shopper typed into a field. */
export type FormValues = (field: CardField) => string

/**
 * Parses the card form.
 *
 * @param now Milliseconds since the epoch. A card is valid until its month ends in the last time zone.
 * @returns The card, or at least one error.
 */
export function parseCard(typed: FormValues, now: number): { card: CardInput } | { errors: CardErrors } {
  const number = typed('number').replace(/[\s-]/g, '')
  const expiry = parseExpiry(typed('expiry'))
  const code = typed('code').trim()
  const holder = typed('holder').trim()
  const errors = onlyProblems({
    number: numberProblem(number),
    expiry: expiryProblem(expiry, now),
    code: codeProblem(code),
    holder: holderProblem(holder),
  })
  if (!expiry || Object.keys(errors).length > 0) return { errors }
  const [expiryMonth, expiryYear] = expiry
  return { card: { number, brand: brandOf(number), code, expiryMonth, expiryYear, holder } }
}

/** Parses the form for a saved card, which asks for the security code only. */
export function parseCode(typed: FormValues): { code: string } | { errors: CardErrors } {
  const code = typed('code').trim()
  const problem = codeProblem(code)
  return problem ? { errors: { code: problem } } : { code }
}

function onlyProblems(errors: Record<CardField, string | undefined>): CardErrors {
  return Object.fromEntries(Object.entries(errors).filter(([, problem]) => problem))
}

function numberProblem(number: string): string | undefined {
  if (!number) return 'Enter the card number'
  return /^\d{12,19}$/.test(number) && passesLuhn(number) ? undefined : 'Check the card number'
}

const codeProblem = (code: string) =>
  /^\d{3,4}$/.test(code) ? undefined : 'Enter the 3 or 4 digits of the security code'

function holderProblem(holder: string): string | undefined {
  if (!holder) return 'Enter the name on the card'
  return holder.length > 128 ? 'Shorten the name to 128 characters' : undefined
}

/** Accepts what people and browsers write: `4/27`, `04/27`, `04 / 2027`, `0427`. */
function parseExpiry(text: string): [month: string, year: string] | undefined {
  const match = /^(\d{1,2})\s*[/.-]\s*(\d{4}|\d{2})$|^(\d{2})(\d{4}|\d{2})$/.exec(text.trim())
  const month = match?.[1] ?? match?.[3]
  const year = match?.[2] ?? match?.[4]
  return month && year ? [month.padStart(2, '0'), year.padStart(4, '20')] : undefined
}

function expiryProblem(expiry: [month: string, year: string] | undefined, now: number): string | undefined {
  const [month, year] = (expiry ?? []).map(Number)
  if (!month || !year || month > 12) return 'Enter month and year, such as 04/29'
  return now < lastsUntil(year, month) ? undefined : 'This card has expired'
}

/** Whether a card has expired. @param now Milliseconds since the epoch. */
export const isExpired = (card: Pick<CardInput, 'expiryMonth' | 'expiryYear'>, now: number) =>
  now >= lastsUntil(Number(card.expiryYear), Number(card.expiryMonth))

/** The end of the month in the last time zone. */
const lastsUntil = (year: number, month: number) => Date.UTC(year, month, 1, 12)
