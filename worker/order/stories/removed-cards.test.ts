/** Saved cards that their shopper removes: what becomes of them, and how the merchant learns of it. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OrderView } from '../../../shared/order-view.ts'
import { answerWith, setWith } from '../../testing/edge.ts'
import { becomes, CHARGE, kill, lasting, orderOf, serverTerms, shown } from '../testing/orders.ts'
import { startOver } from '../testing/platform.ts'
import { acceptedReply, ScriptedGateway } from '../testing/scripted-gateway.ts'
import { RECEIVER, ScriptedReceiver } from '../testing/scripted-receiver.ts'

let gateway: ScriptedGateway
let receiver: ScriptedReceiver

beforeEach(() => {
  gateway = new ScriptedGateway()
  receiver = new ScriptedReceiver()
  gateway.on('sale', acceptedReply('serial-1'))
  gateway.on('get-card-info', (body) =>
    Response.json({
      type: 'get-card-info-response',
      ...{ bin: '444455', 'card-type': 'VISA', 'last-four-digits': `00${body.get('cardrefid')}` },
      ...{ 'expire-month': '3', 'expire-year': '2060' },
    }),
  )
  answerWith(receiver.inFrontOf(gateway.fetch))
  setWith({ ...lasting({ webhookRetryFirst: 50, webhookRetryLast: 200 }), ...RECEIVER })
})

afterEach(startOver)

const look = async (id: string, who: 'pay' | 'view' = 'pay') =>
  (await orderOf(id).snapshot(who))?.order as OrderView

const handles = async (id: string) => (await look(id)).savedCards?.map(({ handle }) => handle)

/** A session with two cards that the gateway has described. */
async function session(change: object = { mayRemoveCards: true }): Promise<string> {
  const terms = serverTerms({ methods: ['saved-card', 'card'], cardRefs: ['71', '72'], ...change })
  await orderOf(terms.id).open(terms)
  await expect.poll(() => handles(terms.id)).toEqual(['1', '2'])
  return terms.id
}

const removes = (id: string, handle: string, issuedAt?: number) => orderOf(id).removeCard(handle, issuedAt)

const pay = (id: string, savedCard: string) => {
  const { method: _, details: __, ...shopper } = CHARGE
  return orderOf(id).pay({ ...shopper, key: `key-${savedCard}`, method: 'saved-card', savedCard })
}

const removed = () =>
  receiver.received
    .filter(({ type }) => type === 'card.removed')
    .map(({ data }) => data.order.removedCardRefs)

describe('a saved card that the shopper removes', () => {
  it('is in the order no more, and the merchant learns which it was', async () => {
    const id = await session()

    const answer = await removes(id, '1')

    expect(answer).toMatchObject({ ok: true, value: { savedCards: [{ handle: '2' }], mayRemoveCards: true } })
    await expect.poll(removed).toEqual([['71']])
    expect(await shown(id)).toMatchObject({ removedCardRefs: ['71'] })
  })

  it('cannot be paid with, and the others keep their handles', async () => {
    const id = await session()
    await removes(id, '1')

    expect(await pay(id, '1')).toMatchObject({ ok: false, reason: { code: 'card-invalid' } })
    expect(await pay(id, '2')).toMatchObject({ ok: true })
    await expect.poll(() => gateway.sent('sale')[0]?.get('cardrefid')).toBe('72')
  })

  it('makes one message, however often the shopper removes it', async () => {
    const id = await session()

    const answers = await Promise.all([removes(id, '1'), removes(id, '1')])
    const again = await removes(id, '1')

    expect([...answers, again].map(({ ok }) => ok)).toEqual([true, true, true])
    await expect.poll(removed).toEqual([['71']])
    expect((await look(id)).seq).toBe((again.ok && again.value.seq) || 0)
  })

  it('stays removed when the object dies, and its message is sent until the merchant took it', async () => {
    receiver.onWebhook(() => new Response('no', { status: 500 }))
    const id = await session()
    await removes(id, '1')
    await expect.poll(() => removed().length).toBeGreaterThan(0)

    await kill(id)
    receiver.onWebhook(() => new Response())
    const before = removed().length

    await expect.poll(() => removed().length).toBeGreaterThan(before)
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1)
    expect(await handles(id)).toEqual(['2'])
  })

  it('is still told to the merchant once the order is paid with another', async () => {
    gateway.reports('approved')
    const id = await session()
    await removes(id, '1')
    await pay(id, '2')

    await becomes(id, 'approved')

    expect(await shown(id)).toMatchObject({ removedCardRefs: ['71'] })
  })

  it('is forgotten with the shopper’s data', async () => {
    const id = await session()
    await removes(id, '1')
    await orderOf(id).cancel()

    await orderOf(id).erase()

    expect(await shown(id)).not.toHaveProperty('removedCardRefs')
  })
})

describe('removing a saved card is refused', () => {
  it.each([
    ['of a handle that the session does not have', '3', 'card-invalid'],
    ['of a handle that is none', '01', 'card-invalid'],
    ['of a reference', '71', 'card-invalid'],
    ['of nothing', '', 'card-invalid'],
  ])('%s', async (_, handle, code) => {
    const id = await session()

    expect(await removes(id, handle)).toMatchObject({ ok: false, reason: { code, fields: ['savedCard'] } })
    expect(await handles(id)).toEqual(['1', '2'])
  })

  it('where the merchant does not allow it', async () => {
    const id = await session({})

    expect(await removes(id, '1')).toMatchObject({ ok: false, reason: { code: 'method-off' } })
    expect(await look(id)).not.toHaveProperty('mayRemoveCards')
  })

  it('while a payment is under way', async () => {
    gateway.reports('processing')
    const id = await session()
    await pay(id, '2')

    expect(await removes(id, '1')).toMatchObject({ ok: false, reason: { code: 'attempt-in-flight' } })
  })

  it('once the order is over', async () => {
    const id = await session()
    await orderOf(id).cancel()

    expect(await removes(id, '1')).toMatchObject({ ok: false, reason: { code: 'order-final' } })
  })

  it('with a token that was revoked', async () => {
    const id = await session()
    const issuedAt = Date.now() - 1000
    await orderOf(id).revokeTokens('shop')

    expect(await removes(id, '1', issuedAt)).toMatchObject({ ok: false, reason: { code: 'token-invalid' } })
    expect(await handles(id)).toEqual(['1', '2'])
  })

  it('and not offered to a page that only looks', async () => {
    const id = await session()

    expect(await look(id, 'view')).not.toHaveProperty('mayRemoveCards')
  })
})
