/** Every text of the pages that the edge draws itself: the payment page, pages around a bank's, last pages, the bot check's frame. */

/** Text key → English text; `{name}` stands for a value. */
export const PAGE_TEXTS = {
  title: 'Payment',
  'title.bank': 'Your bank',
  'title.card': 'Card',
  'title.payout': 'Payout',
  'title.seller': 'Pay {seller}',
  address: 'You are on the payment page of {host}',
  'address.seller': '{seller} takes payments on this page: {host}',
  'link.terms': 'Terms',
  'link.privacy': 'Privacy',
  'link.withdrawal': 'Withdraw from the contract',
  'link.support': 'Help',
  'pay.no-script': 'Paying needs JavaScript. Please switch it on and load this page again.',
  'pay.empty':
    'There is no payment to show here. Please open the link from the shop again, or ask the shop for a new one.',
  'pay.silence': 'Your payment could not be loaded. Please check your connection, then try again.',
  'pay.again': 'Try again',
  'not-found':
    'This address does not belong to a payment. Please go back to the shop and look at your order there.',
  'bank.text': 'Your bank wants to make sure that it is you.',
  'bank.continue': 'Continue to your bank',
  'bank.method': 'One moment: your bank looks at this browser.',
  'bank.method.continue': 'Go on',
  'done.text': 'You can go on in the shop’s page.',
  'done.close': 'If this is a window of its own, you can close it.',
  'done.link': 'See the payment here',
  'check.title': 'Confirm that you are a person',
  'check.no-script': 'This check needs JavaScript. Please switch it on and load this page again.',
  'check.back': 'Back to the shop',
} as const

/** A key of the texts above. */
export type PageTextKey = keyof typeof PAGE_TEXTS
