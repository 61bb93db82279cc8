/** Decides whether the money of an order is right: compares what the order says with the gateway's ledger. Pure. */
import { toMinor } from '../shared/money.ts'
import { isFailed, isInDoubt, isSettled, isUncertain } from '../shared/order-status.ts'
import type { FollowUpKind, FollowUpView, MerchantOrderView } from '../shared/order-view.ts'
import type { PlannedFollowUp } from './follow-up-plan.ts'
import { type Account, accountsOf, isDirectCharge, type OrderLedger, waitingForBank } from './ledger.ts'

/** Every kind of damage, and the line of the report that counts it. */
export const DAMAGE = {
  'double charge': 'double charges',
  'double money out': 'double refunds or payouts',
  'lost outcome': 'lost or wrong outcomes',
  'wrong outcome': 'lost or wrong outcomes',
  "stranger's outcome": "strangers' outcomes",
  'not settled': 'orders not settled',
  'units wrong': 'units oversold or lost',
  'webhook missing': 'webhooks missing',
  'webhook out of order': 'webhooks out of order',
  'webhook repeated': 'webhooks repeated',
} as const

export type Damage = keyof typeof DAMAGE

/** One thing that is wrong with an order. */
export interface Finding {
  readonly damage: Damage
  readonly words: string
}

export const finding = (damage: Damage, words: string): Finding => ({ damage, words })

/** Everything that is known about one order in the end. */
export interface Evidence {
  /** What the edge says. */
  readonly view: MerchantOrderView
  readonly exponent: number
  /** What the gateway did. */
  readonly ledger: OrderLedger
  /** What the merchant asked for after the payment. */
  readonly requestedFollowUps: readonly PlannedFollowUp[]
}

/** Lists everything that is wrong with the money of an order. */
export function compare(evidence: Evidence): Finding[] {
  const accounts = accountsOf(evidence.ledger).filter((account) => !isUntold(account, evidence))
  const { intent } = evidence.view
  if (intent === 'payout') return comparePayout(evidence, accounts)
  if (intent === 'verify') return compareVerification(evidence, accounts)
  return [
    ...compareCharges(evidence, accounts),
    ...chargedByTwoAttempts(evidence, accounts),
    ...sentTwice(evidence),
    ...compareFollowUps(evidence, accounts),
  ]
}

/**
 * Whether the gateway never told the edge of a charge: a proxy sent the request twice, the reply to the first one got lost
 * on its way or in a crash, there was no callback about it, and `status` by name reports the second one alone.
 */
function isUntold({ orderId, clientOrderId, isApproved }: Account, { view, ledger }: Evidence): boolean {
  const isReported = ledger.callbacks.some((callback) => callback.orderId === orderId)
  const sameName = ledger.transactions.filter((stage) => stage.clientOrderId === clientOrderId)
  const isNewest = Math.max(...sameName.map((stage) => Number(stage.orderId))) === Number(orderId)
  return isApproved && !isReported && !isNewest && !idsIn(view).has(orderId)
}

/** How many charges the gateway never told the edge of. */
export const untoldCharges = (evidence: Evidence): number =>
  accountsOf(evidence.ledger).filter((account) => isUntold(account, evidence)).length

/** Every transaction of the gateway that a view names. */
export const idsIn = ({ attempts, transactions }: MerchantOrderView): ReadonlySet<string> =>
  new Set([...attempts.flatMap(({ gatewayId }) => gatewayId ?? []), ...transactions.map(({ id }) => id)])

