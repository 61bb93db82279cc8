import { describe, expect, it } from 'vitest'
import type { OrderView } from '../../shared/order-view.ts'
import { DRAWING_LIMIT_MS } from '../durations.ts'
import { Checkout, FakeTab, offerOf } from '../testing/harness.ts'
import { cardName } from './method-picker.ts'

/** The tests' clock stands in November 2026. */
const EXPIRED = { handle: '1', brand: 'VISA', masked: '411111******1881', expires: '10/26' }
const VISA = { handle: '2', brand: 'VISA', masked: '411111******4242', expires: '11/26' }
const AMEX = { handle: '3', brand: 'Amex', masked: '•••• 0005', expires: '' }

/** A session's tag at an edge with frames. */
async function sessionTag(order: Partial<OrderView>, cards?: readonly string[]): Promise<Checkout> {
  const tab = new FakeTab()
  const merchant = { name: 'Heather Hill', ...(cards && { cards }) }
  tab.edge.settings = { ...tab.edge.settings, merchant }
  const { id } = tab.edge.add({ methods: ['hosted', 'card', 'saved-card'], ...order })
  const checkout = await Checkout.open(
    { session: `${id}.pay.1`, locale: 'en-IE', edge: location.origin },
    tab,
  )
  await checkout.reads('€12.50')
  return checkout
}

/** The words of each line, without its drawing. */
const linesOf = ({ root }: Checkout) =>
  [...root.querySelectorAll('[part=way]')].map((line) =>
    [
      line.querySelector('input')?.checked ? '●' : '',
      // The mark repeats the brand, and is for eyes alone.
      ...[...line.querySelectorAll('label > span:not([part]) span:not(:empty)')].map(
        (one) => one.textContent,
      ),
    ]
      .filter(Boolean)
      .join(' '),
  )
const frameOf = ({ root }: Checkout) => root.querySelector<HTMLIFrameElement>('[part~=card]')
const middleOf = (element: Element | null) => {
  const { top = Number.NaN, height = 0 } = element?.getBoundingClientRect() ?? {}
  return top + height / 2
}
const topOf = (element: Element | null | undefined) => element?.getBoundingClientRect().top ?? Number.NaN

describe('the options', () => {
  it.each([
    ['VISA', 'Visa •••• 4242'],
    ['MASTERCARD', 'Mastercard •••• 4242'],
    ['AMERICAN EXPRESS', 'American Express •••• 4242'],
    ['JCB', 'JCB •••• 4242'],
    ['UnionPay', 'UnionPay •••• 4242'],
  ])('name a card of %s as people write it', (brand, name) => {
    expect(cardName({ ...VISA, brand })).toBe(name)
  })
})

