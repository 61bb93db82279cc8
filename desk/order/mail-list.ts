/** What became of an order's mails to its shopper. */
import { html, nothing } from 'lit'
import type { MailDelivery } from '../../shared/order-history.ts'
import type { DeskContext } from '../session/desk-context.ts'
import type { Mood } from '../theme/outcome-mood.ts'

const MOODS: Readonly<Record<MailDelivery['status'], Mood>> = {
  pending: 'calm',
  delivered: 'good',
  unsure: 'notice',
  'given-up': 'bad',
}

/** Draws them, the newest first; nothing where there was none. */
export function mailList(mails: readonly MailDelivery[] | undefined, desk: DeskContext) {
  if (!mails?.length) return nothing
  return html`<ul class="mails">${mails.map((mail) => mailItem(mail, desk)).reverse()}</ul>`
}

function mailItem({ kind, status, at, failure, by }: MailDelivery, { words, formats }: DeskContext) {
  const { mail } = words
  const moment = formats.moment(at)
  // One that was never tried is due now, which is no news.
  const when = status !== 'pending' ? moment : failure ? mail.next(moment) : ''
  const detail = [when, failure && (mail.failures[failure] ?? failure), by && words.byKey(by)]
  return html`<li>
    <p class="what"><span>${mail.kinds[kind]}</span> <span class="pill ${MOODS[status]}">${mail.statuses[status]}</span></p>
    <p class="when">${detail.filter(Boolean).join(' · ')}</p>
  </li>`
}
