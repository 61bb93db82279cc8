/**
 * An order whose object was restored to an earlier point. The platform restores storage as a whole, so a test puts back
 * the rows of an earlier moment; workerd itself cannot restore.
 */
import { runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setWith } from '../testing/edge.ts'
import type { Order } from './order.ts'
import { followUp, followUpBecomes, givesBack, PART, RETURN } from './testing/follow-ups.ts'
import { gateway, useGateway } from './testing/hosted-orders.ts'
import { becomes, CARD, gatewayName, kill, orderOf, paidOrder, serverTerms, shown } from './testing/orders.ts'
import { acceptedReply, refusedReply, silence, statusReply } from './testing/scripted-gateway.ts'

useGateway()

const UNKNOWN_ORDER = '77'
const KNOWS_CODE = { GATEWAY_PROFILE: JSON.stringify({ unknownOrderCodes: [UNKNOWN_ORDER] }) }

/** Says that orders were restored just now. */
const RESTORED = { ORDERS_RESTORED_AT: String(Math.ceil(Date.now() / 1000) + 3600) }

/** What the gateway has charged: name → status. It knows no other name. */
let charged: Map<string, string>

beforeEach(() => {
  charged = new Map()
  setWith(KNOWS_CODE)
  gateway.onStatus((body, deadline) => {
    const status = charged.get(body.get('client_orderid') ?? '')
    return status
      ? statusReply(status, { 'paynet-order-id': '42' })(body, deadline)
      : refusedReply(UNKNOWN_ORDER)()
  })
  gateway.on('sale', (body) => {
    charged.set(body.get('client_orderid') ?? '', 'approved')
    return acceptedReply('serial-1')()
  })
})

afterEach(() => vi.restoreAllMocks())

type Rows = [string, unknown][]

const rowsOf = (id: string): Promise<Rows> =>
  runInDurableObject(orderOf(id), (_: Order, { storage }) => structuredClone([...storage.kv.list()]))

/** Puts back the rows of an earlier moment, and lets the object start again. */
async function restore(id: string, rows: Rows): Promise<void> {
  setWith({ ...KNOWS_CODE, ...RESTORED })
  await kill(id, ({ kv }) => {
    for (const [name] of [...kv.list()]) kv.delete(name)
    for (const [name, value] of rows) kv.put(name, value)
  })
}

async function opened(methods: ('card' | 'hosted')[] = ['card'], change: object = {}): Promise<string> {
  const terms = serverTerms({ methods, ...change })
  await orderOf(terms.id).open(terms, { email: 'a@example.com' })
  return terms.id
}

const pay = (id: string, key = 'key-1', exchange?: string) => {
  const asked = { key, method: 'card', details: { card: CARD }, ip: '203.0.113.9' } as const
  return orderOf(id).pay(exchange === undefined ? asked : { ...asked, exchange })
}

const sales = () => gateway.sent('sale').map((body) => body.get('client_orderid'))

