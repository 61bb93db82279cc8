/** A request that a proxy sends twice, with every combination of lost callbacks and of answers to the merchant. */
import { describe, expect, it } from 'vitest'
import { CARD_SALE, SALE, testGateway, testReceiver, type Values } from '../testing/merchant.ts'

/** Charges twice under a rule. @returns The callbacks that were queued, as the first or the second order's. */
async function twice(rule: object, operation = 'sale', values: Values = CARD_SALE) {
  const gateway = testGateway()
  await gateway.faults({ operation, fault: 'second-order', ...rule })
  const response = await gateway.call(operation, values)
  const queued = async () => {
    const { callbacks, transactions } = await gateway.ledger()
    const ids = transactions.map(({ orderId }) => orderId)
    return callbacks.map(({ orderId }) => (orderId === ids[0] ? 'first' : 'second'))
  }
  return { gateway, response, queued }
}

const LOSSES: readonly (readonly [callbacks: string | undefined, queued: readonly string[]])[] = [
  [undefined, ['first', 'second']],
  ['first-lost', ['second']],
  ['second-lost', ['first']],
  ['both-lost', []],
  ['swapped', ['first', 'second']],
]

const ANSWERS: readonly (readonly [consequence: string, status: number])[] = [
  ['acts', 200],
  ['400', 400],
  ['502', 502],
  ['dropped', 504],
]

const ROWS = LOSSES.flatMap(([callbacks, left]) =>
  ANSWERS.map(([consequence, status]) => ({ callbacks, left, consequence, status })),
)

describe('a request that is carried out twice', () => {
  it.each(ROWS)(
    'with $callbacks of its callbacks answers $status, and the others are sent',
    async ({ callbacks, left, consequence, status }) => {
      const { gateway, response, queued } = await twice({ callbacks, consequence })

      expect(response.status).toBe(status)
      expect((await response.text()).includes('paynet-order-id')).toBe(status === 200)
      const { movements } = await gateway.ledger()
      expect(movements.map(({ kind, amountMinor }) => [kind, amountMinor])).toEqual([
        ['charge', 1042],
        ['charge', 1042],
      ])
      expect(await queued()).toEqual(left)
    },
  )

  it('sends the second callback before the first where they are swapped', async () => {
    const merchant = await testReceiver()
    const values = { ...CARD_SALE, server_callback_url: merchant.url }
    const { response } = await twice({ callbacks: 'swapped', delayMs: 50 }, 'sale', values)
    const { 'paynet-order-id': first } = await response.json<Values>()

    const told = (await merchant.until(2)).map((url) => url.searchParams.get('orderid'))

    expect(told[1]).toBe(first)
    expect(told[0]).not.toBe(first)
  })

  it('is not carried out more often where several rules say so', async () => {
    const gateway = testGateway()
    const rule = { operation: 'sale', fault: 'second-order' }
    await gateway.faults({ ...rule, callbacks: 'both-lost' }, rule)

    await gateway.ask('sale', CARD_SALE)

    const { movements, callbacks, requests } = await gateway.ledger()
    expect([movements.length, callbacks.length, requests[0]?.faults]).toEqual([2, 0, ['second-order']])
  })

  it('loses the callback of a page, too', async () => {
    const { gateway, response, queued } = await twice({ callbacks: 'second-lost' }, 'sale-form', SALE)

    await gateway.pay(await response.json<Values>())

    expect((await gateway.ledger()).movements).toHaveLength(2)
    expect(await queued()).toEqual(['first'])
  })
})
