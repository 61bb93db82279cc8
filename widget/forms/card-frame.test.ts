/** The card form as the tag shows it: its looks, its height, and its errors. */
import { afterEach, describe, expect, it } from 'vitest'
import { cardOf, cardTag, frameOf, isPayment, typed } from '../testing/card-tag.ts'
import type { Checkout } from '../testing/harness.ts'

function sheetOf(rules: string) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(rules)
  return sheet
}

const BRAND = 'html{--pay-accent:#b00020}'

afterEach(() => {
  document.adoptedStyleSheets = []
  document.body.className = ''
})

describe('the card form', () => {
  it('is the edge’s, and is told how the tag is drawn', async () => {
    const checkout = await cardTag()

    expect(frameOf(checkout)?.src).toBe(`${location.origin}/frames/card?lang=en`)
    expect(cardOf(checkout)?.connected).toMatchObject({
      type: 'pay-checkout:connect',
      locale: 'en-IE',
      direction: 'ltr',
      canvas: 'rgb(255, 255, 255)',
      look: { radius: '0.625rem', accent: expect.stringContaining('#2447c9') },
    })
  })

  it('is told of a page that is dark', async () => {
    document.body.style.colorScheme = 'dark'

    const { canvas } = cardOf(await cardTag())?.connected ?? {}

    document.body.style.colorScheme = ''
    expect(canvas).toMatch(/^rgb\(\d\d, /)
  })

  it.each<[string, (tag: HTMLElement) => unknown, object]>([
    [
      'the page turns dark by a style sheet',
      () => document.adoptedStyleSheets.push(sheetOf('html{color-scheme:dark}')),
      { canvas: expect.stringMatching(/^rgb\(\d\d, /) },
    ],
    [
      'a class of the page sets a token',
      () => {
        document.adoptedStyleSheets.push(sheetOf('.brand{--pay-accent:#b00020}'))
        document.body.className = 'brand'
      },
      { look: expect.objectContaining({ accent: '#b00020' }) },
    ],
    [
      'a page sets a token while it forbids all transitions',
      () => document.adoptedStyleSheets.push(sheetOf(`*{transition:none!important}${BRAND}`)),
      { look: expect.objectContaining({ accent: '#b00020' }) },
    ],
    [
      'a page that unsets all properties turns dark',
      () => document.adoptedStyleSheets.push(sheetOf('*{all:unset}html{color-scheme:dark}')),
      { canvas: expect.stringMatching(/^rgb\(\d\d, /) },
    ],
    [
      'the page shows the tag that it has hidden, and has set a token meanwhile',
      async (tag) => {
        tag.style.display = 'none'
        await new Promise(requestAnimationFrame)
        document.adoptedStyleSheets.push(sheetOf(BRAND))
        await new Promise(requestAnimationFrame)
        tag.style.display = ''
      },
      { look: expect.objectContaining({ accent: '#b00020' }) },
    ],
    [
      'the page’s letters grow',
      () => document.adoptedStyleSheets.push(sheetOf('html{font-size:20px}')),
      { rem: '20px' },
    ],
    [
      'the page sets the theme',
      (tag) => tag.setAttribute('theme', 'dark'),
      { canvas: expect.stringMatching(/^rgb\(\d\d, /) },
    ],
  ])('gets the look again once %s', async (_, change, told) => {
    const checkout = await cardTag()
    expect(cardOf(checkout)?.said).toEqual([])

    await change(checkout.element)

    await expect
      .poll(() => cardOf(checkout)?.said)
      .toEqual([expect.objectContaining({ type: 'theme', ...told })])
  })

  it('gets the look again once a page takes back what it has just set', async () => {
    const checkout = await cardTag()
    document.adoptedStyleSheets.push(sheetOf(BRAND))
    checkout.element.requestUpdate()
    await checkout.element.updateComplete

    document.adoptedStyleSheets = []

    const told = (accent: unknown) => expect.objectContaining({ look: expect.objectContaining({ accent }) })
    await expect
      .poll(() => cardOf(checkout)?.said)
      .toEqual([told('#b00020'), told(expect.stringContaining('#2447c9'))])
  })

  it('is as high as it wants to be, and keeps the room of its fields before it says so', async () => {
    const checkout = await cardTag()
    expect(frameOf(checkout)?.offsetHeight).toBe(199)

    await typed(checkout)

    expect(frameOf(checkout)?.offsetHeight).toBe(401)
  })

  it('that is not complete is asked to say so, and nothing is sent', async () => {
    const checkout = await cardTag()

    checkout.press('Pay €12.50')

    await expect.poll(() => cardOf(checkout)?.said).toEqual([{ type: 'check' }])
    expect(checkout.root.activeElement).toBe(frameOf(checkout))
    expect(checkout.outcomes).not.toContain('pay-submit')
  })

  it.each([
    ['the button', (checkout: Checkout) => checkout.press('Pay €12.50')],
    ['Enter in the form', (checkout: Checkout) => cardOf(checkout)?.port?.postMessage({ type: 'submit' })],
  ])('shows its errors at once with those of the tag’s own fields, by %s', async (_, press) => {
    const checkout = await cardTag({ collect: ['email', 'name'], methods: ['card'] })

    press(checkout)

    await expect.poll(() => cardOf(checkout)?.said).toEqual([{ type: 'check', isBeside: true }])
    expect(checkout.wrong('Email')).toBe('Enter an email address like name@example.com.')
    expect(checkout.wrong('Full name')).toBe('Please fill in this field.')
    expect(checkout.root.activeElement).toBe(checkout.control('Email'))
    expect(checkout.outcomes).not.toContain('pay-submit')
  })

  it('shows its errors, and the customer’s fields theirs, beside an amount that is none', async () => {
    const open = { collect: ['email'], methods: ['card'], min: '5.00', max: '50.00' } as const
    const checkout = await cardTag(open)

    await checkout.element.submit()

    await expect.poll(() => cardOf(checkout)?.said).toEqual([{ type: 'check', isBeside: true }])
    expect(checkout.wrong('Email')).toBe('Enter an email address like name@example.com.')
    expect(checkout.control('Choose an amount').ariaInvalid).toBe('true')
    expect(checkout.root.activeElement).toBe(checkout.control('Choose an amount'))
  })

  it.each([
    ['once', 1],
    ['three times', 3],
  ])(
    'that was completed with the shopper’s last key is paid where they press the button %s at once',
    async (_, presses) => {
      const checkout = await cardTag()
      const form = cardOf(checkout)
      // Its word of that is still on its way.
      if (form) form.isComplete = true

      for (let press = 0; press < presses; press += 1) checkout.press('Pay €12.50')

      await expect.poll(() => form?.said.filter(isPayment)).toHaveLength(1)
    },
  )

  it('is the first control, and has the focus that the tag is given', async () => {
    const checkout = await cardTag({ methods: ['card'] })

    checkout.element.focus()

    expect(checkout.root.activeElement).toBe(frameOf(checkout))
  })
})
