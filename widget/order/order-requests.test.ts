import { describe, expect, it } from 'vitest'
import { FakeTab, offerOf } from '../testing/harness.ts'
import { access, SHOWING, view } from '../testing/tag-table.ts'
import { Jobs } from './jobs.ts'
import { followOrder } from './live.ts'
import { offerDigest } from './offer.ts'
import { remember } from './order-requests.ts'
import { RememberedOrders } from './remembered-orders.ts'
import type { Sale, TagContext } from './tag-context.ts'

describe('following an order', () => {
  it('sends the token of another order to no other than that', async () => {
    const tab = new FakeTab()
    const sent: string[][] = []
    const read = async (...request: string[]) => {
      sent.push(request)
      return { ok: false, reason: { code: 'token-invalid', status: 401 } } as const
    }
    const tag = {
      ...{ state: SHOWING, jobs: new Jobs(), env: tab.browserEnv, send: () => {} },
      sale: () => ({ edge: '', env: tab.browserEnv, api: { read } }),
      carryOut: async (work: () => unknown) => {
        tag.state = { ...SHOWING, access: access({ id: 'another', token: 'of another' }), view: undefined }
        await work()
        return true
      },
    }

    await followOrder(tag as unknown as TagContext)

    expect(sent).toEqual([['another', 'of another']])
  })
})

describe('what the browser remembers', () => {
  it('is no answer that is older than what it knows', async () => {
    const orders = new RememberedOrders(new FakeTab().browserEnv)
    const digest = await offerDigest(offerOf())
    const { id, key, token } = access()
    orders.write(digest, { id, key, token, seq: 3 })
    const sale = { orders, digest } as Sale
    remember(sale, access(), view({ status: 'approved', seq: 5 }))

    remember(sale, access(), view({ status: 'cancelled', seq: 4 }))

    expect(orders.read(digest)).toMatchObject({ seq: 5, paidAt: expect.any(Number) })
  })

  it.each([
    ['offer', (offer: string) => offer],
    ['result tag, of an offer', () => ''],
  ])('of a paid order stays, whatever comes late to its %s', async (_, digestOf) => {
    const orders = new RememberedOrders(new FakeTab().browserEnv)
    const offer = await offerDigest(offerOf())
    const { id, key, token } = access()
    orders.write(offer, { id, key, token, seq: 5, paidAt: new FakeTab().now })

    remember(
      { orders, digest: digestOf(offer) } as Sale,
      access(),
      view({ status: 'cancelled', seq: 4, offer }),
    )

    expect(orders.read(offer)).toMatchObject({ seq: 5, paidAt: expect.any(Number) })
  })
})
