import { describe, expect, it } from 'vitest'
import type { Merchant } from '../../shared/http-bodies.ts'
import type { OrderView } from '../../shared/order-view.ts'
import { Checkout, EDGE, FakeTab, offerOf } from '../testing/harness.ts'

const UUID = '7b0f3c52-9d4e-4a81-b6c7-2f5e8d1a9034'
const OF_32 = 'q7Zt-WmK2xR9_dYbLc4NvHs8PfAe3GuJ'
const WITHOUT_BREAKS = 'W'.repeat(100)

/** A tag that shows a paid order in a place of a certain width. Without a reference of the shop's its id is the reference. */
async function receipt(reference: string, width = 412, merchant?: Merchant): Promise<Checkout> {
  const tab = new FakeTab()
  if (merchant) tab.edge.settings = { ...tab.edge.settings, merchant, test: true }
  const card: OrderView['card'] = { brand: 'MASTERCARD', masked: '555555******4444', expires: '' }
  const startedAt = '2026-11-21T10:00:00Z'
  const attempts = [{ number: 1, method: 'hosted', status: 'approved', startedAt }] as const
  const names = reference ? { reference } : { id: OF_32, reference: OF_32 }
  const { id } = tab.edge.add({
    status: 'approved',
    captured: '12.50',
    ...names,
    card,
    attempts,
    methods: [],
  })
  const checkout = await Checkout.open({ session: `${id}.pay.1`, locale: 'en-GB' }, tab)
  checkout.element.style.width = `${width}px`
  await checkout.reads('Thank you!')
  return checkout
}

const partsOf = ({ root }: Checkout, selector: string) => [...root.querySelectorAll<HTMLElement>(selector)]

/** How many lines an element's text takes. */
const linesOf = (element: HTMLElement) =>
  Math.round(element.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(element).lineHeight))

/** The boxes of a text's lines. */
function linesOfText(element: HTMLElement, text: string): DOMRect[] {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()?.textContent !== text);
  const range = document.createRange()
  range.selectNode(texts.currentNode)
  return [...range.getClientRects()]
}

/** Where a letter is on the screen. */
function leftOf(element: HTMLElement | undefined, letter: string): number {
  const texts = document.createTreeWalker(element ?? document, NodeFilter.SHOW_TEXT)
  while (texts.nextNode() && !texts.currentNode.textContent?.includes(letter));
  const at = texts.currentNode.textContent?.indexOf(letter) ?? 0
  const range = document.createRange()
  range.setStart(texts.currentNode, at)
  range.setEnd(texts.currentNode, at + 1)
  return range.getBoundingClientRect().left
}

