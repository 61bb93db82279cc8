/** Which mails to its shopper a change of an order brings. Requests and reminders never come of a change. */
import { toDecimal } from '../../../shared/money.ts'
import type { MailWish } from '../../mail/mail-queue.ts'
import type { OrderState } from '../model/state.ts'

/**
 * Lists them: the payment or its like, the money of a hold that was charged, what went back, a cancelled payment, and that the
 * goods were sent. An unpaid order brings none, since strangers can open any number of orders for any address.
 */
export function mailsOf(before: OrderState, after: OrderState): MailWish[] {
  if (after.tombstone || after.payment === undefined) return []
  const isMoney = after.terms.intent === 'sale' || after.terms.intent === 'preauth'
  return [
    ...paidMails(before, after),
    ...(isMoney ? refundMails(before, after) : []),
    ...sentMails(before, after),
  ]
}

/**
 * A hold has two: that it is held, and that it was charged. A payout in two steps has one, once it was sent: its check sends
 * nothing. A card's check by an offer has none: it costs a stranger nothing, who could have any number of people written to.
 */
function paidMails(before: OrderState, after: OrderState): MailWish[] {
  const { intent, offer, methods } = after.terms
  if (intent === 'verify' && offer !== undefined) return []
  const isApproved = before.payment === undefined
  const isCaptured = before.capturedMinor === 0 && after.capturedMinor > 0
  if (methods.includes('payout-check')) return isCaptured ? [{ kind: 'payout' }] : []
  if (intent === 'payout') return isApproved ? [{ kind: 'payout' }] : []
  return isApproved || (intent === 'preauth' && isCaptured) ? [{ kind: 'receipt' }] : []
}

function refundMails(before: OrderState, after: OrderState): MailWish[] {
  const backMinor = after.returnedMinor - before.returnedMinor
  const isVoided = after.laterOutcome === 'voided' && before.laterOutcome !== 'voided'
  const amount = toDecimal(Math.max(backMinor, 0), after.terms.exponent)
  return [
    ...(backMinor > 0 ? [{ kind: 'refund', amount } as const] : []),
    ...(isVoided && backMinor <= 0 ? [{ kind: 'refund' } as const] : []),
  ]
}

/** Once: a further word of the merchant only corrects the parcel. */
const sentMails = (before: OrderState, after: OrderState): MailWish[] =>
  after.sent && !before.sent ? [{ kind: 'sent' }] : []
