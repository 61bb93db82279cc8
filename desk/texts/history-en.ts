/** The words of an order's history in English. `{…}` in a text is filled in by `order/history-lines.ts`. */
import type { AttentionReason, BankStep, HistoryKind, PaymentStage } from '../../shared/order-history.ts'
import type { FollowUpKind, Intent } from '../../shared/order-view.ts'
import { alike, type ByIntent } from './by-intent.ts'

const REASONS: Readonly<Record<AttentionReason, string>> = {
  'outcome-unknown':
    'Nobody can tell whether money moved. The checkout server keeps asking; if it stays, ask the gateway’s support.',
  'duplicate-charge':
    'The shopper was charged by mistake: a second time, after the order was cancelled, or with no unit of the offer left. The checkout server is giving that charge back.',
  'unmatched-transaction': 'The gateway named a transaction that this order did not start.',
  'follow-up-unknown':
    'A capture, void or refund may have happened. Do not repeat it before the result is known.',
  'follow-up-waiting': 'A refund is above the limits of the key that asked for it. Another person decides.',
  'units-unconfirmed': 'An approval waits for the counter of a limited offer.',
  'merchant-not-notified': 'Your server did not take the webhooks for days.',
}

const SHORT_REASONS: Readonly<Record<AttentionReason, string>> = {
  'outcome-unknown': 'Outcome unknown',
  'duplicate-charge': 'Charged by mistake',
  'unmatched-transaction': 'Unmatched transaction',
  'follow-up-unknown': 'Capture, void or refund unclear',
  'follow-up-waiting': 'Refund waits for a decision',
  'units-unconfirmed': 'Units not confirmed',
  'merchant-not-notified': 'Webhooks not taken',
}

const STAGES = {
  ...{ capture: 'capture', void: 'void', reversal: 'refund' },
  ...{ chargeback: 'chargeback', other: 'transaction' },
}
const PAYOUT_STAGES = {
  ...{ ...STAGES, capture: 'payout', reversal: 'return of the payout' },
  chargeback: 'recall of the payout',
}

/** What an order's attempts are. The first step of a payout in two steps pays nothing out. */
export type Subject = Intent | 'payout-check'

