/** Compares what was given back and captured with what was asked for. Pure. */
import { isSettled, isUncertain } from '../shared/order-status.ts'
import { type Evidence, minor } from './comparison.ts'
import { type Finding, finding } from './findings.ts'
import type { Account } from './ledger-accounts.ts'

/** Only of the payment that was kept: what was charged too often goes back by itself. */
export function compareRefunds(evidence: Evidence, accounts: readonly Account[]): Finding[] {
  const kept = keptAccount(evidence, accounts)
  if (!kept || !isSettled(evidence.view.status)) return []
  const isOpen = (kind: string) =>
    evidence.view.followUps.some((one) => one.kind === kind && isUncertain(one.status))
  return [
    ...wantedTwice(evidence, kept),
    ...(isOpen('return') || isOpen('void') ? [] : returnedAsTold(evidence, kept)),
    ...(isOpen('capture') ? [] : capturedAsTold(evidence, kept)),
  ]
}

/** The gateway's order that the payment is: approved, and not a charge too many. */
function keptAccount({ view }: Evidence, accounts: readonly Account[]): Account | undefined {
  const surplus = new Set(view.transactions.filter((one) => one.surplus).map(({ id }) => id))
  const ids = new Set(
    view.attempts.filter(({ status }) => status === 'approved').map(({ gatewayId }) => gatewayId),
  )
  return accounts.find(({ orderId }) => ids.has(orderId) && !surplus.has(orderId))
}

/** More than was ever wanted: one wish went out twice. */
function wantedTwice({ wanted, view, exponent }: Evidence, { returnedMinor }: Account): Finding[] {
  const parts = wanted.filter(({ kind }) => kind === 'return' || kind === 'void')
  const allMinor = minor(view.amount, exponent)
  const wantedMinor = parts.reduce(
    (sum, { amountMinor = allMinor, isTwice }) => sum + amountMinor * (isTwice ? 2 : 1),
    0,
  )
  if (returnedMinor <= wantedMinor) return []
  return [finding('double money out', `${returnedMinor} given back where ${wantedMinor} was wanted`)]
}

/** What the order says was given back was; every single return of it, too. */
function returnedAsTold(
  { view, exponent }: Evidence,
  { returnedMinor, takenMinor, heldMinor }: Account,
): Finding[] {
  if (view.status === 'voided')
    return takenMinor + heldMinor === 0 ? [] : [finding('wrong outcome', 'voided, and money is left')]
  const told = minor(view.returned, exponent)
  const single = sum(view.followUps.filter(isApproved('return')), exponent)
  if (told === returnedMinor && single === returnedMinor) return []
  const words = `told that ${told} was given back, in single returns ${single}; the ledger has ${returnedMinor}`
  return [finding(returnedMinor > Math.min(told, single) ? 'double money out' : 'wrong outcome', words)]
}

/** A sale is captured by its approval, so all of it is told, and the ledger has no capture of its own. */
function capturedAsTold({ view, exponent }: Evidence, { capturedMinor }: Account): Finding[] {
  const atOnce = view.intent === 'sale' && view.status !== 'voided' ? minor(view.amount, exponent) : 0
  const told = minor(view.captured, exponent) - atOnce
  const single = sum(view.followUps.filter(isApproved('capture')), exponent)
  if (told === capturedMinor && single === capturedMinor) return []
  const words = `told that ${told} was captured, in single captures ${single}; the ledger has ${capturedMinor}`
  return [finding(capturedMinor > told ? 'lost outcome' : 'wrong outcome', words)]
}

type FollowUp = Evidence['view']['followUps'][number]

const isApproved = (wanted: string) => (one: FollowUp) => one.kind === wanted && one.status === 'approved'

const sum = (followUps: readonly FollowUp[], exponent: number) =>
  followUps.reduce((all, { amount }) => all + minor(amount, exponent), 0)
