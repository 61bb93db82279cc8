/** The values of an attempt's request to the gateway. */
import { type Customer, compactPhone } from '../../../shared/customer.ts'
import type { Details } from '../../domain/attempt-details.ts'
import type { Browser } from '../../domain/browser.ts'
import type { Card } from '../../domain/card.ts'
import type { OrderTerms } from '../../domain/terms.ts'
import type { Input } from '../../gateway/operations.ts'
import { cut } from '../../gateway/reply-fields.ts'
import type { StartName } from './methods.ts'
import type { Attempt } from './state.ts'

/** The payer: the collected data, and the origin of the request. */
export interface Payer {
  readonly customer: Customer
  readonly ip: string
  readonly browser?: Browser
}

/** The addresses for the gateway's callback, the returning shopper, and the bank's answer to a challenge, if one may come. */
export interface Addresses {
  readonly callbackUrl: string
  readonly returnUrl: string
  readonly challengeUrl?: string
}

/** All parts of a request. Card data passes through and is stored nowhere. */
export interface Source {
  readonly terms: OrderTerms
  readonly attempt: Attempt
  readonly payer: Payer
  readonly addresses: Addresses
  readonly details: Details
}

/** Operation → its values. If one that the operation needs is missing, the compiler reports it. */
const VALUES: { readonly [Name in StartName]: (source: Source) => Input<Name> } = {
  'account-verification-form': form,
  'account-verification': (source) => ({ ...form(source), ...browserOf(source), ...cardIn(source) }),
  'make-rebill': (source) => ({
    ...named(source),
    ...sum(source),
    description: source.terms.description,
    ip: source.payer.ip,
    cardRef: given(source.details.cardRef, 'card reference'),
    cvv: source.details.cvv,
    comment: source.details.comment,
  }),
  'payment-form': charged,
  'payout-form': (source) => ({
    ...named(source),
    ...sum(source),
    description: source.terms.description,
    returnUrl: source.addresses.returnUrl,
    ip: source.payer.ip || undefined,
    email: source.payer.customer.email,
  }),
  payout: (source) => ({ ...paidOut(source), ...destination(source.details) }),
  'preauth-form': charged,
  preauth: directly,
  'sale-form': charged,
  sale: directly,
  'create-recurring-payment': (source) => ({ ...scheduled(source), ...keptOrCoded(source) }),
  'payout-check': (source) => ({ ...paidOut(source), ...destination(source.details) }),
  'pan-eligibility-send': (source) => ({ ...named(source), ...keptOrGiven(source) }),
  transfer: (source) => ({
    ...named(source),
    ...sum(source),
    description: source.terms.description || undefined,
    ip: source.payer.ip,
    returnUrl: source.addresses.returnUrl,
    ...sender(source),
    ...receiver(source.details),
  }),
}

/**
 * Lays out the values of an attempt's request.
 *
 * @throws {TypeError} If the details lack what the method needs. The caller has to check that.
 */
export const requestOf = <Name extends StartName>(name: Name, source: Source): Input<Name> =>
  VALUES[name](source) as Input<Name>

const named = ({ attempt, addresses }: Source) => ({
  clientOrderId: attempt.clientOrderId,
  callbackUrl: addresses.callbackUrl,
})

const sum = ({ terms }: Source) => ({
  amount: { minor: terms.amountMinor, exponent: terms.exponent },
  currency: terms.currency,
})

function payment(source: Source) {
  const { terms, payer } = source
  const { email = '' } = payer.customer
  return { ...named(source), description: terms.description, email, ip: payer.ip }
}

function contact({ payer }: Source) {
  const { name = '', phone, billing } = payer.customer
  return {
    ...splitName(name),
    address: billing?.address,
    city: billing?.city,
    postalCode: billing?.postalCode,
    country: billing?.country,
    state: billing?.state,
    phone: phone && compactPhone(phone),
  }
}

function form(source: Source) {
  return { ...payment(source), ...contact(source), returnUrl: source.addresses.returnUrl }
}

