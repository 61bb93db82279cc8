import { describe, expect, it } from 'vitest'
import { LOAD_LIMIT_MS } from '../durations.ts'
import { Checkout, EDGE, FakeTab, offerOf, PAGE, viewToken } from '../testing/harness.ts'

async function paying(tab = new FakeTab()): Promise<Checkout> {
  const checkout = await Checkout.open({ offer: offerOf(), locale: 'en-IE' }, tab)
  // What the tag waited for before there was an order.
  tab.pauses.length = 0
  checkout.press('Continue to payment')
  await checkout.reads('Preparing')
  return checkout
}

const REDIRECT = { type: 'redirect', url: 'https://gateway.example.com/form/1' } as const

/** After how long the order was asked for again; until words come about waiting is another pause. */
const asks = (tab: FakeTab) => tab.pauses.filter((ms) => ms !== 10_000)

describe('an order under way', () => {
  it('is followed over a socket, from the newest change that is known', async () => {
    const { edge } = await paying()

    const [socket] = edge.sockets
    expect(socket?.url).toBe(`${EDGE.replace('https', 'wss')}/v1/orders/${edge.order.id}/live?after=2`)
    expect(socket?.protocols).toEqual(['pay-checkout.v1', 'token.pay.first.1'])
  })

  it('is asked for whenever the edge says so where no socket can be opened, and none is tried again', async () => {
    const tab = new FakeTab()
    tab.refusesSockets = true
    tab.edge.retryAfterSeconds = 4
    const checkout = await paying(tab)
    await expect.poll(() => asks(tab)).toEqual([4000])

    tab.edge.tell(tab.edge.order.id, { status: 'approved' })
    tab.endPauses()

    await checkout.reads('Thank you!')
    expect(asks(tab)).toEqual([4000])
    expect(tab.edge.called('read')).toHaveLength(2)
  })

  it('is asked for again after a while, however often the edge has too many requests', async () => {
    const tab = new FakeTab()
    tab.refusesSockets = true
    tab.edge.retryAfterSeconds = 4
    const checkout = await paying(tab)
    for (const pauses of [1, 2, 3]) {
      await expect.poll(() => asks(tab)).toHaveLength(pauses)
      tab.edge.failNext('read', { code: 'too-many-requests', retryAfterSeconds: 60 })
      tab.endPauses()
    }
    await expect.poll(() => asks(tab)).toEqual([4000, 60_000, 60_000, 60_000])
    tab.edge.tell(tab.edge.order.id, { status: 'approved' })
    tab.endPauses()

    await checkout.reads('Thank you!')
  })

  it('is asked for again after a while, also where a proxy refuses and says that at once is early enough', async () => {
    const tab = new FakeTab()
    tab.refusesSockets = true
    tab.edge.retryAfterSeconds = 4
    await paying(tab)
    await expect.poll(() => asks(tab)).toHaveLength(1)
    tab.edge.failNext('read', { code: 'unavailable', retryAfterSeconds: 0 })
    tab.endPauses()

    await expect.poll(() => asks(tab)).toEqual([4000, LOAD_LIMIT_MS])
  })

  it('is asked for once its socket breaks, and followed again', async () => {
    const checkout = await paying()
    const { edge, tab } = checkout
    edge.retryAfterSeconds = 4

    edge.sockets[0]?.close()
    await expect.poll(() => tab.pauses).toContain(4000)
    tab.endPauses()

    await expect.poll(() => edge.sockets).toHaveLength(2)
    await checkout.told({ status: 'approved' })
    expect(checkout.text).toContain('Thank you!')
  })

  it('is asked for at once when its socket opens and does not greet, and no socket is tried again', async () => {
    const tab = new FakeTab()
    tab.edge.swallowsSockets = true
    tab.edge.retryAfterSeconds = 4
    const checkout = await paying(tab)
    tab.edge.tell(tab.edge.order.id, { status: 'redirect', action: REDIRECT })

    await tab.passes(2000)

    await expect.poll(() => tab.visited).toEqual([REDIRECT.url])
    tab.edge.tell(tab.edge.order.id, { status: 'approved' })
    await tab.passes(4000)
    await checkout.reads('Thank you!')
    expect(tab.edge.sockets.map(({ closed }) => closed)).toEqual([true])
  })

  it('is asked for when a socket that worked falls silent, and the shopper sees nothing of the change', async () => {
    const checkout = await paying()
    const { edge, tab } = checkout
    edge.retryAfterSeconds = 4
    const before = checkout.text
    await tab.passes(15_000)
    const [socket] = edge.sockets
    await expect.poll(() => socket?.heard).toEqual(['ping'])
    if (socket) socket.isSwallowed = true

    await tab.passes(15_000)
    await expect.poll(() => socket?.heard).toEqual(['ping', 'ping'])
    expect(edge.called('read')).toHaveLength(0)
    await tab.passes(5000)

    await expect.poll(() => edge.called('read')).toHaveLength(1)
    expect(socket?.closed).toBe(true)
    expect(checkout.text).toBe(before)
    edge.tell(edge.order.id, { status: 'approved' })
    await tab.passes(4000)
    await checkout.reads('Thank you!')
  })

  it('is asked for, and no socket tried again, when the order has no place for it', async () => {
    const { edge, tab } = await paying()
    edge.retryAfterSeconds = 4
    await expect.poll(() => tab.pauses).toContain(15_000)

    edge.sockets[0]?.close(1013)
    await tab.passes(4000)

    await expect.poll(() => edge.called('read').length).toBe(2)
    expect(edge.sockets).toHaveLength(1)
  })

  it('is listened to again over another socket when the browser is back in a network', async () => {
    const { edge, tab } = await paying()
    await expect.poll(() => tab.pauses).toContain(15_000)

    window.dispatchEvent(new Event('online'))

    await expect.poll(() => edge.sockets.map(({ closed }) => closed)).toEqual([true, false])
  })

  it('is asked for again when the edge is silent', async () => {
    const tab = new FakeTab()
    tab.refusesSockets = true
    tab.edge.failNext('read', 'unreachable')

    await paying(tab)

    await expect.poll(() => asks(tab)).toEqual([8000])
  })

  it('is not followed any more once it is final', async () => {
    const checkout = await paying()

    await checkout.told({ status: 'approved' })

    expect(checkout.edge.sockets.map(({ closed }) => closed)).toEqual([true])
    expect(checkout.edge.called('read')).toEqual([])
  })

  it('survives words on the socket that are no message', async () => {
    const checkout = await paying()
    const [socket] = checkout.edge.sockets

    socket?.onmessage?.({ data: 'pong' })
    await checkout.told({ status: 'approved' })

    expect(checkout.text).toContain('Thank you!')
  })

  it('lets go of its socket when the page is hidden away, so that Back shows it as it was', async () => {
    const checkout = await paying()

    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))

    expect(checkout.edge.sockets.every(({ closed }) => closed)).toBe(true)
  })
})