describe('an order restored to before its payment', () => {
  it('charges nobody again, and shows the payment', async () => {
    const id = await opened()
    const before = await rowsOf(id)
    await pay(id)
    await becomes(id, 'approved')
    await restore(id, before)
    expect((await shown(id)).status).toBe('open')

    const again = await pay(id, 'another-key')

    expect(again).toMatchObject({ ok: true, value: { status: 'approved' } })
    expect(sales()).toEqual([await gatewayName(id)])
  })

  describe('of a link that several people have', () => {
    const IDS = { declined: '41', approved: '42' }

    /** Attempt 1 of one person was declined, attempt 2 of another one approved; the order knows neither. */
    async function forgotten(): Promise<string> {
      const id = await opened(['card'], { hasLink: true })
      const before = await rowsOf(id)
      gateway.on('sale', (body) => {
        const status = charged.size === 0 ? 'declined' : 'approved'
        charged.set(body.get('client_orderid') ?? '', status)
        return acceptedReply('serial-1', { 'paynet-order-id': IDS[status] })()
      })
      gateway.onStatus((body, deadline) => {
        const status = charged.get(body.get('client_orderid') ?? '')
        return status === 'declined' || status === 'approved'
          ? statusReply(status, { 'paynet-order-id': IDS[status] })(body, deadline)
          : refusedReply(UNKNOWN_ORDER)()
      })
      await pay(id, 'key-1', 'exchange-1')
      await becomes(id, 'declined')
      await pay(id, 'key-2', 'exchange-2')
      await becomes(id, 'approved')
      await restore(id, before)
      return id
    }

    const seenBy = async (id: string, who: 'pay' | 'view', exchange?: string) =>
      (await orderOf(id).snapshot(who, undefined, { exchange }))?.order

    const OTHERS = { status: 'approved', byLink: true, transactions: [] }

    it('charges none of them again, and shows nobody the card of another', async () => {
      const id = await forgotten()

      // Its attempts are taken over one after the other.
      await pay(id, 'key-3', 'exchange-1')
      const answer = await pay(id, 'key-4', 'exchange-1')

      expect(answer.ok).toBe(true)
      expect(sales()).toHaveLength(2)
      expect(await seenBy(id, 'pay', 'exchange-1')).toMatchObject(OTHERS)
    })

    it('shows by the return address of each attempt that one alone', async () => {
      const id = await forgotten()
      await orderOf(id).refresh()

      const backAt = (attempt: number) => orderOf(id).receiveNotice({ by: 'return', attempt, fields: {} })

      const declined = { ...OTHERS, transactions: [{ id: IDS.declined, status: 'declined' }] }
      expect(await seenBy(id, 'view', (await backAt(1))?.exchange)).toMatchObject(declined)
      const own = await seenBy(id, 'view', (await backAt(2))?.exchange)
      expect(own).toMatchObject({ status: 'approved', transactions: [{ id: IDS.approved }] })
      expect(own).not.toHaveProperty('byLink')
      expect(await seenBy(id, 'view')).toMatchObject(OTHERS)
    })
  })

  it.each([
    ['a change', (id: string) => pay(id, 'another-key')],
    ['a repair of the list', (id: string) => orderOf(id).reindex()],
  ])('goes on by %s above every number that it had, so that nobody takes it for old', async (_, go) => {
    const id = await opened()
    const before = await rowsOf(id)
    await pay(id)
    await becomes(id, 'approved')
    const { seq } = await shown(id)
    await restore(id, before)
    expect((await shown(id)).seq).toBeLessThan(seq)

    await go(id)

    const { seq: after } = await shown(id)
    expect(after).toBeGreaterThan(seq)
    await orderOf(id).reindex()
    expect((await shown(id)).seq).toBeLessThan(after + 100)
  })

  it('goes on above what it sent under the setting, before it was restored', async () => {
    setWith({ ...KNOWS_CODE, ...RESTORED })
    const id = await opened()
    const before = await rowsOf(id)
    await pay(id)
    await becomes(id, 'approved')
    const { seq } = await shown(id)
    await restore(id, before)

    // Restoring takes longer than a test.
    const { now } = Date
    vi.spyOn(Date, 'now').mockImplementation(() => now() + 60_000)
    await orderOf(id).reindex()

    expect((await shown(id)).seq).toBeGreaterThan(seq)
  })

  it('charges once where the gateway knows of nothing', async () => {
    const id = await opened()
    await restore(id, await rowsOf(id))

    await pay(id)
    await becomes(id, 'approved')

    expect(sales()).toEqual([await gatewayName(id)])
  })

  it('sends nothing while the gateway is silent', async () => {
    const id = await opened()
    const before = await rowsOf(id)
    await pay(id)
    await becomes(id, 'approved')
    await restore(id, before)
    gateway.onStatus(silence)

    expect(await pay(id, 'key-2')).toMatchObject({ ok: false, reason: { code: 'unavailable' } })

    expect(sales()).toEqual([await gatewayName(id)])
  })

  it('finds the attempt that followed a declined one', async () => {
    const id = await opened()
    gateway.on('sale', (body) => {
      charged.set(body.get('client_orderid') ?? '', 'declined')
      return acceptedReply('serial-1')()
    })
    await pay(id)
    await becomes(id, 'declined')
    const before = await rowsOf(id)
    gateway.on('sale', (body) => {
      charged.set(body.get('client_orderid') ?? '', 'approved')
      return acceptedReply('serial-2')()
    })
    await pay(id, 'key-2')
    await becomes(id, 'approved')
    await restore(id, before)

    await pay(id, 'key-3')

    await becomes(id, 'approved')
    expect(sales()).toEqual([await gatewayName(id), await gatewayName(id, 2)])
  })

  it('finds the attempt that followed a refused one, which the gateway does not know', async () => {
    const id = await opened()
    const before = await rowsOf(id)
    gateway.on('sale', refusedReply('5'))
    await pay(id)
    await becomes(id, 'error')
    gateway.on('sale', (body) => {
      charged.set(body.get('client_orderid') ?? '', 'approved')
      return acceptedReply('serial-2')()
    })
    await pay(id, 'key-2')
    await becomes(id, 'approved')
    await restore(id, before)

    const again = await pay(id, 'key-3')

    expect(again).toMatchObject({ ok: true, value: { status: 'approved' } })
    expect(sales()).toEqual([await gatewayName(id), await gatewayName(id, 2)])
  })

  it('blocks other attempts while the forgotten one has no outcome', async () => {
    const id = await opened(['hosted', 'card'])
    const before = await rowsOf(id)
    await pay(id)
    await becomes(id, 'approved')
    charged.set(await gatewayName(id), 'processing')
    await restore(id, before)

    const hosted = { method: 'hosted', ip: '203.0.113.9' } as const
    const answers = [
      await orderOf(id).pay({ ...hosted, key: 'key-2' }),
      await orderOf(id).pay({ ...hosted, key: 'key-3' }),
    ]

    expect(answers.map((answer) => (answer.ok ? 'sent' : answer.reason.code))).toEqual([
      'key-reused',
      'attempt-in-flight',
    ])
    expect(gateway.requests.map((body) => body.get('client_orderid'))).toEqual([await gatewayName(id)])
    charged.set(await gatewayName(id), 'approved')
    await becomes(id, 'approved')
  })

  it('makes a message to its merchant when the merchant refreshes it', async () => {
    const id = await opened()
    const before = await rowsOf(id)
    await pay(id)
    await becomes(id, 'approved')
    await restore(id, before)

    expect(await orderOf(id).refresh()).toMatchObject({ ok: true, value: { status: 'approved' } })
  })

  it('asks twice where the gateway’s code for unknown orders is not known', async () => {
    const id = await opened()
    await restore(id, await rowsOf(id))
    setWith(RESTORED)
    await kill(id)

    await pay(id)

    await becomes(id, 'approved')
    const [first, second] = gateway.received
    expect([first?.operation, second?.operation]).toEqual(['status', 'status'])
    expect(sales()).toEqual([await gatewayName(id)])
  })
})

