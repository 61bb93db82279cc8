import { describe, expect, it } from 'vitest'
import type { KeptEntry } from '../outbox/listed-order.ts'
import { csvHeader, csvLines } from './order-csv.ts'

const entry: KeptEntry = {
  id: 'order-1',
  reference: 'cart-1',
  intent: 'sale',
  amount: '12.50',
  currency: 'EUR',
  captured: '12.50',
  returned: '0.00',
  description: 'Tea',
  status: 'approved',
  statusSince: 2000,
  needsAttention: false,
  test: true,
  startedAt: 1000,
  updatedAt: 3000,
  seq: 4,
}

const described = (description: string) => csvLines([{ ...entry, description }])

describe('the CSV of an order', () => {
  it('has a cell for each name of the first line', () => {
    expect(csvHeader()).toBe(
      'id,reference,intent,status,statusSince,amount,currency,captured,returned,description,needsAttention,test,startedAt,updatedAt\r\n',
    )
    expect(csvLines([entry])).toBe(
      'order-1,cart-1,sale,approved,1970-01-01T00:00:02.000Z,12.50,EUR,12.50,0.00,Tea,false,true,' +
        '1970-01-01T00:00:01.000Z,1970-01-01T00:00:03.000Z\r\n',
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
    ['a tab', '\t=1', "'\t=1"],
    ['a carriage return', '\r=1', `"'\r=1"`],
    ['a line feed', '\n=1', `"'\n=1"`],
    ['a wide sign', '＝1', "'＝1"],
    ['a sign further on', 'a=1', 'a=1'],
    ['nothing', '', ''],
  ])('keeps %s as text', (_, description, cell) => {
    expect(described(description)).toContain(`,0.00,${cell},false,`)
  })

  it('guards every column, since an id may begin with a sign', () => {
    expect(csvLines([{ ...entry, id: '-abc', reference: '-abc' }])).toMatch(/^'-abc,'-abc,/)
  })

  it('leaves the sums of an older version empty', () => {
    const { captured: _, returned: __, ...old } = entry

    expect(csvLines([old])).toContain(',EUR,,,Tea,')
  })
})
