import { describe, expect, it } from 'vitest'
import { asDifferences, compare, type KnownOrder } from './comparison.ts'
import { readReport } from './report-file.ts'
import { readLines } from './report-rows.ts'

const HEAD = 'Merchant Order ID;Type;Status;Amount;Currency\n'

const MARK = 'k3j9x0q2m4n5p6r7'

const linesIn = (text: string, head = HEAD) => {
  const file = readReport(head + text, { columns: {} })
  return readLines(file.ok ? file.value.lines : expect.fail(file.reason.join()), 'point')
}

const known = (captured: string, change: Partial<KnownOrder> = {}): KnownOrder => ({
  ...{ reference: 'a', intent: 'sale', amount: '30.00', currency: 'EUR', captured, returned: '0.00' },
  ...{ chargedBack: '0.00', isVoided: false, isScheduled: false, names: ['a', 'a.2'], ...change },
})

const codes = (text: string, order: KnownOrder) => {
  const { differences, uncompared, strangers } = compare(linesIn(text), [order])
  return [...differences.map(({ code }) => code), ...uncompared.map(({ why }) => why), ...strangers]
}

describe('a report agrees with the edge on', () => {
  it.each<[string, string, KnownOrder]>([
    ['a sale', 'a;sale;approved;12.50;EUR\n', known('12.50')],
    ['a rebill', 'a;rebill;approved;12.50;EUR\n', known('12.50')],
    [
      'a sale after a declined attempt',
      'a;sale;declined;12.50;EUR\na.2;sale;approved;12.50;EUR\n',
      known('12.50'),
    ],
    [
      'a sale that was returned in part',
      'a;sale;approved;12.50;EUR\na;reversal;approved;-2.50;EUR\n',
      known('12.50', { returned: '2.50' }),
    ],
    [
      'a return without a sign',
      'a;sale;approved;12.50;EUR\na;Refund;approved;12.50;EUR\n',
      known('12.50', { returned: '12.50' }),
    ],
    [
      'a return that is a sale below zero',
      'a;sale;approved;12.50;EUR\na;sale;approved;-12.50;EUR\n',
      known('12.50', { returned: '12.50' }),
    ],
    [
      'a capture of a part',
      'a;preauth;approved;20.00;EUR\na;capture;approved;12.50;EUR\n',
      known('12.50', { intent: 'preauth' }),
    ],
    [
      'a hold whose rest was let go',
      'a;preauth;approved;20.00;EUR\na;capture;approved;12.50;EUR\na;cancel;approved;7.50;EUR\n',
      known('12.50', { intent: 'preauth' }),
    ],
    [
      'a capture that was undone',
      'a;preauth;approved;20.00;EUR\na;capture;approved;12.50;EUR\na;void;approved;12.50;EUR\n',
      known('12.50', { intent: 'preauth', isVoided: true }),
    ],
    [
      'a hold that was undone',
      'a;preauth;approved;20.00;EUR\na;void;approved;20.00;EUR\n',
      known('0.00', { intent: 'preauth', isVoided: true }),
    ],
    [
      'a hold that was cancelled, of which the report has no preauth',
      'a;cancel;approved;-20.00;EUR\n',
      known('0.00', { intent: 'preauth', isVoided: true }),
    ],
    [
      'a hold that was undone, without a sum',
      'a;preauth;approved;20.00;EUR\na;void;approved;0.00;EUR\n',
      known('0.00', { intent: 'preauth', isVoided: true }),
    ],
    [
      'a sale that was voided',
      'a;sale;approved;20.00;EUR\na;void;approved;20.00;EUR\n',
      known('20.00', { isVoided: true }),
    ],
    [
      'a sale that was cancelled',
      'a;sale;approved;20.00;EUR\na;cancel;approved;20.00;EUR\n',
      known('20.00', { isVoided: true }),
    ],
    [
      'a chargeback of a part',
      'a;sale;approved;30.00;EUR\na;chargeback;approved;10.00;EUR\n',
      known('30.00', { chargedBack: '10.00' }),
    ],
    [
      'a chargeback of more than was left',
      'a;sale;approved;30.00;EUR\na;reversal;approved;10.00;EUR\na;chargeback;approved;30.00;EUR\n',
      known('30.00', { returned: '10.00', chargedBack: '30.00' }),
    ],
    [
      'a duplicate charge that went back',
      'a;sale;approved;12.50;EUR\na.2;sale;approved;12.50;EUR\na.2;void;approved;12.50;EUR\n',
      known('12.50'),
    ],
    [
      'a duplicate hold that went back',
      'a;preauth;approved;20;EUR\na;capture;approved;20;EUR\na.2;preauth;approved;20;EUR\na.2;void;approved;20;EUR\n',
      known('20.00', { intent: 'preauth' }),
    ],
    ['a payout', 'a;payout;approved;30.00;EUR\n', known('30.00', { intent: 'payout' })],
    [
      'a payout that is written below zero',
      'a;payout;approved;-30.00;EUR\n',
      known('30.00', { intent: 'payout' }),
    ],
    [
      'a payout in two steps',
      'a;payout-check;approved;30.00;EUR\na;payout;approved;30.00;EUR\n',
      known('30.00', { intent: 'payout' }),
    ],
    [
      'a payout that came back in part',
      'a;payout;approved;30.00;EUR\na;reversal;approved;10.00;EUR\n',
      known('30.00', { intent: 'payout', returned: '10.00' }),
    ],
    ['a transfer', 'a;transfer;approved;30.00;EUR\n', known('30.00', { intent: 'payout' })],
    ['a verification', 'a;account-verification;approved;1.00;EUR\n', known('0.00', { intent: 'verify' })],
    ['a declined sale of an order without money', 'a;sale;declined;20.00;EUR\n', known('0.00')],
    ['a currency without decimals', 'a;sale;approved;500;JPY\n', known('500', { currency: 'JPY' })],
    [
      'names with a mark',
      `a.${MARK};sale;declined;12.50;EUR\na.2.${MARK};sale;approved;12.50;EUR\n`,
      known('12.50', { names: [`a.${MARK}`, `a.2.${MARK}`] }),
    ],
  ])('%s', (_, text, order) => {
    expect(codes(text, order)).toEqual([])
  })
})

