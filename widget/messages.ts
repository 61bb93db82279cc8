/** Every text that a shopper reads. A page replaces any of them with `.labels`; `{name}` stands for a value. */

/** Text key → English text. The keys are those of `.labels` and of translations. */
export const TEXTS = {
  pay: 'Pay {amount}',
  'pay.preauth': 'Reserve {amount}',
  'pay.verify': 'Verify your card',
  working: 'One moment…',
  note: 'You enter your card on a secure payment page.',
  test: 'Test mode',
  again: 'Make another payment',
  restart: 'Start again',
  retry: 'Try again',
  continue: 'Continue to payment',
  another: 'Pay another way',
  cancel: 'Cancel payment',
  refresh: 'Check now',
  reference: 'Reference',
  card: 'Card',
  'card.title': 'Card details',
  hosted: 'Payment page',
  way: 'Choose how to pay',
  support: 'Support code: {id}',
  required: 'Complete this payment first.',

  amount: 'Choose an amount',
  'amount.other': 'Other amount',
  quantity: 'Quantity',
  range: 'From {min} to {max}',

  'field.email': 'Email',
  'field.name': 'Full name',
  'field.phone': 'Phone',
  'field.billing': 'Billing address',
  'field.shipping': 'Delivery address',
  'field.address': 'Street and number',
  'field.city': 'City',
  'field.postalCode': 'Postal code',
  'field.country': 'Country',
  'field.state': 'State (code)',

  wrong: 'Please check this field.',
  'wrong.email': 'Enter an email address such as name@example.com.',
  'wrong.phone': 'Enter a phone number such as +44 20 7946 0958.',

  'error.network': 'The connection was lost. Please try again.',
  'error.payments-paused': 'Payments are paused. Please try again later.',
  'error.fields': 'Please check the marked fields.',
  'error.retry': 'That did not work. Please try again.',
  broken: 'This payment is not available',
  'broken.text': 'Please contact the shop.',
  'broken.offer-expired': 'This offer has expired. Please reload the page.',
  'broken.offer-limit': 'This offer has been used up.',
  'broken.token-invalid': 'This page cannot show the payment any more. Please contact the shop.',

  starting: 'Looking up your payment…',
  empty: 'There is no payment to show',
  sending: 'Preparing your payment…',
  'sending.text': 'This takes a few seconds.',
  leaving: 'Taking you to the payment page…',
  redirect: 'Your payment is waiting',
  'redirect.text': 'Continue to the payment page, or pay another way.',
  bank: 'Your bank is checking',
  'bank.text': 'Please do what your bank asks.',
  confirm: 'Confirm with your bank',
  page: 'Open in full page',
  late: 'Nothing here? Open the full page.',
  stop: 'Stop this payment?',
  'stop.no': 'Go on',
  'stop.yes': 'Stop payment',
  processing: 'We are checking your payment',
  'processing.text': 'Please do not pay again. This page tells you the outcome.',
  unknown: 'The outcome is not known yet',
  'unknown.text': 'Please do not pay again. We keep checking.',
  approved: 'Payment approved',
  'approved.text': 'You paid {amount}. Thank you.',
  preauth: 'Amount reserved',
  'preauth.text': '{amount} is reserved on your card and not yet charged.',
  verify: 'Card verified',
  'verify.text': 'Nothing was charged.',
  payout: 'Paid out',
  'payout.text': '{amount} is on its way to you.',
  captured: 'Payment complete',
  'captured.text': '{amount} was charged to your card.',
  voided: 'Payment voided',
  'voided.text': 'Nothing is charged to your card.',
  returned: 'Payment refunded',
  'returned.text': '{amount} goes back to your card.',
  'partially-returned': 'Payment partly refunded',
  'partially-returned.text': '{amount} goes back to your card.',
  'charged-back': 'Payment charged back',
  'charged-back.text': 'Your bank took this payment back.',
  declined: 'Payment declined',
  'declined.text': 'Nothing was charged. Try again or use another card.',
  filtered: 'Payment not accepted',
  'filtered.text': 'Nothing was charged. Try again or use another card.',
  error: 'Payment not completed',
  'error.text': 'Nothing was charged. Please try again.',
  cancelled: 'Payment cancelled',
  'cancelled.text': 'You gave this payment up.',
  expired: 'Payment expired',
  'expired.text': 'It was not finished in time.',
  surplus: 'Your card was charged {amount} that the shop has to give back. Please quote the reference {id}.',
} as const

/** A key of the texts above. */
export type LabelKey = keyof typeof TEXTS

/** A page's own wording. */
export type Labels = { readonly [Key in LabelKey]?: string }

/** Values that texts may hold, already written in the shopper's language. */
export type TextValues = { readonly [Name in 'amount' | 'min' | 'max' | 'id']?: string }

/** Looks a text up. A key that does not exist, such as one made from a code, gives an empty text. */
export type Speak = (key: LabelKey | (string & {}), values?: TextValues) => string

/** Makes the look-up: the page's own wording first, then the language's. */
export const speaker =
  (labels: Labels): Speak =>
  (key, values = {}) =>
    (labels[key as LabelKey] ?? TEXTS[key as LabelKey] ?? '').replace(
      /\{(\w+)\}/g,
      (_, value: keyof TextValues) => values[value] ?? '',
    )