/** The merchant has exactly the money that the order says. An order that may still change must not be charged twice. */
function compareCharges(evidence: Evidence, accounts: readonly Account[]): Finding[] {
  const { status } = evidence.view
  const charged = accounts.filter((account) => balanceOf(account) > 0)
  const chargedMinor = charged.reduce((sum, account) => sum + balanceOf(account), 0)
  const names = charged.map((account) => `${account.orderId}: ${balanceOf(account)}`)
  const isDouble = charged.length > 1
  if (isUncertain(status))
    return isDouble
      ? [finding('double charge', `${status}, and charged by ${names}`)]
      : needlessDoubt(evidence, chargedMinor, names)
  const dueMinor = dueToMerchant(evidence)
  if (chargedMinor === dueMinor) return []
  const words = `${status}, so ${dueMinor} should be left with the merchant; the ledger has ${names.join(', ') || 0}`
  if (chargedMinor < dueMinor) return [finding('wrong outcome', words)]
  // One of two charges went back as a refund, and the other one stands.
  const isOneOfTwo = accounts.filter(({ isApproved }) => isApproved).length > 1
  return [
    finding(
      isDouble || isOneOfTwo ? 'double charge' : isSettled(status) ? 'wrong outcome' : 'lost outcome',
      words,
    ),
  ]
}

/** What an account holds for the merchant, taken or on hold. */
const balanceOf = ({ takenMinor, heldMinor }: Account) => takenMinor + heldMinor

/** Doubt is no excuse where the gateway would report a payment of the very amount. */
function needlessDoubt({ view, exponent, ledger }: Evidence, chargedMinor: number, names: readonly string[]) {
  const isAsAsked = isInDoubt(view.status) && chargedMinor === minor(view.amount, exponent)
  return isAsAsked && waitingForBank(ledger).length === 0
    ? [finding('lost outcome', `unknown, and paid by ${names}`)]
    : []
}

/** What the merchant should have by the order's own words, taken or on hold. */
function dueToMerchant({ view, exponent }: Evidence): number {
  const { status, intent } = view
  if (!isSettled(status) || status === 'voided' || status === 'charged-back') return 0
  const captured = minor(view.captured, exponent)
  const paid = intent === 'preauth' && captured > 0 ? captured : minor(view.amount, exponent)
  return paid - minor(view.returned, exponent)
}

/** Two attempts that charged are a double charge, even if one is given back. */
function chargedByTwoAttempts({ ledger }: Evidence, accounts: readonly Account[]): Finding[] {
  const direct = new Set(ledger.requests.filter(isDirectCharge).map(({ clientOrderId }) => clientOrderId))
  const approved = accounts.filter(({ isApproved, clientOrderId }) => isApproved && direct.has(clientOrderId))
  const attempts = new Set(approved.map(({ clientOrderId }) => clientOrderId))
  return attempts.size > 1 ? [finding('double charge', `charged by ${[...attempts].join(' and ')}`)] : []
}

/** A charge is sent once, whatever becomes of its answer. */
function sentTwice({ ledger }: Evidence): Finding[] {
  const names = ledger.requests.filter(isDirectCharge).map(({ clientOrderId }) => clientOrderId)
  const repeated = new Set(names.filter((name, index) => names.indexOf(name) !== index))
  return [...repeated].map((name) => finding('double charge', `${name} was sent more than once`))
}

function comparePayout({ view, exponent, ledger }: Evidence, accounts: readonly Account[]): Finding[] {
  const payouts = accounts.reduce((sum, account) => sum + account.payouts, 0)
  const paidMinor = accounts.reduce((sum, account) => sum + account.paidOutMinor, 0)
  if (payouts > 1) return [finding('double money out', `paid out ${payouts} times, ${paidMinor} in all`)]
  if (isUncertain(view.status) || view.followUps.some(({ status }) => isUncertain(status))) return []
  const isInTwoSteps = ledger.requests.some(({ operation }) => operation === 'payout-check')
  const isPaid = isInTwoSteps ? view.status === 'captured' : isSettled(view.status)
  const dueMinor = isPaid ? minor(view.amount, exponent) : 0
  if (paidMinor === dueMinor) return []
  const words = `${view.status}, so ${dueMinor} should be paid out; the ledger has ${paidMinor}`
  return [finding(paidMinor > dueMinor ? 'lost outcome' : 'wrong outcome', words)]
}

/** A verification moves no money, and its answer is the gateway's. */
function compareVerification({ view }: Evidence, accounts: readonly Account[]): Finding[] {
  const hasMoved = accounts.some((account) => balanceOf(account) + account.payouts !== 0)
  const isApproved = accounts.some((account) => account.isApproved)
  return [
    ...(hasMoved ? [finding('double charge', 'a verification moved money')] : []),
    ...(isSettled(view.status) && !isApproved
      ? [finding('wrong outcome', `${view.status}, and nothing is approved`)]
      : []),
    ...(isFailed(view.status) && isApproved
      ? [finding('lost outcome', `${view.status}, and it is approved`)]
      : []),
  ]
}

