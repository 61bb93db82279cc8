import { describe, expect, it } from 'vitest'
import { type KnownOrder, parseReport, reconcile, referenceOf, unknownTypes } from './reconciliation.ts'

const HEAD = 'Merchant Order ID;Type;Status;Amount;Currency\n'

const rowsIn = (text: string) => {
  const rows = parseReport(HEAD + text, {})
  return rows.ok ? rows.value : expect.fail(rows.reason.join())
}

const kept = (amount: string, currency = 'EUR'): KnownOrder => ({ reference: 'a', currency, kept: amount })

const codes = (text: string, order?: KnownOrder) =>
  reconcile(rowsIn(text), new Map([['a', order]])).map(({ code }) => code)

describe('reconcile', () => {
  it.each([
    ['a sale', 'a;sale;approved;12.50;EUR\n', kept('12.50')],
    [
      'a sale after a declined attempt',
      'a;sale;declined;12.50;EUR\na.2;sale;approved;12.50;EUR\n',
      kept('12.50'),
    ],
    [
      'a sale that was returned in part',
      'a;sale;approved;12.50;EUR\na;reversal;approved;-2.50;EUR\n',
      kept('10.00'),
    ],
    ['a return without a sign', 'a;sale;approved;12.50;EUR\na;Refund;approved;12.50;EUR\n', kept('0.00')],
    ['a capture of a part', 'a;preauth;approved;20.00;EUR\na;capture;approved;12.50;EUR\n', kept('12.50')],
    ['a hold that was undone', 'a;preauth;approved;20.00;EUR\na;void;approved;20.00;EUR\n', kept('0.00')],
    ['a sale that was undone', 'a;sale;approved;20.00;EUR\na;void;approved;20.00;EUR\n', kept('0.00')],
    ['a declined sale of an order without money', 'a;sale;declined;20.00;EUR\n', kept('0.00')],
    ['a declined sale that the edge does not list', 'a;sale;declined;20.00;EUR\n', undefined],
    ['a currency without decimals', 'a;sale;approved;500;JPY\n', kept('500', 'JPY')],
  ])('agrees on %s', (_, text, order) => {
    expect(codes(text, order)).toEqual([])
  })

  it.each([
    [
      'a second approved charge',
      'a;sale;approved;12.50;EUR\na.2;sale;approved;12.50;EUR\n',
      kept('12.50'),
      'amount',
    ],
    ['another amount', 'a;sale;approved;12.51;EUR\n', kept('12.50'), 'amount'],
    [
      'a chargeback that the edge does not know',
      'a;sale;approved;12.50;EUR\na;chargeback;approved;12.50;EUR\n',
      kept('12.50'),
      'amount',
    ],
    ['another currency', 'a;sale;approved;12.50;USD\n', kept('12.50'), 'currency'],
    ['money of an unknown order', 'a;sale;approved;12.50;EUR\n', undefined, 'not-at-edge'],
    [
      'an outcome that the edge holds for paid',
      'a;sale;declined;12.50;EUR\n',
      kept('12.50'),
      'not-in-report',
    ],
    ['a payment that the report lacks', 'b;sale;declined;1.00;EUR\n', kept('12.50'), 'not-in-report'],
  ])('names %s', (_, text, order, code) => {
    expect(codes(text, order)).toEqual([code])
  })

  it('says both sums', () => {
    const differences = reconcile(rowsIn('a;reversal;approved;2.50;EUR\n'), new Map([['a', kept('12.50')]]))

    expect(differences).toEqual([{ code: 'amount', reference: 'a', report: '-2.50 EUR', edge: '12.50 EUR' }])
  })
})

describe('parseReport', () => {
  it('reads columns under names of their own', () => {
    const rows = parseReport('Ref,Gross,Cur\na,12.5,eur\n', {
      clientOrderId: 'Ref',
      amount: 'Gross',
      currency: 'Cur',
    })

    expect(rows).toMatchObject({
      ok: true,
      value: [{ clientOrderId: 'a', amount: '12.5', currency: 'EUR', line: 2 }],
    })
  })

  it.each([
    ['without a column of amounts', 'order,currency\na,EUR\n', 'the report has no column for clientOrderId'],
    ['with a sum that is none', `${HEAD}a;sale;approved;12,50;EUR\n`, 'line 2'],
    ['with a currency that is none', `${HEAD}a;sale;approved;12.50;EURO\n`, 'line 2'],
    ['with an empty reference', `${HEAD};sale;approved;12.50;EUR\n`, 'line 2'],
  ])('refuses a report %s', (_, text, problem) => {
    const rows = parseReport(text, {})

    expect(rows.ok ? '' : rows.reason.join()).toContain(problem)
  })

  it('guesses no type', () => {
    expect(unknownTypes(rowsIn('a;sale;approved;1;EUR\na;fee;approved;1;EUR\n'))).toEqual(['fee'])
  })

  it.each([
    ['the first attempt', 'cart-1', 'cart-1'],
    ['a later attempt', 'cart-1.12', 'cart-1'],
  ])('knows the order of %s', (_, clientOrderId, reference) => {
    expect(referenceOf({ clientOrderId })).toBe(reference)
  })
})
