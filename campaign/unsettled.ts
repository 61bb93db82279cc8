/** Says why an order has not settled. Pure. */
import type { MerchantOrderView } from '../shared/order-view.ts'
import type { LedgerRequest, OrderLedger } from './ledger.ts'

/** The last answers say what the edge was told. */
const LAST_ANSWERS = 4

/** What the edge shows, what the gateway has, and what it last answered. */
export function whyUnsettled(view: MerchantOrderView, ledger: OrderLedger): string {
  const { status, followUps, needsAttention } = view
  const { transactions, requests } = ledger
  const shown = [status, ...followUps.map((one) => `${one.kind} ${one.status}`)].join(', ')
  const known = transactions.map((stage) => `${stage.type} ${stage.status}`).join(', ') || 'nothing'
  const asked = requests.filter(({ operation }) => operation === 'status')
  const answers = asked.slice(-LAST_ANSWERS).map(answer).join(', ') || 'none'
  const attention = needsAttention ? ', and needs attention' : ''
  return `still ${shown}${attention}; the gateway has ${known}; the last of ${asked.length} answers: ${answers}`
}

const answer = ({ outcome, faults }: LedgerRequest) =>
  faults.length === 0 ? outcome : `${outcome} (${faults.join(' ')})`
