import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerWith, crashAt } from '../testing/edge.ts'
import type { CrashPoint } from './context.ts'
import {
  becomes,
  callBack,
  gatewayName,
  hostedOrder,
  notice,
  orderOf,
  paidOrder,
  payHosted,
  shown,
} from './testing/orders.ts'
import { startOver } from './testing/platform.ts'
import { formReply, ScriptedGateway, silence } from './testing/scripted-gateway.ts'
import { ScriptedLedger } from './testing/scripted-ledger.ts'

let gateway: ScriptedGateway
let ledger: ScriptedLedger

beforeEach(() => {
  gateway = new ScriptedGateway()
  ledger = new ScriptedLedger(gateway)
  answerWith(gateway.fetch)
})

afterEach(startOver)

/** Waits until the order shows the duplicate charge as given back. */
const isReversed = (id: string, transaction: string) =>
  expect
    .poll(async () => (await shown(id)).transactions.find((one) => one.id === transaction && one.surplus))
    .toMatchObject({ reversed: true })

/** The shopper cancels, and the payment is approved all the same. */
async function paidAfterCancelling(): Promise<string> {
  const id = await hostedOrder()
  await orderOf(id).cancel()
  ledger.charge('42', await gatewayName(id))
  return id
}

const requests = () =>
  gateway.received.map(({ operation }) => operation).filter((name) => name !== 'sale-form')

describe('a duplicate charge', () => {
  it('is voided after the shopper had cancelled', async () => {
    const id = await paidAfterCancelling()

    await isReversed(id, '42')

    expect(ledger.refunded).toEqual(['void 42'])
    expect(gateway.sent('void')).toHaveLength(1)
    expect(await shown(id)).toMatchObject({ status: 'cancelled', needsAttention: false })
  })

  it('is voided where the shopper paid at an earlier page', async () => {
    const id = await hostedOrder()
    gateway.onForm(formReply('43'))
    await payHosted(id, 'key-2')
    ledger.charge('43', await gatewayName(id, 2))
    await becomes(id, 'approved')

    ledger.charge('42', await gatewayName(id))
    await callBack(id)

    await isReversed(id, '42')
    expect(ledger.refunded).toEqual(['void 42'])
    expect(await shown(id)).toMatchObject({ status: 'approved', needsAttention: false })
  })

  it('is voided where a callback names a second transaction under one name', async () => {
    const id = await hostedOrder()
    ledger.charge('42', await gatewayName(id))
    await callBack(id)
    await becomes(id, 'approved')
    ledger.charge('43', await gatewayName(id))

    await callBack(id, '43')

    await isReversed(id, '43')
    expect(ledger.refunded).toEqual(['void 43'])
    expect((await shown(id)).status).toBe('approved')
  })

  it('is voided where the callbacks of both come at the same time', async () => {
    const id = await hostedOrder()
    ledger.charge('43', await gatewayName(id))
    ledger.charge('42', await gatewayName(id))

    await Promise.all([callBack(id), callBack(id, '43'), callBack(id), callBack(id, '43')])

    await isReversed(id, '43')
    await becomes(id, 'approved')
    expect(ledger.refunded).toEqual(['void 43'])
  })

  it('is voided without a callback: the order looks at the newest transaction of the name', async () => {
    const id = await hostedOrder()
    ledger.charge('42', await gatewayName(id))
    ledger.charge('43', await gatewayName(id))

    await becomes(id, 'approved')

    await isReversed(id, '43')
    expect(ledger.refunded).toEqual(['void 43'])
  })

  it('is voided where the first of both was declined', async () => {
    const id = await hostedOrder()
    ledger.charge('42', await gatewayName(id), { status: 'declined' })
    ledger.charge('43', await gatewayName(id))

    await becomes(id, 'declined')

    await isReversed(id, '43')
  })

  it('is found though the object dies, or the gateway is silent, before that look', async () => {
    const id = await hostedOrder()
    ledger.charge('42', await gatewayName(id))
    ledger.charge('43', await gatewayName(id))
    const ledgerAnswers = gateway.fetch
    let silences = 0
    answerWith(async (input, init) => {
      const body = new URLSearchParams(String(init?.body))
      const isLook = String(input).includes('/status/') && !body.get('orderid')
      if (!isLook || silences > 1) return ledgerAnswers(input, init)
      silences += 1
      if (silences === 1) crashAt(id, 'report-received')
      return new Response('', { status: 502 })
    })

    await becomes(id, 'approved')

    await isReversed(id, '43')
    expect(silences).toBe(2)
  })

  it('is not suspected where there is only one', async () => {
    const id = await paidOrder(gateway)
    const { length } = gateway.statusRequests

    await callBack(id)
    await orderOf(id).refresh()

    expect(gateway.statusRequests.length).toBeGreaterThan(length)
    expect(gateway.sent('void')).toEqual([])
  })
})

