/** A scripted gateway's replies that repeat the card or account data of the request in every field. */

/** The data that it repeats. */
export interface Marks {
  readonly number: string
  readonly holder: string
  /** Code and expiry, as sentences contain them. */
  readonly others: readonly string[]
}

const grouped = (number: string) => number.replaceAll(/(.{4})(?=.)/g, '$1 ')
const percent = (text: string) => text.replaceAll(/./g, (one) => `%${one.charCodeAt(0).toString(16)}`)
const hex = (text: string) => percent(text).replaceAll('%', '')
const address = (text: string) => btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')

/** A number in every encoding that the tests look for. */
export const encodings = (number: string): readonly string[] => [
  number,
  grouped(number),
  grouped(number).replaceAll(' ', '-'),
  percent(number),
  encodeURIComponent(percent(number)),
  encodeURIComponent(grouped(number)),
  btoa(number),
  address(number),
  btoa(grouped(number)),
  hex(number),
]

/** Fields with sentences. */
const messages = ({ number, holder, others }: Marks) => ({
  'error-message': [holder, ...others, holder.toUpperCase(), btoa(holder), ...encodings(number)].join(' is '),
  comment: `${holder} ${number}`,
  'card-printed-name': `${holder} ${number}`,
})

/** Fields about a stored card. Its number was not in the request, so only sentences can be redacted. */
export const storedCardFields = ({ number, holder, others }: Marks): Readonly<Record<string, string>> => ({
  'error-code': number,
  'error-message': [...others, number, grouped(number)].join(' is '),
  'card-type': holder,
  'last-four-digits': number,
  'masked-pan': number,
})

/** The next step of the shopper, in each form in which a gateway may send it. */
const STEPS: readonly ((number: string) => Readonly<Record<string, string>>)[] = [
  (number) => ({ 'redirect-url': `http://gateway.localhost/step/${btoa(number)}?c=${percent(number)}` }),
  (number) => ({ html: `<p>${grouped(number)}</p>` }),
  (number) => ({ 'redirect-url': 'http://gateway.localhost/step', html: `<p data-c="${number}"></p>` }),
  (number) => ({
    'tds-status': 'method',
    'three-ds-method-url': `http://bank.localhost/${number}`,
    'three-ds-server-trans-id': number,
  }),
  (number) => ({
    'tds-status': 'challenge',
    'acs-url': 'http://bank.localhost/acs',
    creq: address(JSON.stringify({ messageType: 'CReq', acctNumber: number })),
  }),
  (number) => ({ 'tds-status': 'pareq', 'acs-url': 'http://bank.localhost/acs', pareq: number, md: number }),
]

/** The number of forms of a next step. */
export const STEP_COUNT = STEPS.length

/** Fields that an order does not need to go on: codes, words, sentences, the card, and a step. */
export const optionalFields = (marks: Marks, step: number): Readonly<Record<string, string>> => ({
  'error-code': marks.number,
  'card-type': marks.holder,
  'last-four-digits': marks.number,
  'masked-pan': marks.number,
  bin: marks.number,
  'card-exp-month': marks.number,
  'card-exp-year': marks.number,
  'unq-card-ref-id': grouped(marks.number).replaceAll(' ', '.'),
  'credit-card-number': marks.number,
  ...messages(marks),
  ...STEPS[step % STEPS.length]?.(marks.number),
})

/** All fields, also those that an order needs to go on. */
export const allFields = (marks: Marks, step: number): Readonly<Record<string, string>> => ({
  ...optionalFields(marks, step),
  'paynet-order-id': marks.number,
  'serial-number': address(marks.number),
  'by-request-sn': marks.number,
  'merchant-order-id': marks.number,
  'card-ref-id': marks.number,
  'recurring-payment-id': hex(marks.number),
  'transaction-type': marks.holder,
  currency: marks.holder,
  amount: marks.number,
  'total-capture-amount': marks.number,
  'total-reversal-amount': marks.number,
})
