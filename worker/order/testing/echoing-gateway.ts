/** A gateway in a test's own hands that repeats what it was told of a card or an account in all its answers. */

/** What it repeats. */
export interface Marks {
  readonly number: string
  readonly holder: string
  /** Code and expiry, as they are written in sentences. */
  readonly others: readonly string[]
}

const grouped = (number: string) => number.replaceAll(/(.{4})(?=.)/g, '$1 ')
const percent = (text: string) => text.replaceAll(/./g, (one) => `%${one.charCodeAt(0).toString(16)}`)
const hex = (text: string) => percent(text).replaceAll('%', '')
const address = (text: string) => btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')

/** A number in every writing that is looked for afterwards. */
export const writings = (number: string): readonly string[] => [
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

/** Sentences. */
const said = ({ number, holder, others }: Marks) => ({
  'error-message': [holder, ...others, holder.toUpperCase(), btoa(holder), ...writings(number)].join(' is '),
  comment: `${holder} ${number}`,
  'card-printed-name': `${holder} ${number}`,
})

/** What a gateway says of a card that it kept: its number was not sent, so that nothing but sentences may be read. */
export const ofKept = ({ number, holder, others }: Marks): Readonly<Record<string, string>> => ({
  'error-code': number,
  'error-message': [...others, number, grouped(number)].join(' is '),
  'card-type': holder,
  'last-four-digits': number,
  'masked-pan': number,
})

/** Where the shopper would be sent, by each of the ways in which a gateway may say so. */
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

/** How many ways there are to lead a shopper on. */
export const STEP_COUNT = STEPS.length

/** Everything but what an order needs to go on: codes, words, sentences, the card, and a step. */
export const besides = (marks: Marks, step: number): Readonly<Record<string, string>> => ({
  'error-code': marks.number,
  'card-type': marks.holder,
  'last-four-digits': marks.number,
  'masked-pan': marks.number,
  bin: marks.number,
  'card-exp-month': marks.number,
  'card-exp-year': marks.number,
  'unq-card-ref-id': grouped(marks.number).replaceAll(' ', '.'),
  'credit-card-number': marks.number,
  ...said(marks),
  ...STEPS[step % STEPS.length]?.(marks.number),
})

/** Every field, what an order needs to go on included. */
export const everything = (marks: Marks, step: number): Readonly<Record<string, string>> => ({
  ...besides(marks, step),
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
