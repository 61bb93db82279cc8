/** Compares what an order says with what the gateway's ledger has. Pure. */
import { toMinor } from '../shared/money.ts'
import { isFailed, isSettled, isUncertain } from '../shared/order-status.ts'
import type { MerchantOrderView } from '../shared/order-view.ts'
import { type Finding, finding } from './findings.ts'
import { waiting } from './late-bank.ts'
import type { Slice } from './ledger.ts'
import { type Account, accountsOf } from './ledger-accounts.ts'
import { compareRefunds } from './refunds.ts'
import type { WantedFollowUp } from './scene.ts'

/** Everything that is known of one order in the end. */
export interface Evidence {
  readonly view: MerchantOrderView
  readonly exponent: number
  readonly slice: Slice
  readonly wanted: readonly WantedFollowUp[]
}

/** What a direct request asks for: it charges without anybody's further doing. */
const DIRECT = ['sale', 'preauth', 'make-rebill']

/** Lists all that is wrong with an order. */
export function compare(evidence: Evidence): Finding[] {
  const accounts = accountsOf(evidence.slice)
  const { intent } = evidence.view
  if (intent === 'payout') return comparePayout(evidence, accounts)
  if (intent === 'verify') return compareVerification(evidence, accounts)
  return [
    ...compareCharges(evidence, accounts),
    ...chargedTwice(evidence, accounts),
    ...sentTwice(evidence),
    ...compareRefunds(evidence, accounts),
  ]
}

function compareCharges({ view, exponent, slice }: Evidence, accounts: readonly Account[]): Finding[] {
  const charged = accounts.filter(({ takenMinor, heldMinor }) => takenMinor + heldMinor > 0)
  const names = charged.map(({ orderId, takenMinor, heldMinor }) => `${orderId}: ${takenMinor + heldMinor}`)
  const told = isUncertain(view.status) ? undefined : expectedMinor(view, exponent)
  const all = charged.reduce((sum, { takenMinor, heldMinor }) => sum + takenMinor + heldMinor, 0)
  if (told === undefined)
    return charged.length > 1
      ? [finding('double charge', `${view.status}, and charged by ${names}`)]
      : unrecognised({ view, exponent, slice }, all, names)
  if (all === told) return []
  const words = `${view.status}, so ${told} should be left with the merchant; the ledger has ${names.join(', ') || 0}`
  if (all < told) return [finding('wrong outcome', words)]
  return [
    finding(
      charged.length > 1 ? 'double charge' : isSettled(view.status) ? 'wrong outcome' : 'lost outcome',
      words,
    ),
  ]
}

/** Doubt excuses what nobody can know, and not a payment of the very sum that the gateway would tell of. */
function unrecognised(
  { view, exponent, slice }: Omit<Evidence, 'wanted'>,
  chargedMinor: number,
  names: readonly string[],
): Finding[] {
  const isAsAsked = view.status === 'unknown' && chargedMinor === minor(view.amount, exponent)
  return isAsAsked && waiting(slice).length === 0
    ? [finding('lost outcome', `unknown, and paid by ${names}`)]
    : []
}

/** What the merchant should have, taken or on hold. */
function expectedMinor(view: MerchantOrderView, exponent: number): number {
  const [amount, captured, returned] = [view.amount, view.captured, view.returned].map((text) =>
    minor(text, exponent),
  ) as [number, number, number]
  if (!isSettled(view.status) || view.status === 'voided' || view.status === 'charged-back') return 0
  return (view.intent === 'preauth' && captured > 0 ? captured : amount) - returned
}

/** A payer who was charged by two requests was charged twice, even if one is given back. */
function chargedTwice({ slice }: Evidence, accounts: readonly Account[]): Finding[] {
  const direct = new Set(
    slice.requests
      .filter(({ operation }) => DIRECT.includes(operation))
      .map(({ clientOrderId }) => clientOrderId),
  )
  const names = accounts.filter(({ isApproved, clientOrderId }) => isApproved && direct.has(clientOrderId))
  const ids = new Set(names.map(({ clientOrderId }) => clientOrderId))
  return ids.size > 1 ? [finding('double charge', `charged by ${[...ids].join(' and ')}`)] : []
}

/** A charge is sent once, whatever became of its answer. */
function sentTwice({ slice }: Evidence): Finding[] {
  const sent = slice.requests.filter(({ operation }) => DIRECT.includes(operation))
  const names = sent.map(({ clientOrderId }) => clientOrderId)
  const twice = new Set(names.filter((name, index) => names.indexOf(name) !== index))
  return [...twice].map((name) => finding('double charge', `${name} was sent more than once`))
}

function comparePayout({ view, exponent, slice }: Evidence, accounts: readonly Account[]): Finding[] {
  const payouts = accounts.reduce((sum, account) => sum + account.payouts, 0)
  const paidMinor = accounts.reduce((sum, account) => sum + account.paidOutMinor, 0)
  if (payouts > 1) return [finding('double money out', `paid out ${payouts} times, ${paidMinor} in all`)]
  const isCheck = slice.requests.some(({ operation }) => operation === 'payout-check')
  const isPayingInDoubt = view.followUps.some(({ status }) => isUncertain(status))
  if (isUncertain(view.status) || isPayingInDoubt) return []
  const isPaid = isCheck ? view.status === 'captured' : isSettled(view.status)
  const toldMinor = isPaid ? minor(view.amount, exponent) : 0
  if (paidMinor === toldMinor) return []
  const words = `${view.status}, so ${toldMinor} should be paid out; the ledger has ${paidMinor}`
  return [finding(paidMinor > toldMinor ? 'lost outcome' : 'wrong outcome', words)]
}

/** Nothing may be charged, and the answer has to be the gateway's. */
function compareVerification({ view }: Evidence, accounts: readonly Account[]): Finding[] {
  const moved = accounts.some(({ takenMinor, heldMinor, payouts }) => takenMinor + heldMinor + payouts !== 0)
  const isApproved = accounts.some((account) => account.isApproved)
  return [
    ...(moved ? [finding('double charge', 'a verification moved money')] : []),
    ...(isSettled(view.status) && !isApproved
      ? [finding('wrong outcome', `${view.status}, and nothing is approved`)]
      : []),
    ...(isFailed(view.status) && isApproved
      ? [finding('lost outcome', `${view.status}, and it is approved`)]
      : []),
  ]
}

/** Views have well-formed amounts. @throws {TypeError} If this one has not. */
export function minor(text: string, exponent: number): number {
  const read = toMinor(text, exponent)
  if (!read.ok) throw new TypeError(`${text} is no amount`)
  return read.value
}
