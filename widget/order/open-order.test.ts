import { describe, expect, it } from 'vitest'
import type { OrderView } from '../../shared/order-view.ts'
import type { ProblemCode } from '../../shared/problem.ts'
import { type Call, FakeEdge } from '../testing/fake-edge.ts'
import { Checkout, EDGE, FakeTab, offerOf, PAGE } from '../testing/harness.ts'

const HOSTED = 'https://gateway.example.com/form/1'
const redirect = { type: 'redirect', url: HOSTED } as const

const ATTEMPT = {
  number: 1,
  method: 'hosted',
  status: 'redirect',
  startedAt: '2026-01-01T00:00:00Z',
} as const

/** A request that was sent before reaches the edge. */
const arrives = ({ edge }: Checkout, { key = '', body }: Partial<Call> = {}) =>
  edge.fetch(`${EDGE}/v1/checkout`, {
    method: 'POST',
    headers: { 'Idempotency-Key': key ?? '' },
    body: JSON.stringify(body),
  })

const offerTag = (offer = offerOf(), tab = new FakeTab()) => Checkout.open({ offer, locale: 'en-IE' }, tab)

describe('the first intent', () => {
  it('is awaited before anything is sent or stored', async () => {
    const checkout = await offerTag()
    await expect.poll(() => checkout.outcomes).toEqual(['pay-ready'])

    expect(checkout.edge.calls).toEqual([])
    expect(localStorage).toHaveLength(0)
  })

  it.each(['pointerdown', 'focusin', 'keydown'])(
    'makes a key, asks once whether the offer can be sold, and opens no order, by %s',
    async (type) => {
      const checkout = await offerTag()

      checkout.touch(type)
      checkout.touch(type)
      await expect.poll(() => checkout.edge.called('check')).toHaveLength(1)
      checkout.touch(type)
      await checkout.element.refresh()

      expect(checkout.edge.calls.map(({ body }) => body)).toEqual([{ offer: checkout.element.offer }])
      expect(checkout.edge.orderCount).toBe(0)
      expect(localStorage).toHaveLength(1)
    },
  )

  it('asks for an open sum too, which it does not send', async () => {
    const checkout = await offerTag(offerOf({ min: '5.00', max: '500.00' }))

    checkout.touch()

    await expect.poll(() => checkout.edge.calls.map(({ route }) => route)).toEqual(['check'])
    expect(checkout.edge.calls[0]?.body).toEqual({ offer: checkout.element.offer })
  })

  it.each([
    ['offer-expired', 'This offer has expired.'],
    ['offer-withdrawn', 'The shop has withdrawn this offer.'],
    ['offer-limit', 'This offer is no longer available. It is sold out, or has been paid already.'],
  ] as const)('tells before anything is typed that an offer cannot be sold: %s', async (code, words) => {
    const checkout = await offerTag(offerOf({ collect: ['email'] }))
    checkout.edge.failNext('check', { code })

    checkout.touch('focusin')

    await checkout.reads(words)
    expect(checkout.buttons).toEqual([])
    expect(checkout.event('pay-failed').error).toMatchObject({ code, recoverable: false })
    expect(checkout.edge.called('checkout')).toEqual([])
  })

  it.each(['unreachable', { code: 'too-many-requests' }] as const)(
    'says nothing of a check that may succeed later: %j',
    async (failure) => {
      const checkout = await offerTag()
      checkout.edge.failNext('check', failure)
      checkout.touch()
      await expect.poll(() => checkout.edge.called('check')).toHaveLength(1)

      checkout.press('Continue to payment')

      await checkout.reads('Preparing')
      expect(checkout.outcomes).not.toContain('pay-failed')
    },
  )

  it('leaves a click alone that is quicker than its answer', async () => {
    const checkout = await offerTag()
    const answer = Promise.withResolvers<void>()
    checkout.edge.failNext('check', { code: 'offer-limit' })
    checkout.edge.answersAfter = answer.promise
    checkout.touch()
    checkout.press('Continue to payment')
    await expect.poll(() => checkout.edge.called('checkout')).toHaveLength(1)

    answer.resolve()
    await checkout.reads('Preparing')
    await checkout.told({ status: 'redirect', action: redirect })

    await expect.poll(() => checkout.tab.visited).toEqual([HOSTED])
    expect(checkout.outcomes).not.toContain('pay-failed')
  })
})

