import { afterEach, describe, expect, it } from 'vitest'
import type { CheckoutReply, CheckoutRequest, PayRequest } from '../../shared/http-bodies.ts'
import type { OfferClaims } from '../../shared/offer.ts'
import type { OrderView } from '../../shared/order-view.ts'
import { Checkout, FakeTab, offerOf, PAGE } from '../testing/harness.ts'

afterEach(() => {
  document.body.replaceChildren()
  localStorage.clear()
})

/** The page in the place of the edge's card form. */
type CardWindow = Window & {
  readonly connected?: Record<string, unknown>
  readonly port?: MessagePort
  readonly said: Record<string, unknown>[]
  /** What the form answers to `check`. */
  isComplete?: boolean
}

const frameOf = ({ root }: Checkout) => root.querySelector<HTMLIFrameElement>('[part~=card]')
const cardOf = (checkout: Checkout) => frameOf(checkout)?.contentWindow as CardWindow | undefined

/** An edge whose frames are answered (`1`) or not (`0`), turn by turn. */
const edgeOf = (turns: string) => `${location.origin}/turns/${turns}/${crypto.randomUUID()}`

/** A tag whose card form has said that it is there. */
async function cardTag(claims: Partial<OfferClaims> = {}, tab = new FakeTab()): Promise<Checkout> {
  const offer = offerOf({ methods: ['card', 'hosted'], ...claims })
  tab.edge.template = { methods: claims.methods ?? ['card', 'hosted'] }
  const checkout = await Checkout.open({ offer, locale: 'en-IE', edge: location.origin }, tab)
  await expect.poll(() => !frameOf(checkout) || !!cardOf(checkout)?.port).toBe(true)
  if (!frameOf(checkout)) return checkout
  cardOf(checkout)?.port?.postMessage({ type: 'state', isComplete: false })
  cardOf(checkout)?.port?.postMessage({ type: 'height', height: 260 })
  await expect.poll(() => frameOf(checkout)?.height).toBe('260')
  return checkout
}

/** A tag whose card form has not said within 8 seconds that it is there. */
async function lateTag(before = (_: Checkout) => {}): Promise<Checkout> {
  const tab = new FakeTab()
  tab.edge.template = { methods: ['card'] }
  const offer = offerOf({ methods: ['card'] })
  const checkout = await Checkout.open({ offer, locale: 'en-IE', edge: location.origin }, tab)
  await expect.poll(() => cardOf(checkout)?.port).toBeTruthy()
  before(checkout)
  tab.endPauses()
  await checkout.reads('The connection was lost. Please try again.')
  return checkout
}

/** Resolves once what was posted before has arrived. */
const delivered = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = resolve
    port2.postMessage('')
  })

/** The shopper typed a card that could be paid with. */
async function typed(checkout: Checkout) {
  cardOf(checkout)?.port?.postMessage({ type: 'state', isComplete: true })
  cardOf(checkout)?.port?.postMessage({ type: 'height', height: 401 })
  await expect.poll(() => frameOf(checkout)?.height).toBe('401')
}

function sheetOf(rules: string) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(rules)
  return sheet
}

const isPayment = ({ type }: Record<string, unknown>) => type === 'pay' || type === 'checkout'

/** The payments that the frame was asked to send. */
const paymentsOf = (checkout: Checkout) => cardOf(checkout)?.said.filter(isPayment) ?? []

/** Clicks, and waits for what the frame is then asked to send. */
async function clicked(checkout: Checkout) {
  const before = paymentsOf(checkout).length
  checkout.press('Pay €12.50')
  await expect.poll(() => paymentsOf(checkout)).toHaveLength(before + 1)
  return paymentsOf(checkout).at(-1) as unknown as {
    key: string
    body: Partial<CheckoutRequest & PayRequest>
  }
}

/** Has the edge take the payment that the frame was asked to send. */
async function taken(checkout: Checkout) {
  const { key, body } = paymentsOf(checkout).at(-1) as unknown as { key: string; body: CheckoutRequest }
  const init = { headers: { 'Idempotency-Key': key }, body: JSON.stringify(body) }
  const response = await checkout.edge.fetch(`${location.origin}/v1/checkout`, { method: 'POST', ...init })
  return (await response.json()) as CheckoutReply
}

