/** All fields of the edge's frames, as data and pure rules. The table of each frame says which method has which. */

import { compactPhone, isUsable } from '../../../shared/customer.ts'
import { asciiDigits, digitsOf } from '../../../shared/digits.ts'
import type { DeclineReason } from '../../../shared/order-view.ts'
import { cardNumberFormat, wrongNumber } from './card-number.ts'
import { expiryFormat, expiryOf, wrongExpiry } from './expiry.ts'
import type { TextKey, Texts } from './field-texts.ts'
import { accountFormat, compactAccount, mayBeAccount } from './iban.ts'
import { asTyped, type Format, grouped } from './typing-format.ts'

/** What a rule may depend on, beside the field's text. */
export interface RuleContext {
  readonly now: Date
  /** How many digits the code of this brand has; `undefined` until the form knows the brand. */
  readonly codeSize: number | undefined
}

/** One field. */
export interface Field {
  /** The input's id, and its name in messages. */
  readonly name: string
  readonly label: TextKey
  /** Shows the form of the value in the empty input. The label above it stays. */
  example?(read: Texts['read']): string
  /** HTML's autofill name. */
  readonly autocomplete: string
  readonly inputMode: 'numeric' | 'tel' | 'text'
  /** Which letters a phone's keyboard writes large. Default: none. */
  readonly capitals?: 'words' | 'characters'
  /** The text runs from left to right on any page. Default: the page's direction. */
  readonly isLeftToRight?: true
  /** The most characters, where `format` has no limit of its own. */
  readonly maxCharacters?: number
  readonly format: Format
  /** Where the shopper finds the value. */
  hint?(context: RuleContext): TextKey
  /** The error of a text, if it has one. */
  wrong(text: string, context: RuleContext): TextKey | undefined
  /** Name in the request → value. The request has no empty values. */
  readonly sends: Readonly<Record<string, (text: string) => string>>
  readonly isOptional?: true
  /**
   * The text is a person's name, and begins with the one that the shopper typed in the page around. After it was sent the form
   * keeps it, in memory alone: a declined shopper takes another card of the same name.
   */
  readonly isOfPerson?: true
  /**
   * The text belongs to the card. After it was sent the field is empty, since most shoppers whose card was declined take
   * another one. If the bank refused another field alone, the form puts the text back. Never a code: without one, the next
   * person at a shared screen cannot pay.
   */
  readonly isOfCard?: true
  /** The decline that is about this field alone, and what the field then says. */
  readonly declined?: { readonly code: `declined-${DeclineReason}`; readonly says: TextKey }
}

const trimmed = (text: string) => text.trim()

/** A line of text, sent as typed. */
const line = { inputMode: 'text', format: asTyped } as const

/** Digits, which read alike on every page. */
const digits = { inputMode: 'numeric', isLeftToRight: true } as const

/** A card's number. */
export const number: Field = {
  name: 'number',
  label: 'number',
  example: () => '1234 1234 1234 1234',
  ...digits,
  autocomplete: 'cc-number',
  format: cardNumberFormat,
  wrong: wrongNumber,
  sends: { number: digitsOf },
  isOfCard: true,
}

/** A card's expiry, month and year together. */
export const expiry: Field = {
  name: 'expiry',
  label: 'expiry',
  example: (read) => read('expiry.example'),
  ...digits,
  autocomplete: 'cc-exp',
  format: expiryFormat,
  wrong: (text, { now }) => wrongExpiry(text, now),
  sends: {
    expiryMonth: (text) => expiryOf(text)?.month ?? '',
    expiryYear: (text) => expiryOf(text)?.year ?? '',
  },
  isOfCard: true,
  // The form takes no past date, so that most such dates were mistyped, or are those of the card before this one.
  declined: { code: 'declined-expired-card', says: 'expiry.expired' },
}

const MAX_CODE_DIGITS = 4