describe('the click', () => {
  it('opens and pays in one request, with the page’s language and address, and a key that nobody can guess', async () => {
    const checkout = await offerTag()

    checkout.press('Continue to payment')
    await checkout.reads('Preparing')

    const [call] = checkout.edge.called('checkout')
    expect(call?.body).toEqual({
      offer: checkout.element.offer,
      locale: 'en-IE',
      returnUrl: PAGE,
      pageUrl: PAGE,
      pay: { method: 'hosted', customer: {}, pageUrl: PAGE, presentation: 'redirect', wait: 5 },
    })
    expect(call?.key).toMatch(/^[\w.-]{16,128}$/)
    expect(checkout.edge.called('checkout')).toHaveLength(1)
    expect(checkout.edge.called('pay')).toEqual([])
  })

  it('stores the key, and what it pays, before the request; the answer takes the place of that', async () => {
    const checkout = await offerTag()
    const answer = Promise.withResolvers<void>()
    checkout.edge.answersAfter = answer.promise
    const stored = () => JSON.parse(Object.values<string>(localStorage)[0] ?? 'null')

    checkout.press('Continue to payment')
    await expect.poll(() => checkout.edge.called('checkout')).toHaveLength(1)

    const [call] = checkout.edge.called('checkout')
    expect(stored()).toMatchObject({ key: call?.key, paying: { offer: checkout.element.offer } })
    answer.resolve()
    await checkout.reads('Preparing')
    expect(stored()).toMatchObject({ key: call?.key, id: checkout.edge.order.id, token: 'pay.first.1' })
    expect(stored()).not.toHaveProperty('paying')
  })

  it('leaves nothing but the key where the edge refuses it for certain', async () => {
    const checkout = await offerTag()
    checkout.edge.failNext('checkout', { code: 'offer-reserved' })

    checkout.press('Continue to payment')
    await checkout.reads('Someone else is paying')

    const [call] = checkout.edge.called('checkout')
    expect(JSON.parse(Object.values<string>(localStorage)[0] ?? '')).toEqual({ key: call?.key })
  })

  it.each<[boolean, ProblemCode[]]>([
    [true, ['too-many-requests', 'internal', 'gateway-silent', 'payments-paused', 'unavailable']],
    [true, ['configuration-invalid', 'private-key-missing', 'jurisdiction-changed']],
    [false, ['body-malformed', 'token-invalid', 'origin-not-allowed', 'body-too-slow', 'reference-taken']],
    [false, ['offer-limit', 'offer-reserved', 'address-limit', 'quantity-unavailable', 'host-not-served']],
    [false, ['card-invalid', 'collect-missing', 'offer-expired', 'offer-withdrawn', 'method-off']],
  ])('keeps what it pays where a refusal leaves open whether it was sent: %s, %j', async (isKept, codes) => {
    for (const code of codes) {
      localStorage.clear()
      const checkout = await offerTag()
      checkout.edge.failNext('checkout', { code })

      await checkout.element.submit()

      const note = JSON.parse(Object.values<string>(localStorage)[0] ?? '')
      expect([code, 'paying' in note]).toEqual([code, isKept])
      checkout.element.remove()
    }
  })

  it('leads on by its answer, and opens no socket before the page leaves', async () => {
    const checkout = await offerTag()
    checkout.edge.template = { status: 'redirect', action: redirect, attempts: [ATTEMPT] }

    checkout.press('Continue to payment')

    await expect.poll(() => checkout.tab.visited).toEqual([HOSTED])
    expect(checkout.edge.sockets).toEqual([])
    expect(checkout.edge.calls.map(({ route }) => route)).toEqual(['checkout'])
  })

  it('is followed from the answer on where the gateway has not replied by then', async () => {
    const checkout = await offerTag()

    checkout.press('Continue to payment')
    await checkout.reads('Preparing')
    await expect.poll(() => checkout.edge.sockets).toHaveLength(1)
    await checkout.told({ status: 'redirect', action: redirect })

    await expect.poll(() => checkout.tab.visited).toEqual([HOSTED])
  })

  it('that an app took from the browser is asked about once the shopper looks at the page again', async () => {
    const checkout = await offerTag()
    checkout.edge.template = { status: 'redirect', action: redirect, attempts: [ATTEMPT] }
    checkout.press('Continue to payment')
    await expect.poll(() => checkout.tab.visited).toEqual([HOSTED])

    checkout.edge.tell(checkout.edge.order.id, { status: 'approved' })
    document.dispatchEvent(new Event('visibilitychange'))

    await checkout.reads('Thank you!')
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

    checkout.press('Continue to payment')
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

    checkout.press('Continue to payment')

    await expect.poll(() => checkout.edge.called('checkout').length).toBe(1)
    await expect.poll(() => checkout.isLocked('Continue to payment')).toBe(false)
    expect(checkout.edge.payments).toHaveLength(1)
  })
})