export const HISTORY_ENGLISH = {
  /** Why a person has to look at an order: by what it is for. */
  reasons: {
    sale: REASONS,
    preauth: {
      ...REASONS,
      'outcome-unknown':
        'Nobody can tell whether money is on hold. The checkout server keeps asking; if it stays, ask the gateway’s support.',
      'duplicate-charge':
        'Money was put on hold by mistake: a second time, after the order was cancelled, or with no unit of the offer left. The checkout server is releasing it.',
    },
    verify: {
      ...REASONS,
      'outcome-unknown':
        'Nobody can tell whether the card was verified. No money moves. The checkout server keeps asking; if it stays, ask the gateway’s support.',
      'duplicate-charge': 'The card was verified more often than this order shows. No money moves.',
    },
    payout: {
      ...REASONS,
      'outcome-unknown':
        'Nobody can tell whether the money was paid out. Do not pay it again. The checkout server keeps asking; if it stays, ask the gateway’s support.',
      'duplicate-charge':
        'Money was paid out by mistake: a second time, or after the order was cancelled. The checkout server cannot call it back. Ask the gateway’s support.',
      'follow-up-unknown': 'The payout may have been sent. Do not send it again before the result is known.',
    },
  } satisfies ByIntent<Record<AttentionReason, string>>,

  /** The same in a few words, for the list. */
  shortReasons: {
    sale: SHORT_REASONS,
    preauth: { ...SHORT_REASONS, 'duplicate-charge': 'Held by mistake' },
    verify: { ...SHORT_REASONS, 'duplicate-charge': 'Verified by mistake' },
    payout: {
      ...SHORT_REASONS,
      'duplicate-charge': 'Paid out by mistake',
      'follow-up-unknown': 'Payout unclear',
    },
  } satisfies ByIntent<Record<AttentionReason, string>>,

  /** Event kind → its words. A kind has the values that its words name. */
  events: {
    'order-opened': 'Order opened',
    'attempt-sent': '{subject} {n} sent to the gateway',
    'attempt-accepted': 'The gateway took {subject} {n}',
    'attempt-refused': 'The gateway refused {subject} {n}',
    'attempt-reply-lost': 'The gateway’s reply to {subject} {n} was lost, so the checkout server asks',
    'attempt-not-accepted': 'Proven: the gateway never took {subject} {n}',
    'follow-up-sent': '{operation} sent to the gateway',
    'follow-up-accepted': 'The gateway took the request: {operation}',
    'follow-up-refused': 'The gateway refused: {operation}',
    'follow-up-reply-lost': 'The gateway’s reply was lost, so the checkout server asks: {operation}',
    'follow-up-not-accepted': 'The gateway never took this request: {operation}',
    'approval-asked': '{operation} is above the limits of its key and waits for another person',
    'approval-granted': '{operation} approved and sent to the gateway',
    'approval-refused': '{operation} refused, and not sent',
    'approval-lapsed': '{operation} lapsed, because nobody decided in time',
    'refund-sent': '{refund} sent',
    'refund-accepted': 'The gateway took the {refund}',
    'refund-refused': 'The gateway refused the {refund}',
    'refund-reply-lost': 'The reply to the {refund} was lost, so the checkout server asks',
    'gateway-reported': 'The gateway reported: {stage} {status}',
    'gateway-misnamed': 'The gateway answered about something else, which decides nothing',
    'polling-ended': 'The checkout server stopped asking: no answer settled it',
    'callback-received': 'The gateway called back',
    'shopper-returned': 'The shopper came back from the payment page',
    'bank-step-opened': 'The shopper’s bank was asked',
    'bank-step-answered': 'The bank’s page answered',
    'bank-step-accepted': 'The gateway took the bank’s answer',
    'bank-step-refused': 'The gateway refused the bank’s answer',
    'bank-step-overdue': 'The bank did not answer in time',
    'card-kept': 'The card was saved for later payments',
    'card-not-kept': 'The card could not be saved',
    'card-removed': 'The shopper removed a saved card',
    'recurring-payment-created': 'A recurring payment was set up',
    'unmatched-transaction': 'The gateway named a transaction that nobody here started',
    'units-reserved': 'Units of the limited offer were reserved',
    'units-refused': 'The limited offer has no units left',
    'units-released': 'Reserved units were released',
    'order-cancelled': 'The shopper cancelled',
    'order-expired': 'The order expired',
    'expiry-changed': 'The end was changed',
    'order-followed': 'The payment was asked for again as',
    'link-opened': 'Somebody clicked on the page of the link',
    'link-renewed': 'The link was made again, under the present key of tokens',
    'attempt-cancelled': 'The person with the link cancelled attempt {n}; the order stays open',
    'tokens-revoked': 'Links and tokens of the order were revoked',
    'personal-data-read': 'The shopper’s data was read',
    'personal-data-erased': 'The shopper’s data was erased',
    'merchant-notified': 'Your server was notified',
    'notification-given-up': 'Your server did not take a notification',
    'notifications-resent': 'Notifications sent again',
    'order-sent': 'The goods were sent',
    'note-written': 'A note was written',
    'events-omitted': 'Older events are not kept',
  } satisfies Record<HistoryKind, string>,
  /** The words of a kind where a person did it with a merchant key. */
  eventsByKey: {
    'order-cancelled': 'The shop cancelled, with the key “{by}”',
    'attempt-not-accepted': 'Declared with the key “{by}”: the gateway never took {subject} {n}',
    'follow-up-not-accepted':
      'Declared with the key “{by}”: the gateway never took this request ({operation})',
  } as Readonly<Partial<Record<HistoryKind, string>>>,
  byKey: (name: string) => `Key “${name}”`,
  operations: {
    capture: 'Capture',
    void: 'Void',
    return: 'Refund',
    'payout-pay': 'Payout',
  } satisfies Record<FollowUpKind, string>,
  steps: {
    method: 'browser check',
    challenge: 'confirmation',
    pareq: 'confirmation (3-D Secure 1)',
    redirect: 'confirmation on its own page',
    page: 'confirmation on its own page',
  } satisfies Record<BankStep, string>,
  /** What an attempt is called within a line; a line begins with a capital letter. */
  subjects: {
    sale: 'payment',
    preauth: 'preauthorization',
    verify: 'card verification',
    payout: 'payout',
    'payout-check': 'payout check',
  } satisfies Record<Subject, string>,
  /** The order's own refund. Of verifications and payouts it makes none. */
  refunds: {
    ...alike('refund of a duplicate charge'),
    preauth: 'release of a duplicate hold',
  } satisfies ByIntent<string>,
  /** What the gateway reports on: by what the order is for. */
  stages: {
    sale: { ...STAGES, payment: 'payment' },
    preauth: { ...STAGES, payment: 'preauthorization' },
    verify: { ...STAGES, payment: 'card verification' },
    payout: { ...PAYOUT_STAGES, payment: 'payout' },
    'payout-check': { ...PAYOUT_STAGES, payment: 'payout check' },
  } satisfies Record<Subject, Record<PaymentStage, string>>,
  deliveries: {
    webhook: {
      pending: 'webhook on its way',
      delivered: 'webhook delivered',
      'given-up': 'webhook given up',
    },
    mail: { pending: 'e-mail on its way', delivered: 'e-mail delivered', 'given-up': 'e-mail given up' },
  },
  /** Why no answer of a receiver came. */
  deliveryFailures: {
    timeout: 'no answer in time',
    unreachable: 'not reachable',
    off: 'switched off',
  } as Readonly<Record<string, string>>,
  /** Statuses as the gateway reports them of one stage. An order's own words would say that it is paid. */
  reported: {
    ...{ approved: 'approved', declined: 'declined', filtered: 'blocked', error: 'failed' },
    ...{ unknown: 'unclear', processing: 'in progress', cancelled: 'cancelled' },
  } as Readonly<Record<string, string>>,
  transaction: (id: string) => `Transaction ${id}`,
  /** Codes of failures, where an order has them. */
  failures: {
    declined: 'The bank declined.',
    'declined-expired-card': 'The card has expired.',
    'declined-funds': 'The card has not enough money.',
    'declined-security-code': 'The security code was wrong.',
    'cancelled-at-gateway': 'The shopper cancelled on the payment page.',
    filtered: 'The gateway’s risk rules blocked it.',
    refused: 'The gateway refused the request.',
    'gateway-silent': 'The gateway did not answer.',
    'not-accepted': 'The gateway never took it.',
  } as Readonly<Record<string, string>>,
}
