/** What an edge's problem document says to a person: the fields that are wrong, and what each takes. Pure. */
import { ORDER_PHASES } from '../shared/order-status.ts'
import type { MerchantOrderView } from '../shared/order-view.ts'
import { ownMember } from './own-member.ts'

const MOMENT = 'a time by ISO 8601 with its zone, such as 2027-01-31T00:00:00Z'

/** What the edge takes in each field that the command line sends. */
const TAKES: Readonly<Record<string, string>> = {
  amount: 'an amount above zero with at most the currency’s decimals, such as 2.50, and no more than is left',
  comment: 'one line of 1 to 50 characters',
  currency: 'three capital letters, such as EUR',
  cursor: 'the cursor of the page before, with the same other options',
  from: MOMENT,
  intent: 'sale, preauth, verify or payout',
  limit: 'a whole number from 1 to 100',
  needsAttention: 'nothing: it stands alone',
  reference: 'a reference of up to 100 of A-Z, a-z, 0-9, _ and -',
  status: `one of ${Object.keys(ORDER_PHASES).join(', ')}`,
  supportId: 'what a shopper quotes, as it is on the page',
  to: MOMENT,
}

/** What a refusal says. */
export interface EdgeRefusal {
  /** The problem's code. */
  readonly code: string
  readonly text: string
  /** One sentence for each field that is wrong. */
  readonly fields: readonly string[]
}

/**
 * Reads a problem document.
 *
 * @param otherwise Code and text of an answer that has none of its own.
 */
export function refusalIn(
  body: unknown,
  otherwise: Pick<EdgeRefusal, 'code' | 'text'> = { code: 'unknown', text: 'the edge refuses' },
): EdgeRefusal {
  const problem = (typeof body === 'object' && body !== null ? body : {}) as Readonly<Record<string, unknown>>
  const { code, title, detail, gatewayCode } = problem
  const texts = [detail ?? title ?? otherwise.text, gatewayCode && `the gateway’s code is ${gatewayCode}`]
  return {
    code: typeof code === 'string' ? code : otherwise.code,
    text: texts.filter(Boolean).join('; '),
    fields: fieldTexts(problem),
  }
}

/** Parts of a problem document that explain its code. */
interface ProblemDetails {
  readonly fields?: unknown
  readonly order?: unknown
}

/** One sentence for each field that is wrong. */
function fieldTexts({ fields, order }: ProblemDetails): readonly string[] {
  if (!Array.isArray(fields)) return []
  const known = isOrder(order) ? order : undefined
  return fields.map((field) => fieldText(String(field), known))
}

function fieldText(field: string, order: Sums | undefined): string {
  const flag = `--${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  if (order && field === 'currency') return `${flag}: must be that of the order, ${order.currency}`
  const takes = ownMember(TAKES, field)
  if (takes === undefined) return `${field}: the edge does not accept this`
  if (!order || field !== 'amount') return `${flag}: must be ${takes}`
  const { amount, currency, captured, returned } = order
  return `${flag}: must be ${takes}; the order is of ${amount} ${currency}, ${captured} were taken and ${returned} returned`
}

type Sums = Pick<MerchantOrderView, 'amount' | 'currency' | 'captured' | 'returned'>

const isOrder = (value: unknown): value is Sums =>
  typeof value === 'object' &&
  value !== null &&
  ['amount', 'currency', 'captured', 'returned'].every((name) => typeof Reflect.get(value, name) === 'string')
