import type { TestBankName } from '../bank/test-banks.ts'
import type { ReportedIn } from '../bank/three-ds-state.ts'
import type { Outcome } from '../money/outcome.ts'

/** What becomes of a payment, and how the bank is asked first. */
export interface CardDecision {
  readonly threeDs?: TestBankName
  /** Where the steps of 3-D Secure are told of. Default: in `status` alone. */
  readonly tells?: ReportedIn
  readonly outcome: Outcome
}

const APPROVED: Outcome = { status: 'approved' }

const UNKNOWN_OUTCOME: Outcome = {
  status: 'unknown',
  errorCode: '217',
  errorMessage: 'No answer from the bank',
}

const declined = (errorCode: string, errorMessage: string): CardDecision => ({
  outcome: { status: 'declined', errorCode, errorMessage },
})

/** What becomes of a payment with a card past its date, whatever else the card or the code stands for. */
export const EXPIRED_CARD = declined('101', 'Expired card')

/** Security code → verdict. Codes of declines are the action codes of ISO 8583:1993. */
export const DECISION_BY_CODE: ReadonlyMap<string, CardDecision & { readonly title: string }> = new Map([
  ['123', { title: 'approved', outcome: APPROVED }],
  ['1234', { title: 'approved', outcome: APPROVED }],
  ['321', { title: 'approved after 3-D Secure', threeDs: 'redirect', outcome: APPROVED }],
  ['111', { title: 'approved, bank without 3-D Secure', threeDs: 'unsupported', outcome: APPROVED }],
  ['101', { title: 'declined, expired card', ...EXPIRED_CARD }],
  ['116', { title: 'declined, not enough funds', ...declined('116', 'Not sufficient funds') }],
  [
    '119',
    { title: 'declined, not permitted', ...declined('119', 'Transaction not permitted to cardholder') },
  ],
  ['209', { title: 'declined, stolen card', ...declined('209', 'Stolen card, pick up') }],
  ['217', { title: 'outcome unknown', outcome: UNKNOWN_OUTCOME }],
])

const ANY_OTHER_CODE = declined('100', 'Do not honour')

/** What a card number stands for. Without an outcome of its own, the security code decides. */
export interface TestCard {
  readonly title: string
  readonly threeDs?: CardDecision['threeDs']
  readonly tells?: ReportedIn
  readonly outcome?: Outcome
}