it('what another tab pays stays remembered, and its key pays no other sum, where a former order is found late', async () => {
  const [offer, edge] = [offerOf({ min: '5.00', max: '500.00' }), new FakeEdge()]
  const tagOf = (amount: string) => Checkout.open({ offer, amount, locale: 'en-IE' }, new FakeTab(edge))
  const [quick, slow] = [await tagOf('10.00'), await tagOf('30.00')]
  edge.failNext('checkout', 'unreachable')
  quick.press('Continue to payment')
  await quick.reads('The connection was lost')
  const { promise, resolve: answer } = Promise.withResolvers<void>()
  edge.answersAfter = promise
  const { length } = edge.called('checkout')
  slow.press('Continue to payment')
  await expect.poll(() => edge.called('checkout')).toHaveLength(length + 1)
  edge.answersAfter = Promise.resolve()
  quick.element.amount = '20.00'
  await quick.drawn()
  quick.press('Continue to payment')
  await quick.reads('Preparing')

  answer()
  await slow.reads('You cancelled this.')

  const { id } = quick.element.order ?? {}
  expect(JSON.parse(Object.values<string>(localStorage)[0] ?? '')).toMatchObject({ id })
  expect(edge.called('checkout').filter(({ body }) => body.pay && body.amount === '30.00')).toEqual([])
})

describe('an answer that is later than what a look has found', () => {
  it('keeps the tag on its way to the payment page, and opens no socket', async () => {
    const checkout = await offerTag()
    const answer = Promise.withResolvers<void>()
    checkout.edge.answersAfter = answer.promise
    checkout.press('Continue to payment')
    await expect.poll(() => checkout.edge.called('checkout')).toHaveLength(1)
    checkout.edge.answersAfter = Promise.resolve()
    await arrives(checkout, checkout.edge.called('checkout')[0])
    await checkout.told({ status: 'redirect', action: redirect })
    window.dispatchEvent(new Event('online'))
    await expect.poll(() => checkout.tab.visited).toEqual([HOSTED])

    answer.resolve()
    await expect.poll(() => checkout.events.filter(({ type }) => type === 'pay-status')).toHaveLength(2)

    await checkout.reads('Taking you to the payment page')
    expect(checkout.tab.visited).toEqual([HOSTED])
    expect(checkout.edge.sockets).toEqual([])
  })
})

