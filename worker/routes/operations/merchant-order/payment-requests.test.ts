/** Orders whose link a person gets: listed from their opening, told when they are seen and when they expire, and kept. */
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ListedOrder } from '../../../../shared/order-list.ts'
import type { MerchantOrderView } from '../../../../shared/order-view.ts'
import type { Order } from '../../../order/order.ts'
import { startOver } from '../../../order/testing/platform.ts'
import { ScriptedGateway } from '../../../order/testing/scripted-gateway.ts'
import { RECEIVER, ScriptedReceiver } from '../../../order/testing/scripted-receiver.ts'
import { answerWith, setWith } from '../../../testing/edge.ts'
import { ask, config, merchant, post, refusalOf } from '../../testing/edge.ts'
import { click, exchanged, linkedOrder, linkIn, look, pay, requested } from '../../testing/links.ts'

const DAY = 86_400_000

const orderOf = (id: string) => env.ORDERS.getByName(id)

const shown = async (id: string) =>
  (await look(id, env.TEST_MERCHANT_KEY)).json<MerchantOrderView & { payUrl?: string }>()

/** The order in the list, if it is there. */
async function listed(id: string, query = '', bindings: object = {}) {
  const response = await ask(`/v1/orders?limit=100${query}`, { headers: merchant() }, bindings)
  const { orders } = await response.json<{ orders: ListedOrder[] }>()
  return orders.find((one) => one.id === id)
}

const request = (changes: object = {}, bindings: object = {}) =>
  linkedOrder({ request: true, act: 'invoice', expiresIn: 180 * 86_400, ...changes }, bindings)

let receiver: ScriptedReceiver

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  receiver = new ScriptedReceiver()
  answerWith(receiver.inFrontOf(new ScriptedGateway().fetch))
  setWith({ ...RECEIVER, ORDER_TIMES: '{}' })
})

afterEach(async () => {
  vi.useRealTimers()
  await startOver()
})

const passes = (ms: number) => vi.setSystemTime(Date.now() + ms)

/** The alarm of the order rings. */
const rings = (id: string) => runDurableObjectAlarm(orderOf(id))

const personalOf = (id: string) =>
  runInDurableObject(orderOf(id), (_: Order, { storage }) => storage.kv.get('personal'))

describe('a payment request', () => {
  it('is listed as open from its opening, by one row and its name', async () => {
    const { id } = await request()

    await expect.poll(() => listed(id)).toMatchObject({ status: 'open', link: 'current' })
    expect(await listed(id, '&status=open')).toBeDefined()
    expect(await listed(id, '&link=open')).toBeDefined()
    expect(await shown(id)).toMatchObject({ request: true, status: 'open' })
  })

  it('is not any order that a server opens', async () => {
    const { id } = await linkedOrder()

    await exchanged(id, (await linkedOrder()).link).catch(() => undefined)
    expect(await listed(id)).toBeUndefined()
  })

  it('tells once that it was seen, in its view, in the list and by a webhook', async () => {
    const { id, link } = await request()
    await expect.poll(() => listed(id)).toBeDefined()
    expect(await listed(id)).not.toHaveProperty('seenAt')

    await exchanged(id, link)
    await exchanged(id, link)

    await expect.poll(() => receiver.types).toEqual(['request.seen'])
    await expect.poll(async () => (await listed(id))?.seenAt).toBe((await shown(id)).seenAt)
  })

  it('tells that nobody paid it in time, and is kept as a paid order is', async () => {
    const { id, link } = await request({ expiresIn: 3 * 86_400 })
    passes(3 * DAY + 1)
    await rings(id)

    await expect.poll(() => receiver.types).toEqual(['request.expired'])
    await expect.poll(() => listed(id)).toMatchObject({ status: 'expired' })
    expect(await listed(id)).not.toHaveProperty('link')
    expect(await refusalOf(await click(id, link))).toBe('409 order-final')
    passes(2 * DAY)
    await rings(id)
    expect((await shown(id)).status).toBe('expired')
  })

  it('keeps the shopper’s data until it ends, and then as long as RETENTION says', async () => {
    const { id } = await request()
    passes(179 * DAY)
    await rings(id)
    expect(await personalOf(id)).toBeDefined()

    passes(DAY)
    await rings(id)
    await expect.poll(() => receiver.types).toEqual(['request.expired'])
    passes(89 * DAY)
    await rings(id)
    expect(await personalOf(id)).toBeDefined()
    passes(2 * DAY)
    await rings(id)
    await expect.poll(() => personalOf(id)).toBeUndefined()
    await expect.poll(async () => (await listed(id))?.description).toBe('')
  })

  it('is paid after five months, by a token that lives from the click on', async () => {
    const { id, link } = await request()
    passes(150 * DAY)
    const token = await exchanged(id, link)
    passes(20 * DAY)

    expect((await pay(id, token, { method: 'hosted' })).status).toBe(200)
    await expect.poll(async () => (await shown(id)).status).toBe('redirect')
  })

  it('lives 180 days at most, and is none of a payout', async () => {
    const open = (changes: object) =>
      ask('/v1/orders', post(requested({ request: true, ...changes }), merchant()))

    expect(await refusalOf(await open({ expiresIn: 180 * 86_400 + 1 }))).toBe('400 body-malformed')
    expect(await refusalOf(await open({ intent: 'payout', methods: ['payout-page'] }))).toBe(
      '400 body-malformed',
    )
  })

  it('shows a page of the shop also late: the session’s own token lives until it expires', async () => {
    const body = requested({ expiresIn: 180 * 86_400 })
    await linkedOrder(body)
    passes(100 * DAY)
    const { id, token } = await linkedOrder(body)

    expect((await look(id, token)).status).toBe(200)
  })
})

