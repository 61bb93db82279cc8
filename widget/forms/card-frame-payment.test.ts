/** Payments that the card form sends, and their answers. */
import { describe, expect, it } from 'vitest'
import {
  cardOf,
  cardTag,
  clicked,
  delivered,
  frameOf,
  passOn,
  paymentsOf,
  taken,
  typed,
} from '../testing/card-tag.ts'
import { Checkout, FakeTab, offerOf, PAGE } from '../testing/harness.ts'

describe('the card form', () => {
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
    expect(checkout.isLocked('Processing…')).toBe(true)
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
    expect(heard).toEqual([{ type: 'declined', code, takesFocus: false }])
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
    checkout.control('Secure payment page').click()
    await expect.poll(() => checkout.isLocked('Continue to payment')).toBe(false)
    expect(checkout.text).not.toContain('too many')
    checkout.control('Card').click()
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