describe('a receipt', () => {
  // What the shop's page and `/pay` leave of screens of 320, 390 and 412 pixels, and of a large one.
  const WIDTHS = [280, 350, 372, 448]

  it.each(WIDTHS.flatMap((width) => [UUID, OF_32, WITHOUT_BREAKS].map((text) => [width, text] as const)))(
    'of %i pixels has its labels on one line each beside %s',
    async (width, reference) => {
      const checkout = await receipt(reference, width)

      const [labels, values] = [partsOf(checkout, 'dt'), partsOf(checkout, 'dd')]
      expect(labels.map((label) => [label.innerText, linesOf(label)])).toEqual([
        ['Card', 1],
        ['Reference', 1],
        ['Date', 1],
      ])
      const right = checkout.element.getBoundingClientRect().right
      expect(values.filter((value) => value.getBoundingClientRect().right > right)).toEqual([])
    },
  )

  it.each(['captured', 'voided', 'returned', 'partially-returned', 'charged-back'] as const)(
    'of a payment that is %s has the date on which the shopper paid',
    async (status) => {
      const tab = new FakeTab()
      const attempts = [{ number: 1, method: 'hosted', status, startedAt: '2026-11-21T10:00:00Z' }] as const
      const { id } = tab.edge.add({ status, attempts, methods: [] })

      const checkout = await Checkout.open({ session: `${id}.pay.1`, locale: 'en-GB' }, tab)

      await expect.poll(() => checkout.root.querySelector('dl')?.textContent).toContain('21 November 2026')
    },
  )

  it('of a reservation that was captured in part names one sum, the one that was charged', async () => {
    const tab = new FakeTab()
    const changes = { intent: 'preauth', status: 'captured', amount: '96.00', captured: '60.00' } as const
    const { id } = tab.edge.add({ ...changes, methods: [] })

    const checkout = await Checkout.open({ session: `${id}.pay.1`, locale: 'en-IE' }, tab)

    await expect.poll(() => checkout.root.querySelector('[part=price]')?.textContent).toBe('€60.00')
    expect(checkout.root.querySelector('#status-text')?.textContent).toBe('You paid €60.00.')
    expect(checkout.root.textContent).not.toContain('96')
  })

  it('without a reference of the shop’s has letters that can be read out, in groups that a copy lacks', async () => {
    const checkout = await receipt('')

    const [, value] = partsOf(checkout, 'dd')
    const groups = [...(value?.firstElementChild?.children ?? [])].map((group) => group.textContent)
    expect(groups).toEqual(['NEV6', 'VYB9', 'HBDH'])
    expect(value?.innerText).toBe('NEV6VYB9HBDH')
  })

  it('has the seller’s address and its note on taxes, and on paper alone the word for it', async () => {
    const seller = { name: 'Heather Hill', address: '3 Mill Lane, Derby', taxNote: 'Includes 20 % VAT.' }
    const checkout = await receipt(UUID, 412, seller)

    await checkout.reads(/Seller Heather Hill, 3 Mill Lane, Derby .*Includes 20 % VAT\./)
    const [word] = partsOf(checkout, '[part=paper]')
    expect(word?.textContent).toBe('Receipt')
    expect(getComputedStyle(word ?? document.body).display).toBe('none')
  })

  it('has the same name for the order wherever a shopper may read one out', async () => {
    const tab = new FakeTab()
    const charge = { id: '20027', type: 'sale', status: 'approved', amount: '12.50', surplus: true } as const
    const order = { id: OF_32, reference: OF_32, methods: [] } as const
    tab.edge.add({ ...order, status: 'unknown', transactions: [charge] })

    const checkout = await Checkout.open({ session: `${OF_32}.pay.1`, locale: 'en-GB' }, tab)

    await checkout.reads(/Support code: NEV6VYB9HBDH .*Reference: NEV6VYB9HBDH/)
    expect(checkout.text).not.toContain(OF_32)
  })

  it('keeps the order of the groups in a page from right to left', async () => {
    const checkout = await receipt('')
    checkout.element.dir = 'rtl'

    const [, value] = partsOf(checkout, 'dd')
    const [first, second] = [...(value?.querySelectorAll('span') ?? [])].map((group) => group.offsetLeft)
    expect(first).toBeLessThan(second ?? 0)
  })

  it('ends each line of the shop’s own reference where other values end, also from right to left', async () => {
    const checkout = await receipt(UUID, 280)
    Object.assign(checkout.element, { locale: 'ar', labels: { print: 'طباعة' } })
    await checkout.drawn()

    const [, value = expect.fail('There is no reference')] = partsOf(checkout, 'dd')
    const lines = linesOfText(value, UUID).map(({ left }) => Math.round(left))
    const end = Math.round(value.getBoundingClientRect().left)
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.filter((left) => left !== end)).toEqual([])
  })

  it('leaves the shop’s own reference as the shop wrote it', async () => {
    const checkout = await receipt(UUID)

    expect(partsOf(checkout, 'dd')[1]?.children).toHaveLength(1)
    expect(checkout.text).toContain(`Reference ${UUID}`)
  })

  it('has the seller on paper alone, where the head names it', async () => {
    const checkout = await receipt(UUID, 412, { name: 'Heather Hill' })
    await checkout.reads('Heather Hill')

    const [row] = partsOf(checkout, '[part=receipt] .seller')
    expect([row?.textContent, row?.checkVisibility()]).toEqual(['SellerHeather Hill', false])
  })

  it('says the sum once: its own words do, and the head is one line of who sold what', async () => {
    const checkout = await receipt(UUID, 412, { name: 'Heather Hill' })
    await checkout.reads('Heather Hill')

    expect(checkout.text).toMatch(/^Heather Hill A mug Test mode Thank you! You paid €12\.50\. Card/)
    const [seller, description] = ['seller', 'description'].map(
      (part) => partsOf(checkout, `[part=${part}]`)[0],
    )
    const middle = (one?: HTMLElement) => {
      const { top = 0, height = 0 } = one?.getBoundingClientRect() ?? {}
      return top + height / 2
    }
    expect(Math.abs(middle(seller) - middle(description))).toBeLessThan(2)
  })

  it('of somebody who has the link alone keeps the sum in the head, since no words say it', async () => {
    const tab = new FakeTab()
    const { id } = tab.edge.add({ status: 'approved', captured: '12.50', methods: [], byLink: true })
    const checkout = await Checkout.open({ session: `${id}.pay.1`, locale: 'en-GB' }, tab)

    await checkout.reads('Total €12.50')
  })

  it('names seller, sum, card, reference, the date without seconds, and the test mode', async () => {
    const checkout = await receipt(UUID, 412, { name: 'Heather Hill' })

    await checkout.reads('Heather Hill')
    for (const words of ['A mug', '€12.50', 'Test mode', 'Card Mastercard •••• 4444', `Reference ${UUID}`])
      expect(checkout.text).toContain(words)
    expect(checkout.text).toMatch(/Date 21 November 2026 at \d\d:\d\d Back/)
  })

  it('leads back to the shop first, prints quietly, and leads to the shop’s support', async () => {
    const checkout = await receipt(UUID, 412, {
      name: 'Heather Hill',
      support: 'mailto:help@shop.example.com',
    })

    await expect
      .poll(() => partsOf(checkout, '[part=actions] > a, [part=links] > *').map((one) => one.innerText))
      .toEqual(['Back to the shop', 'Print', 'Contact the shop'])
    expect(partsOf(checkout, '[part~=primary]').map((one) => one.innerText)).toEqual(['Back to the shop'])
  })

  it.each([
    ['mailto:help@shop.example.com', 'help@shop.example.com'],
    ['mailto:help@shop.example.com?subject=A%20mug', 'help@shop.example.com'],
    ['tel:+44-20-7946-0000', '+44-20-7946-0000'],
    ['https://shop.example.com/help?from=paper', 'https://shop.example.com/help?from=paper'],
    ['javascript:alert(1)', undefined],
  ])('has the shop’s support %s in words for paper, where no button is: %s', async (support, written) => {
    const checkout = await receipt(UUID, 412, { name: 'Heather Hill', support })
    await checkout.reads('Heather Hill')

    const row = partsOf(checkout, '[part=receipt] .contact')[0]
    expect(row?.querySelector('dd')?.textContent).toBe(written)
    expect(row?.checkVisibility() ?? false).toBe(false)
  })

  it('leads to the shop’s page to withdraw from the contract, and has its address on paper', async () => {
    const withdrawal = 'https://shop.example.com/withdraw'
    const checkout = await receipt(UUID, 412, { name: 'Heather Hill', withdrawal })
    await checkout.reads('Withdraw from the contract')

    const [link] = partsOf(checkout, '[part=links] a')
    expect([link?.getAttribute('href'), link?.getAttribute('target')]).toEqual([withdrawal, '_blank'])
    const row = partsOf(checkout, '[part=receipt] .withdraw')[0]
    expect(row?.querySelector('dd')?.textContent).toBe(withdrawal)
    expect(row?.checkVisibility() ?? false).toBe(false)
  })

  it.each([
    ['where the shop names no such page', {}],
    ['to a script', { withdrawal: 'javascript:alert(1)' }],
  ])('has no link to withdraw %s', async (_, merchant) => {
    const checkout = await receipt(UUID, 412, { name: 'Heather Hill', ...merchant })

    await checkout.reads('Heather Hill')
    expect(checkout.text).not.toContain('Withdraw')
    expect(partsOf(checkout, '[part=links] a')).toEqual([])
  })

  it('never leads to a script in the place of the shop’s support', async () => {
    const checkout = await receipt(UUID, 412, { name: 'Heather Hill', support: 'javascript:alert(1)' })

    await checkout.reads('Heather Hill')
    expect(checkout.text).not.toContain('Contact the shop')
  })

  it('prints alone, and the page is whole again afterwards', async () => {
    const checkout = await receipt(UUID)
    const others = document.body.appendChild(document.createElement('p'))
    const sheets = document.adoptedStyleSheets.length

    checkout.press('Print')

    expect(checkout.tab.prints).toBe(1)
    const [media] = document.adoptedStyleSheets[sheets]?.cssRules ?? []
    const [rule] = (media as CSSMediaRule | undefined)?.cssRules ?? []
    const isHidden = (one: Element) => one.matches((rule as CSSStyleRule).selectorText)
    expect([others, document.body, checkout.element].map(isHidden)).toEqual([true, false, false])
    dispatchEvent(new Event('afterprint'))
    expect(document.adoptedStyleSheets).toHaveLength(sheets)
    expect(checkout.element.hasAttribute('pay-printed')).toBe(false)
  })

  it('is black on white on paper, also of a dark page', async () => {
    const checkout = await receipt(UUID)
    checkout.element.theme = 'dark'

    const printed = [...checkout.root.adoptedStyleSheets]
      .flatMap((sheet) => [...sheet.cssRules])
      .filter((rule) => rule instanceof CSSMediaRule && rule.conditionText === 'print')
      .map((rule) => rule.cssText)
      .join('')

    expect(printed).toMatch(/--_text: #000[\s\S]*--_surface: #fff/)
  })
})