describe('the choice', () => {
  it('calls a card to type another one where saved cards stand above it', async () => {
    expect(linesOf(await sessionTag({ savedCards: [VISA] })).at(-1)).toBe('Another card')
    expect(linesOf(await sessionTag({ savedCards: [] })).at(-1)).toBe('Card')
  })

  it('is a line each, with the first saved card that is still valid chosen, and an expired one last', async () => {
    const checkout = await sessionTag({ savedCards: [EXPIRED, VISA, AMEX] })

    expect(linesOf(checkout)).toEqual([
      '● •••• 4242 Visa Expires 11/26',
      '•••• 0005 Amex',
      'Secure payment page',
      'Another card',
      '•••• 1881 Visa Expired 10/26',
    ])
  })

  it('has the mark of a card beside the middle of its name and its expiry', async () => {
    const checkout = await sessionTag({ savedCards: [VISA, AMEX] })
    checkout.element.style.width = '280px'

    for (const line of [...checkout.root.querySelectorAll('[part=way]')].slice(0, 2)) {
      const [words, mark] = [line.querySelector('span'), line.querySelector('[part=brand]')]
      expect(Math.abs(middleOf(words) - middleOf(mark))).toBeLessThan(1)
    }
  })

  it('has the digits of a card at the end of its number also in a page from right to left', async () => {
    const checkout = await sessionTag({ savedCards: [VISA] })
    checkout.element.dir = 'rtl'
    const [text] = checkout.root.querySelector('[part=way] [dir]')?.childNodes ?? []
    const leftOf = (index: number) => {
      const range = document.createRange()
      range.setStart(text ?? document, index)
      range.setEnd(text ?? document, index + 1)
      return range.getBoundingClientRect().left
    }

    expect(text?.textContent).toBe('•••• 4242')
    expect(leftOf(0)).toBeLessThan(leftOf(8))
  })

  it.each([280, 448])('has the marks of the brands beside or below the name, in %i pixels', async (width) => {
    const checkout = await sessionTag({ savedCards: [VISA] }, [
      'Visa',
      'Mastercard',
      'Amex',
      'JCB',
      'Discover',
    ])
    checkout.element.style.width = `${width}px`
    const marks = () => checkout.root.querySelector('[part=brands]')
    await expect.poll(marks).not.toBe(null)

    const name = marks()?.parentElement?.firstElementChild
    const [at, box] = [name?.getBoundingClientRect(), marks()?.getBoundingClientRect()]
    expect(box?.left).toBeGreaterThanOrEqual(at?.left ?? Number.NaN)
    if (box && at && box.top > at.bottom) expect(box.left).toBe(at.left)
  })

  it('opens the fields below the chosen line, and above the next one', async () => {
    const checkout = await sessionTag({ savedCards: [VISA, AMEX] })
    await expect.poll(() => frameOf(checkout)).not.toBe(null)
    const [, amex, hosted] = checkout.root.querySelectorAll('[part=way]')

    checkout.control('•••• 0005').click()
    await checkout.drawn()

    expect(topOf(frameOf(checkout))).toBeGreaterThan(topOf(amex))
    expect(topOf(frameOf(checkout))).toBeLessThan(topOf(hosted))
  })

  it('that grows leaves a form in which the shopper is where it is', async () => {
    const checkout = await sessionTag({ methods: ['card', 'saved-card'] })
    const documentOf = () => frameOf(checkout)?.contentDocument
    await expect.poll(() => documentOf()?.body && documentOf()?.title).toBe('Card')
    const [frame, page] = [frameOf(checkout), frameOf(checkout)?.contentWindow]
    await expect.poll(() => checkout.edge.sockets.length).toBe(1)
    frame?.focus()
    page?.document.body.append('typed')

    await checkout.told({ savedCards: [VISA] })

    expect(linesOf(checkout)).toEqual(['•••• 4242 Visa Expires 11/26', '● Another card'])
    expect(frameOf(checkout)).toBe(frame)
    expect(page?.document.body.textContent).toBe('typed')
  })

  it('with arrow keys is the browser’s own: all lines are radio buttons of one name', async () => {
    const checkout = await sessionTag({ savedCards: [VISA] })

    const radios = [...checkout.root.querySelectorAll<HTMLInputElement>('[part=ways] input')]
    expect(radios.map(({ type, name }) => `${type} ${name}`)).toEqual(Array(3).fill('radio way'))
  })

  it('is none where there is one way; a single saved card is named', async () => {
    const checkout = await sessionTag({ methods: ['saved-card'], savedCards: [VISA] })

    expect(checkout.root.querySelector('[type=radio]')).toBe(null)
    expect(linesOf(checkout)).toEqual(['•••• 4242 Visa Expires 11/26'])
  })
})

describe('the brands that the shop takes', () => {
  const SIX = ['Visa', 'Mastercard', 'Amex', 'JCB', 'UnionPay', 'Discover']
  const marksOf = ({ root }: Checkout) => root.querySelector<HTMLElement>('[part=brands]')

  it.each([
    ['two are drawn', SIX.slice(0, 2), 2, ''],
    ['four are drawn', SIX.slice(0, 4), 4, ''],
    ['of six, four are drawn, and how many more', SIX, 4, '\u200e+2'],
  ])('are beside the card to type, under one name: %s', async (_, cards, count, more) => {
    const checkout = await sessionTag({ savedCards: [VISA] }, cards)
    await expect.poll(() => marksOf(checkout)).not.toBe(null)

    const marks = marksOf(checkout)
    expect(marks?.closest('label')?.textContent).toContain('Another card')
    expect(marks?.ariaLabel).toBe(cards.join(', '))
    expect(marks?.querySelectorAll('svg[aria-hidden=true]')).toHaveLength(count)
    expect(marks?.lastChild?.nodeType === Node.TEXT_NODE ? marks.lastChild.textContent : '').toBe(more)
    expect(checkout.root.querySelectorAll('[part=brands]')).toHaveLength(1)
  })

  it.each([
    [280, ''],
    [412, ''],
    [280, 'Mit Karte bezahlen'],
  ])(
    'are above the fields of the only way, in %i pixels, and move nothing when they come: %s',
    async (width, words) => {
      const tab = new FakeTab()
      const come = Promise.withResolvers<void>()
      const merchant = { name: 'Heather Hill', cards: SIX }
      tab.edge.settings = { ...tab.edge.settings, merchant }
      tab.edge.settingsAfter = come.promise
      const { id } = tab.edge.add({ methods: ['card'] })
      const attributes = { session: `${id}.pay.1`, locale: 'en-IE', edge: location.origin }
      const checkout = await Checkout.open(attributes, tab)
      checkout.element.style.width = `${width}px`
      checkout.element.labels = words ? { 'way.card': words } : {}
      await checkout.reads('Pay €12.50')
      await expect.poll(() => frameOf(checkout)).not.toBe(null)
      const before = topOf(frameOf(checkout))

      come.resolve()

      await expect.poll(() => marksOf(checkout)?.ariaLabel).toBe(SIX.join(', '))
      expect(topOf(marksOf(checkout))).toBeLessThan(before)
      expect(topOf(frameOf(checkout))).toBe(before)
      expect(checkout.root.querySelector('[type=radio]')).toBe(null)
    },
  )

  it('are not drawn where the merchant names none', async () => {
    const checkout = await sessionTag({})
    await checkout.reads('Heather Hill')

    expect(marksOf(checkout)).toBe(null)
  })
})