describe('an order restored to a request under way', () => {
  it('asks about the attempt, and sends no second charge', async () => {
    const id = await opened()
    const states: Rows[] = []
    gateway.on('sale', async (body) => {
      charged.set(body.get('client_orderid') ?? '', 'approved')
      states.push(await rowsOf(id))
      return acceptedReply('serial-1')()
    })
    await pay(id)
    await becomes(id, 'approved')
    const [sending] = states
    if (!sending) return expect.fail('nothing was sent')
    expect(JSON.stringify(sending)).toContain('"sending"')

    await restore(id, sending)
    const early = await pay(id, 'key-2')
    await orderOf(id).refresh()

    expect(early).toMatchObject({ ok: false, reason: { code: 'attempt-in-flight' } })
    await becomes(id, 'approved')
    expect(sales()).toEqual([await gatewayName(id)])
  })

  it('asks about the refund, and sends no second one', async () => {
    const id = await paidOrder(gateway)
    const states: Rows[] = []
    gateway.on('return', async () => {
      states.push(await rowsOf(id))
      givesBack('5.00')
      return acceptedReply('serial-2')()
    })
    await followUp(id, PART)
    await followUpBecomes(id, 'approved')
    const [sending] = states
    if (!sending) return expect.fail('nothing was sent')

    await restore(id, sending)
    const again = await followUp(id, PART)
    await orderOf(id).refresh()

    expect(again).toMatchObject({ ok: true, value: { followUps: [{ status: 'sending' }] } })
    await followUpBecomes(id, 'approved')
    expect((await shown(id)).returned).toBe('5.00')
    expect(gateway.sent('return')).toHaveLength(1)
  })
})

