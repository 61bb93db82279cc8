import { describe, expect, it } from 'vitest'
import type { Product } from '../../shared/product.ts'
import { exampleProduct } from '../testing/fake-catalogue.ts'
import { catalogueCsv, readCatalogue } from './catalogue-file.ts'

const { shown, version, changedAt, changedBy, ...MUG } = exampleProduct()
const FULL: Product = {
  ...exampleProduct({ name: 'Mug, "blue"; large', quantity: { min: 1, max: 5 }, units: 40 }),
  origins: ['https://shop.example.com', 'https://other.example.com'],
  methods: ['hosted', 'card'],
  collect: ['email', 'shipping'],
  countries: ['DE', 'AT'],
  image: 'https://cdn.example/mug.jpg?size=2;3',
}
const GIFT = {
  currency: 'JPY',
  min: '100',
  max: '5000',
  suggested: ['500', '1000'],
  act: 'donation' as const,
}

/** What a file's lines are: the ids of products, or what is wrong. */
function linesOf(csv: string) {
  const read = readCatalogue(csv)
  if (!read.ok) return read.reason
  return read.value.map(({ line, product }) =>
    product.ok
      ? `${line}: ${product.value.id}`
      : `${line}: ${product.reason.map(({ column, is }) => `${column} ${is}`).join(', ')}`,
  )
}

describe('readCatalogue', () => {
  it('reads what the desk wrote as the same products', () => {
    const { amount, ...open } = exampleProduct({ id: 'gift', name: 'Gift', ...GIFT })
    const read = readCatalogue(catalogueCsv([FULL, open]))

    const products = read.ok ? read.value.map(({ product }) => product) : []
    expect(products).toMatchObject([
      { value: { id: 'mug', units: 40, content: { name: FULL.name, quantity: FULL.quantity } } },
      { value: { id: 'gift', content: GIFT } },
    ])
    expect(products[0]).toMatchObject({
      value: {
        content: {
          ...{ origins: FULL.origins, countries: FULL.countries, collect: FULL.collect },
          image: FULL.image,
        },
      },
    })
  })

  it('reads a product without units as one that is sold out, not as one that is not counted', () => {
    const read = readCatalogue(catalogueCsv([exampleProduct({ units: 0 })]))

    expect(read).toMatchObject({ value: [{ product: { value: { units: 0 } } }] })
  })

  it.each([',', ';', '\t'])('reads cells between %j, whatever ends the lines', (between) => {
    const lines = ['item,description,currency,amount', 'mug,Heather mug,EUR,12.5'].join('\r\n')

    const read = readCatalogue(`\uFEFF${lines.replaceAll(',', between)}`)

    const { id, name, currency, intent, amount } = MUG
    expect(read).toEqual({
      ok: true,
      value: [
        { line: 2, id, product: { ok: true, value: { id, content: { name, currency, intent, amount } } } },
      ],
    })
  })

  it.each([
    ['a mug,Mug,EUR,12.50,,,', 'item id'],
    ['mug,,EUR,12.50,,,', 'description name'],
    ['mug,Mug,EURO,12.50,,,', 'currency currency'],
    ['mug,Mug,EUR,12.505,,,', 'amount amount'],
    ['mug,Mug,EUR,12.50,rent,,', 'intent value'],
    ['mug,Mug,EUR,12.50,verify,,', 'amount value'],
    ['mug,Mug,EUR,12.50,,email fax,', 'collect value'],
    ['mug,Mug,EUR,12.50,,,many', 'quantity value'],
    ['mug,Mug,EUR,12.50,,,5-2', 'quantity most'],
  ])('refuses the line %s', (row, wrong) => {
    expect(linesOf(`item,description,currency,amount,intent,collect,quantity\n${row}\n`)).toEqual([
      `2: ${wrong}`,
    ])
  })

  it.each([
    ['EUR', '12.5', '12.50'],
    ['EUR', '12,50', '12.50'],
    ['EUR', '012', '12.00'],
    ['JPY', '1250', '1250'],
    ['KWD', '1,250', '1.250'],
  ])('reads the sum of %s %s as %s', (currency, cell, amount) => {
    const read = readCatalogue(`item;description;currency;amount\nmug;Mug;${currency};${cell}\n`)

    expect(read).toMatchObject({ value: [{ product: { value: { content: { amount } } } }] })
  })

  it.each([
    ['EUR', '1,250'],
    ['EUR', '1.250'],
    ['EUR', '1.250,00'],
    ['EUR', '1 250'],
    ['EUR', '12,'],
    ['EUR', '12.-'],
    ['EUR', '€12'],
    ['JPY', '1,250'],
    ['JPY', '12.0'],
  ])('takes no sum of %s from %s, in which a separator may part thousands', (currency, cell) => {
    expect(linesOf(`item;description;currency;amount\nmug;Mug;${currency};${cell}\n`)).toEqual([
      '2: amount amount',
    ])
  })

  it('passes over names in further languages, which only offers have', () => {
    expect(linesOf('item,description,description.de,currency,amount\nmug,Mug,Becher,EUR,1\n')).toEqual([
      '2: mug',
    ])
  })

  it('names the lines as an editor counts them, and refuses an item that stands twice', () => {
    const csv = 'item,description,currency,amount\nmug,"Two\nlines",EUR,1\n\nmug,Mug,EUR,1\ntea,Tea,EUR,2\n'

    expect(linesOf(csv)).toEqual(['2: mug', '5: item twice', '6: tea'])
  })

  it.each([
    ['nothing', '', { is: 'empty' }],
    ['names alone', 'item,description\n', { is: 'empty' }],
    ['a cell that does not end', 'item,description\nmug,"Mug\n', { is: 'malformed' }],
    ['columns that there are not', 'item,colour\nmug,red\n', { is: 'columns', names: ['colour'] }],
  ])('refuses a file of %s', (_, csv, wrong) => {
    expect(linesOf(csv)).toEqual(wrong)
  })
})
