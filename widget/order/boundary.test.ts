import { describe, expect, it } from 'vitest'
import { DONE_MESSAGE } from '../../shared/frame-messages.ts'
import type { OrderAction, OrderView } from '../../shared/order-view.ts'
import { LOAD_LIMIT_MS, PING_EVERY_MS } from '../durations.ts'
import { FakeWindow } from '../testing/fake-window.ts'
import { Checkout, FakeTab, offerOf } from '../testing/harness.ts'

const BROKEN = new TypeError('crypto.randomUUID is not a function')

const breaks = (): never => {
  throw BROKEN
}

/** A tag with a link to the edge's page in it. */
async function openTag(tab: FakeTab, presentation = ''): Promise<Checkout> {
  const checkout = Checkout.make({ offer: offerOf(), locale: 'en-IE', presentation }, tab)
  const link = document.createElement('a')
  link.textContent = 'Pay on another page'
  link.href = 'https://pay.example.com/pay'
  checkout.element.append(link)
  document.body.append(checkout.element)
  await checkout.reads('€12.50 Continue to payment')
  return checkout
}

const link = ({ element }: Checkout) => element.querySelector('a')

describe('a click that throws', () => {
  it('ends in words, in pay-failed and in the page’s own link, and the console has it', async () => {
    const tab = new FakeTab()
    tab.randomKey = breaks
    const checkout = await openTag(tab, 'popup')
    expect(link(checkout)?.checkVisibility()).toBe(false)

    checkout.press('Continue to payment')

    await checkout.reads('That did not work. Please try again.')
    expect(checkout.event('pay-failed').error).toMatchObject({ code: 'unexpected', recoverable: true })
    expect(link(checkout)?.checkVisibility()).toBe(true)
    expect(tab.reported).toEqual([BROKEN])
  })

  it('closes the window that it opened for the payment page', async () => {
    const tab = new FakeTab()
    tab.randomKey = breaks
    const opened = new FakeWindow()
    tab.openPopUp = () => opened as unknown as Window
    const checkout = await openTag(tab, 'popup')

    checkout.press('Continue to payment')

    await checkout.reads('That did not work.')
    expect(opened.closed).toBe(true)
  })

  it('leaves the tag as it was, so that the next click pays', async () => {
    const tab = new FakeTab()
    tab.randomKey = breaks
    const checkout = await openTag(tab, 'popup')
    checkout.press('Continue to payment')
    await checkout.reads('That did not work.')

    tab.randomKey = () => 'another'
    checkout.press('Continue to payment')

    await checkout.reads('Preparing')
  })
})

it('a submit() of the page’s that throws ends in the same words', async () => {
  const tab = new FakeTab()
  tab.randomKey = breaks
  const checkout = await openTag(tab, 'popup')

  await checkout.element.submit()

  await checkout.reads('That did not work. Please try again.')
  expect(checkout.outcomes).toContain('pay-failed')
})

it('a form’s message that throws ends in the same words', async () => {
  const tab = new FakeTab()
  tab.edge.template = { methods: ['card'] }
  const offer = offerOf({ methods: ['card'] })
  const checkout = Checkout.make({ offer, locale: 'en-IE', edge: location.origin }, tab)
  // The form alone gets every text.
  checkout.element.labels = {
    get 'field.state.AU'() {
      return breaks()
    },
  }

  document.body.append(checkout.element)

  await checkout.reads('That did not work. Please try again.')
  expect(tab.reported).toContain(BROKEN)
})

const LOST = 'The connection was lost. Please try again.'

const ATTEMPT = {
  number: 1,
  method: 'hosted',
  status: 'processing',
  startedAt: '2026-11-22T12:00:00Z',
} as const

const BANK: OrderAction = {
  type: 'challenge',
  url: 'https://pay.example.com/three-ds/1/key/step',
  frame: new URL('/fake-frames/bank', location.href).href,
}

/** A tag whose page opened while an attempt of its order was under way. */
async function underWay(tab: FakeTab, order: Partial<OrderView> = {}): Promise<Checkout> {
  const { id } = tab.edge.add({ status: 'processing', attempts: [ATTEMPT], ...order })
  const checkout = await Checkout.open({ session: `${id}.pay.1`, locale: 'en-IE' }, tab)
  await expect.poll(() => checkout.element.order?.attempts).toHaveLength(1)
  return checkout
}

/** The tag says of an attempt that may have acted that the connection was lost, and the console has what was thrown. */
async function expectLost(checkout: Checkout) {
  await checkout.reads(LOST)
  expect(checkout.event('pay-failed').error).toMatchObject({ code: 'network', recoverable: true })
  expect(checkout.tab.reported).toEqual([expect.any(TypeError)])
}

describe('an answer that throws while an attempt is under way', () => {
  it('to the click that started it counts as a lost connection, and the order is read', async () => {
    const tab = new FakeTab()
    const checkout = await openTag(tab)
    tab.edge.failNext('checkout', 'answer-replaced')

    checkout.press('Continue to payment')

    await expect.poll(() => tab.reported).toEqual([expect.any(TypeError)])
    expect(checkout.event('pay-failed').error).toMatchObject({ code: 'network', recoverable: true })
    await checkout.reads('Preparing')
    expect(checkout.element.order?.attempts).toHaveLength(1)
    expect(tab.edge.payments).toHaveLength(1)
  })

  it('to the loop that follows the order ends in words, and the loop goes on', async () => {
    const tab = new FakeTab()
    tab.refusesSockets = true
    const checkout = await underWay(tab)
    tab.edge.failNext('read', 'answer-replaced')
    tab.endPauses(0)
    await expectLost(checkout)

    await checkout.told({ status: 'approved' })
    await tab.passes(LOAD_LIMIT_MS)

    await checkout.reads('Thank you!')
    expect(checkout.outcomes).toContain('pay-settled')
  })

  it('to a message of the bank’s frame ends in words, with the dialog as it was', async () => {
    const tab = new FakeTab()
    const checkout = await underWay(tab, { status: 'challenge', action: BANK })
    const frame = () => checkout.root.querySelector<HTMLIFrameElement>('[part=frame]')
    await expect.poll(() => frame()?.contentWindow?.document.readyState).toBe('complete')
    tab.edge.failNext('read', 'answer-replaced')

    window.dispatchEvent(
      new MessageEvent('message', { data: DONE_MESSAGE, source: frame()?.contentWindow ?? null }),
    )

    await expectLost(checkout)
    expect(checkout.root.querySelector('dialog')?.open).toBe(true)
  })

  it('to the timer of the 3DS Method ends in words', async () => {
    const tab = new FakeTab()
    const checkout = await underWay(tab, {
      status: 'method',
      action: { ...BANK, type: 'method', secondsLeft: 10 },
    })
    tab.edge.failNext('method', 'answer-replaced')

    await tab.passes(10_000)

    await expectLost(checkout)
    expect(tab.edge.called('method')).toHaveLength(1)
  })
})

it('a live socket that throws is of no more use, and the tag polls', async () => {
  const tab = new FakeTab()
  const checkout = await underWay(tab)
  await expect.poll(() => tab.edge.sockets).toHaveLength(1)
  Object.assign(tab.edge.sockets[0] ?? {}, { send: breaks })
  const reads = tab.edge.called('read').length

  await tab.passes(PING_EVERY_MS)

  await expect.poll(() => tab.edge.called('read').length).toBeGreaterThan(reads)
  expect(checkout.outcomes).not.toContain('pay-failed')
})