/** The security code printed on a card. */
export const code: Field = {
  name: 'code',
  label: 'code',
  example: (read) => read('code.example'),
  ...digits,
  autocomplete: 'cc-csc',
  format: grouped({ keep: digitsOf, gaps: () => [], max: () => MAX_CODE_DIGITS }),
  hint: ({ codeSize }) => wordsOf(codeSize)[0],
  wrong: (text, { codeSize }) =>
    (codeSize ? [codeSize] : [3, 4]).includes(digitsOf(text).length) ? undefined : wordsOf(codeSize)[1],
  sends: { cvv: digitsOf },
  declined: { code: 'declined-security-code', says: 'not-accepted' },
}

/** Digits of the code → what it is, and that it is something else. */
const CODES: Readonly<Record<number, readonly [hint: TextKey, wrong: TextKey]>> = {
  3: ['code.three', 'code.three.wrong'],
  4: ['code.four', 'code.four.wrong'],
}

const wordsOf = (codeSize = 0) => CODES[codeSize] ?? (['code.any', 'code.any.wrong'] as const)

/** A card number in the wrong field would be sent, shown and printed as a name. */
const isNumber = (text: string) => /\d([^\p{L}\d]*\d){7}|^[\s-]*\d[\d\s-]*$/u.test(asciiDigits(text))

/** The name on a card. */
export const holder: Field = {
  ...line,
  name: 'holder',
  label: 'holder',
  capitals: 'words',
  autocomplete: 'cc-name',
  maxCharacters: 128,
  wrong: (text) => (isNumber(text) ? 'holder.number' : text.trim() ? undefined : 'holder.empty'),
  sends: { holder: trimmed },
  isOfPerson: true,
}

/** The name on a card that receives a payout. */
export const receiver: Field = {
  ...holder,
  label: 'holder.optional',
  wrong: (text) => (isNumber(text) ? 'holder.number' : undefined),
  isOptional: true,
}

/** A bank account's number. */
export const account: Field = {
  ...line,
  name: 'account',
  label: 'account',
  isLeftToRight: true,
  capitals: 'characters',
  autocomplete: 'off',
  maxCharacters: 42,
  format: accountFormat,
  wrong: (text) => (!text.trim() ? 'account.empty' : mayBeAccount(text) ? undefined : 'account.iban'),
  sends: { accountNumber: compactAccount },
}

/** The account's bank. */
export const bank: Field = {
  ...line,
  name: 'bank',
  label: 'bank',
  capitals: 'words',
  autocomplete: 'off',
  maxCharacters: 255,
  wrong: (text) => (text.trim() ? undefined : 'bank.empty'),
  sends: { bankName: trimmed },
}

/** The account's holder. */
export const accountName: Field = {
  ...line,
  name: 'accountName',
  label: 'accountName',
  capitals: 'words',
  autocomplete: 'name',
  maxCharacters: 128,
  wrong: () => undefined,
  sends: { accountName: trimmed },
  isOptional: true,
}

/** Sort code, BIC or the like. */
export const routing: Field = {
  ...line,
  name: 'routing',
  label: 'routing',
  isLeftToRight: true,
  capitals: 'characters',
  autocomplete: 'off',
  maxCharacters: 16,
  wrong: () => undefined,
  sends: { routingNumber: trimmed },
  isOptional: true,
}

/** The account of an electronic wallet. */
export const wallet: Field = {
  ...line,
  name: 'wallet',
  label: 'wallet',
  autocomplete: 'off',
  maxCharacters: 128,
  wrong: (text) => (text.trim() ? undefined : 'wallet.empty'),
  sends: { account: trimmed },
}

/** A phone number that receives a payout. */
export const phone: Field = {
  ...line,
  name: 'phone',
  label: 'phone',
  isLeftToRight: true,
  autocomplete: 'tel',
  inputMode: 'tel',
  maxCharacters: 30,
  wrong: (text) => (isUsable('phone', text) ? undefined : 'phone.wrong'),
  sends: { number: compactPhone },
}