describe('a lost answer', () => {
  it.each([[false], [true]])(
    'that the tag cannot ask about either is mended by the same key, also without storage: %s',
    async (refusesStorage) => {
      const tab = new FakeTab()
      tab.refusesStorage = refusesStorage
      // A state of the page’s own, which the tag leaves as it is.
      if (refusesStorage) tab.state = 'of the page'
      const checkout = await offerTag(offerOf(), tab)
      checkout.edge.failNext('checkout', 'answer-lost')
      checkout.edge.failNext('checkout', 'unreachable')
      checkout.press('Continue to payment')
      await checkout.reads('The connection was lost')

      checkout.press('Continue to payment')
      await checkout.reads('Preparing')

      expect(new Set(checkout.edge.called('checkout').map(({ key }) => key)).size).toBe(1)
      expect(checkout.edge.order.attempts).toHaveLength(1)
    },
  )

  it('is asked for by the key, with the same goods and nothing to pay', async () => {
    const checkout = await offerTag()
    checkout.edge.failNext('checkout', 'answer-lost')

    checkout.press('Continue to payment')
    await checkout.reads('Preparing')

    const [paid, asked] = checkout.edge.called('checkout')
    const { pay, ...goods } = paid?.body ?? {}
    expect(asked).toMatchObject({ key: paid?.key, body: goods })
    expect(asked?.body).not.toHaveProperty('pay')
    expect(pay).toBeDefined()
  })

  it('of a request that comes later than the question for it is joined by the next click', async () => {
    const checkout = await offerTag()
    checkout.edge.failNext('checkout', 'unreachable')
    checkout.press('Continue to payment')
    await checkout.reads('The connection was lost')
    const [sent, asked] = checkout.edge.called('checkout')
    expect(asked?.body).not.toHaveProperty('pay')
    expect(checkout.edge.order.attempts).toEqual([])
    await arrives(checkout, sent)

    checkout.press('Continue to payment')

    await checkout.reads('Preparing')
    expect(checkout.edge.called('checkout').map(({ key }) => key)).toEqual(Array(4).fill(sent?.key))
    expect(checkout.edge.order.attempts).toHaveLength(1)
  })

  it('of a request that comes later than another choice pays nothing', async () => {
    const checkout = await offerTag(offerOf({ min: '5.00', max: '500.00', suggested: ['12.50', '20.00'] }))
    checkout.edge.failNext('checkout', 'unreachable')
    checkout.press('Continue to payment')
    await checkout.reads('The connection was lost')
    const [sent] = checkout.edge.called('checkout')
    checkout.element.amount = '20.00'
    await checkout.drawn()

    checkout.press('Continue to payment')
    await checkout.reads('Preparing')
    const late = await arrives(checkout, sent)

    expect(await late.json()).toMatchObject({ code: 'order-final' })
    expect(checkout.edge.payments.map(({ key }) => key)).toHaveLength(3)
    expect(checkout.edge.orderCount).toBe(2)
  })

  describe('of a page that was reloaded', () => {
    /** The page went away between the click and the answer. @param arrives The request reached the edge. */
    async function reloaded(arrives: boolean) {
      const [offer, edge] = [offerOf(), new FakeEdge()]
      const before = await offerTag(offer, new FakeTab(edge))
      edge.failNext('checkout', arrives ? 'answer-lost' : 'unreachable')
      edge.failNext('checkout', 'unreachable')
      before.press('Continue to payment')
      await before.reads('The connection was lost')
      before.element.remove()
      edge.isUnreachable = true
      const tab = new FakeTab(edge)
      const checkout = await Checkout.open({ offer, locale: 'en-IE' }, tab)
      await checkout.reads('Looking up your payment')
      expect(checkout.buttons).not.toContain('Continue to payment')
      edge.isUnreachable = false
      await tab.passes(8000)
      return checkout
    }

    it('is waited for, and then the order is shown', async () => {
      const checkout = await reloaded(true)

      await checkout.reads('Preparing')
      expect(checkout.edge.order.attempts).toHaveLength(1)
      expect(checkout.tab.visited).toEqual([])
    })

    it('leaves the button once the edge knows of no payment', async () => {
      const checkout = await reloaded(false)

      await checkout.reads('€12.50 Continue to payment')
      checkout.press('Continue to payment')

      await checkout.reads('Preparing')
      expect(checkout.edge.orderCount).toBe(1)
      expect(checkout.edge.order.attempts).toHaveLength(1)
    })
  })

  it('to the pay click is mended by asking the order, which knows that it arrived', async () => {
    const checkout = await offerTag()
    checkout.edge.failNext('checkout', 'answer-lost')

    checkout.press('Continue to payment')
    await checkout.reads('Preparing')
    await checkout.told({ status: 'redirect', action: redirect })

    await expect.poll(() => checkout.tab.visited).toEqual([HOSTED])
    expect(checkout.outcomes).not.toContain('pay-failed')
  })

  it('to a pay click that never arrived re-arms the button with the same key', async () => {
    const checkout = await offerTag()
    checkout.edge.failNext('checkout', 'unreachable')
    checkout.press('Continue to payment')
    await checkout.reads('The connection was lost')

    checkout.press('Continue to payment')
    await checkout.reads('Preparing')

    const [first, second] = checkout.edge.payments
    expect(second?.key).toBe(first?.key)
    expect(checkout.event('pay-failed').error).toMatchObject({ code: 'network', recoverable: true })
  })
})
