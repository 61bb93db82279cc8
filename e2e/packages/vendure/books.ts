/** Whether the shop's books and the gateway's ledger say the same of each order. Pure. */
import type { Movement } from '../../support/ledger.ts'
import type { BookedOrder, BookedPayment } from './shop-admin.ts'

/** What is wrong, in words, by its kind. */
export interface BookFindings {
  /** The gateway has the money, and the shop does not know. */
  readonly paidButPending: readonly string[]
  /** The gateway has more than one charge of an order, less those that went back. */
  readonly doubles: readonly string[]
  /** Another sum than the order's; a refund that only one of them knows; money for an order that the shop has not. */
  readonly differences: readonly string[]
}

/** Thousandths of the currency, which every sum has exactly: Vendure counts in hundredths, a dinar has 1,000 fils. */
const ofVendure = (value: number) => value * 10
const ofLedger = ({ amount }: Movement) => Math.round(Number(amount) * 1000)

const sum = <Item>(items: readonly Item[], of: (item: Item) => number) =>
  items.reduce((all, item) => all + of(item), 0)

const codeOf = ({ clientOrderId }: Movement) => clientOrderId.split('-', 1)[0] ?? ''

/** Compares them, order by order. */
export function compareBooks(orders: readonly BookedOrder[], movements: readonly Movement[]): BookFindings {
  const findings = { paidButPending: [], doubles: [], differences: [] } as Record<
    keyof BookFindings,
    string[]
  >
  const byCode = Map.groupBy(movements, codeOf)
  for (const code of byCode.keys())
    if (!orders.some((order) => order.code === code)) findings.differences.push(`${code} is not in the shop`)
  for (const order of orders) compareOne(order, byCode.get(order.code) ?? [], findings)
  return findings
}

function compareOne(
  order: BookedOrder,
  movements: readonly Movement[],
  { paidButPending, doubles, differences }: Record<keyof BookFindings, string[]>,
): void {
  const { code, state, currencyCode } = order
  const settled = order.payments.filter((payment) => payment.state === 'Settled')
  const charges = movements.filter(({ kind }) => kind === 'charge')
  const charged = sum(charges, ofLedger)
  const returned = sum(
    movements.filter(({ kind }) => kind === 'reversal'),
    ofLedger,
  )
  const booked = sum(settled, ({ amount }) => ofVendure(amount))
  const refunded = ofVendure(sum(settled.flatMap(refundsOf), ({ total }) => total))
  const text = `${code} ${state} ${currencyCode}: charged ${charged}, returned ${returned}, booked ${booked}, refunded ${refunded}`
  const left = charged - returned
  if (left > 0 && !(state === 'PaymentSettled' && booked > 0)) paidButPending.push(text)
  if (left > ofVendure(order.totalWithTax) || settled.length > 1) doubles.push(text)
  if (left !== booked - refunded) differences.push(text)
  if (booked > 0 && booked !== ofVendure(order.totalWithTax)) differences.push(`${text}: not the order's sum`)
  if (movements.some(({ currency }) => currency !== currencyCode))
    differences.push(`${text}: another currency`)
}

const refundsOf = ({ refunds }: BookedPayment) => refunds.filter(({ state }) => state === 'Settled')
