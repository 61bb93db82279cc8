/** Translates the gateway's words into the order's own. */
import type { Intent, Way } from '../../../shared/order-view.ts'
import { without } from '../../../shared/without.ts'
import type { Profile } from '../../config/gateway-profile.ts'
import type { FramePage } from '../../config/signed-urls.ts'
import type { StatusReport, ThreeDsStep } from '../../gateway/reply.ts'
import { failureReason } from './decline-reasons.ts'
import type { NewStep, Report, TransactionKind } from './events.ts'

/** The part of the request that tells the kind of its transaction. */
export interface AskedFor {
  readonly intent: Intent
  readonly method: Way
}

/** Pages that the shop's page puts in a frame. A page of the gateway's lies in a frame inside. */
type StepFrame = Exclude<FramePage, 'gateway-page' | 'form'>

/**
 * Addresses of the edge's own pages for an attempt's steps: full pages, and pages for frames if the shop's page has
 * them.
 */
export interface StepPlaces {
  readonly address: string
  readonly frames?: Readonly<Record<StepFrame, string>>
}

/** The next step in a reply. Its addresses were checked. */
export type ReportedStep = Partial<Pick<StatusReport, 'threeDs' | 'redirectUrl' | 'html'>>

/** What a report is read with: the gateway's profile, and the step that the reply names, as {@link toStep} reads it. */
interface ReportSources {
  readonly profile: Profile
  readonly step?: NewStep | undefined
}

/** Reads a status report. One without a type is no payment: an approval needs proof. */
export function toReport(reply: StatusReport, asked: AskedFor, { step, profile }: ReportSources): Report {
  const { lacks = [], ...rest } = reply
  const same = without(rest, 'kind', 'initialAmountMinor', 'cardRef', 'redirectUrl', 'threeDs', 'html')
  const untold = lacks.filter((field) => !profile.statusTells.includes(field))
  const type = reply.transactionType ?? ''
  const kind = transactionKindOf(type, reply, asked, profile.transactionTypes)
  const reason = kind === 'payment' ? failureReason(reply, profile.declineCodes) : undefined
  return {
    ...same,
    type,
    kind,
    ...(untold.length > 0 && { untold }),
    ...(step && { step }),
    ...(reason && { reason }),
  }
}

type Types = Profile['transactionTypes']

function transactionKindOf(
  type: string,
  { status }: StatusReport,
  asked: AskedFor,
  types: Types,
): TransactionKind {
  if (paymentTypes(asked, types).includes(type)) return 'payment'
  if (!type && status !== 'approved') return 'payment'
  // The second step of a payout is to the check what a capture is to a reservation.
  if (asked.method === 'payout-check' && types.payout.includes(type)) return 'capture'
  const kinds = ['capture', 'void', 'reversal', 'chargeback'] as const
  return kinds.find((kind) => types[kind].includes(type)) ?? 'other'
}

/** The gateway's words for the requested transaction, by method. */
function paymentTypes({ intent, method }: AskedFor, types: Types): readonly string[] {
  if (method === 'rebill' || (method === 'saved-card' && intent === 'sale'))
    return [...types.rebill, ...types.sale]
  if (method === 'payout-check' || method === 'transfer' || method === 'pan-eligibility') return types[method]
  return types[intent]
}

/** Whether a reply names a step. */
export const hasStep = ({ threeDs, redirectUrl, html }: ReportedStep): boolean =>
  Boolean(redirectUrl || threeDs || html)

/**
 * Reads the current step, if there is one. A redirect comes first, since the gateway then runs the other steps itself;
 * its page in `html` comes last.
 */
export function toStep(
  { threeDs, redirectUrl, html }: ReportedStep,
  places: StepPlaces,
): NewStep | undefined {
  if (redirectUrl) return { type: 'redirect', url: redirectUrl, ...placed(places, 'challenge') }
  if (threeDs?.type === 'method') return methodStep(threeDs, placed(places, 'method'))
  if (threeDs) return bankStep(threeDs, placed(places, 'challenge'))
  return html ? { type: 'page', html, ...placed(places, 'challenge') } : undefined
}

type Place = Pick<NewStep, 'address' | 'frame'>

const placed = ({ address, frames }: StepPlaces, page: StepFrame): Place => ({
  address,
  ...(frames && { frame: frames[page] }),
})

const methodStep = (
  { type, methodUrl, serverTransactionId }: Extract<ThreeDsStep, { type: 'method' }>,
  place: Place,
): NewStep => ({
  type,
  ...place,
  ...(methodUrl && { url: methodUrl }),
  ...(serverTransactionId && { serverTransactionId }),
})

function bankStep(step: Exclude<ThreeDsStep, { type: 'method' }>, place: Place): NewStep {
  const { type, acsUrl: url } = step
  if (type === 'challenge') return { type, ...place, url, creq: step.creq }
  return { type, ...place, url, pareq: step.pareq, ...(step.md && { md: step.md }) }
}
