/** Why an attempt failed: which of the gateway's codes mean what, and what of that a shopper may read. */
import type { DeclineReason, FailureReason } from '../../../shared/order-view.ts'
import type { Profile } from '../../config/gateway-profile.ts'
import type { OrderTerms } from '../../domain/terms.ts'
import type { Report } from './events.ts'
import type { Attempt } from './state.ts'

/** What the gateway's code of a decline means. `undefined` for any code that is not listed, and where nothing was declined. */
export function failureReason(
  { status, errorCode }: Pick<Report, 'status' | 'errorCode'>,
  codes: Profile['declineCodes'],
): FailureReason | undefined {
  if (status !== 'declined' || !errorCode) return undefined
  return (['expired-card', 'funds', 'security-code', 'cancelled'] as const).find((reason) =>
    codes[reason].includes(errorCode),
  )
}

/**
 * Whether the shopper may read a bank's reason. It says which stolen card is alive, so the order of an offer, which
 * anybody can open, has to ask (`ask`) how many of them were told lately. So has an attempt by a link, which anybody can
 * forward. A payout has no card that the shopper pays with.
 */
export function reasonTelling(
  { intent, offer }: Pick<OrderTerms, 'intent' | 'offer'>,
  { reason }: Pick<Report, 'reason'>,
  exchange?: string,
): 'tell' | 'ask' | 'hide' {
  if (!isOfBank(reason) || intent === 'payout') return 'hide'
  return offer === undefined && exchange === undefined ? 'tell' : 'ask'
}

/** The code of an attempt's failure, as the shopper's page may have it. */
export function shownCode({
  error,
  isReasonTold,
}: Pick<Attempt, 'error' | 'isReasonTold'>): string | undefined {
  const { code, reason } = error ?? {}
  if (reason === 'cancelled') return 'cancelled-at-gateway'
  return reason && isReasonTold ? `declined-${reason}` : code
}

const isOfBank = (reason: FailureReason | undefined): reason is DeclineReason =>
  reason !== undefined && reason !== 'cancelled'