/** Compares captures and refunds of the kept payment. The edge gives a duplicate charge back by itself. */
function compareFollowUps(evidence: Evidence, accounts: readonly Account[]): Finding[] {
  const kept = keptPayment(evidence, accounts)
  if (!kept || !isSettled(evidence.view.status)) return []
  const isOpen = (kind: FollowUpKind) =>
    evidence.view.followUps.some((one) => one.kind === kind && isUncertain(one.status))
  return [
    ...refundedBeyondRequest(evidence, kept),
    ...(isOpen('return') || isOpen('void') ? [] : compareRefunds(evidence, kept)),
    ...(isOpen('capture') ? [] : compareCaptures(evidence, kept)),
  ]
}

/** The gateway's order that is the payment: approved, and no duplicate charge. */
function keptPayment({ view }: Evidence, accounts: readonly Account[]): Account | undefined {
  const surplus = new Set(view.transactions.filter((one) => one.surplus).map(({ id }) => id))
  const ids = new Set(
    view.attempts.filter(({ status }) => status === 'approved').map(({ gatewayId }) => gatewayId),
  )
  return accounts.find(({ orderId }) => ids.has(orderId) && !surplus.has(orderId))
}

/** More went back than the merchant ever requested: one refund went out twice. */
function refundedBeyondRequest(
  { requestedFollowUps, view, exponent }: Evidence,
  { returnedMinor }: Account,
): Finding[] {
  const refunds = requestedFollowUps.filter(({ kind }) => kind === 'return' || kind === 'void')
  const wholeMinor = minor(view.amount, exponent)
  const requestedMinor = refunds.reduce(
    (sum, { amountMinor = wholeMinor, byTwoClerks }) => sum + amountMinor * (byTwoClerks ? 2 : 1),
    0,
  )
  if (returnedMinor <= requestedMinor) return []
  return [finding('double money out', `${returnedMinor} given back where ${requestedMinor} was requested`)]
}

/** The order shows every refund of the ledger, in its total and one by one. */
function compareRefunds({ view, exponent }: Evidence, account: Account): Finding[] {
  if (view.status === 'voided')
    return balanceOf(account) === 0 ? [] : [finding('wrong outcome', 'voided, and money is left')]
  const { returnedMinor } = account
  const total = minor(view.returned, exponent)
  const single = sumOfApproved(view.followUps, 'return', exponent)
  if (total === returnedMinor && single === returnedMinor) return []
  const words = `shows ${total} given back, in single returns ${single}; the ledger has ${returnedMinor}`
  return [finding(returnedMinor > Math.min(total, single) ? 'double money out' : 'wrong outcome', words)]
}

/** The order shows every capture. The approval of a sale captures it, so the ledger has no capture of its own. */
function compareCaptures({ view, exponent }: Evidence, { capturedMinor }: Account): Finding[] {
  const atOnce = view.intent === 'sale' && view.status !== 'voided' ? minor(view.amount, exponent) : 0
  const total = minor(view.captured, exponent) - atOnce
  const single = sumOfApproved(view.followUps, 'capture', exponent)
  if (total === capturedMinor && single === capturedMinor) return []
  const words = `shows ${total} captured, in single captures ${single}; the ledger has ${capturedMinor}`
  return [finding(capturedMinor > total ? 'lost outcome' : 'wrong outcome', words)]
}

const sumOfApproved = (followUps: readonly FollowUpView[], kind: FollowUpKind, exponent: number) =>
  followUps
    .filter((one) => one.kind === kind && one.status === 'approved')
    .reduce((sum, { amount }) => sum + minor(amount, exponent), 0)

/** @throws {TypeError} If the view has a malformed amount. */
function minor(text: string, exponent: number): number {
  const amount = toMinor(text, exponent)
  if (!amount.ok) throw new TypeError(`${text} is no amount`)
  return amount.value
}