describe('an order restored to before a refund', () => {
  const refunded = async () => {
    const id = await paidOrder(gateway)
    const before = await rowsOf(id)
    gateway.on('return', acceptedReply('serial-2'))
    await followUp(id, PART)
    givesBack('5.00')
    await followUpBecomes(id, 'approved')
    await restore(id, before)
    return id
  }

  it('refuses to repeat it, under the same key or another', async () => {
    const id = await refunded()

    for (const key of [PART.key, 'follow-2'])
      expect(await followUp(id, { ...PART, key })).toMatchObject({
        ok: false,
        reason: { code: 'follow-up-impossible', order: { returned: '5.00' } },
      })

    expect(gateway.sent('return')).toHaveLength(1)
  })

  it('refuses it also where the report names no request, by the totals', async () => {
    const id = await refunded()
    gateway.reports('approved', { 'transaction-type': 'reversal', 'total-reversal-amount': '5.00' })

    expect(await followUp(id, PART)).toMatchObject({ ok: false })

    expect(gateway.sent('return')).toHaveLength(1)
  })

  it.each([
    ['', { 'transaction-type': 'reversal', 'by-request-sn': 'serial-2' }],
    [', also where the report names no request', { 'transaction-type': 'reversal' }],
    [', also where the report tells no kind', { 'transaction-type': '', 'by-request-sn': 'serial-2' }],
  ])('refuses it while the first is still under way%s', async (_, told) => {
    const id = await refunded()
    gateway.reports('processing', told)

    expect(await followUp(id, { ...RETURN, key: 'follow-2' })).toMatchObject({ ok: false })

    expect(gateway.sent('return')).toHaveLength(1)
  })

  it.each([
    ['is about another order', { 'merchant-order-id': 'order-of-others' }],
    ['names no transaction', { 'paynet-order-id': '' }],
  ])('refuses it while the gateway’s answer %s', async (_, told) => {
    const id = await refunded()
    gateway.reports('approved', told)

    expect(await followUp(id, { ...RETURN, key: 'follow-2' })).toMatchObject({
      ok: false,
      reason: { code: 'gateway-silent' },
    })

    expect(gateway.sent('return')).toHaveLength(1)
  })

  it('refuses to repeat it, though the first reports lag behind', async () => {
    const id = await refunded()
    let readings = 0
    gateway.onStatus((question, deadline) => {
      readings += 1
      const told = {
        'transaction-type': 'reversal',
        'total-reversal-amount': '5.00',
        'by-request-sn': 'serial-2',
      }
      return statusReply('approved', readings > 2 ? told : {})(question, deadline)
    })

    expect(await followUp(id, { ...RETURN, key: 'follow-2' })).toMatchObject({ ok: false })

    expect(gateway.sent('return')).toHaveLength(1)
  })

  it('refunds once where the gateway knows of none', async () => {
    const id = await paidOrder(gateway)
    await restore(id, await rowsOf(id))
    gateway.on('return', acceptedReply('serial-2'))

    expect(await followUp(id, PART)).toMatchObject({ ok: true })

    expect(gateway.sent('return')).toHaveLength(1)
  })
})

