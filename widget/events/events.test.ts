import { describe, expect, it } from 'vitest'
import { FakeEdge } from '../testing/fake-edge.ts'
import { Checkout, FakeTab, offerOf } from '../testing/harness.ts'
import type { PayEventMap } from './events.ts'

const open = (tab?: FakeTab) => Checkout.open({ offer: offerOf(), locale: 'en-IE' }, tab)

async function paying(checkout: Checkout) {
  checkout.press('Continue to payment')
  await checkout.reads('Preparing')
}

const types = (checkout: Checkout) => checkout.events.map(({ type }) => type)

describe('the events', () => {
  it('come in the order of what happens, pay-status before the others', async () => {
    const checkout = await open()

    await paying(checkout)
    await checkout.told({
      status: 'redirect',
      action: { type: 'redirect', url: 'https://gateway.example.com/1' },
    })
    await checkout.told({ status: 'approved' })

    expect(types(checkout)).toEqual([
      'pay-ready',
      'pay-submit',
      'pay-status',
      'pay-status',
      'pay-redirect',
      'pay-status',
      'pay-settled',
    ])
  })

  it('bubble out of shadow roots', async () => {
    const host = document.body.appendChild(document.createElement('div'))
    const checkout = Checkout.make({ offer: offerOf({ methods: ['hosted'] }), locale: 'en-IE' })
    const heard: string[] = []
    const listen = (event: PayEventMap['pay-settled']) => heard.push(event.order.status)
    document.addEventListener('pay-settled', listen, { once: true })
    host.attachShadow({ mode: 'closed' }).append(checkout.element)
    await checkout.drawn()

    await paying(checkout)
    await checkout.told({ status: 'approved' })

    expect(heard).toEqual(['approved'])
  })

  it('do not repeat a view that is no newer', async () => {
    const checkout = await open()
    await paying(checkout)
    const [socket] = checkout.edge.sockets
    const before = checkout.events.length

    socket?.say({ order: checkout.edge.order })
    socket?.say({ order: { ...checkout.edge.order, status: 'approved', seq: 1 } })

    expect(checkout.events).toHaveLength(before)
    expect(checkout.element.order?.status).toBe('sending')
  })

  it('tell of an unknown outcome by pay-status alone', async () => {
    const checkout = await open()
    await paying(checkout)

    await checkout.told({ status: 'unknown' })

    expect(types(checkout).at(-1)).toBe('pay-status')
    expect(checkout.outcomes).toEqual(['pay-ready', 'pay-submit'])
  })

  it('settle once per order and page, whatever becomes of the money afterwards and however many tags show it', async () => {
    const offer = offerOf()
    const edge = new FakeEdge()
    const tags = [
      await Checkout.open({ offer, locale: 'en-IE' }, new FakeTab(edge)),
      await Checkout.open({ offer, locale: 'en-IE' }, new FakeTab(edge)),
    ]
    const heard: string[] = []
    const listen = () => heard.push('pay-settled')
    document.addEventListener('pay-settled', listen)
    await paying(tags[0] as Checkout)
    await tags[1]?.reads('Preparing')

    edge.tell(edge.order.id, { status: 'approved' })
    edge.tell(edge.order.id, { status: 'captured' })
    await tags[1]?.reads('Thank you!')
    document.removeEventListener('pay-settled', listen)

    expect(heard).toEqual(['pay-settled'])
  })

  it('fail once for each attempt, with the order’s own reason', async () => {
    const checkout = await open()
    await paying(checkout)
    const error = { code: 'funds', recoverable: true, supportId: 'SUP-7' }

    await checkout.told({ status: 'declined', error })
    await checkout.told({ status: 'declined', error })
    checkout.press('Try again')
    await checkout.reads('Preparing')
    await checkout.told({ status: 'declined' })

    const failures = checkout.events.filter((event) => event.type === 'pay-failed')
    expect(failures).toHaveLength(2)
    expect(checkout.event('pay-failed').error).toEqual(error)
    expect(checkout.event('pay-failed').order?.status).toBe('declined')
  })

  it('are held back until the page could listen', async () => {
    const checkout = Checkout.make({ offer: 'not an offer' })
    document.body.append(checkout.element)
    checkout.element.addEventListener('pay-failed', () => checkout.events.push(new Event('late listener')))

    await expect.poll(() => types(checkout)).toEqual(['pay-failed', 'late listener'])
  })
})

describe('pay-submit', () => {
  it('prevented, sends nothing and leaves the button armed', async () => {
    const checkout = await open()
    checkout.element.addEventListener('pay-submit', (event) => event.preventDefault(), { once: true })

    await checkout.element.submit()

    expect(checkout.edge.payments).toEqual([])
    expect(checkout.isLocked('Continue to payment')).toBe(false)
  })

  it('is cancelled by a promise that is rejected', async () => {
    const checkout = await open()
    checkout.element.addEventListener('pay-submit', (event) =>
      event.waitUntil(Promise.reject(new Error('sold out'))),
    )

    await checkout.element.submit()

    expect(checkout.edge.payments).toEqual([])
    expect(checkout.outcomes).toEqual(['pay-ready', 'pay-submit'])
  })

  it('waits, locked, for a promise that is kept', async () => {
    const checkout = await open()
    let keep = () => {}
    checkout.element.addEventListener('pay-submit', (event) =>
      event.waitUntil(
        new Promise<void>((resolve) => {
          keep = resolve
        }),
      ),
    )
    checkout.press('Continue to payment')
    await expect.poll(() => checkout.outcomes).toContain('pay-submit')
    await checkout.drawn()
    expect(checkout.isLocked('Processing…')).toBe(true)
    expect(checkout.root.querySelector('[role=alert]')?.textContent).toBe('')
    expect(checkout.edge.payments).toEqual([])

    keep()

    await checkout.reads('Preparing')
  })

  it('takes no promise once the payment is under way', async () => {
    const checkout = await open()
    await paying(checkout)

    expect(() => checkout.event('pay-submit').waitUntil(Promise.resolve())).toThrow('already under way')
  })
})
