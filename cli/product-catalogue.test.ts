import { describe, expect, it } from 'vitest'
import type { Product } from '../shared/product.ts'
import { importedContent } from '../shared/product-import.ts'
import { parseCatalogue } from './catalogue.ts'
import { csvCatalogue, jsonCatalogue, productFrom } from './product-catalogue.ts'

const EDGE = 'https://pay.example.com'
const NOW = 1_800_000_000

const MADE = { version: 'v1', changedAt: '2027-01-01T10:00:00.000Z', changedBy: 'desk', shown: true } as const
const MUG = {
  ...{ name: 'Mug, "blue" – large', currency: 'EUR', intent: 'sale' as const, amount: '12.50' },
  quantity: { min: 1, max: 5 },
  origins: ['https://shop.example.com', 'https://other.example.com'],
  methods: ['hosted' as const, 'card' as const],
  collect: ['email' as const, 'name' as const, 'shipping' as const],
  countries: ['DE', 'AT'],
  image: 'https://cdn.example/mug.jpg?size=2',
}
const GIFT = {
  ...{ name: 'A gift', currency: 'JPY', intent: 'sale' as const, act: 'donation' as const },
  ...{ min: '100', max: '5000', suggested: ['500', '1000'] },
}
const PRODUCTS: readonly Product[] = [
  { id: 'mug', ...MUG, ...MADE, units: 40 },
  { id: 'gift', ...GIFT, ...MADE },
]

const productsIn = (text: string) => {
  const entries = parseCatalogue(text, NOW)
  return entries.ok ? entries.value.map((entry) => productFrom(entry, EDGE, NOW)) : entries.reason
}

describe('a catalogue of products', () => {
  it.each([
    ['CSV', csvCatalogue],
    ['JSON', jsonCatalogue],
  ])('that was written in %s is read as the same products', (_, write) => {
    expect(productsIn(write(PRODUCTS))).toEqual([
      { ok: true, value: { id: 'mug', content: MUG, units: 40 } },
      { ok: true, value: { id: 'gift', content: GIFT } },
    ])
  })

  it.each([
    ['CSV', csvCatalogue],
    ['JSON', jsonCatalogue],
  ])('that was written in %s keeps a product without units sold out', (_, write) => {
    expect(productsIn(write([{ id: 'mug', ...MUG, ...MADE, units: 0 }]))).toEqual([
      { ok: true, value: { id: 'mug', content: MUG, units: 0 } },
    ])
  })

  it('in CSV has the columns that some product fills', () => {
    expect(csvCatalogue(PRODUCTS.slice(1)).split('\n')[0]).toBe(
      'item,description,currency,intent,act,min,max,suggested',
    )
  })

  it('leaves the claims out that only offers have', () => {
    const text = `item,description,currency,amount,aud,expires\nmug,Mug,EUR,12.5,https://old.example,1d\n`

    const content = { name: 'Mug', currency: 'EUR', intent: 'sale', amount: '12.50' }
    expect(productsIn(text)).toEqual([{ ok: true, value: { id: 'mug', content } }])
  })

  it.each([
    ['an item that is no id of a product', 'a mug,Mug,EUR,12.50', 'item: a product’s id'],
    ['a price with too many decimals', 'mug,Mug,EUR,12.505', 'amount: has more decimals'],
    ['a picture without TLS', 'mug,Mug,EUR,12.50,http://cdn.example/a', 'image: must be an https address'],
    ['a currency that nobody has', 'mug,Mug,EURO,12.50', 'currency: must be'],
  ])('refuses %s', (_, row, problem) => {
    const cells = row.split(',').length === 5 ? row : `${row},`
    expect(productsIn(`item,description,currency,amount,image\n${cells}\n`)).toEqual([
      { ok: false, reason: [expect.stringContaining(problem)] },
    ])
  })

  it('keeps what it does not say of a product', () => {
    const present = { shown: false, description: 'Fired twice.', lowAt: 5 }
    const wanted = {
      id: 'mug',
      content: { name: 'Mug', currency: 'EUR', intent: 'sale', amount: '1.00' },
    } as const

    expect(importedContent(wanted, present)).toEqual({ ...wanted.content, ...present })
    expect(importedContent(wanted)).toEqual({ ...wanted.content, shown: true })
  })

  it('changes a picture that it names, and leaves one where it names none', () => {
    const present = { shown: true, image: 'https://cdn.example/old.jpg' }
    const content = { name: 'Mug', currency: 'EUR', intent: 'sale', amount: '1.00' } as const
    const image = 'https://cdn.example/new.jpg'

    expect(importedContent({ id: 'mug', content }, present).image).toBe(present.image)
    expect(importedContent({ id: 'mug', content: { ...content, image } }, present).image).toBe(image)
  })
})