it('asks nothing more of an order that was opened after the restoration', async () => {
  setWith({ ...KNOWS_CODE, ORDERS_RESTORED_AT: String(Math.floor(Date.now() / 1000) - 60) })
  const id = await opened()
  gateway.onStatus(async (body, deadline) => {
    expect(sales()).toEqual([await gatewayName(id)])
    return statusReply('approved')(body, deadline)
  })

  await pay(id)

  await becomes(id, 'approved')
})

describe('an order restored to before its opening, and opened again an hour later', () => {
  /** A gateway that takes each name once: it refuses a used one, or answers with the older transaction. */
  const takesOnce = (again: () => Response) =>
    gateway.on('sale', (body) => {
      const name = body.get('client_orderid') ?? ''
      if (charged.has(name)) return again()
      charged.set(name, 'approved')
      return acceptedReply('serial-1')()
    })

  const forget = (id: string) => restore(id, [])

  it.each([
    ['refuses a used name', refusedReply('9')],
    ['answers a used name with the older transaction', acceptedReply('serial-1')],
    ['loses its reply to a used name', () => new Response('', { status: 502 })],
  ])('finds its own charge where the gateway %s', async (_, again) => {
    takesOnce(again)
    const terms = serverTerms()
    await orderOf(terms.id).open(terms, { email: 'a@example.com' })
    await pay(terms.id)
    await becomes(terms.id, 'approved')
    await forget(terms.id)

    const later = { openedAt: terms.openedAt + 3_600_000, expiresAt: terms.expiresAt + 3_600_000 }
    await orderOf(terms.id).open({ ...terms, ...later }, { email: 'a@example.com' })
    await pay(terms.id, 'another-key')

    await becomes(terms.id, 'approved')
    const { attempts } = await shown(terms.id)
    expect(attempts).toMatchObject([{ gatewayId: '42', clientOrderId: await gatewayName(terms.id) }])
    expect([...charged.keys()]).toEqual([await gatewayName(terms.id)])
  })

  it('charges, and takes nothing of the former, where another edge is set up at the address', async () => {
    takesOnce(refusedReply('9'))
    const terms = serverTerms()
    await orderOf(terms.id).open(terms, { email: 'a@example.com' })
    await pay(terms.id)
    await becomes(terms.id, 'approved')
    await forget(terms.id)
    setWith({ ...KNOWS_CODE, NAME_KEY: 'the key of another set-up, 32 characters' })
    await kill(terms.id)

    await orderOf(terms.id).open(terms, { email: 'a@example.com' })
    await pay(terms.id)

    await becomes(terms.id, 'approved')
    expect(charged.size).toBe(2)
  })
})

describe('a restored order whose gateway knows a transaction of its bare reference', () => {
  it('charges nobody, and leaves it to a person: the name alone is no proof', async () => {
    const id = await opened()
    await restore(id, await rowsOf(id))
    charged.set(id, 'approved')

    await pay(id)

    await becomes(id, 'unknown')
    expect([await shown(id), sales()]).toMatchObject([{ needsAttention: true }, []])
  })

  it('is not refused for that where names are bare', async () => {
    const bare = {
      GATEWAY_PROFILE: JSON.stringify({ unknownOrderCodes: [UNKNOWN_ORDER], orderNames: 'bare' }),
    }
    setWith(bare)
    const id = await opened()
    const before = await rowsOf(id)
    await pay(id)
    await becomes(id, 'approved')
    await restore(id, before)
    setWith({ ...bare, ...RESTORED })
    await kill(id)

    expect(await pay(id, 'key-2')).toMatchObject({ ok: true })

    await becomes(id, 'unknown')
    expect([await shown(id), sales()]).toMatchObject([{ needsAttention: true }, [id]])
  })

  it('is paid by its own marked name, though the bare one is another’s', async () => {
    const id = await opened()
    const before = await rowsOf(id)
    charged.set(id, 'declined')
    await pay(id)
    await becomes(id, 'approved')
    await restore(id, before)

    expect(await pay(id, 'key-2')).toMatchObject({ ok: true, value: { status: 'approved' } })
    expect(sales()).toEqual([await gatewayName(id)])
  })
})
