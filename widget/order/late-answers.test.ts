import { afterEach, describe, expect, it } from 'vitest'
import type { OrderAction } from '../../shared/order-view.ts'
import { deferred } from '../browser/deferred.ts'
import { LOAD_LIMIT_MS } from '../durations.ts'
import { Checkout, FakeTab, offerOf, PAGE, viewToken } from '../testing/harness.ts'
import { offerDigest } from './offer.ts'

const ATTEMPT = {
  number: 1,
  method: 'hosted',
  status: 'challenge',
  startedAt: '2026-11-22T12:00:00Z',
} as const

const BANK: OrderAction = {
  type: 'challenge',
  url: 'https://pay.example.com/three-ds/1/key/step',
  frame: new URL('/fake-frames/bank', location.href).href,
}

const HOSTED = 'https://gateway.example.com/form/1'

const breaks = (): never => {
  throw new TypeError('broken')
}

/** A tag of a session whose order it follows. */
async function followed(tab = new FakeTab()) {
  const { id } = tab.edge.add({ methods: ['hosted', 'saved-card'] })
  const checkout = await Checkout.open({ session: `${id}.pay.1`, locale: 'en-IE' }, tab)
  await checkout.reads('€12.50 Continue to payment')
  await expect.poll(() => tab.edge.sockets).toHaveLength(1)
  return { checkout, tab, id }
}

describe('a bank’s page that the shop’s page opens itself', () => {
  it('ends the work of the click, though the answer to the click never comes', async () => {
    const { checkout, tab, id } = await followed()
    checkout.element.addEventListener('pay-challenge', (event) => event.preventDefault())
    tab.edge.answersAfter = deferred<void>().promise
    checkout.press('Continue to payment')
    await expect.poll(() => tab.edge.payments).toHaveLength(1)

    tab.edge.tell(id, { status: 'challenge', action: BANK, attempts: [ATTEMPT] })

    await checkout.reads('Your bank is checking')
    await expect.poll(() => checkout.isLocked('Continue to payment')).toBe(false)
  })
})

describe('after the page has put another thing into the tag', () => {
  it('a click that the page has not decided on pays nothing, though the former thing is back', async () => {
    const [mug, plate] = [offerOf(), offerOf()]
    const checkout = await Checkout.open({ offer: mug, locale: 'en-IE' })
    await checkout.reads('€12.50 Continue to payment')
    checkout.element.addEventListener('pay-submit', (event) => event.waitUntil(new Promise(() => {})))
    checkout.press('Continue to payment')
    await expect.poll(() => checkout.outcomes).toContain('pay-submit')

    // Between the drawing that starts over and what the tag does about the click.
    checkout.element.offer = plate
    await null
    checkout.element.offer = mug

    await expect.poll(() => checkout.isLocked('Continue to payment')).toBe(false)
    expect(checkout.edge.payments).toEqual([])
  })

  it('a lost answer to the payment before says nothing of the present one', async () => {
    const tab = new FakeTab()
    const { id } = tab.edge.add({ methods: ['hosted'] })
    const checkout = await Checkout.open({ session: `${id}.pay.1`, locale: 'en-IE' }, tab)
    await checkout.reads('€12.50 Continue to payment')
    const reads = tab.edge.called('read').length
    const paid = deferred<void>()
    const read = deferred<void>()
    tab.edge.failNext('pay', 'answer-lost')
    tab.edge.failNext('read', 'unreachable')
    tab.edge.answersAfter = paid.promise
    checkout.press('Continue to payment')
    await expect.poll(() => tab.edge.payments).toHaveLength(1)
    tab.edge.answersAfter = read.promise
    paid.resolve()
    await expect.poll(() => tab.edge.called('read')).toHaveLength(reads + 1)

    checkout.element.offer = offerOf({ amount: '7.00' })
    checkout.element.session = ''
    await checkout.drawn()
    read.resolve()

    await expect.poll(() => checkout.isLocked('Continue to payment')).toBe(false)
    expect(checkout.outcomes).not.toContain('pay-failed')
    expect(checkout.text).not.toContain('lost')
  })

  it('a refusal to cancel the order before says nothing of the present one', async () => {
    const { checkout, tab } = await followed()
    const other = tab.edge.add({ methods: ['hosted'], amount: '7.00' })
    const answer = deferred<void>()
    tab.edge.failNext('cancel', { code: 'payments-paused' })
    tab.edge.answersAfter = answer.promise
    const cancelled = checkout.element.cancel()
    await expect.poll(() => tab.edge.called('cancel')).toHaveLength(1)
    tab.edge.answersAfter = Promise.resolve()
    checkout.element.session = `${other.id}.pay.1`
    await checkout.reads('€7.00 Continue to payment')

    answer.resolve()
    await cancelled

    expect(checkout.outcomes).not.toContain('pay-failed')
  })

  it('a bank’s page that it was about to show gives it no right to leave for another’s', async () => {
    const { checkout, tab, id } = await followed()
    const offer = offerOf()
    const present = { offer, session: '' }
    checkout.element.addEventListener('pay-challenge', () => Object.assign(checkout.element, present))
    checkout.press('Continue to payment')
    await checkout.reads('Preparing')
    tab.edge.tell(id, { status: 'challenge', action: BANK })
    await checkout.reads('€12.50 Continue to payment')

    const elsewhere = await Checkout.open({ offer, locale: 'en-IE' }, new FakeTab(tab.edge))
    elsewhere.press('Continue to payment')
    await elsewhere.reads('Preparing')
    const shared = elsewhere.element.order?.id ?? ''
    await expect.poll(() => checkout.element.order?.attempts).toHaveLength(1)
    tab.edge.tell(shared, { status: 'redirect', action: { type: 'redirect', url: HOSTED } })

    await expect.poll(() => elsewhere.tab.visited).toEqual([HOSTED])
    await expect.poll(() => checkout.element.order?.status).toBe('redirect')
    expect(tab.visited).toEqual([])
  })
})

