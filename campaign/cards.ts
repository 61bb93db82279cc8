/** The sandbox's test cards by what they lead to, and the people who hold them. */

const PLAIN = '4444555566661111'

/** Outcome or 3-D Secure flow → number and security code. */
const CARDS = {
  approved: [PLAIN, '123'],
  declined: [PLAIN, '116'],
  unknown: [PLAIN, '217'],
  filtered: ['4000000000003006', '123'],
  error: ['4000000000004004', '123'],
  'redirect-challenge': [PLAIN, '321'],
  challenge: ['4000000000002008', '123'],
  'method-challenge': ['4000000000005001', '123'],
  'method-frictionless': ['4000000000006009', '123'],
  'pareq-challenge': ['4000000000010001', '123'],
} as const

export type CardName = keyof typeof CARDS

/** Where the gateway reports a step of 3-D Secure. The sandbox goes by the card. */
export type StepReport = 'reply' | 'status' | 'both'

/** The same 3-D Secure flows at a gateway that reports the step in its reply alone, or in reply and status. */
const REPORTED_ELSEWHERE: Partial<Record<CardName, Readonly<Record<Exclude<StepReport, 'status'>, string>>>> =
  {
    'redirect-challenge': { reply: '4000000000030009', both: '4000000000038002' },
    challenge: { reply: '4000000000036006', both: '4000000000044000' },
    'method-challenge': { reply: '4000000000033003', both: '4000000000041006' },
    'method-frictionless': { reply: '4000000000034001', both: '4000000000042004' },
    'pareq-challenge': { reply: '4000000000037004', both: '4000000000045007' },
  }

/** A payer's card, as a request carries it. */
export function cardIn(name: CardName, stepReport: StepReport = 'status') {
  const [usual, code] = CARDS[name]
  const number = stepReport === 'status' ? usual : (REPORTED_ELSEWHERE[name]?.[stepReport] ?? usual)
  const cvv = number === usual ? code : '123'
  return { number, holder: CUSTOMER.name, expiryMonth: '12', expiryYear: '2039', cvv }
}

/** A payer's card, as the shopper types it at the gateway's page. */
export function typedCard(name: CardName) {
  const [number, code] = CARDS[name]
  return { number, expiry: '12 / 39', code, holder: CUSTOMER.name }
}

/** Number of the card that receives a payout, with the same outcome as a payer's. */
export function receivingCard(name: CardName): string {
  const [number, code] = CARDS[name]
  if (number !== PLAIN) return number
  return code === '116' ? '4000000000029100' : code === '217' ? '4000000000029217' : PLAIN
}

export const CUSTOMER = { email: 'ann@example.com', name: 'Ann Example' }

/** What a shopper's browser reports about itself. */
export const BROWSER = {
  javaEnabled: false,
  javascriptEnabled: true,
  language: 'en-GB',
  colorDepth: 24,
  screenWidth: 1280,
  screenHeight: 720,
  timeZone: -60,
}
