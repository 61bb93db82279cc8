/** The mails to an order's shopper, as its merchant reads what became of them. */
import { toIsoTime } from '../../../shared/iso-time.ts'
import type { MailDelivery } from '../../../shared/order-history.ts'
import type { MailQueue, QueuedMail } from '../../mail/mail-queue.ts'

/** Status in the queue → status for the merchant. One that is being sent is not sent yet. */
const STATUSES = {
  waiting: 'pending',
  noted: 'pending',
  sent: 'delivered',
  unsure: 'unsure',
  'given-up': 'given-up',
} as const satisfies Readonly<Record<QueuedMail['status'], MailDelivery['status']>>

/** Lists them, oldest first. No address is in it. */
export const mailsView = (mails: MailQueue): MailDelivery[] =>
  mails.map(({ kind, status, nextAt, why, by }) => ({
    channel: 'shopper-mail',
    kind,
    status: STATUSES[status],
    at: toIsoTime(nextAt),
    ...(why !== undefined && { failure: why }),
    ...(by !== undefined && { by }),
  }))
