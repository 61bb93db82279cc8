import { describe, expect, it } from 'vitest'
import { without } from '../../shared/without.ts'
import type { KeptEntry } from '../outbox/listed-order.ts'
import { csvHeader, csvHeaderWithCustomer, csvLines, csvLineWithCustomer } from './order-csv.ts'

const entry: KeptEntry = {
  id: 'order-1',
  reference: 'cart-1',
  intent: 'sale',
  amount: '12.50',
  currency: 'EUR',
  captured: '12.50',
  returned: '0.00',
  chargedBack: '0.00',
  description: 'Tea',
  status: 'approved',
  statusSince: 2000,
  needsAttention: false,
  attention: [],
  test: true,
  startedAt: 1000,
  updatedAt: 3000,
  seq: 4,
  method: 'hosted',
}

const described = (description: string) => csvLines([{ ...entry, description }])

describe('the CSV of an order', () => {
  it('has a cell for each name of the first line', () => {
    expect(csvHeader()).toBe(
      'id,reference,intent,status,statusSince,amount,currency,captured,returned,chargedBack,description,needsAttention,attention,test,startedAt,updatedAt,method\r\n',
    )
    expect(csvLines([entry])).toBe(
      'order-1,cart-1,sale,approved,1970-01-01T00:00:02.000Z,12.50,EUR,12.50,0.00,0.00,Tea,false,,true,' +
        '1970-01-01T00:00:01.000Z,1970-01-01T00:00:03.000Z,hosted\r\n',
    )
  })

  it('says why the order needs a person', () => {
    const attention = ['outcome-unknown', 'merchant-not-notified'] as const

    expect(csvLines([{ ...entry, needsAttention: true, attention }])).toContain(
      ',true,outcome-unknown merchant-not-notified,',
    )
  })

  it.each([
    ['a comma', 'Tea, black', '"Tea, black"'],
    ['quotes', 'the "good" tea', '"the ""good"" tea"'],
    ['a line break', 'Tea\nblack', '"Tea\nblack"'],
    [
      'a formula',
      '=HYPERLINK("https://evil.example","Tea")',
      `"'=HYPERLINK(""https://evil.example"",""Tea"")"`,
    ],
    ['a sum', '+1+1', "'+1+1"],
    ['a difference', '-1', "'-1"],
    ['a function of old', '@SUM(A1)', "'@SUM(A1)"],
    ['a tab', '\tTea', "'\tTea"],
    ['a carriage return', '\rTea', `"'\rTea"`],
    ['a line feed', '\nTea', `"'\nTea"`],
    ['a formula after a semicolon', 'Tea;=1;+1', "Tea;'=1;'+1"],
    ['a formula after a tab', 'Tea\t@SUM(A1)', "Tea\t'@SUM(A1)"],
    ['a formula after a bar', 'Tea|-1', "Tea|'-1"],
    ['a formula on a further line', 'Tea\n=1', `"Tea\n'=1"`],
    ['a formula in quotes after a semicolon', 'Tea;"=1"', `"Tea;'""=1"""`],
    ['a formula after a space', 'Tea; =1', "Tea;' =1"],
    ['a semicolon and a sign further on', 'Tea; a=1', 'Tea; a=1'],
    ['a wide sign', '＝1', "'＝1"],
    ['a sign further on', 'a=1', 'a=1'],
    ['nothing', '', ''],
  ])('keeps %s as text', (_, description, cell) => {
    expect(described(description)).toContain(`,0.00,${cell},false,`)
  })

  it('guards every column, since an id may begin with a sign', () => {
    expect(csvLines([{ ...entry, id: '-abc', reference: '-abc' }])).toMatch(/^'-abc,'-abc,/)
  })

  it('leaves empty what an older version did not write', () => {
    const old = without(entry, 'captured', 'returned', 'chargedBack', 'method')

    expect(csvLines([old])).toContain(',EUR,,,,Tea,')
    expect(csvLines([old])).toMatch(/Z,\r\n$/)
  })
})

describe('the CSV of an order with its shopper', () => {
  const shipping = { address: 'Rue Haute 2', city: 'Paris', postalCode: '75001', country: 'FR' }

  it('has a cell for each name of the first line, behind the others', () => {
    const names = csvHeaderWithCustomer().trim().split(',')
    const line = csvLineWithCustomer(entry, { email: 'ada@example.com', name: 'Ada', shipping })

    const cells = line.trim().split(',')
    expect(cells).toHaveLength(names.length)
    expect(Object.fromEntries(names.map((name, index) => [name, cells[index]]))).toMatchObject({
      ...{ id: 'order-1', email: 'ada@example.com', name: 'Ada', phone: '', shippingAddress: 'Rue Haute 2' },
      ...{ shippingCity: 'Paris', shippingPostalCode: '75001', shippingState: '', shippingCountry: 'FR' },
      ...{ billingAddress: '', billingCountry: '' },
    })
    expect(`${csvHeaderWithCustomer()}`.startsWith(csvHeader().trim())).toBe(true)
  })

  it.each([
    ['a name', { name: '=1+1' }],
    ['a phone number', { phone: '+442079460000' }],
    ['a street', { shipping: { ...shipping, address: '@SUM(A1)' } }],
    ['a city', { billing: { ...shipping, city: '-1' } }],
  ])('runs no formula that a shopper typed as %s', (_, customer) => {
    expect(csvLineWithCustomer(entry, customer)).toMatch(/,'[=+@-]/)
    expect(csvLineWithCustomer(entry, customer)).not.toMatch(/,"?[=+@-]/)
  })
})
