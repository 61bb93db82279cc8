/**
 * Every text of the tag that a shopper reads: `npm run new -- text KEY "…"` adds one here, and a note on it for translators.
 * A page replaces any of them with `.labels`. The card form, the bot check and the edge's own pages have theirs in
 * `frames/fields/field-texts.ts`, `frames/check/check-texts.ts` and `shared/page-texts.ts`.
 */

/** Text key → English text; `{name}` stands for a value. The keys are those of `.labels` and of translations. */
export const TEXTS = {
  pay: 'Pay {amount}',
  'pay.open': 'Pay {amount}',
  'pay.preauth': 'Reserve {amount}',
  'pay.verify': 'Verify your card',
  'pay.payout': 'Receive {amount}',
  continue: 'Continue to payment',
  reopen: 'Open the window again',
  working: 'Processing…',
  'working.long': 'This takes longer than usual. Please keep this page open.',
  note: 'You continue on a secure payment page.',
  'note.preauth': '{amount} will be reserved on your card. Nothing is charged now.',
  'note.verify': 'Your card is only checked. Nothing will be charged.',
  test: 'Test mode',
  seller: 'Seller',
  total: 'Total',
  'total.preauth': 'Amount to reserve',
  contact: 'Contact the shop',
  withdraw: 'Withdraw from the contract',
  restart: 'Start again',
  retry: 'Try again',
  another: 'Pay another way',
  cancel: 'Cancel payment',
  'cancel.other': 'Cancel',
  later: 'Not now',
  check: 'Check now',
  checked: 'Checked just now. Nothing has changed yet.',
  offline: 'You are offline',
  print: 'Print',
  receipt: 'Receipt',
  reference: 'Reference',
  date: 'Date',
  card: 'Card',
  hosted: 'Payment page',
  fields: 'Payment details',
  way: 'Choose how to pay',
  'way.verify': 'Choose how to verify your card',
  'way.payout': 'Choose how to receive the money',
  'way.card': 'Card',
  'way.card.other': 'Another card',
  'way.hosted': 'Secure payment page',
  'way.card.verify': 'Enter your card here',
  'way.hosted.verify': 'Enter your card on the payment page',
  'way.payment-page': 'Other ways to pay',
  'way.payout-card': 'To a card',
  'way.payout-bank': 'To a bank account',
  'way.payout-ewallet': 'To an e-wallet',
  'way.payout-phone': 'To a phone number',
  'way.payout-page': 'Choose on the payment page',
  'card.expires': 'Expires {date}',
  'card.expired': 'Expired {date}',
  remove: 'Remove',
  'remove.ask': 'Remove {card} from your saved cards?',
  'remove.yes': 'Remove card',
  'remove.no': 'Keep card',
  support: 'Support code: {id}',
  required: 'Complete this payment first.',
  again: 'Make a new payment',
  'again.order': 'Buy again',
  earlier: 'You paid {amount} on {date}.',
  'earlier.show': 'Show receipt',

  amount: 'Choose an amount',
  'amount.other': 'Other amount',
  'amount.unclear': 'Did you mean {amount}? Please type it without thousands separators.',
  range: 'From {min} to {max}',
  quantity: 'Quantity',
  'quantity.less': 'Decrease quantity',
  'quantity.more': 'Increase quantity',

  'field.email': 'Email',
  'email.receipt': 'Your receipt will be sent to this address.',
  'email.suggestion': 'Did you mean {email}?',
  'field.name': 'Full name',
  'field.phone': 'Phone',
  'field.billing': 'Billing address',
  'field.shipping': 'Delivery address',
  'field.address': 'Street and number',
  'field.city': 'City',
  'field.postalCode': 'Postal code',
  'field.postalCode.US': 'ZIP code',
  'field.country': 'Country or region',
  'field.state': 'State',
  'field.state.AU': 'State or territory',
  'field.state.CA': 'Province or territory',
  same: 'The delivery address is the same as the billing address',
  terms: 'I agree to the terms of {seller}.',
  'terms.read': 'Read the terms',
  'wrong.terms': 'Please agree to the terms first.',

  'wrong.email': 'Enter an email address like name@example.com.',
  'wrong.phone': 'Enter a phone number such as +44 20 7946 0958.',
  'wrong.state': 'Enter a state, province or territory of this country.',
  'wrong.long': 'This is too long. Please use {count} characters or fewer.',
  'wrong.empty': 'Please fill in this field.',
  wrong: 'Please check this field.',

  'error.network': 'The connection was lost. Please try again.',
  'error.payments-paused': 'Payments are paused. Please try again later.',
  'error.quantity-unavailable': 'There are fewer left than you asked for. Please choose a smaller quantity.',
  'error.offer-reserved': 'Someone else is paying for this item right now. Please try again later.',
  'error.address-limit':
    'This item is already being paid for from your internet connection. Finish or cancel that payment, or try again later.',
  'error.check-needed': 'Please confirm that you are a person.',
  'error.method-off': 'This is not possible right now. Please choose another way to pay.',
  'error.unavailable': 'This is not possible right now. Please try again in a few minutes.',
  'error.too-many-requests': 'There were too many tries. Nothing was charged. Please try again after {date}.',
  'error.fields': 'Please check the marked fields.',
  'error.terms-changed':
    'The amount or the order has changed. Nothing was charged. Please check it before you pay.',
  'error.retry': 'That did not work. Please try again.',
  broken: 'This payment is not available',
  'broken.text': 'Please contact the shop.',
  'broken.again': 'This could not be loaded',
  'broken.cart': 'These items cannot be paid for together. Please remove some of them from your cart.',
  'broken.offer-expired': 'This offer has expired. Please ask the shop for a new one.',
  'broken.offer-withdrawn': 'The shop has withdrawn this offer.',
  'broken.origin-not-allowed': 'This page is not set up to take payments yet. Please contact the shop.',
  'broken.offer-limit': 'This offer is no longer available. It is sold out, or has been paid already.',
  'broken.token-invalid':
    'This payment can no longer be shown here. A payment that you made is not lost: the shop can tell you more.',

  starting: 'Looking up your payment…',
  'starting.long':
    'This takes longer than usual. Please check your internet connection. A payment that you made is not lost: the shop can tell you more.',
  empty: 'There is no payment to show',
  'empty.cart': 'Your cart is empty',
  sending: 'Preparing your payment…',
  'sending.long':
    'This takes longer than usual. Please do not pay again. Keep this page open, or ask the shop.',
  leaving: 'Taking you to the payment page…',
  'leaving.long': 'The payment page is slow to open. You can try it again.',
  redirect: 'Your payment is not finished yet',
  'redirect.text': 'Please continue on the payment page.',
  unfinished: 'This is not finished yet',
  elsewhere: 'This payment is not finished yet. Please finish it where you began it, or go back to the shop.',
  popup: 'Continue in the other window',
  'popup.text': 'Did the window close? You can open it again. Your payment is still waiting.',
  method: 'Checking with your bank…',
  'method.text': 'This takes a few seconds. You do not have to do anything.',
  'method.long':
    'This takes longer than usual. Please do not pay again. Keep this page open, or ask the shop.',
  bank: 'Your bank is checking',
  'bank.text': 'Please do what your bank asks.',
  person: 'Confirm that you are a person',
  confirm: 'Confirm with your bank',
  'confirm.text': 'Your bank asks you to confirm {amount} for {seller}.',
  page: 'Open in full page',
  late: 'Nothing here? Open the full page.',
  stop: 'Cancel this payment?',
  'stop.other': 'Cancel this?',
  'stop.text': 'If your bank approves it all the same, the money is sent back to you.',
  'stop.preauth': 'If your bank approves it all the same, the reservation is cancelled.',
  'stop.payout': 'If you finished on the payment page, the money may still arrive.',
  'stop.no': 'Keep paying',
  'stop.no.other': 'Go on',
  processing: 'We are checking your payment',
  'processing.text': 'Please do not pay again. We keep checking, even after you close this page.',
  unknown: 'The outcome is not known yet',
  'unknown.text': 'Please do not pay again. We keep checking, even after you close this page.',
  'unknown.other': 'We keep checking, even after you close this page.',
  thanks: 'Thank you!',
  approved: 'Payment approved',
  'approved.text': 'You paid {amount}.',
  preauth: 'Amount reserved',
  'preauth.text': '{amount} is reserved on your card and not yet charged.',
  verify: 'Card verified',
  'verify.text': 'Nothing was charged.',
  payout: 'Money sent',
  'payout.text': '{amount} is on its way to you.',
  'payout.checked': 'We have your details',
  'payout.checked.text':
    '{amount} has not been sent yet. The shop has to approve this first. You do not have to do anything.',
  'payout.returned': 'Money sent back',
  'payout.returned.text': '{amount} went back to the shop. Please contact the shop.',
  voided: 'Payment cancelled by the shop',
  'voided.text': 'Your card will not be charged.',
  returned: 'Payment refunded',
  'returned.text': '{amount} goes back to your card.',
  'partially-returned': 'Payment partly refunded',
  'partially-returned.text': '{amount} goes back to your card.',
  'returned.you': '{amount} goes back to you.',
  'charged-back': 'Payment taken back by your bank',
  'charged-back.text': 'Your bank has taken this money back from the shop.',
  declined: 'Payment declined',
  'declined.text': 'Nothing was charged. Try again or use another card.',
  'declined.payout': 'Money not sent',
  'declined.verify': 'Card not verified',
  error: 'Payment not completed',
  'error.text': 'Nothing was charged. Try again.',
  'failed.declined-expired-card': 'This card has expired. Nothing was charged. Please use another card.',
  'failed.declined-funds':
    'There is not enough money on this card. Nothing was charged. Please use another card.',
  'failed.declined-security-code':
    'The security code is wrong. Nothing was charged. Please check the code and try again.',
  'failed.cancelled-at-gateway': 'You cancelled on the payment page. Nothing was charged.',
  'failed.payout': 'Nothing was paid out. Please contact the shop.',
  cancelled: 'Cancelled',
  'cancelled.text': 'You cancelled this.',
  'cancelled.shop': 'The shop cancelled this. Please ask there if you have questions.',
  expired: 'Expired',
  'expired.text': 'The time for this has run out.',
  over: 'Please go back to the shop.',
  back: 'Back to the shop',
  surplus:
    'You were charged {amount} by mistake. This money is being sent back to you. If it does not arrive within a few days, please contact the shop. Reference: {id}',
  'surplus.back': 'You were charged {amount} by mistake. That charge has been reversed.',
  'surplus.preauth':
    '{amount} was reserved by mistake. This reservation is being cancelled. If it does not go away within a few days, please contact the shop. Reference: {id}',
  'surplus.preauth.back': '{amount} was reserved by mistake. That reservation has been cancelled.',
} as const

