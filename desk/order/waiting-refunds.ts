/** The refunds of an order that wait for a decision: what each is, who asked, why, and until when. */
import { html, nothing } from 'lit'
import type { FollowUpView, MerchantOrderView } from '../../shared/order-view.ts'
import type { DeskContext } from '../session/desk-context.ts'
import { alertBox } from '../theme/marks.ts'
import { waitingRefunds } from './allowed-actions.ts'

/** A box for each. */
export const waitingBoxes = (order: MerchantOrderView, desk: DeskContext) =>
  waitingRefunds(order).map((one) => waitingBox(one, order.currency, desk))

function waitingBox(one: FollowUpView, currency: string, desk: DeskContext) {
  const { words, formats } = desk
  const { approvals } = words
  const what = approvals.waits(words.operations[one.kind], formats.sum(one.amount, currency))
  const lapses = one.expiresAt ? approvals.lapses(formats.distance(one.expiresAt)) : ''
  return alertBox(
    'notice',
    'clock',
    html`<strong>${what}</strong> ${waitingText(one, words)} ${hindrance(one, desk)}`,
    lapses,
  )
}

/** Why the person cannot approve it themselves. */
function hindrance({ askedBy }: FollowUpView, { words: { approvals }, name, isLimited }: DeskContext) {
  if (askedBy === name) return approvals.own
  return isLimited ? approvals.limited : nothing
}

/** Who asked, the limit, and the reason in their own words. */
export function waitingText(
  { askedBy = '', limit, comment }: FollowUpView,
  { approvals }: DeskContext['words'],
): string {
  const asked = [approvals.askedBy(askedBy), ...(limit ? [approvals.limits[limit]] : [])].join(', ')
  return `${[asked, ...(comment ? [approvals.reason(comment)] : [])].join('. ')}.`
}