describe('the summary', () => {
  const quantity = { min: 1, max: 5 }

  it('says how many pieces at what price each', async () => {
    const checkout = await Checkout.open({ offer: offerOf({ quantity }), quantity: '3', locale: 'en-IE' })

    expect(checkout.text).toContain('A mug 3 × €12.50 Total €37.50')
  })

  it('says no pieces of a part that was charged', async () => {
    const tab = new FakeTab()
    const line = { item: 'mug', description: 'A mug', quantity: 3, amount: '37.50' }
    const order = tab.edge.add({
      intent: 'preauth',
      amount: '37.50',
      lines: [line],
      status: 'captured',
      captured: '6.00',
    })

    const checkout = await Checkout.open({ session: `${order.id}.pay.1`, locale: 'en-IE' }, tab)

    await checkout.reads('A mug Thank you! You paid €6.00.')
  })

  it('says no pieces where no price of one makes the sum', async () => {
    const tab = new FakeTab()
    const line = { item: 'mug', description: 'A mug', quantity: 3, amount: '10.00' }
    const order = tab.edge.add({ amount: '10.00', lines: [line] })

    const checkout = await Checkout.open({ session: `${order.id}.pay.1`, locale: 'en-IE' }, tab)

    await checkout.reads('A mug Total €10.00')
  })

  it('has what is bought in its own direction, after the pieces', async () => {
    const tab = new FakeTab()
    const line = { item: 'mug', quantity: 3, amount: '6.00' }
    const lines = ['כוס!', 'Teapot'].map((description) => ({ ...line, description }))
    const { id } = tab.edge.add({ lines, amount: '12.00' })
    const checkout = await Checkout.open({ session: `${id}.pay.1`, locale: 'en-IE' }, tab)
    await checkout.reads('3 × Teapot')

    const [hebrew, english] = partsOf(checkout, '[part=lines] dt')
    expect(leftOf(hebrew, '!')).toBeLessThan(leftOf(hebrew, 'כ'))
    expect(leftOf(hebrew, '3')).toBeLessThan(leftOf(hebrew, '!'))
    expect(leftOf(english, '3')).toBeLessThan(leftOf(english, 'T'))
  })

  it('has a description in its own direction, which begins where the tag does', async () => {
    const checkout = await Checkout.open({ offer: offerOf({ description: 'כוס!' }), locale: 'en-IE' })

    const [description] = partsOf(checkout, '[part=description]')
    expect(leftOf(description, '!')).toBeLessThan(leftOf(description, 'כ'))
    expect(leftOf(description, '!')).toBe(description?.getBoundingClientRect().left)
  })

  it('says so of the order too', async () => {
    const tab = new FakeTab()
    const lines = [{ item: 'mug', description: 'A mug', quantity: 3, amount: '37.50' }]
    const { id } = tab.edge.add({ lines, amount: '37.50' })
    const checkout = await Checkout.open({ session: `${id}.pay.1`, locale: 'en-IE' }, tab)

    await checkout.reads('A mug 3 × €12.50 Total €37.50')
  })

  it('says nothing of one piece', async () => {
    const checkout = await Checkout.open({ offer: offerOf({ quantity }), locale: 'en-IE' })

    expect(checkout.text).not.toContain('×')
  })

  it.each([
    ['a page of the shop', 'https://shop.example/mug'],
    ['the edge’s own page', `${EDGE}/pay`],
  ])(
    'names the seller and the test mode as soon as the edge has, and moves nothing by it, on %s',
    async (_, href) => {
      const tab = new FakeTab()
      tab.href = href
      const answers = Promise.withResolvers()
      tab.edge.settingsAfter = answers.promise
      tab.edge.settings = { ...tab.edge.settings, test: true, merchant: { name: 'Heather Hill' } }
      const offer = offerOf({ methods: ['hosted'] })
      const checkout = await Checkout.open({ offer, locale: 'en-IE' }, tab)
      const height = checkout.element.offsetHeight
      expect(checkout.text).not.toContain('Heather Hill')

      answers.resolve(undefined)

      await checkout.reads('Heather Hill A mug Total €12.50 Test mode')
      expect(checkout.element.offsetHeight).toBe(height)
    },
  )

  it('does without them where the edge does not answer', async () => {
    const tab = new FakeTab()
    tab.edge.isUnreachable = true

    const checkout = await Checkout.open({ offer: offerOf(), locale: 'en-IE' }, tab)

    expect(checkout.text).toContain('A mug Total €12.50')
    expect(checkout.buttons).toEqual(['Continue to payment'])
  })
})
