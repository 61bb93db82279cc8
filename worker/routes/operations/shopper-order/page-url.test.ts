/** Which page an order keeps as the one that its shopper can go back to. */
import { describe, expect, it } from 'vitest'
import type { CheckoutReply } from '../../../../shared/http-bodies.ts'
import type { MerchantOrderView, OrderView } from '../../../../shared/order-view.ts'
import { orderToken } from '../../../credentials/order-tokens.ts'
import { kill, storedText } from '../../../order/testing/orders.ts'
import { ask, bearer, config, merchant, opened, post } from '../../testing/edge.ts'

/** `https://shop.example.com` is the shop of the settings, `https://other.example` is none. */
const MUG = 'https://shop.example.com/mug?colour=heather'

async function openedSession(changes: object = {}): Promise<CheckoutReply> {
  const body = {
    ...{ reference: `order-${crypto.randomUUID()}`, intent: 'sale', amount: '12.50', currency: 'EUR' },
    ...{ description: 'A tin of tea', customer: { email: 'a@b.example' }, ...changes },
  }
  return (await ask('/v1/orders', post(body, merchant()))).json<CheckoutReply>()
}

async function paidFrom(pageUrl: string, changes: object = {}): Promise<OrderView> {
  const { order, token } = await openedSession(changes)
  const headers = { ...bearer(token), 'Idempotency-Key': `${order.id}.1` }
  const answer = await ask(`/v1/orders/${order.id}/pay`, post({ method: 'hosted', pageUrl }, headers))
  expect(answer.status).toBe(200)
  return answer.json<OrderView>()
}

describe('an order of an offer', () => {
  it('keeps the page that opened it, without the order that a return named there', async () => {
    const { order } = await opened({}, { pageUrl: `${MUG}#/tea?pay-order=${'A'.repeat(32)}.a.b.c&a=1` })

    expect(order.pageUrl).toBe(`${MUG}#/tea?a=1`)
  })

  it('keeps no fragment but a router’s', async () => {
    const { order } = await opened({}, { pageUrl: `${MUG}#access_token=secret` })

    expect(order.pageUrl).toBe(MUG)
  })

  it.each([
    ['another site', 'https://other.example/mug'],
    ['a script', 'javascript:alert(1)'],
    ['no address at all', 'mug'],
  ])('is opened all the same from %s, which it does not keep', async (_, pageUrl) => {
    const { order } = await opened({}, { pageUrl })

    expect(order).not.toHaveProperty('pageUrl')
  })
})

describe('a session', () => {
  it('keeps the page that pays it, once it is paid', async () => {
    expect((await openedSession()).order).not.toHaveProperty('pageUrl')

    expect((await paidFrom(MUG)).pageUrl).toBe(MUG)
  })

  it('keeps no fragment of it but a router’s', async () => {
    expect((await paidFrom(`${MUG}#access_token=secret`)).pageUrl).toBe(MUG)
    expect((await paidFrom(`${MUG}#/tea`)).pageUrl).toBe(`${MUG}#/tea`)
  })

  it('keeps a page within its own origins, and then none of the settings’', async () => {
    const origins = ['https://tea.example']

    expect((await paidFrom('https://tea.example/cart', { origins })).pageUrl).toBe('https://tea.example/cart')
    expect(await paidFrom(MUG, { origins })).not.toHaveProperty('pageUrl')
  })

  it.each(['https://other.example/', 'javascript:alert(1)', 'https://me:secret@shop.example.com/', ''])(
    'is paid all the same from “%s”, which it does not keep',
    async (pageUrl) => {
      expect(await paidFrom(pageUrl)).not.toHaveProperty('pageUrl')
    },
  )

  it('tells it to the shopper alone: a page’s address may hold what webhooks should not', async () => {
    const { id } = await paidFrom(MUG)

    const seen = await (await ask(`/v1/orders/${id}`, { headers: merchant() })).json<MerchantOrderView>()

    expect(seen.id).toBe(id)
    expect(seen).not.toHaveProperty('pageUrl')
  })

  it('joins the attempt that the same key started from another page', async () => {
    const { order, token } = await openedSession()
    const headers = { ...bearer(token), 'Idempotency-Key': `${order.id}.1` }
    const payFrom = (pageUrl: string) =>
      ask(`/v1/orders/${order.id}/pay`, post({ method: 'hosted', pageUrl }, headers))

    const answers = await Promise.all([payFrom(MUG), payFrom('https://shop.example.com/cart')])

    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await answers[1]?.json<OrderView>())?.attempts).toHaveLength(1)
  })
})

describe('erasing', () => {
  const MARK = 'ada-example-com'
  const OWN = `https://shop.example.com/mug?for=${MARK}`

  /** All that a token of either scope, the merchant, and the disk still tell. */
  async function traces(id: string): Promise<string[]> {
    const scopes = ['pay', 'view'] as const
    const tokens = await Promise.all(scopes.map((scope) => orderToken(config, { id, scope }, Date.now())))
    const seen = [...tokens.map(bearer), merchant()].map(async (headers) =>
      (await ask(`/v1/orders/${id}`, { headers })).text(),
    )
    return [...(await Promise.all(seen)), await storedText(id)]
  }

  async function erased(id: string): Promise<string[]> {
    await expect
      .poll(async () => (await ask(`/v1/orders/${id}/erase`, post({}, merchant()))).status)
      .toBe(200)
    return traces(id)
  }

  it('takes the page of an order of an offer away', async () => {
    const { order } = await opened({}, { pageUrl: OWN })
    expect((await traces(order.id)).join()).toContain(MARK)

    expect((await erased(order.id)).join()).not.toContain(MARK)
  })

  it('takes the page of a session away', async () => {
    const { id } = await paidFrom(OWN)
    expect((await traces(id)).join()).toContain(MARK)

    expect((await erased(id)).join()).not.toContain(MARK)
  })

  it('takes it away where the version before noted it in the log', async () => {
    const { id } = await paidFrom(OWN)
    await kill(id, ({ kv }) => {
      const order = kv.get<{ log: { event: { type: string } }[] }>('order') ?? expect.fail()
      const log = order.log.map((line) =>
        line.event.type === 'attempted' ? { ...line, event: { ...line.event, pageUrl: OWN } } : line,
      )
      expect(JSON.stringify(log)).toContain(MARK)
      kv.put('order', { ...order, log })
    })

    expect((await erased(id)).join()).not.toContain(MARK)
  })
})