describe('a report and the edge differ', () => {
  it.each<[string, string, KnownOrder, string]>([
    [
      'by a second charge',
      'a;sale;approved;12.50;EUR\na.2;sale;approved;12.50;EUR\n',
      known('12.50'),
      'amount',
    ],
    ['by a cent', 'a;sale;approved;12.51;EUR\n', known('12.50'), 'amount'],
    [
      'by a refund that the edge does not know, in a row below zero',
      'a;sale;approved;20.00;EUR\na;sale;approved;-20.00;EUR\n',
      known('20.00'),
      'amount',
    ],
    [
      'by a chargeback that the edge does not know',
      'a;sale;approved;12.50;EUR\na;chargeback;approved;12.50;EUR\n',
      known('12.50'),
      'amount',
    ],
    [
      'by a chargeback of a part that the edge takes for the whole',
      'a;sale;approved;30.00;EUR\na;chargeback;approved;10.00;EUR\n',
      known('30.00', { chargedBack: '30.00' }),
      'amount',
    ],
    ['by another currency', 'a;sale;approved;12.50;USD\n', known('12.50'), 'currency'],
    [
      'on a sale that the edge holds for paid',
      'a;sale;declined;12.50;EUR\n',
      known('12.50'),
      'not-in-report',
    ],
    ['on a payment that the report lacks', '', known('12.50'), 'not-in-report'],
    ['on a payout that the report lacks', '', known('12.50', { intent: 'payout' }), 'not-in-report'],
    [
      'by a payout that the edge does not know',
      'a;payout;approved;12.50;EUR\n',
      known('0.00', { intent: 'payout' }),
      'amount',
    ],
    [
      'by a cancel of a sale that the edge does not know',
      'a;sale;approved;20.00;EUR\na;cancel;approved;20.00;EUR\n',
      known('20.00'),
      'amount',
    ],
  ])('%s', (_, text, order, code) => {
    expect(codes(text, order)).toEqual([code])
  })

  it('with both sums, and their signs', () => {
    const { differences } = compare(linesIn('a;reversal;approved;2.50;EUR\n'), [known('12.50')])

    expect(differences).toEqual([{ code: 'amount', reference: 'a', report: '-2.50 EUR', edge: '12.50 EUR' }])
  })
})

describe('a name in a report', () => {
  const marked = 'Order-1.k3vqab2cdefghij7'

  it.each([
    ['in capitals', marked.toUpperCase()],
    ['in small letters', marked.toLowerCase()],
    ['behind the apostrophe of a spreadsheet', `'${marked}`],
  ])('is that of the order %s', (_, name) => {
    expect(codes(`${name};sale;approved;12.50;EUR\n`, known('12.50', { names: [marked] }))).toEqual([])
  })

  it('is one transaction in both spellings', () => {
    const text = `${marked};preauth;approved;20.00;EUR\n${marked.toUpperCase()};capture;approved;12.50;EUR\n`

    expect(codes(text, known('12.50', { intent: 'preauth', names: [marked] }))).toEqual([])
  })

  it.each([
    ['has no mark', 'ORDER-1', ['Order-1']],
    ['fits two orders', marked.toUpperCase(), [marked, marked.toLowerCase()]],
  ])('is not looked for in other letters where it %s', (_, name, names) => {
    const { strangers } = compare(linesIn(`${name};sale;approved;12.50;EUR\n`), [known('0.00', { names })])

    expect(strangers).toMatchObject([{ name }])
  })
})