describe('a saved card', () => {
  const removable = {
    methods: ['saved-card', 'card'],
    savedCards: [VISA, AMEX],
    mayRemoveCards: true,
  } as const

  it('has no button to remove it unless the merchant allows that', async () => {
    const checkout = await sessionTag({ ...removable, mayRemoveCards: undefined as never })

    expect(checkout.buttons).toEqual(['Pay €12.50'])
  })

  it('is removed once the shopper has confirmed it, and the option in its place has the focus', async () => {
    const checkout = await sessionTag(removable)

    checkout.press('Remove')
    await checkout.reads('Remove Visa •••• 4242 from your saved cards?')
    expect(checkout.edge.called('remove-card')).toEqual([])
    checkout.press('Remove card')

    await expect.poll(() => linesOf(checkout)).toEqual(['● •••• 0005 Amex', 'Another card'])
    await checkout.drawn()
    expect(checkout.edge.called('remove-card').map(({ body }) => body.savedCard)).toEqual(['2'])
    expect(checkout.root.activeElement).toBe(checkout.control('•••• 0005'))
  })

  it('stays where the shopper says so, on the very button that asked', async () => {
    const checkout = await sessionTag(removable)
    const button = [...checkout.root.querySelectorAll('button')].find((one) => /Remove/.test(one.innerText))
    button?.focus()

    button?.click()
    await checkout.reads('from your saved cards?')
    expect([button?.innerText, checkout.root.activeElement === button]).toEqual(['Keep card', true])
    button?.click()
    await checkout.drawn()

    expect(checkout.buttons).toEqual(['Remove', 'Pay €12.50'])
    expect(checkout.edge.called('remove-card')).toEqual([])
  })

  it('that the edge does not remove stays, and the shopper reads so', async () => {
    const checkout = await sessionTag(removable)
    checkout.edge.failNext('remove-card', { code: 'too-many-requests' })

    checkout.press('Remove')
    await checkout.drawn()
    checkout.press('Remove card')

    await checkout.reads('That did not work. Please try again.')
    expect(checkout.text).not.toContain('Nothing was charged')
    expect(checkout.isLocked('Pay €12.50')).toBe(false)
    expect(linesOf(checkout)[0]).toBe('● •••• 4242 Visa Expires 11/26')
  })
})

