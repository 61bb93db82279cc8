import { afterEach, describe, expect, it, vi } from 'vitest'
import { exampleOrder } from '../testing/example-orders.ts'
import { drawPackingSlip, printPackingSlip, SLIP_WORDS, slipLanguage } from './packing-slip.ts'

const customer = {
  ...{ email: 'ada@example.com', name: 'Ada <b>Lovelace</b>', phone: '+442079460000' },
  billing: { address: 'Square 12', city: 'London', postalCode: 'SW1Y', country: 'GB' },
  shipping: { address: 'Rue Haute 2', city: 'Paris', postalCode: '75001', country: 'FR' },
}

const lines = [
  { item: 'mug', description: 'A mug', quantity: 2, amount: '10.00' },
  { item: 'tea', description: 'Tea', quantity: 1, amount: '2.50' },
]

const OPTIONS = { words: SLIP_WORDS.en, language: 'en', moment: () => 'today' }

const sum = (amount: string, currency: string) => `${amount} ${currency}`

function slipOf(order: Parameters<typeof drawPackingSlip>[1], options: object = {}) {
  const page = document.implementation.createHTMLDocument()
  drawPackingSlip(page, order, { ...OPTIONS, ...options })
  return page
}

const textOf = (page: Document) => [...page.body.children].map((one) => one.textContent)

afterEach(() => {
  vi.restoreAllMocks()
  for (const frame of document.querySelectorAll('iframe')) frame.remove()
})

describe('a packing slip', () => {
  it('says what goes to whom, without a sum, the e-mail address and the billing address', () => {
    const order = exampleOrder({ reference: 'INV-7', customer, lines })

    const page = slipOf(order)

    expect(textOf(page)).toEqual([
      ...['Packing slip', 'Reference: INV-7', 'Ordered: today', 'Deliver to'],
      ...['Ada <b>Lovelace</b>', 'Rue Haute 2', '75001 Paris', 'FR', '+442079460000'],
      ...['Items', '2 ×A mug1 ×Tea'],
    ])
    expect(page.querySelector('b')).toBe(null)
    expect(page.title).toBe('Packing slip INV-7')
  })

  it('has sums where somebody asks for them', () => {
    const text = textOf(slipOf(exampleOrder({ customer, lines }), { sum }))

    expect(text.at(-2)).toBe('2 ×A mug10.00 EUR1 ×Tea2.50 EUR')
    expect(text.at(-1)).toBe('Sum: 12.50 EUR')
  })

  it('goes to the billing address where no other was asked for', () => {
    const { shipping: _, ...billed } = customer

    expect(textOf(slipOf(exampleOrder({ customer: billed })))).toContain('Square 12')
  })

  it('has the description of an order without lines, and nothing of a shopper whose data is erased', () => {
    const text = textOf(slipOf(exampleOrder({ description: 'Lessons' })))

    expect(text).toContain('No delivery address is known.')
    expect(text.at(-1)).toBe('1 ×Lessons')
  })

  it('is in German too', () => {
    const page = slipOf(exampleOrder({ customer }), { words: SLIP_WORDS.de, language: 'de' })

    expect([page.documentElement.lang, textOf(page)[0]]).toEqual(['de', 'Packzettel'])
  })

  it.each([
    ['de-AT', 'Packzettel'],
    ['en-IE', 'Packing slip'],
    ['fr', 'Packing slip'],
  ])('for %s is a %s', (locale, title) => {
    expect(slipLanguage(locale)[1].title).toBe(title)
  })

  it('is printed alone, and leaves the page when it was', () => {
    let printed = ''
    const append = document.body.append.bind(document.body)
    vi.spyOn(document.body, 'append').mockImplementation((frame) => {
      append(frame)
      const view = (frame as HTMLIFrameElement).contentWindow
      if (view) view.print = () => (printed = view.document.body.textContent ?? '')
    })

    printPackingSlip(exampleOrder({ customer, lines }), OPTIONS)

    expect(printed).toContain('Rue Haute 2')
    const frame = document.querySelector('iframe')
    frame?.contentWindow?.dispatchEvent(new Event('afterprint'))
    expect(document.querySelector('iframe')).toBe(null)
  })
})