/** Has the frame pass on an answer of the edge's. */
const passOn = (checkout: Checkout, answer: object) =>
  cardOf(checkout)?.port?.postMessage({ type: 'answer', answer })

describe('the ways to pay', () => {
  it('are chosen among where the offer has several, the merchant’s first one first', async () => {
    const checkout = await cardTag({ methods: ['hosted', 'card'] })
    expect(frameOf(checkout)).toBe(null)
    expect(checkout.text).toContain('You continue on a secure payment page.')

    checkout.control('Pay by card').click()
    await checkout.drawn()

    expect(frameOf(checkout)?.title).toBe('Payment details')
    expect(checkout.text).not.toContain('You continue on a secure payment page.')
  })

  it('cannot be changed while the edge is asked, and keep the focus', async () => {
    const checkout = await cardTag({ methods: ['hosted', 'card'] })
    const [hosted, card] = [
      checkout.control('Pay on the payment page'),
      checkout.control('Pay by card'),
    ] as HTMLInputElement[]
    hosted?.focus()
    checkout.edge.failNext('checkout', { code: 'payments-paused' })
    const { promise, resolve } = Promise.withResolvers<void>()
    checkout.edge.answersAfter = promise

    checkout.press('Pay €12.50')
    await expect.poll(() => checkout.buttons).toEqual(['One moment…'])
    card?.click()

    expect([hosted?.checked, card?.checked]).toEqual([true, false])
    expect(checkout.root.activeElement).toBe(hosted)
    resolve()
    await checkout.reads('Payments are paused')
    expect(checkout.root.activeElement).toBe(hosted)
  })

  it('are no choice where there is one', async () => {
    const checkout = await cardTag({ methods: ['card'] })

    expect(checkout.root.querySelector('[type=radio]')).toBe(null)
    expect(frameOf(checkout)).not.toBe(null)
  })

  it('are those of the order once there is one', async () => {
    const tab = new FakeTab()
    const checkout = await cardTag({}, tab)
    tab.edge.template = { methods: ['hosted'] }

    await checkout.opens()

    await expect.poll(() => frameOf(checkout)).toBe(null)
  })

  it('are there again instead of a hosted page that waits', async () => {
    const checkout = await cardTag({ methods: ['hosted', 'card'] })
    checkout.press('Pay €12.50')
    await checkout.reads('Preparing')
    await checkout.told({
      status: 'redirect',
      action: { type: 'redirect', url: 'https://gateway.example.com/' },
    })
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    await checkout.reads('Your payment is not finished yet')

    checkout.press('Pay another way')
    await checkout.drawn()

    expect(checkout.control('Pay on the payment page')).toBeInstanceOf(HTMLInputElement)
    expect(checkout.edge.payments).toHaveLength(1)

    checkout.control('Pay by card').click()
    await expect.poll(() => !!cardOf(checkout)?.port).toBe(true)
    await typed(checkout)
    const asked = await clicked(checkout)

    expect(asked).toMatchObject({ type: 'pay', body: { method: 'card' } })
    expect(frameOf(checkout)?.isConnected).toBe(true)
  })

  it('are not there in place of the page of the next order', async () => {
    const checkout = await Checkout.open({ offer: offerOf({ methods: ['hosted', 'payment-page'] }) })
    const { edge } = checkout
    edge.template = { methods: ['hosted', 'payment-page'] }
    const action = { type: 'redirect', url: 'https://gateway.example.com/' } as const
    const paid = async (label: string, status: 'redirect' | 'approved') => {
      checkout.press(label)
      await checkout.reads('Preparing')
      const { id = '' } = checkout.element.order ?? {}
      edge.tell(id, { status, ...(status === 'redirect' && { action }) })
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    }
    await paid('Pay €12.50', 'redirect')
    await checkout.reads('Your payment is not finished yet')
    checkout.press('Pay another way')
    await checkout.reads('Pay €12.50')
    await paid('Pay €12.50', 'approved')
    await checkout.reads('Payment approved')
    checkout.press('Make a new payment')
    await checkout.reads('Choose how to pay')

    await paid('Pay €12.50', 'redirect')

    await checkout.reads('Your payment is not finished yet')
    expect(checkout.buttons).not.toContain('Pay €12.50')
  })

  it('cannot be paid by as long as there is none', async () => {
    const tab = new FakeTab()
    const { id } = tab.edge.add({ methods: ['saved-card'] })
    const checkout = await Checkout.open({ session: `${id}.pay.1`, edge: location.origin }, tab)
    await checkout.reads('Pay')

    checkout.element.submit()
    await checkout.drawn()

    expect(checkout.root.querySelector<HTMLButtonElement>('[part~=primary]')?.disabled).toBe(true)
    expect(checkout.text).toContain('Please contact the shop.')
    expect(checkout.edge.payments).toEqual([])
  })
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
      look: { radius: '.75rem', accent: expect.stringContaining('#2447c9') },
    })
  })

  it('is told of a page that is dark', async () => {
    document.body.style.colorScheme = 'dark'

    const { canvas } = cardOf(await cardTag())?.connected ?? {}

    document.body.style.colorScheme = ''
    expect(canvas).toMatch(/^rgb\(\d\d, /)
  })

  it.each<[string, (tag: HTMLElement) => void, object]>([
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
      'the page sets the theme',
      (tag) => tag.setAttribute('theme', 'dark'),
      { canvas: expect.stringMatching(/^rgb\(\d\d, /) },
    ],
  ])('gets the look again once %s', async (_, change, told) => {
    const checkout = await cardTag()
    expect(cardOf(checkout)?.said).toEqual([])

    change(checkout.element)

    await expect
      .poll(() => cardOf(checkout)?.said)
      .toEqual([expect.objectContaining({ type: 'theme', ...told })])
    document.adoptedStyleSheets = []
    document.body.className = ''
  })

  it('is as high as it wants to be, and keeps the room of its fields before it says so', async () => {
    const checkout = await cardTag()
    expect(frameOf(checkout)?.offsetHeight).toBe(305)

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

  it('that never came is told of after 8 seconds, in its place, and asked for again by paying', async () => {
    const tab = new FakeTab()
    const checkout = await Checkout.open(
      { offer: offerOf({ methods: ['card', 'hosted'] }), locale: 'en-IE', edge: location.origin },
      tab,
    )
    await expect.poll(() => cardOf(checkout)?.port).toBeTruthy()
    expect(tab.pauses).toContain(8000)

    tab.endPauses()

    await checkout.reads('The connection was lost. Please try again.')
    expect(frameOf(checkout)?.hidden).toBe(true)
    checkout.element.focus()
    expect(checkout.root.activeElement).not.toBe(null)
    expect(checkout.event('pay-failed').error).toMatchObject({
      code: 'frame-unreachable',
      recoverable: true,
    })
    expect(checkout.control('Pay on the payment page')).toBeInstanceOf(HTMLInputElement)

    checkout.press('Pay €12.50')

    await expect.poll(() => frameOf(checkout)?.hidden).toBe(false)
    expect(checkout.isLocked('Pay €12.50')).toBe(false)
  })

  it('that loaded and says nothing, as a page of errors does, is asked for again by a button', async () => {
    const tab = new FakeTab()
    tab.edge.template = { methods: ['card'] }
    const checkout = await Checkout.open(
      { offer: offerOf({ methods: ['card'] }), locale: 'en-IE', edge: location.origin },
      tab,
    )
    await expect.poll(() => cardOf(checkout)?.port).toBeTruthy()
    await tab.passes(2000)
    await checkout.reads('The connection was lost. Please try again.')
    const former = cardOf(checkout)?.port

    checkout.press('Try again')

    await expect.poll(() => cardOf(checkout)?.port ?? former).not.toBe(former)
    expect(frameOf(checkout)?.hidden).toBe(false)
    expect(checkout.root.activeElement).toBe(frameOf(checkout))
    expect(checkout.buttons).not.toContain('Try again')
    expect(checkout.text).not.toContain('The connection was lost')

    await tab.passes(2000)

    await expect.poll(() => checkout.root.activeElement?.textContent?.trim()).toBe('Try again')
  })

  it('whose address never answered is asked for again too', async () => {
    const tab = new FakeTab()
    const offer = offerOf({ methods: ['card'] })
    const checkout = await Checkout.open({ offer, locale: 'en-IE', edge: edgeOf('01') }, tab)

    // Chromium takes a request for one that it has just begun, and leaves it at that.
    const again = () => {
      tab.endPauses()
      checkout.element.submit()
      return cardOf(checkout)?.port
    }

    await expect.poll(again).toBeTruthy()
    expect(checkout.event('pay-failed').error.code).toBe('frame-unreachable')
  })

  it('that the shopper has left for another way is not missed', async () => {
    const tab = new FakeTab()
    const offer = offerOf({ methods: ['card', 'hosted'] })
    tab.edge.template = { methods: ['card', 'hosted'] }
    const checkout = await Checkout.open({ offer, locale: 'en-IE', edge: edgeOf('0') }, tab)
    checkout.control('Pay on the payment page').click()
    await expect.poll(() => frameOf(checkout)).toBe(null)

    tab.endPauses()
    checkout.press('Pay €12.50')

    await checkout.reads('Preparing')
    expect(checkout.outcomes).not.toContain('pay-failed')
  })

  it('is waited for by a shopper who is quicker', async () => {
    const tab = new FakeTab()
    tab.edge.template = { methods: ['card'] }
    const offer = offerOf({ methods: ['card'] })
    const checkout = await Checkout.open({ offer, locale: 'en-IE', edge: location.origin }, tab)
    await expect.poll(() => !!cardOf(checkout)?.port).toBe(true)

    checkout.press('Pay €12.50')
    cardOf(checkout)?.port?.postMessage({ type: 'state', isComplete: true })

    await expect.poll(() => paymentsOf(checkout)).toHaveLength(1)
    expect(checkout.outcomes).not.toContain('pay-failed')
  })

  it('does not pay for a click that another tab was quicker than', async () => {
    const tab = new FakeTab()
    tab.edge.template = { methods: ['card'] }
    const offer = offerOf({ methods: ['card'] })
    const checkout = await Checkout.open({ offer, locale: 'en-IE', edge: location.origin }, tab)
    await expect.poll(() => !!cardOf(checkout)?.port).toBe(true)
    await checkout.opens()
    // The tag drew no form until it had seen the order, and loads another one.
    await expect.poll(() => !!cardOf(checkout)?.port).toBe(true)
    checkout.press('Pay €12.50')
    const other = {
      number: 1,
      method: 'card',
      status: 'declined',
      startedAt: '2026-01-01T00:00:00Z',
    } as const

    tab.edge.tell(checkout.edge.order.id, { status: 'declined', attempts: [other] })
    await checkout.element.refresh()
    cardOf(checkout)?.port?.postMessage({ type: 'state', isComplete: true })

    // The click is carried out to its end: the button is locked as long as a payment is under way.
    await expect.poll(() => checkout.outcomes).toContain('pay-submit')
    await expect.poll(() => checkout.isLocked('Pay €12.50')).toBe(false)
    expect(paymentsOf(checkout)).toEqual([])
  })

  it('that comes late is there after all', async () => {
    const tab = new FakeTab()
    const checkout = await Checkout.open(
      { offer: offerOf({ methods: ['card'] }), locale: 'en-IE', edge: location.origin },
      tab,
    )
    await expect.poll(() => cardOf(checkout)?.port).toBeTruthy()
    tab.endPauses()
    await expect.poll(() => frameOf(checkout)?.hidden).toBe(true)

    cardOf(checkout)?.port?.postMessage({ type: 'state', isComplete: false })

    await expect.poll(() => frameOf(checkout)?.hidden).toBe(false)
    expect(checkout.text).not.toContain('The connection was lost')
  })

  it('that comes late takes the focus of the button that would have loaded it', async () => {
    const checkout = await lateTag()
    const retry = checkout.root.querySelector<HTMLElement>('[role=alert] button')
    retry?.focus()
    expect(checkout.root.activeElement).toBe(retry)

    cardOf(checkout)?.port?.postMessage({ type: 'state', isComplete: false })

    await expect.poll(() => checkout.buttons).not.toContain('Try again')
    await expect.poll(() => checkout.root.activeElement).toBe(frameOf(checkout))
  })

  it('that comes late leaves the focus where it is', async () => {
    const checkout = await lateTag()
    const field = document.body.appendChild(document.createElement('input'))
    field.focus()

    cardOf(checkout)?.port?.postMessage({ type: 'state', isComplete: false })

    await expect.poll(() => checkout.buttons).not.toContain('Try again')
    await checkout.drawn()
    expect(document.activeElement).toBe(field)
  })

  it('that is late, and then loads and says nothing, is one failure', async () => {
    const checkout = await lateTag()
    const former = cardOf(checkout)?.port

    frameOf(checkout)?.dispatchEvent(new Event('load'))
    await expect.poll(() => cardOf(checkout)?.port ?? former).not.toBe(former)
    checkout.tab.endPauses()
    await delivered()
    await checkout.drawn()

    expect(checkout.outcomes.filter((type) => type === 'pay-failed')).toHaveLength(1)
    expect(checkout.buttons).toContain('Try again')
  })

  it('that is late leaves the focus where the page moves it on hearing of that', async () => {
    const field = document.createElement('input')
    const checkout = await lateTag((tag) => {
      frameOf(tag)?.focus()
      document.body.append(field)
      tag.element.addEventListener('pay-failed', () => field.focus())
    })

    await checkout.drawn()

    expect(document.activeElement).toBe(field)
  })

  it('opens the order and pays in one request, which the frame alone sends', async () => {
    const checkout = await cardTag()
    await typed(checkout)

    const asked = await clicked(checkout)

    expect(asked).toMatchObject({
      type: 'checkout',
      key: JSON.parse(Object.values<string>(localStorage)[0] ?? '').key,
      body: {
        offer: checkout.element.offer,
        returnUrl: PAGE,
        pay: { method: 'card', presentation: 'frame', customer: {}, wait: 5 },
      },
    })
    expect(checkout.event('pay-submit').method).toBe('card')
    expect(checkout.edge.called('checkout')).toEqual([])
  })

  it('pays again with the order, its token and the key of the attempt', async () => {
    const checkout = await cardTag()
    await typed(checkout)
    const { key } = await clicked(checkout)
    const { order, token } = await taken(checkout)
    const error = { code: 'declined', recoverable: true, supportId: '' }
    const declined = checkout.edge.tell(order.id, { status: 'declined', error })
    passOn(checkout, { ok: true, value: { body: { order: declined, token } } })
    await checkout.reads('Pay €12.50')

    const again = await clicked(checkout)

    expect(again).toMatchObject({ type: 'pay', orderId: order.id, token, key: `${key}.2` })
    expect(again.body).toMatchObject({ method: 'card', wait: 5 })
  })

  it('whose answer was lost is another one for the next attempt, since it knows no order', async () => {
    const checkout = await cardTag()
    await typed(checkout)
    await clicked(checkout)
    const { order } = await taken(checkout)
    const error = { code: 'declined', recoverable: true, supportId: '' }
    checkout.edge.tell(order.id, { status: 'declined', error })
    const former = cardOf(checkout)?.port

    checkout.tab.endPauses(10_000)
    await checkout.reads('Nothing was charged')

    await expect.poll(() => cardOf(checkout)?.port ?? former).not.toBe(former)
  })

  it('that pays another order alone makes room for one that pays this', async () => {
    const checkout = await cardTag()
    await typed(checkout)
    await clicked(checkout)
    const former = cardOf(checkout)?.port

    passOn(checkout, { ok: false, reason: { code: 'body-malformed' } })

    await expect.poll(() => cardOf(checkout)?.port ?? former).not.toBe(former)
    expect(checkout.isLocked('Pay €12.50')).toBe(false)
  })

  it('asks for no frames on a page where none of a bank’s runs', async () => {
    const tab = new FakeTab()
    tab.isIsolated = true
    const checkout = await cardTag({}, tab)
    await typed(checkout)

    expect(await clicked(checkout)).toMatchObject({ body: { pay: { presentation: 'redirect' } } })
  })

  it('pays by Enter too', async () => {
    const checkout = await cardTag()
    await typed(checkout)

    cardOf(checkout)?.port?.postMessage({ type: 'submit' })

    await expect.poll(() => paymentsOf(checkout)).toHaveLength(1)
  })

  it('pays once, however often the shopper presses', async () => {
    const checkout = await cardTag()
    await typed(checkout)

    checkout.press('Pay €12.50')
    cardOf(checkout)?.port?.postMessage({ type: 'submit' })
    checkout.element.submit()
    await expect.poll(() => cardOf(checkout)?.said.length).toBe(1)
    cardOf(checkout)?.port?.postMessage({ type: 'submit' })
    cardOf(checkout)?.port?.postMessage({ type: 'height', height: 302 })
    await expect.poll(() => frameOf(checkout)?.height).toBe('302')

    expect(cardOf(checkout)?.said).toHaveLength(1)
    expect(checkout.isLocked('One moment…')).toBe(true)
  })

  it('is answered as the tag’s own calls are', async () => {
    const checkout = await cardTag()
    await typed(checkout)
    await clicked(checkout)
    const body = await taken(checkout)

    passOn(checkout, { ok: true, value: { body } })

    await checkout.reads('Preparing')
  })

  it.each([
    ['a wrong code', 'declined-security-code'],
    ['any other decline', 'declined'],
  ])('hears once, after %s, what is left of the card', async (_, code) => {
    const checkout = await cardTag()
    await typed(checkout)
    await clicked(checkout)
    const { order, token } = await taken(checkout)
    const error = { code, recoverable: true, supportId: order.id }
    const shown = checkout.edge.tell(order.id, { status: 'processing' })
    passOn(checkout, { ok: true, value: { body: { order: shown, token } } })
    await checkout.reads('We are checking')
    expect(cardOf(checkout)?.said.map(({ type }) => type)).not.toContain('declined')

    await checkout.told({ status: 'declined', error })
    await checkout.reads('Nothing was charged')
    await checkout.element.refresh()
    await delivered()

    const heard = cardOf(checkout)?.said.filter(({ type }) => type === 'declined')
    expect(heard).toEqual([{ type: 'declined', code }])
  })

  it('that the edge takes later stays with what was typed, locked until then, beside the other way', async () => {
    const tab = new FakeTab()
    const checkout = await cardTag({}, tab)
    await typed(checkout)
    await clicked(checkout)
    const page = cardOf(checkout)
    const reason = { code: 'method-off', status: 422, retryAfterSeconds: 600 }
    page?.port?.postMessage({ type: 'answer', answer: { ok: false, reason } })

    await checkout.reads('There were too many tries. Nothing was charged. Please try again after')
    expect(cardOf(checkout)).toBe(page)
    expect(checkout.isLocked('Pay €12.50')).toBe(true)
    checkout.control('Pay on the payment page').click()
    await expect.poll(() => checkout.isLocked('Pay €12.50')).toBe(false)
    expect(checkout.text).not.toContain('too many')
    checkout.control('Pay by card').click()
    await expect.poll(() => checkout.isLocked('Pay €12.50')).toBe(true)
    await tab.passes(600_000)
    await expect.poll(() => checkout.isLocked('Pay €12.50')).toBe(false)
  })

  it('that was refused stays, and says why', async () => {
    const checkout = await cardTag()
    await typed(checkout)
    await clicked(checkout)
    const reason = { code: 'card-invalid', fields: ['card.number'], supportId: 'SUP-1' }

    cardOf(checkout)?.port?.postMessage({ type: 'answer', answer: { ok: false, reason } })

    await checkout.reads('Please check the marked fields.')
    expect(frameOf(checkout)).not.toBe(null)
    expect(checkout.isLocked('Pay €12.50')).toBe(false)
  })

  it('that falls silent has perhaps paid: the order is asked', async () => {
    const checkout = await cardTag()
    await typed(checkout)
    await clicked(checkout)
    const { order } = await taken(checkout)
    checkout.edge.tell(order.id, { status: 'processing' })

    checkout.tab.endPauses(10_000)

    await checkout.reads('We are checking your payment')
    expect(checkout.outcomes).not.toContain('pay-failed')
  })
})

describe('saved cards', () => {
  const VISA = { handle: '1', brand: 'Visa', masked: '411111******4242', expires: '12/27' }
  const AMEX = { handle: '2', brand: 'Amex', masked: '•••• 0005', expires: '' }

  /** A session of a customer's with two saved cards. */
  async function customerTag(edge = location.origin) {
    const tab = new FakeTab()
    const methods: OrderView['methods'] = ['saved-card', 'card']
    const order = tab.edge.add({ methods, savedCards: [VISA, AMEX], mayKeepCard: true })
    const session = `${order.id}.pay.1`
    const checkout = await Checkout.open({ session, locale: 'en-IE', edge }, tab)
    await checkout.reads('Visa')
    await expect.poll(() => !!cardOf(checkout)?.port).toBe(true)
    return checkout
  }

  it('are options of their own, and the form is told which one is chosen', async () => {
    const checkout = await customerTag()

    expect(checkout.text).toContain('Visa •••• 4242 Expires 12/27')
    expect(cardOf(checkout)?.connected).toMatchObject({ way: 'saved-card', savedCard: VISA })
  })

  it('that the edge learns of later appear by themselves', async () => {
    const tab = new FakeTab()
    const order = tab.edge.add({ methods: ['saved-card', 'card'] })
    const session = `${order.id}.pay.1`
    const checkout = await Checkout.open({ session, locale: 'en-IE', edge: location.origin }, tab)
    await expect.poll(() => tab.edge.sockets.length).toBe(1)

    tab.edge.tell(order.id, { savedCards: [VISA] })

    await checkout.reads('Visa •••• 4242')
    expect(checkout.text).not.toContain('Please contact the shop.')
  })

  it('that is chosen instead is asked for by a form that begins again', async () => {
    const checkout = await customerTag()
    const before = cardOf(checkout)?.port

    checkout.control('Amex').click()

    await expect.poll(() => cardOf(checkout)?.connected?.savedCard).toEqual(AMEX)
    expect(cardOf(checkout)?.port).not.toBe(before)
  })

  it('are not paid with what was typed for another one, however late their form is', async () => {
    const checkout = await customerTag(edgeOf('10'))
    await typed(checkout)
    checkout.control('Amex').click()
    await checkout.drawn()

    checkout.press('Pay €12.50')
    cardOf(checkout)?.port?.postMessage({ type: 'state', isComplete: true })
    await delivered()
    await checkout.drawn()

    expect(checkout.outcomes).not.toContain('pay-submit')
    expect(cardOf(checkout)?.said).toEqual([])
  })

  it('are paid by handle, and nothing else of them', async () => {
    const checkout = await customerTag()
    await typed(checkout)

    const asked = await clicked(checkout)

    expect(asked.body).toEqual({
      pageUrl: PAGE,
      method: 'saved-card',
      presentation: 'frame',
      customer: {},
      savedCard: '1',
      wait: 5,
    })
  })

  it('have room for the code alone, and a new card has room for the box that keeps it', async () => {
    const checkout = await customerTag()
    expect(frameOf(checkout)?.offsetHeight).toBe(116)

    checkout.control('Pay by card').click()
    await checkout.drawn()

    expect(frameOf(checkout)?.offsetHeight).toBe(355)
  })

  it('leave a new card, which the shopper may have kept', async () => {
    const checkout = await customerTag()

    checkout.control('Pay by card').click()

    await expect.poll(() => cardOf(checkout)?.connected).toMatchObject({ way: 'card', mayKeepCard: true })
  })
})

describe('a payout', () => {
  it.each([
    ['payout-card', 'To a card'],
    ['payout-bank', 'To a bank account'],
    ['payout-ewallet', 'To an e-wallet'],
    ['payout-phone', 'To a phone number'],
  ] as const)('by %s is entered in the edge’s frame', async (way, label) => {
    const tab = new FakeTab()
    const { id } = tab.edge.add({ methods: ['payout-page', way], intent: 'payout' })
    const checkout = await Checkout.open(
      { session: `${id}.pay.1`, locale: 'en-IE', edge: location.origin },
      tab,
    )
    await checkout.reads('Choose on the payment page')
    expect(checkout.buttons).toEqual(['Receive €12.50'])

    checkout.control(label).click()

    await expect.poll(() => frameOf(checkout)?.src).toBe(`${location.origin}/frames/destination?lang=en`)
    await expect.poll(() => cardOf(checkout)?.connected?.way).toBe(way)
  })
})

it('the page narrows the choice', async () => {
  const tab = new FakeTab()
  const methods = ['hosted', 'card', 'payment-page'] as const
  const offer = offerOf({ methods: [...methods] })

  const checkout = await Checkout.open({ offer, methods: 'hosted, payment-page' }, tab)

  expect(checkout.text).toContain('Pay on the payment page Other ways to pay')
  expect(checkout.root.querySelectorAll('[type=radio]')).toHaveLength(2)
})