describe('a row of another shop', () => {
  it.each([
    ['has a reference that the edge does not know', 'b', false],
    ['has the bare reference of an order whose attempt has a mark', 'a', true],
    ['has another mark', 'a.z9y8x7w6v5u4t3s2', true],
    ['has a number that no attempt has', `a.7.${MARK}`, true],
  ])('%s, and is counted apart', (_, name, isSimilar) => {
    const order = known('12.50', { names: [`a.${MARK}`] })

    const found = compare(linesIn(`a.${MARK};sale;approved;12.50;EUR\n${name};sale;approved;7;EUR\n`), [
      order,
    ])

    expect(found).toEqual({
      ...{ differences: [], uncompared: [] },
      strangers: [{ name, isSimilar, report: '7.00 EUR' }],
    })
  })

  it('is a lost order where no other shop uses the account, if its money moved', () => {
    const text = 'b;sale;approved;7;EUR\nc;sale;declined;7;EUR\nd;preauth;approved;7;EUR\n'

    expect(asDifferences(compare(linesIn(text), []).strangers)).toEqual([
      { code: 'not-at-edge', reference: 'b', report: '7.00 EUR' },
    ])
  })
})

describe('what is not understood', () => {
  it.each([
    ['names no order', ';sale;approved;1;EUR\n'],
    ['has an unknown type', 'a;fee;approved;1;EUR\n'],
    ['has an empty type', 'a;;approved;1;EUR\n'],
    ['has a type that every object has', 'a;constructor;approved;1;EUR\n'],
    ['has a status that every object has', 'a;sale;valueOf;1;EUR\n'],
    ['has an unknown status', 'a;sale;settled?;1;EUR\n'],
    ['has a sum that is none', 'a;sale;approved;1,5;EUR\n'],
    ['has a currency that is none', 'a;sale;approved;1;EURO\n'],
    ['has a field too few', 'a;sale;approved;1\n'],
    ['holds less than nothing', 'a;preauth;approved;-1;EUR\n'],
    [
      'has no minus where others of its type have one',
      'a;reversal;approved;1;EUR\n',
      'b;reversal;approved;-1;EUR\n',
    ],
  ])('is a line that %s: it is named and never guessed', (_, text, before = '') => {
    const { unread } = linesIn(before + text)

    expect(unread).toEqual([expect.objectContaining({ line: before ? 3 : 2 })])
  })

  it('keeps its order from being compared, and no other', () => {
    const lines = linesIn('a;sale;approved;12.50;EUR\na;fee;approved;1;EUR\nb;sale;approved;1;EUR\n')

    const found = compare(lines, [known('12.50'), known('2.00', { reference: 'b', names: ['b'] })])

    expect(found.differences).toMatchObject([{ reference: 'b', code: 'amount' }])
    expect(found.uncompared).toEqual([
      { reference: 'a', why: 'cannot read line 3: the command does not know what “fee” does with money' },
    ])
  })

  it('is a void that may undo its hold or its capture', () => {
    const text = 'a;preauth;approved;20;EUR\na;capture;approved;10;EUR\na;void;approved;10;EUR\n'

    expect(codes(text, known('10.00', { intent: 'preauth' }))).toEqual([
      'what a void of it undoes is not clear',
    ])
  })

  it.each<[string, string, Partial<KnownOrder>]>([
    ['a sale that the edge has', 'a;sale;approved;20.00;EUR\n', {}],
    ['a sale that the edge has voided', 'a;sale;approved;20.00;EUR\n', { isVoided: true }],
    [
      'a capture',
      'a;preauth;approved;20.00;EUR\na;capture;approved;20.00;EUR\n',
      { intent: 'preauth', isVoided: true },
    ],
    ['a payout', 'a;payout;approved;20.00;EUR\n', { intent: 'payout' }],
  ])('is a void of nothing behind %s', (_, text, change) => {
    expect(codes(`${text}a;void;approved;0.00;EUR\n`, known('20.00', change))).toEqual([
      'what a void of it undoes is not clear',
    ])
  })

  it('is what a schedule charged', () => {
    const text = 'a;sale;approved;5;EUR\na;recurring;approved;5;EUR\n'

    expect(codes(text, known('5.00', { isScheduled: true }))).toEqual([
      'the edge does not know what its schedule charged',
    ])
  })
})

it('without types and statuses, every row is money, and below zero it is money back', () => {
  const { differences } = compare(linesIn('a,12.50,EUR\na,-2.50,EUR\n', 'reference,amount,currency\n'), [
    known('12.50', { returned: '2.50' }),
  ])

  expect(differences).toEqual([])
})
