/** Notes for translators: the texts of the edge's frames and pages. A text without a note does not compile. */
import type { PageTextKey } from '../../shared/page-texts.ts'
import type { CheckTextKey } from '../frames/check/check-texts.ts'
import type { TextKey } from '../frames/fields/field-texts.ts'
import { type Note, notesOf } from './note.ts'

const label = notesOf('the label of a field', 40)
const example = notesOf('in an empty field, until something is typed', 12)
const hint = notesOf('read aloud with a field', 60)
const wrong = notesOf('the error of a field', 90)

/** Texts of the card frame and the payout frame. */
export const FIELD_NOTES: Readonly<Record<TextKey, Note>> = {
  number: label('the long number of a card'),
  'number.empty': wrong(),
  'number.short': wrong('digits are missing'),
  'number.wrong': wrong('a typing error'),
  'holder.number': wrong('a number stands in the field for the name'),
  'not-accepted': wrong('the edge refused it'),
  expiry: label(),
  'expiry.example': example('month and year, in the letters that cards of the country use'),
  'expiry.empty': wrong('keep 09/30'),
  'expiry.month': wrong('keep 01 and 12'),
  'expiry.past': wrong(),
  'expiry.expired': wrong(),
  'expiry.far': wrong('a typing error in the year'),
  code: label(),
  'code.example': example('the abbreviation that people know: CVC, CVV'),
  'code.three': hint(),
  'code.four': hint(),
  'code.any': hint('the brand is not known yet'),
  'code.three.wrong': wrong(),
  'code.four.wrong': wrong(),
  'code.any.wrong': wrong(),
  holder: label('as printed on the card'),
  'holder.empty': wrong(),
  keep: {
    where: 'beside a checkbox: the shopper consents',
    max: 60,
    promise: 'the card is kept for later payments, which the shopper starts',
  },
  'holder.optional': label('may stay empty'),
  account: label('of a bank'),
  'account.empty': wrong(),
  'account.iban': wrong('a typing error'),
  bank: label('the bank’s name'),
  'bank.empty': wrong(),
  routing: label('sort code or BIC; may stay empty'),
  accountName: label('whose account it is; may stay empty'),
  wallet: label('the account in an electronic wallet'),
  'wallet.empty': wrong(),
  phone: label(),
  'phone.wrong': wrong('keep the example number'),
}

const check = notesOf('the page of the bot check', 100)

/** Texts of the bot check's script. */
export const CHECK_NOTES: Readonly<Record<CheckTextKey, Note>> = {
  wait: check('while it loads'),
  act: check('a box to tick is below'),
  passed: check('the shopper has passed it', 'it must not say that the payment is done'),
  failed: check('it failed or did not load', 'it names no other way to pay: there may be none'),
  incomplete: check('the address was cut off'),
}

const title = notesOf('the title of a page or a frame', 40)
const text = notesOf('a page of the edge', 150)
const button = notesOf('a button or a link', 32)

/** Texts of the pages that the edge draws. */
export const PAGE_NOTES: Readonly<Record<PageTextKey, Note>> = {
  title: title('of the payment page'),
  'title.bank': title('of a bank’s page'),
  'title.card': title('of the card form'),
  'title.payout': title('of the payout form'),
  'title.seller': title('of the payment page; {seller} is the shop’s name'),
  address: text('the foot of the payment page; {host} is its host'),
  'address.seller': text('the foot of the payment page; {host} is its host, {seller} the shop’s name'),
  'link.terms': button('to the shop’s terms of sale'),
  'link.privacy': button('to the shop’s privacy notice'),
  'link.withdrawal': button(
    'to the shop’s page to withdraw from the contract',
    'the words of the law on consumers',
  ),
  'link.support': button('to the shop’s help for customers'),
  'pay.no-script': text('scripts are off'),
  'pay.empty': text('the link was cut off'),
  'pay.silence': text('the edge does not answer', 'it says nothing of the outcome'),
  'pay.again': button('loads it again'),
  'not-found': text('a wrong address'),
  'bank.text': text('before the bank’s page'),
  'bank.continue': button(),
  'bank.method': text('the bank works for a moment without the shopper'),
  'bank.method.continue': button(),
  'done.text': text('the end of a window beside the shop’s page', 'it says nothing of the outcome'),
  'done.close': text('the end of a window beside the shop’s page'),
  'done.link': button('to the page with the payment’s status'),
  'check.title': title('of the bot check'),
  'check.no-script': text('scripts are off'),
  'check.back': button('a link to the shop'),
}