describe('an order that the page’s address names', () => {
  const offer = offerOf({ methods: ['hosted'] })

  /** A tab that comes back to the offer with an order of it. */
  async function returning() {
    const tab = new FakeTab()
    const { id } = tab.edge.add({
      status: 'processing',
      attempts: [ATTEMPT],
      offer: await offerDigest(offer),
    })
    tab.href = `${PAGE}#pay-order=${id}.${viewToken()}`
    return tab
  }

  it('is shown once, and then remembered', async () => {
    const tab = await returning()

    const checkout = await Checkout.open({ offer, locale: 'en-IE' }, tab)

    await expect.poll(() => tab.edge.sockets).toHaveLength(1)
    // Once to know whether it is of this offer, and once to show it.
    expect(tab.edge.called('read')).toHaveLength(2)
    expect(checkout.element.order?.attempts).toHaveLength(1)
    expect(sessionStorage.getItem(`pay-checkout:${tab.entry} ${await offerDigest(offer)}`)).toContain('false')
  })

  it('says nothing of the present goods where it could not be shown in time', async () => {
    const tab = await returning()
    tab.randomKey = breaks
    const answers = deferred<void>()
    tab.edge.answersAfter = answers.promise
    const checkout = await Checkout.open({ offer, locale: 'en-IE' }, tab)
    await expect.poll(() => tab.edge.called('read')).toHaveLength(1)

    checkout.element.offer = offerOf({ amount: '7.00', methods: ['hosted'] })
    await checkout.drawn()
    answers.resolve()

    await expect.poll(() => tab.reported).toHaveLength(1)
    expect(checkout.outcomes).not.toContain('pay-failed')
  })
})

describe('goods that the page’s own built-ins give no name', () => {
  const { btoa } = globalThis

  afterEach(() => Object.assign(globalThis, { btoa }))

  it('are not sold under no name: the tag says that it cannot go on', async () => {
    const checkout = Checkout.make({ offer: offerOf({ methods: ['hosted'] }), locale: 'en-IE' })
    Object.assign(globalThis, { btoa: breaks })

    document.body.append(checkout.element)
    await expect.poll(() => checkout.outcomes).toEqual(['pay-failed'])
    await checkout.element.submit()

    expect(checkout.event('pay-failed').error).toMatchObject({ code: 'unexpected', recoverable: false })
    expect(checkout.buttons).toEqual([])
    expect(checkout.edge.calls).toEqual([])
  })
})

describe('of the order before', () => {
  it('no answer to a shopper’s look is missed in the present one', async () => {
    const { checkout, tab, id } = await followed()
    tab.edge.tell(id, { status: 'processing', attempts: [ATTEMPT] })
    await expect.poll(() => checkout.buttons).toContain('Check now')
    tab.edge.answersAfter = new Promise(() => {})
    const reads = tab.edge.called('read').length
    checkout.press('Check now')
    await expect.poll(() => tab.edge.called('read')).toHaveLength(reads + 1)

    checkout.element.session = ''
    checkout.element.offer = offerOf({ methods: ['hosted'] })
    await expect.poll(() => checkout.buttons).toEqual(['Processing…'])
    await tab.passes(LOAD_LIMIT_MS)

    await expect.poll(() => checkout.buttons).toEqual(['Continue to payment'])
    expect(checkout.text).not.toContain('The connection')
  })
})

it('goods that cannot be read leave no call of the page waiting', async () => {
  const tab = new FakeTab()
  const checkout = Checkout.make({ locale: 'en-IE' }, tab)
  const [one, two] = [offerOf({ methods: 'card' as never }), offerOf({ methods: ['card'] })]
  checkout.element.offers = [{ offer: one }, { offer: two }]
  document.body.append(checkout.element)
  await expect.poll(() => tab.reported).toHaveLength(1)

  await checkout.element.refresh()

  expect(checkout.outcomes).toEqual(['pay-failed'])
})

it('the page hears of an outcome that the browser cannot remember', async () => {
  const { checkout, tab, id } = await followed()
  Object.defineProperty(tab, 'entry', { get: breaks })

  tab.edge.tell(id, { status: 'approved' })

  await checkout.reads('Thank you!')
  expect(checkout.outcomes).toContain('pay-settled')
  expect(tab.reported).toEqual([expect.any(TypeError)])
})

it('a page without unguessable keys shows how the order of its address went', async () => {
  const tab = new FakeTab()
  tab.randomKey = breaks
  const { id } = tab.edge.add({ status: 'approved' })
  tab.href = `${PAGE}#pay-order=${id}.${viewToken()}`

  const checkout = await Checkout.open({ locale: 'en-IE' }, tab)

  await checkout.reads('Thank you!')
})