/** Card number → what it stands for. Numbers pass the Luhn check; every other valid number goes by its code. */
export const TEST_CARDS: Readonly<Record<string, TestCard>> = {
  '4000000000001000': { title: '3-D Secure without a question', threeDs: 'frictionless' },
  '4000000000002008': { title: '3-D Secure with a question', threeDs: 'challenge' },
  '4000000000003006': {
    title: 'filtered as fraud',
    outcome: { status: 'filtered', errorCode: '102', errorMessage: 'Suspected fraud' },
  },
  '4000000000004004': {
    title: 'error',
    outcome: { status: 'error', errorCode: '909', errorMessage: 'System malfunction' },
  },
  '4000000000005001': { title: '3-D Secure method, then a question', threeDs: 'method-challenge' },
  '4000000000006009': { title: '3-D Secure method, then no question', threeDs: 'method-frictionless' },
  '4000000000007007': { title: '3-D Secure method that never answers', threeDs: 'method-silent' },
  '4000000000008005': { title: '3-D Secure method that answers after 12 s', threeDs: 'method-slow' },
  '4000000000009003': { title: '3-D Secure method without a page', threeDs: 'method-missing' },
  '4000000000010001': { title: '3-D Secure 1.0.2 with a question', threeDs: 'pareq' },
  '4000000000011009': { title: '3-D Secure by redirect', threeDs: 'redirect' },
  '4000000000012007': { title: '3-D Secure by a page in html', threeDs: 'html' },
  '4000000000013005': { title: 'bank that pads its base64', threeDs: 'padded' },
  '4000000000014003': { title: 'bank that answers with an error message', threeDs: 'error' },
  '4000000000015000': { title: 'bank that answers nothing', threeDs: 'empty' },
  '4000000000016008': { title: 'bank that answers about another payment', threeDs: 'foreign' },
  '4000000000017006': { title: 'bank whose answer is cut off', threeDs: 'cut-off' },
  '4000000000018004': { title: 'bank that waits a few seconds only', threeDs: 'brief' },
  '4000000000019002': { title: 'bank that tries to take the whole window', threeDs: 'breaks-out' },
  '4000000000020000': { title: 'bank that posts to _parent', threeDs: 'posts-to-parent' },
  '4000000000021008': { title: 'bank that posts to _top', threeDs: 'posts-to-top' },
  '4000000000022006': { title: 'bank whose page opens once only', threeDs: 'asks-once' },
  '4000000000023004': { title: 'bank that needs cookies', threeDs: 'cookies' },
  '4000000000024002': { title: 'bank that is slow', threeDs: 'slow' },
  '4000000000025009': { title: '3-D Secure by a page in html alone', threeDs: 'html-alone' },
  '4000000000030009': {
    title: '3-D Secure by redirect, told in the reply alone',
    threeDs: 'redirect',
    tells: 'reply',
  },
  '4000000000031007': {
    title: '3-D Secure by a page in html, told in the reply alone',
    threeDs: 'html',
    tells: 'reply',
  },
  '4000000000032005': {
    title: '3-D Secure by a page in html alone, told in the reply alone',
    threeDs: 'html-alone',
    tells: 'reply',
  },
  '4000000000033003': {
    title: '3-D Secure method, then a question, told in the reply alone',
    threeDs: 'method-challenge',
    tells: 'reply',
  },
  '4000000000034001': {
    title: '3-D Secure method, then no question, told in the reply alone',
    threeDs: 'method-frictionless',
    tells: 'reply',
  },
  '4000000000035008': {
    title: '3-D Secure method without a page, told in the reply alone',
    threeDs: 'method-missing',
    tells: 'reply',
  },
  '4000000000036006': {
    title: '3-D Secure with a question, told in the reply alone',
    threeDs: 'challenge',
    tells: 'reply',
  },
  '4000000000037004': {
    title: '3-D Secure 1.0.2 with a question, told in the reply alone',
    threeDs: 'pareq',
    tells: 'reply',
  },
  '4000000000038002': {
    title: '3-D Secure by redirect, told in reply and status',
    threeDs: 'redirect',
    tells: 'both',
  },
  '4000000000039000': {
    title: '3-D Secure by a page in html, told in reply and status',
    threeDs: 'html',
    tells: 'both',
  },
  '4000000000040008': {
    title: '3-D Secure by a page in html alone, told in reply and status',
    threeDs: 'html-alone',
    tells: 'both',
  },
  '4000000000041006': {
    title: '3-D Secure method, then a question, told in reply and status',
    threeDs: 'method-challenge',
    tells: 'both',
  },
  '4000000000042004': {
    title: '3-D Secure method, then no question, told in reply and status',
    threeDs: 'method-frictionless',
    tells: 'both',
  },
  '4000000000043002': {
    title: '3-D Secure method without a page, told in reply and status',
    threeDs: 'method-missing',
    tells: 'both',
  },
  '4000000000044000': {
    title: '3-D Secure with a question, told in reply and status',
    threeDs: 'challenge',
    tells: 'both',
  },
  '4000000000045007': {
    title: '3-D Secure 1.0.2 with a question, told in reply and status',
    threeDs: 'pareq',
    tells: 'both',
  },
}

/** A card that goes by its security code, for people who want to try the page. */
export const PLAIN_CARD = '4444555566661111'

/** Decides over a payment. A test card's own behaviour goes before that of its security code. */
export function decide(number: string, code: string): CardDecision {
  const byCode = DECISION_BY_CODE.get(code) ?? ANY_OTHER_CODE
  const card = TEST_CARDS[number]
  if (!card) return byCode
  const threeDs = card.threeDs ?? (card.outcome ? undefined : byCode.threeDs)
  const { tells, outcome = byCode.outcome } = card
  return { ...(threeDs && { threeDs }), ...(tells && { tells }), outcome }
}

/** Names of card networks by their first digits, most particular first. Source: ISO/IEC 7812 issuer ranges. */
const BRANDS: readonly (readonly [RegExp, string])[] = [
  [/^4/, 'VISA'],
  [/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, 'MASTERCARD'],
  [/^3[47]/, 'AMEX'],
  [/^(6011|65|64[4-9])/, 'DISCOVER'],
  [/^35(2[89]|[3-8])/, 'JCB'],
  [/^3(0[0-5]|[689])/, 'DINERS'],
  [/^220[0-4]/, 'MIR'],
  [/^62/, 'UNIONPAY'],
  [/^(50|5[6-9]|6)/, 'MAESTRO'],
]

/** Names the network of a card number. */
export const brandOf = (number: string) => BRANDS.find(([start]) => start.test(number))?.[1] ?? 'UNKNOWN'

/** The check digit of ISO/IEC 7812-1, annex B. */
export function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}
