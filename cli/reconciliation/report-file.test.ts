import { describe, expect, it } from 'vitest'
import { type ReportLayout, readReport } from './report-file.ts'

const HEAD = 'Merchant Order ID;Type;Status;Amount;Currency'

const read = (text: string, layout: Partial<ReportLayout> = {}) =>
  readReport(text, { columns: {}, ...layout })

const problems = (text: string, layout: Partial<ReportLayout> = {}) => {
  const file = read(text, layout)
  return file.ok ? '' : file.reason.join('\n')
}

describe('a report', () => {
  it('says under which names it found its columns, what separates them, and in which line', () => {
    expect(read(`Report of January\n\n${HEAD}\na;sale;approved;1;EUR\n`)).toEqual({
      ok: true,
      value: {
        columns: {
          ...{ clientOrderId: 'Merchant Order ID', amount: 'Amount', currency: 'Currency' },
          ...{ type: 'Type', status: 'Status' },
        },
        ...{ delimiter: ';', headLine: 3 },
        lines: [
          {
            ...{ line: 4, isRagged: false },
            fields: { clientOrderId: 'a', amount: '1', currency: 'EUR', type: 'sale', status: 'approved' },
          },
        ],
      },
    })
  })

  it.each([
    ['commas', ','],
    ['semicolons', ';'],
    ['tabs', '\t'],
    ['bars', '|'],
  ])('may have its columns separated by %s, also with commas within quotes', (_, delimiter) => {
    const lines = ['Client Order ID', 'Amount', 'Currency', 'Note'].join(delimiter)
    const file = read(`${lines}\n${['a', '"12,50"', 'EUR', '"one, two; three"'].join(delimiter)}\n`)

    expect(file).toMatchObject({
      ok: true,
      value: { delimiter, lines: [{ fields: { amount: '12,50' }, isRagged: false }] },
    })
  })

  it('reads columns under names of their own, or by their number', () => {
    const columns = { clientOrderId: 'Ref', amount: '#2', currency: 'Cur' }

    expect(read('Ref,Sum,Cur,Sum\na,12.5,EUR,9\n', { columns })).toMatchObject({
      ok: true,
      value: { lines: [{ fields: { clientOrderId: 'a', amount: '12.5', currency: 'EUR' } }] },
    })
  })

  it('takes the type of the transaction and not that of the card', () => {
    const file = read('Reference,Amount,Currency,Type,Transaction Type\na,1,EUR,VISA,sale\n')

    expect(file).toMatchObject({ ok: true, value: { columns: { type: 'Transaction Type' } } })
  })

  it('marks a line that has another number of fields', () => {
    expect(read(`${HEAD}\na;sale;approved;1\n`)).toMatchObject({
      ok: true,
      value: { lines: [{ line: 2, isRagged: true }] },
    })
  })

  it.each([
    ['has no column of orders', 'order,amount,currency\na,1,EUR\n', {}, 'no column for clientOrderId'],
    [
      'has two columns of one name',
      'reference,amount,currency,amount\na,1,EUR,2\n',
      {},
      'several columns are named “amount”; name the one for amount by its number: --columns amount=#2',
    ],
    [
      'lacks a column that was named',
      'reference,amount,currency\na,1,EUR\n',
      { columns: { amount: 'Gross' } },
      'there is no column “Gross” for amount; the report has “reference”, “amount”, “currency”',
    ],
    ['has a quote that does not end', 'reference,amount,currency\n"a,1,EUR\n', {}, 'the CSV cannot be read'],
    ['is empty', '', {}, 'no column for amount'],
  ])('that %s is refused, and says why', (_, text, layout, problem) => {
    expect(problems(text, layout)).toContain(problem)
  })
})