describe('an order by a link, at the return page of a shopper whose attempt fails', () => {
  async function returned(tab: FakeTab) {
    const { id } = tab.edge.add({ status: 'processing' })
    tab.edge.retryAfterSeconds = 4
    tab.href = `${PAGE}#pay-order=${id}.${viewToken()}`
    const checkout = await Checkout.open({ locale: 'en-IE' }, tab)
    await checkout.reads('Back to the shop')
    return { checkout, id }
  }

  it('is seen paid by another holder of the link, who opened a form before', async () => {
    const tab = new FakeTab()
    const { id, checkout } = await returned(tab)
    await expect.poll(() => tab.edge.sockets).toHaveLength(1)
    tab.edge.tell(id, { status: 'declined' })
    await checkout.reads('Payment declined')
    tab.edge.tell(id, { status: 'open', byLink: true })
    await checkout.reads('This payment is not finished yet')

    tab.edge.tell(id, { status: 'approved' })

    await expect.poll(() => checkout.element.order?.status).toBe('approved')
    expect(tab.edge.sockets.map(({ closed }) => closed)).toEqual([true])
  })

  it('is asked for no more where no socket can be opened and the edge expects nothing', async () => {
    const tab = new FakeTab()
    tab.refusesSockets = true
    const { id, checkout } = await returned(tab)
    await expect.poll(() => tab.pauses).toContain(4000)
    tab.edge.tell(id, { status: 'open', byLink: true })
    tab.endPauses()
    await checkout.reads('This payment is not finished yet')
    const [reads, pauses] = [tab.edge.called('read').length, tab.pauses.length]

    tab.endPauses()
    await checkout.element.updateComplete

    expect(tab.edge.called('read')).toHaveLength(reads)
    expect(tab.pauses).toHaveLength(pauses)
  })
})
