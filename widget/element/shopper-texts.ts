/** Every text of the tag that a shopper reads: add a new one here. A page replaces any of them with `.labels`. */

/** Text key → English text; `{name}` stands for a value. The keys are those of `.labels` and of translations. */
export const TEXTS = {
  pay: 'Pay {amount}',
  'pay.preauth': 'Reserve {amount}',
  'pay.verify': 'Verify your card',
  'pay.payout': 'Receive {amount}',
  continue: 'Continue to payment',
  working: 'One moment…',
  'working.long': 'This takes longer than usual. Please keep this page open.',
  note: 'You continue on a secure payment page.',
  test: 'Test mode',
  restart: 'Start again',
  retry: 'Try again',
  another: 'Pay another way',
  cancel: 'Cancel payment',
  later: 'Not now',
  check: 'Check now',
  offline: 'You are offline',
  print: 'Print',
  reference: 'Reference',
  date: 'Date',
  card: 'Card',
  hosted: 'Payment page',
  'payment-page': 'Other ways to pay',
  'payout-card': 'Card',
  'payout-bank': 'Bank account',
  'payout-ewallet': 'E-wallet',
  'payout-phone': 'Phone number',
  'payout-page': 'Payment page',
  fields: 'Payment details',
  way: 'Choose a method',
  support: 'Support code: {id}',
  required: 'Complete this payment first.',
  again: 'Make another payment',

  amount: 'Choose an amount',
  'amount.other': 'Other amount',
  'amount.unclear': 'Did you mean {amount}? Please type it without separators for thousands.',
  range: 'From {min} to {max}',
  quantity: 'Quantity',

  'field.email': 'Email',
  'field.name': 'Full name',
  'field.phone': 'Phone',
  'field.billing': 'Billing address',
  'field.shipping': 'Delivery address',
  'field.address': 'Street and number',
  'field.city': 'City',
  'field.postalCode': 'Postal code',
  'field.country': 'Country',
  'field.state': 'State',

  'wrong.email': 'Enter an email address like name@example.com.',
  'wrong.long': 'This is too long. Please use {max} characters or fewer.',
  wrong: 'Please check this field.',

  'error.network': 'The connection was lost. Please try again.',
  'error.payments-paused': 'Payments are paused. Please try again later.',
  'error.quantity-unavailable': 'There are fewer left than you asked for. Please choose a smaller quantity.',
  'error.offer-reserved': 'Someone else is paying for this right now. Please try again in a while.',
  'error.address-limit':
    'This is already being paid for from your internet connection. Finish or cancel that payment, or try again later.',
  'error.fields': 'Please check the marked fields.',
  'error.terms-changed': 'What you pay for has changed. Please check it and pay again.',
  'error.retry': 'That did not work. Please try again.',
  broken: 'This payment is not available',
  'broken.text': 'Please contact the shop.',
  'broken.offer-expired': 'This offer has expired. Please reload the page.',
  'broken.offer-withdrawn': 'The shop has withdrawn this offer.',
  'broken.origin-not-allowed': 'This page is not set up to take payments yet. Please contact the shop.',
  'broken.offer-limit': 'This offer has been used up.',

  starting: 'Looking up your payment…',
  'starting.long':
    'This takes longer than usual. Please check your internet connection. A payment that you made is not lost: the shop can tell you more.',
  empty: 'There is no payment to show',
  sending: 'Preparing your payment…',
  'sending.long':
    'This takes longer than usual. Please do not pay again. Keep this page open, or ask the shop.',
  leaving: 'Taking you to the payment page…',
  'leaving.long': 'The payment page is slow to open. You can try it again.',
  redirect: 'Your payment is waiting',
  'redirect.text': 'Please continue on the payment page.',
  elsewhere: 'This payment is not finished yet. Please finish it where you began it, or go back to the shop.',
  popup: 'Continue in the other window',
  bank: 'Your bank is checking',
  'bank.text': 'Please do what your bank asks.',
  'bank.long': 'This takes longer than usual. Please do not pay again. Keep this page open, or ask the shop.',
  confirm: 'Confirm with your bank',
  page: 'Open in full page',
  late: 'Nothing here? Open the full page.',
  stop: 'Stop this payment?',
  'stop.no': 'Go on',
  'stop.yes': 'Stop payment',
  processing: 'We are checking your payment',
  'processing.text': 'Please do not pay again. We keep checking.',
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
  voided: 'Payment voided',
  'voided.text': 'Nothing is charged to your card.',
  returned: 'Payment refunded',
  'returned.text': '{amount} goes back to your card.',
  'partially-returned': 'Payment partly refunded',
  'partially-returned.text': '{amount} goes back to your card.',
  'charged-back': 'Payment charged back',
  'charged-back.text': 'Your bank reversed this payment.',
  declined: 'Payment declined',
  'declined.text': 'Nothing was charged. Try again or use another card.',
  error: 'Payment not completed',
  'error.text': 'Nothing was charged. Try again.',
  'failed.payout': 'Nothing was paid out. Please contact the shop.',
  cancelled: 'Payment cancelled',
  'cancelled.text': 'You cancelled this payment.',
  'cancelled.shop': 'The shop cancelled this payment. Please ask there if you still want to buy.',
  expired: 'Payment expired',
  over: 'Please go back to the shop.',
  back: 'Back to the shop',
  'retry.shop': 'Nothing was charged. You can try again in the shop.',
  surplus: 'You were charged {amount} too much. The shop must refund it. Reference: {id}',
} as const

/** A key of the texts above. */
export type LabelKey = keyof typeof TEXTS

/** A page's own wording. */
export type Labels = { readonly [Key in LabelKey]?: string }

/** Values within texts, already in the shopper's language. */
export type TextValues = { readonly [Name in 'amount' | 'min' | 'max' | 'id']?: string }

/** Looks a text up. A key that does not exist, such as one made from a code, gives an empty text. */
export type Speak = (key: LabelKey | (string & {}), values?: TextValues) => string

/** Makes the look-up: the page's own wording first, then English. */
export const speaker =
  (labels: Labels): Speak =>
  (key, values = {}) =>
    (labels[key as LabelKey] ?? TEXTS[key as LabelKey] ?? '').replace(
      /\{(\w+)\}/g,
      (_, value: keyof TextValues) => values[value] ?? '',
    )
