import { describe, expect, it } from 'vitest'
import type { ProductContent } from '../../shared/product.ts'
import { draftOf, emptyDraft, fieldsOf, idOf, type ProductDraft, readDraft } from './product-draft.ts'

const MUG: ProductContent = { name: 'Mug', currency: 'EUR', intent: 'sale', amount: '12.50', shown: true }

const CONTENTS: readonly ProductContent[] = [
  MUG,
  { ...MUG, image: 'https://cdn.example/mug.jpg' },
  { ...MUG, currency: 'JPY', amount: '1000' },
  { ...MUG, currency: 'KWD', amount: '1.250' },
  { ...MUG, currency: 'EUR', amount: '12345.00' },
  {
    ...MUG,
    shown: false,
    act: 'invoice',
    quantity: { min: 2, max: 9 },
    methods: ['card'],
    collect: ['shipping'],
    lowAt: 0,
  },
  {
    ...MUG,
    collect: ['email', 'billing'],
    countries: ['AT', 'CH'],
    origins: ['https://a.example', 'http://localhost:8000'],
  },
  {
    name: 'Gift',
    currency: 'KWD',
    intent: 'preauth',
    min: '1.000',
    max: '900.000',
    suggested: ['2.500', '10.000'],
    shown: true,
  },
  { name: 'Card', description: 'A check.', currency: 'EUR', intent: 'verify', shown: true },
]

describe.each(['en', 'de', 'fr'])('in %s', (locale) => {
  it.each(CONTENTS)('the form of %o makes the same product', (content) => {
    const { content: read, wrong } = readDraft(draftOf(content, { locale }), { locale })

    expect([...wrong]).toEqual([])
    expect(read).toEqual(content)
  })
})

const draft = (changes: Partial<ProductDraft>): ProductDraft => ({
  ...{ ...emptyDraft('EUR'), id: 'mug', name: 'Mug', amount: '1' },
  ...changes,
})

const wrongIn = (changes: Partial<ProductDraft>) => [
  ...readDraft(draft(changes), { locale: 'en' }, true).wrong,
]

describe('a form', () => {
  it.each<[Partial<ProductDraft>, string[]]>([
    [{}, []],
    [{ name: ' ' }, ['name']],
    [{ id: 'a b' }, ['id']],
    [{ id: '' }, ['id']],
    [{ currency: 'XXX' }, ['currency']],
    [{ amount: '0' }, ['amount']],
    [{ amount: '1.005' }, ['amount']],
    [{ isOpen: true, min: '5', max: '4' }, ['max']],
    [{ isOpen: true, min: '5', max: '50', suggested: '10 60' }, ['suggested']],
    [{ fewest: '3', most: '2' }, ['most']],
    [{ fewest: '0', most: '2' }, ['fewest']],
    [{ fewest: '2' }, ['most']],
    [{ countries: 'AT' }, ['countries']],
    [{ countries: 'AT, XX', collect: ['shipping'] }, ['countries']],
    [{ hasAllMethods: false }, ['methods']],
    [{ origins: 'https://shop.example/page' }, ['origins']],
    [{ image: ' https://cdn.example/mug.jpg ' }, []],
    [{ image: 'http://cdn.example/mug.jpg' }, ['image']],
    [{ image: 'mug.jpg' }, ['image']],
    [{ units: '0' }, []],
    [{ units: '-1' }, ['units']],
    [{ lowAt: '0' }, []],
    [{ lowAt: 'few' }, ['lowAt']],
  ])('%o is wrong in %j', (changes, wrong) => {
    expect(wrongIn(changes)).toEqual(wrong)
  })

  it('sends no price, pieces or purpose of what charges nothing', () => {
    const { content } = readDraft(draft({ intent: 'verify', act: 'order', most: '3' }), { locale: 'en' })

    expect(content).toEqual({
      name: 'Mug',
      currency: 'EUR',
      intent: 'verify',
      collect: ['email'],
      shown: true,
    })
  })

  it('reads sums as people of the language write them', () => {
    const open = draft({ isOpen: true, min: '1,50', max: '1.000,00', suggested: '5; 10,5' })

    expect(readDraft(open, { locale: 'de' }).content).toMatchObject({
      ...{ min: '1.50', max: '1000.00', suggested: ['5.00', '10.50'] },
    })
  })
})

describe('idOf', () => {
  it.each([
    ['Heather mug', 'heather-mug'],
    ['  Größe 42! ', 'grosse-42'],
    ['Café crème', 'cafe-creme'],
    ['杯子', ''],
  ])('makes of %s the id %s', (name, id) => {
    expect(idOf(name)).toBe(id)
  })
})

describe('fieldsOf', () => {
  it.each([
    [['quantity.max'], ['fewest', 'most']],
    [
      ['min', 'max', 'suggested'],
      ['min', 'max', 'suggested'],
    ],
    [['origins.3'], ['origins']],
    [['version', 'constructor'], []],
    [undefined, []],
  ])('finds the fields of %j', (paths, fields) => {
    expect([...fieldsOf(paths)]).toEqual(fields)
  })
})
