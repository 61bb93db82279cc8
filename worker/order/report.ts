/** Turns the gateway's words into the order's own. Pure: no clock, no storage, no network. */
import type { Intent, Way } from '../../shared/order-view.ts'
import type { Profile } from '../config/profile.ts'
import type { StatusReport, ThreeDsStep } from '../gateway/reply.ts'
import type { NewStep, Report, TransactionKind } from './events.ts'

/** What was asked for, as far as its kind depends on it. */
export interface AskedFor {
  readonly intent: Intent
  readonly method: Way
  /** The edge's own page of the attempt's 3-D Secure steps. */
  readonly stepAddress: string
}

/** Reads a status report. An absent type is no payment: an approval needs proof. */
export function toReport(told: StatusReport, asked: AskedFor, profile: Profile): Report {
  const { kind: _, threeDs: __, ...same } = told
  const type = told.transactionType ?? ''
  const step = toStep(told, asked.stepAddress)
  return { ...same, type, kind: kindOf(type, told, asked, profile.transactionTypes), ...(step && { step }) }
}

type Types = Profile['transactionTypes']

function kindOf(type: string, told: StatusReport, asked: AskedFor, types: Types): TransactionKind {
  if (paymentTypes(asked, types).includes(type)) return 'payment'
  if (!type && told.status !== 'approved') return 'payment'
  // Paying a checked payout out is to the check what a capture is to a reservation.
  if (asked.method === 'payout-check' && types.payout.includes(type)) return 'capture'
  const kinds = ['capture', 'void', 'reversal', 'chargeback'] as const
  return kinds.find((kind) => types[kind].includes(type)) ?? 'other'
}

/** The words for what was asked for, by the way in which it was. */
function paymentTypes({ intent, method }: AskedFor, types: Types): readonly string[] {
  if (method === 'rebill' || (method === 'saved-card' && intent === 'sale'))
    return [...types.rebill, ...types.sale]
  if (method === 'payout-check' || method === 'transfer' || method === 'pan-eligibility') return types[method]
  return types[intent]
}

/** Where a redirect is given too, it is preferred: the gateway then runs the other steps itself. */
function toStep({ threeDs, redirectUrl }: StatusReport, address: string): NewStep | undefined {
  if (redirectUrl) return { type: 'redirect', url: redirectUrl, address }
  if (threeDs?.type !== 'method') return threeDs && bankStep(threeDs, address)
  const { type, methodUrl, serverTransactionId } = threeDs
  return {
    type,
    address,
    ...(methodUrl && { url: methodUrl }),
    ...(serverTransactionId && { serverTransactionId }),
  }
}

function bankStep(step: Exclude<ThreeDsStep, { type: 'method' }>, address: string): NewStep {
  const { type, acsUrl: url } = step
  if (type === 'challenge') return { type, address, url, creq: step.creq }
  return { type, address, url, pareq: step.pareq, ...(step.md && { md: step.md }) }
}
