/** Decides whether an order shows, reports or moves money of somebody else at the gateway account. Pure. */
import { isSettled } from '../shared/order-status.ts'
import type { MerchantOrderView } from '../shared/order-view.ts'
import { accountsOf, type OrderLedger } from './ledger.ts'
import { type Finding, finding, idsIn } from './money-verification.ts'

/** What an order is compared by. */
interface OwnershipEvidence {
  readonly view: MerchantOrderView
  readonly ledger: OrderLedger
  /** Identifiers of transactions that webhooks about the order named. */
  readonly reported: ReadonlySet<string>
}

/** Finds everything in an order that is of somebody else. One finding for an order, since one mistake shows everywhere. */
export function compareOwners(evidence: OwnershipEvidence): Finding[] {
  const words = [...approvedByOthers(evidence), ...shown(evidence), ...moved(evidence)]
  return words.length === 0 ? [] : [finding("stranger's outcome", words.join('; '))]
}

/** The order is paid, and the gateway has no approval of its own. */
function approvedByOthers({ view, ledger }: OwnershipEvidence): string[] {
  const isOwn = accountsOf(ledger).some(({ isApproved }) => isApproved)
  if (!isSettled(view.status) || isOwn || ledger.others.length === 0) return []
  const ids = new Set(ledger.others.map(({ orderId }) => orderId))
  return [`${view.status}, and only others paid: ${[...ids].join(', ')}`]
}

function shown({ view, ledger, reported }: OwnershipEvidence): string[] {
  const own = new Set(ledger.transactions.map(({ orderId }) => orderId))
  const of = (ids: Iterable<string>, by: string) =>
    [...ids].filter((id) => !own.has(id)).map((id) => `${by} ${id}, which is of somebody else`)
  return [...of(idsIn(view), 'shows'), ...of(reported, 'a webhook reported')]
}

const moved = ({ ledger }: OwnershipEvidence): string[] =>
  ledger.movedOfOthers.map(({ kind, amountMinor, orderId }) => `${kind} of ${amountMinor} of ${orderId}`)
