/** Cards of the sandbox by what they do, and people. */
import type { CardName, Telling } from './order-kinds.ts'

const PLAIN = '4444555566661111'

/** What a card does → its number and code. */
const CARDS: Readonly<Record<CardName, readonly [number: string, code: string]>> = {
  approves: [PLAIN, '123'],
  declines: [PLAIN, '116'],
  'says-unknown': [PLAIN, '217'],
  'is-filtered': ['4000000000003006', '123'],
  fails: ['4000000000004004', '123'],
  'asks-by-redirect': [PLAIN, '321'],
  asks: ['4000000000002008', '123'],
  'asks-after-method': ['4000000000005001', '123'],
  'asks-nothing-after-method': ['4000000000006009', '123'],
  'asks-by-pareq': ['4000000000010001', '123'],
}

/** The same cards of a gateway that tells a step in its reply alone, or in reply and status. */
const TOLD_ELSEWHERE: Partial<Record<CardName, Readonly<Record<Exclude<Telling, 'status'>, string>>>> = {
  'asks-by-redirect': { reply: '4000000000030009', both: '4000000000038002' },
  asks: { reply: '4000000000036006', both: '4000000000044000' },
  'asks-after-method': { reply: '4000000000033003', both: '4000000000041006' },
  'asks-nothing-after-method': { reply: '4000000000034001', both: '4000000000042004' },
  'asks-by-pareq': { reply: '4000000000037004', both: '4000000000045007' },
}

/** A payer's card in a request, and where its bank's steps are told of. */
export function cardIn(name: CardName, telling: Telling = 'status') {
  const [known, code] = CARDS[name]
  const number = telling === 'status' ? known : (TOLD_ELSEWHERE[name]?.[telling] ?? known)
  const cvv = number === known ? code : '123'
  return { number, holder: CUSTOMER.name, expiryMonth: '12', expiryYear: '2039', cvv }
}

/** A payer's card as it is typed at the gateway's page. */
export function typedCard(name: CardName) {
  const [number, code] = CARDS[name]
  return { number, expiry: '12 / 39', code, holder: CUSTOMER.name }
}

/** A receiver of money: a card that takes it, or one whose bank does something else. */
export const receiver = (name: CardName): string => {
  const [number, code] = CARDS[name]
  if (number !== PLAIN) return number
  const odd = { '116': '4000000000029100', '217': '4000000000029217' } as const
  return odd[code as keyof typeof odd] ?? PLAIN
}

export const CUSTOMER = { email: 'ann@example.com', name: 'Ann Example' }

/** What a browser tells of itself. */
export const BROWSER = {
  javaEnabled: false,
  javascriptEnabled: true,
  language: 'en-GB',
  colorDepth: 24,
  screenWidth: 1280,
  screenHeight: 720,
  timeZone: -60,
}