/** A key of the texts above. */
export type LabelKey = keyof typeof TEXTS

/** A page's own wording of the texts above. */
type OwnWording = { readonly [Key in LabelKey]?: string }

/** Values within texts, already in the shopper's language; `count` alone is a plain number, and may choose a plural form. */
type TextValues = {
  readonly [Name in 'amount' | 'min' | 'max' | 'id' | 'count' | 'card' | 'date' | 'seller' | 'email']?:
    | string
    | undefined
}

/** One text; or its plural forms, by the names of `Intl.PluralRules`. */
type Text = string | Readonly<Record<string, string>>

/** The texts of one language, by key. */
export type Texts = Readonly<Record<string, Text>>

/** Takes the texts of a language's file: a list, in the order of English. The build lets no other file pass. */
export const textsFrom = (list: readonly Text[]): Texts =>
  Object.fromEntries(Object.keys(TEXTS).map((key, index) => [key, list[index] ?? '']))

/** Says a text. No other key exists, and none is made from data. */
export type Speak = (key: LabelKey, values?: TextValues) => string

/** Letters that run from right to left, and the mark that acts as one. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\ufb1d-\ufefc]/

/** Keeps the direction of a value within words where one of them runs from right to left; else the value stays as it is. */
export const isolate = (value: string, words: string): string =>
  RIGHT_TO_LEFT.test(value + words) ? `\u2068${value}\u2069` : value

/** Makes the look-up: the page's own wording first, then the language's texts. */
export const speaker =
  (labels: OwnWording, { tag, texts }: { readonly tag: string; readonly texts: Texts }): Speak =>
  (key, values = {}) => {
    const text: Text = labels[key] ?? texts[key] ?? ''
    const count = Number(values.count)
    const form = (typeof text === 'string' ? text : text[new Intl.PluralRules(tag).select(count)]) ?? ''
    return form.replace(/\{(\w+)\}/g, (_, name: keyof TextValues) =>
      isolate(name === 'count' ? count.toLocaleString(tag) : (values[name] ?? ''), form),
    )
  }