describe('a change of the key of tokens', () => {
  const once = { TOKEN_KEY: 'n'.repeat(40), TOKEN_KEY_PREVIOUS: config.TOKEN_KEY }
  const twice = { TOKEN_KEY: 'm'.repeat(40), TOKEN_KEY_PREVIOUS: 'n'.repeat(40) }

  it('names the open links that it ends, first and last', async () => {
    const { id } = await request()
    const paid = await request({ expiresIn: 60 })
    await expect.poll(() => listed(id)).toBeDefined()
    passes(61_000)
    await rings(paid.id)
    await expect.poll(() => listed(paid.id)).toMatchObject({ status: 'expired' })

    expect(await listed(id, '&link=former')).toBeUndefined()
    expect(await listed(id, '&link=former', once)).toMatchObject({ link: 'former' })
    expect(await listed(id, '&link=ended', once)).toBeUndefined()
    expect(await listed(id, '&link=ended', twice)).toMatchObject({ link: 'ended' })
    const read = async (keys: object) => (await look(id, env.TEST_MERCHANT_KEY, keys)).json()
    expect(await read(once)).toMatchObject({ link: 'former', payUrl: expect.any(String) })
    expect(await read(twice)).toMatchObject({ link: 'ended' })
    for (const query of ['&link=former', '&link=ended', '&link=open'])
      expect(await listed(paid.id, query, once)).toBeUndefined()
  })

  it.each([
    ['asks for the link', (id: string) => ask(`/v1/orders/${id}/renew-link`, post({}, merchant()), once)],
    ['opens the order', (_: string, body: object) => ask('/v1/orders', post(body, merchant()), once)],
  ])('names a link no more once its merchant %s again', async (_, again) => {
    const body = requested({ request: true, expiresIn: 86_400 })
    const { id } = await linkedOrder(body)
    await expect.poll(() => listed(id)).toBeDefined()

    const { payUrl } = await (await again(id, body)).json<{ payUrl: string }>()

    expect((await click(id, linkIn(payUrl), undefined, once)).status).toBe(200)
    await expect.poll(async () => (await listed(id, '', once))?.link).toBe('current')
    expect(await listed(id, '&link=former', once)).toBeUndefined()
  })

  it('names the link of no order that has none', async () => {
    const answer = await ask(`/v1/orders/${'A'.repeat(32)}/renew-link`, post({}, merchant()))

    expect(await refusalOf(answer)).toBe('404 not-found')
  })
})