function charged(source: Source) {
  return { ...form(source), ...sum(source) }
}

function directly(source: Source) {
  const charge = { ...charged(source), ...browserOf(source) }
  const { cardRef, cvv } = source.details
  return cardRef ? { ...charge, cardRef, cvv } : { ...charge, ...cardIn(source) }
}

const scheduled = (source: Source) => {
  const { period, interval } = given(source.details.schedule, 'schedule')
  const times = { period, interval: String(interval) }
  // The card is the source of the money, not its destination.
  return { ...payment(source), ...contact(source), ...sum(source), ...times, cardRole: 'SRC' }
}

function keptOrGiven({ details }: Source) {
  const { cardRef, card } = details
  return cardRef ? { cardRef } : withoutCode(given(card, 'card'))
}

/** A typed card may come with its code; a saved one has none here. */
function keptOrCoded({ details }: Source) {
  const { cardRef, card } = details
  return cardRef ? { cardRef } : { ...withoutCode(given(card, 'card')), cvv: card?.cvv }
}

const cardIn = ({ details }: Source) => {
  const card = given(details.card, 'card')
  return { ...withoutCode(card), cvv: given(card.cvv, 'code') }
}

const withoutCode = ({ number, holder, expiryMonth, expiryYear }: Card) => ({
  cardNumber: number,
  cardHolder: holder,
  expiryMonth,
  expiryYear,
})

/** The values for 3-D Secure: the browser if it is known, and the address for its bank's answer. */
const browserOf = ({ payer: { browser }, addresses: { challengeUrl } }: Source) => ({
  ...(browser && toBrowserValues(browser)),
  ...(challengeUrl && { challengeUrl }),
})

/** The browser in the gateway's words, which are all texts. */
export const toBrowserValues = (browser: Browser) => ({
  browserAcceptHeader: browser.acceptHeader,
  browserUserAgent: browser.userAgent,
  browserJavaEnabled: String(browser.javaEnabled),
  browserJavascriptEnabled: String(browser.javascriptEnabled),
  browserLanguage: browser.language,
  browserColorDepth: browser.colorDepth,
  browserScreenWidth: browser.screenWidth,
  browserScreenHeight: browser.screenHeight,
  browserTimeZone: browser.timeZone,
})

function paidOut(source: Source) {
  const { payer, terms, details } = source
  const { email, name = '', phone } = payer.customer
  return {
    ...named(source),
    ...sum(source),
    description: terms.description || undefined,
    ip: payer.ip || undefined,
    purpose: details.purpose,
    email,
    phone: phone && compactPhone(phone),
    ...splitName(name),
  }
}

function destination({ card, bank, wallet, receiverPhone }: Details) {
  if (bank) return bank
  if (wallet) return { wallet }
  if (receiverPhone) return { receiverPhone: compactPhone(receiverPhone) }
  const { number, holder, expiryMonth, expiryYear } = given(card, 'destination')
  return {
    cardNumber: number,
    cardHolder: holder || undefined,
    expiryMonth: expiryMonth || undefined,
    expiryYear: expiryYear || undefined,
  }
}

function sender({ details }: Source) {
  const { fromDeposit, recurringPaymentId, card } = details
  if (fromDeposit) return { depositToCard: 'true' }
  return recurringPaymentId ? { recurringPaymentId } : { ...withoutCode(given(card, 'card')), cvv: card?.cvv }
}

const receiver = ({ toCard, toRecurringPayment }: Details) =>
  toRecurringPayment
    ? { destinationRecurringPaymentId: toRecurringPayment }
    : { destinationCardNumber: given(toCard, 'receiver') }

function given<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new TypeError(`the ${name} is missing`)
  return value
}

/**
 * The gateway needs two names and people give one. It is split where the gateway itself would split it, at the first
 * blank.
 */
function splitName(name: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = name.trim().split(/\s+/)
  return { firstName: cut(firstName, 50), lastName: cut(rest.join(' '), 50) }
}
