import { afterEach, describe, expect, it } from 'vitest'
import type { OfferClaims } from '../shared/offer.ts'
import { Checkout, FakeTab, offerOf } from './harness.ts'

afterEach(() => {
  document.body.replaceChildren()
  localStorage.clear()
})

/** The page in the place of the edge's card form. */
type CardWindow = Window & {
  readonly connected?: Record<string, unknown>
  readonly port?: MessagePort
  readonly said: Record<string, unknown>[]
}

const frameOf = ({ root }: Checkout) => root.querySelector<HTMLIFrameElement>('[part=card]')
const cardOf = (checkout: Checkout) => frameOf(checkout)?.contentWindow as CardWindow | undefined

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

/** The shopper typed a card that could be paid with. */
async function typed(checkout: Checkout) {
  cardOf(checkout)?.port?.postMessage({ type: 'state', isComplete: true })
  cardOf(checkout)?.port?.postMessage({ type: 'height', height: 301 })
  await expect.poll(() => frameOf(checkout)?.height).toBe('301')
}

/** Clicks, and waits for what the frame is then asked to send. */
async function clicked(checkout: Checkout) {
  checkout.press('Pay €12.50')
  await expect.poll(() => cardOf(checkout)?.said.at(-1)).toMatchObject({ type: 'pay' })
  return cardOf(checkout)?.said.at(-1) as Record<string, unknown>
}

describe('the ways to pay', () => {
  it('are chosen among where the offer has several, the merchant’s first one first', async () => {
    const checkout = await cardTag({ methods: ['hosted', 'card'] })
    expect(frameOf(checkout)).toBe(null)
    expect(checkout.text).toContain('You enter your card on a secure payment page.')

    checkout.control('Card').click()
    await checkout.drawn()

    expect(frameOf(checkout)?.title).toBe('Card details')
    expect(checkout.text).not.toContain('You enter your card on a secure payment page.')
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

    checkout.touch()

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
    await checkout.reads('Your payment is waiting')

    checkout.press('Pay another way')
    await checkout.drawn()

    expect(checkout.control('Payment page')).toBeInstanceOf(HTMLInputElement)
    expect(checkout.edge.called('pay')).toHaveLength(1)
  })
})

describe('the card form', () => {
  it('is the edge’s, and is told how the tag is drawn', async () => {
    const checkout = await cardTag()

    expect(frameOf(checkout)?.src).toBe(`${location.origin}/frames/card`)
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

  it('is as high as it wants to be', async () => {
    const checkout = await cardTag()

    await typed(checkout)

    expect(frameOf(checkout)?.offsetHeight).toBe(301)
  })

  it('that is not complete is asked to say so, and nothing is sent', async () => {
    const checkout = await cardTag()

    checkout.press('Pay €12.50')

    await expect.poll(() => cardOf(checkout)?.said).toEqual([{ type: 'check' }])
    expect(checkout.root.activeElement).toBe(frameOf(checkout))
    expect(checkout.outcomes).not.toContain('pay-submit')
  })

  it('that never came is no dead end', async () => {
    const offer = offerOf({ methods: ['card'] })
    const checkout = await Checkout.open({ offer, locale: 'en-IE', edge: location.origin })

    checkout.press('Pay €12.50')

    await checkout.reads('The connection was lost. Please try again.')
    expect(checkout.isLocked('Pay €12.50')).toBe(false)
    expect(checkout.event('pay-failed').error).toMatchObject({ code: 'network', recoverable: true })
  })

  it('pays with the order, its token and the key of the attempt', async () => {
    const checkout = await cardTag()
    await typed(checkout)

    const asked = await clicked(checkout)

    expect(asked).toEqual({
      type: 'pay',
      orderId: checkout.edge.order.id,
      token: 'pay.first.1',
      key: `${checkout.edge.called('checkout')[0]?.key}.1`,
      body: { method: 'card', presentation: 'frame', customer: {} },
    })
    expect(checkout.event('pay-submit').method).toBe('card')
    expect(checkout.edge.called('pay')).toEqual([])
  })

  it('asks for no frames on a page where none of a bank’s runs', async () => {
    const tab = new FakeTab()
    tab.isIsolated = true
    const checkout = await cardTag({}, tab)
    await typed(checkout)

    expect(await clicked(checkout)).toMatchObject({ body: { presentation: 'redirect' } })
  })

  it('pays by Enter too', async () => {
    const checkout = await cardTag()
    await typed(checkout)

    cardOf(checkout)?.port?.postMessage({ type: 'submit' })

    await expect.poll(() => cardOf(checkout)?.said.at(-1)).toMatchObject({ type: 'pay' })
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
    const { id } = checkout.edge.order
    const attempt = {
      number: 1,
      method: 'card',
      status: 'sending',
      startedAt: '2026-11-21T10:00:00Z',
    } as const
    const body = checkout.edge.tell(id, { status: 'sending', attempts: [attempt] })

    cardOf(checkout)?.port?.postMessage({ type: 'answer', answer: { ok: true, value: { body } } })

    await checkout.reads('Preparing')
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
    const { id } = checkout.edge.order
    const attempt = {
      number: 1,
      method: 'card',
      status: 'processing',
      startedAt: '2026-11-21T10:00:00Z',
    } as const
    for (const socket of checkout.edge.sockets) socket.closed = true
    checkout.edge.tell(id, { status: 'processing', attempts: [attempt] })

    checkout.tab.endPauses()

    await checkout.reads('We are checking your payment')
    expect(checkout.outcomes).not.toContain('pay-failed')
  })
})