describe('an offer that names no ways to pay', () => {
  const BOTH = ['● Secure payment page', 'Card']

  /** A tag that has asked the edge for its settings. */
  async function offerTag(attributes = {}, come?: Promise<unknown>) {
    const tab = new FakeTab()
    tab.edge.settings = { ...tab.edge.settings, methods: ['hosted', 'card', 'saved-card'] }
    if (come) tab.edge.settingsAfter = come
    const offer = offerOf({ collect: ['email'] })
    const checkout = Checkout.make({ offer, locale: 'en-IE', edge: location.origin, ...attributes }, tab)
    document.body.append(checkout.element)
    await checkout.drawn()
    return checkout
  }

  const isAwaited = ({ root }: Checkout) => !!root.querySelector('[aria-busy=true]:empty')

  it('has those of the edge, as its order will have', async () => {
    const checkout = await offerTag()

    await expect.poll(() => linesOf(checkout)).toEqual(BOTH)
  })

  it('has those of them that the page allows', async () => {
    const checkout = await offerTag({ methods: 'card' })

    await expect.poll(() => linesOf(checkout)).toEqual(['Card'])
  })

  it('draws no other choice first, and keeps its room', async () => {
    const come = Promise.withResolvers<void>()
    const checkout = await offerTag({}, come.promise)
    const [isAwaitedBefore, height] = [isAwaited(checkout), checkout.element.offsetHeight]

    come.resolve()

    await expect.poll(() => isAwaited(checkout)).toBe(false)
    expect(linesOf(checkout)).toEqual(BOTH)
    expect(isAwaitedBefore).toBe(true)
    expect(height).toBeGreaterThanOrEqual(320)
  })

  it('has one once those take too long, and all once they come', async () => {
    const come = Promise.withResolvers<void>()
    const checkout = await offerTag({}, come.promise)

    await checkout.tab.passes(DRAWING_LIMIT_MS)

    await expect.poll(() => checkout.buttons).toEqual(['Continue to payment'])
    expect(linesOf(checkout)).toEqual([])
    come.resolve()
    await expect.poll(() => linesOf(checkout)).toEqual(BOTH)
  })

  it('is paid as it was drawn where all come between the click and the payment', async () => {
    const come = Promise.withResolvers<void>()
    const checkout = await offerTag({}, come.promise)
    const methods = ['payment-page', 'hosted'] as const
    checkout.edge.settings = { ...checkout.edge.settings, methods: [...methods] }
    checkout.edge.template = { methods: [...methods] }
    checkout.element.customer = { email: 'ann@example.com' }
    await checkout.tab.passes(DRAWING_LIMIT_MS)
    await checkout.reads('€12.50 Continue to payment')

    // As in Safari, whose click gives the button no focus.
    checkout.root.querySelector('form')?.requestSubmit()
    come.resolve()

    await expect.poll(() => checkout.edge.payments.map(({ body }) => body.method)).toEqual(['hosted'])
  })

  it('has one where the edge cannot be reached', async () => {
    const tab = new FakeTab()
    tab.edge.isUnreachable = true

    const checkout = await Checkout.open({ offer: offerOf(), locale: 'en-IE' }, tab)

    expect(checkout.buttons).toEqual(['Continue to payment'])
  })

  it('takes no form away that it has drawn, also where the page sells something else', async () => {
    const checkout = await offerTag({}, new Promise(() => {}))
    await checkout.tab.passes(DRAWING_LIMIT_MS)
    await checkout.reads('€12.50 Continue to payment')

    checkout.element.offer = offerOf({ amount: '3.00' })
    await checkout.drawn()

    expect(checkout.buttons).toEqual(['Continue to payment'])
  })

  it('is not paid by the page before the shopper sees its fields', async () => {
    const come = Promise.withResolvers<void>()
    const checkout = await offerTag({}, come.promise)

    const submitted = checkout.element.submit()
    come.resolve()
    await submitted

    expect(checkout.edge.calls).toEqual([])
    expect(checkout.wrong('Email')).not.toBe('')
  })
})

it('an offer that names its ways to pay waits for no settings', async () => {
  const tab = new FakeTab()
  tab.edge.settingsAfter = new Promise(() => {})

  const checkout = await Checkout.open({ offer: offerOf({ methods: ['hosted', 'card'] }) }, tab)

  expect(linesOf(checkout)).toEqual(['● Secure payment page', 'Card'])
})

describe('after a decline', () => {
  const TRIED = { number: 1, method: 'card', status: 'declined', startedAt: '2026-11-21T10:00:00Z' } as const

  it('the very form that paid is there again, with a button that says the sum', async () => {
    const checkout = await sessionTag({ methods: ['card'] })
    type Fields = Window & { readonly port?: MessagePort; readonly said: { readonly type: string }[] }
    const page = () => frameOf(checkout)?.contentWindow as Fields | undefined
    await expect.poll(() => page()?.port).toBeTruthy()
    const frame = frameOf(checkout)
    page()?.port?.postMessage({ type: 'state', isComplete: true })
    checkout.press('Pay €12.50')
    await expect.poll(() => page()?.said.at(-1)?.type).toBe('pay')

    const body = checkout.edge.tell(checkout.edge.order.id, {
      status: 'sending',
      attempts: [{ ...TRIED, status: 'sending' }],
    })
    page()?.port?.postMessage({ type: 'answer', answer: { ok: true, value: { body } } })
    await checkout.reads('Preparing')
    expect([frameOf(checkout), frame?.checkVisibility()]).toEqual([frame, false])
    await checkout.told({ status: 'declined', attempts: [TRIED] })
    await checkout.reads('Payment declined')

    expect([frameOf(checkout), frame?.checkVisibility()]).toEqual([frame, true])
    expect(checkout.buttons).toEqual(['Pay €12.50'])
  })
})