describe('a duplicate refund', () => {
  it('returns a charge that cannot be voided', async () => {
    ledger.refused = ['void']
    const id = await paidAfterCancelling()

    await isReversed(id, '42')

    expect(ledger.refunded).toEqual(['reversal 42'])
    // A refund of the whole carries no amount.
    expect(gateway.sent('return')[0]?.has('amount')).toBe(false)
  })

  it('goes on where void and return are refused, and needs a person until it is done', async () => {
    ledger.refused = ['void', 'reversal']
    const id = await paidAfterCancelling()
    await expect.poll(() => gateway.sent('void').length).toBeGreaterThan(1)
    expect(await shown(id)).toMatchObject({ needsAttention: true })

    ledger.refused = ['void']

    await isReversed(id, '42')
    expect(ledger.refunded).toEqual(['reversal 42'])
    expect(await shown(id)).toMatchObject({ needsAttention: false })
  })

  it('asks before it repeats a request that got no answer', async () => {
    ledger.isSilent = true
    const id = await paidAfterCancelling()

    await isReversed(id, '42')

    expect(gateway.sent('void')).toHaveLength(1)
    expect(ledger.refunded).toEqual(['void 42'])
  })

  it('repeats a request that got no answer and had no effect, after asking', async () => {
    gateway.on('void', silence)
    const id = await paidAfterCancelling()

    await expect.poll(() => gateway.sent('void').length).toBeGreaterThan(1)

    const [first, second] = requests().flatMap((name, place) => (name === 'void' ? [place] : []))
    expect(requests().slice(first, second)).toContain('status')
    expect(await shown(id)).toMatchObject({ needsAttention: true })
  })

  it.each<CrashPoint>(['report-received', 'intent-stored', 'reply-received'])(
    'survives a crash at %s, and refunds once',
    async (point) => {
      const id = await hostedOrder()
      await orderOf(id).cancel()
      crashAt(id, point)

      ledger.charge('42', await gatewayName(id))

      await isReversed(id, '42')
      expect(ledger.refunded).toHaveLength(1)
    },
  )

  it('goes on after the shopper was erased and the order expired', async () => {
    ledger.refused = ['void', 'reversal']
    const expiresAt = Date.now() + 3_000
    const id = await hostedOrder({ expiresAt })
    await orderOf(id).cancel()
    ledger.charge('42', await gatewayName(id))
    await expect.poll(async () => (await shown(id)).needsAttention).toBe(true)
    expect((await orderOf(id).erase()).ok).toBe(true)
    await expect.poll(() => Date.now()).toBeGreaterThan(expiresAt)

    ledger.refused = []

    await isReversed(id, '42')
    expect(ledger.refunded).toHaveLength(1)
  })

  it('happens once, however many callbacks come', async () => {
    const id = await paidAfterCancelling()
    const fields = await notice(id)

    await Promise.all(
      Array.from({ length: 20 }, (_, turn) =>
        orderOf(id).receiveNotice({ by: turn % 2 ? 'callback' : 'return', attempt: 1, fields }),
      ),
    )

    await isReversed(id, '42')
    expect(gateway.sent('void')).toHaveLength(1)
  })
})
