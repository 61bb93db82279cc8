import { afterEach, describe, expect, it } from 'vitest'
import type { OrderView } from '../../shared/order-view.ts'
import { Checkout, FakeTab, offerOf, PAGE } from '../testing/harness.ts'

afterEach(() => {
  document.body.replaceChildren()
  localStorage.clear()
})

const HOSTED = 'https://gateway.example.com/form/1'
const redirect = { type: 'redirect', url: HOSTED } as const

const offerTag = (offer = offerOf(), tab = new FakeTab()) => Checkout.open({ offer, locale: 'en-IE' }, tab)

describe('the first intent', () => {
  it('is awaited before anything is sent or stored', async () => {
    const checkout = await offerTag()
    await expect.poll(() => checkout.outcomes).toEqual(['pay-ready'])

    expect(checkout.edge.calls).toEqual([])
    expect(localStorage).toHaveLength(0)
  })

  it.each(['pointerdown', 'focusin', 'keydown'])('opens the order once, by %s', async (type) => {
    const checkout = await offerTag()

    checkout.touch(type)
    checkout.touch(type)
    await expect.poll(() => checkout.edge.orderCount).toBe(1)
    checkout.touch(type)
    await checkout.element.refresh()

    expect(checkout.edge.called('checkout')).toHaveLength(1)
  })

  it('sends the offer with the page’s language and address, and a key that nobody can guess', async () => {
    const checkout = await offerTag()

    checkout.touch()
    await expect.poll(() => checkout.edge.orderCount).toBe(1)

    const [call] = checkout.edge.called('checkout')
    expect(call?.body).toEqual({
      offer: checkout.element.offer,
      locale: 'en-IE',
      returnUrl: PAGE,
      pageUrl: PAGE,
    })
    expect(call?.key).toMatch(/^[\w.-]{16,128}$/)
  })

  it('stores the key before the request', async () => {
    const checkout = await offerTag()
    checkout.edge.failNext('checkout', 'unreachable')

    checkout.touch()
    await expect.poll(() => checkout.edge.called('checkout').length).toBe(1)

    const [stored = ''] = Object.values(localStorage)
    expect(JSON.parse(stored).key).toBe(checkout.edge.called('checkout')[0]?.key)
  })

  it('makes a key but opens no order while the sum is open', async () => {
    const checkout = await offerTag(offerOf({ min: '5.00', max: '500.00' }))

    checkout.touch()
    await expect.poll(() => localStorage.length).toBe(1)

    expect(checkout.edge.calls).toEqual([])
  })
})

describe('a key that another tab used at the same moment for another sum', () => {
  const refused = async (change: Partial<OrderView>) => {
    const checkout = await offerTag(offerOf({ min: '5.00', max: '500.00', suggested: ['12.50'] }))
    const order = checkout.edge.add({ amount: '20.00', ...change })
    checkout.edge.failNext('checkout', { code: 'key-reused', order })
    return checkout
  }

  it('is replaced by one of its own', async () => {
    const checkout = await refused({})

    checkout.press('Pay €12.50')
    await checkout.reads('Preparing')

    const [first, second] = checkout.edge.called('checkout').map(({ key }) => key)
    expect(second).not.toBe(first)
  })

  it('opens no second order while the other is being paid', async () => {
    const attempt = {
      number: 1,
      method: 'hosted',
      status: 'redirect',
      startedAt: '2026-01-01T00:00:00Z',
    } as const
    const checkout = await refused({ status: 'redirect', attempts: [attempt] })

    checkout.press('Pay €12.50')

    await expect.poll(() => checkout.edge.called('checkout').length).toBe(1)
    await expect.poll(() => checkout.isLocked('Pay €12.50')).toBe(false)
    expect(checkout.edge.called('checkout')).toHaveLength(1)
    expect(checkout.edge.called('pay')).toEqual([])
  })
})

describe('a lost answer', () => {
  it('to the checkout is mended by the same key', async () => {
    const checkout = await offerTag()
    checkout.edge.failNext('checkout', 'answer-lost')
    checkout.touch()
    await expect.poll(() => checkout.edge.called('checkout').length).toBe(1)

    checkout.press('Pay €12.50')
    await checkout.reads('Preparing')

    const keys = checkout.edge.called('checkout').map(({ key }) => key)
    expect(keys).toEqual([keys[0], keys[0]])
    expect(checkout.edge.orderCount).toBe(1)
  })

  it('to the pay click is mended by asking the order, which knows that it arrived', async () => {
    const checkout = await offerTag()
    checkout.edge.failNext('pay', 'answer-lost')

    checkout.press('Pay €12.50')
    await checkout.reads('Preparing')
    await checkout.told({ status: 'redirect', action: redirect })

    await expect.poll(() => checkout.tab.visited).toEqual([HOSTED])
    expect(checkout.outcomes).not.toContain('pay-failed')
  })

  it('to a pay click that never arrived re-arms the button with the same key', async () => {
    const checkout = await offerTag()
    checkout.edge.failNext('pay', 'unreachable')
    checkout.press('Pay €12.50')
    await checkout.reads('The connection was lost')

    checkout.press('Pay €12.50')
    await checkout.reads('Preparing')

    const [first, second] = checkout.edge.called('pay')
    expect(second?.key).toBe(first?.key)
    expect(checkout.event('pay-failed').error).toMatchObject({ code: 'network', recoverable: true })
  })
})
