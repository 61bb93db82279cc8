import { describe, expect, it } from 'vitest'
import { CARD_SALE, testGateway, type Values } from '../testing/merchant.ts'

const EUR = (amount: string) => ({ amount, currency: 'EUR' })

/** Opens a gateway with one order, and returns the actions on it. */
async function openOrder(operation: string, changes: Values = {}) {
  const gateway = testGateway()
  const { server_callback_url: _callback, ...values } = { ...CARD_SALE, ...changes }
  const opened = await gateway.ask(operation, values)
  const ids = { client_orderid: '902B4FF5', orderid: opened['paynet-order-id'] ?? '' }
  const act = (name: string, part: Values = {}) => gateway.ask(name, { login: 'merchant', ...ids, ...part })
  const money = async () =>
    (await gateway.ledger()).movements.map(({ kind, amountMinor }) => [kind, amountMinor])
  return { gateway, opened, ids, act, money, status: () => gateway.status(ids) }
}

describe('a follow-up by its amount', () => {
  it.each([
    ['capture', 'preauth', '1.16', 'declined', '116', 'hold'],
    ['capture', 'preauth', '2.17', 'unknown', '217', 'hold'],
    ['capture', 'preauth', '9.09', 'error', '909', 'hold'],
    ['return', 'sale', '1.16', 'declined', '116', 'charge'],
    ['return', 'sale', '2.17', 'unknown', '217', 'charge'],
    ['return', 'sale', '9.09', 'error', '909', 'charge'],
  ])(
    '%s of a %s of %s is %s (%s) and moves nothing',
    async (operation, opens, amount, status, code, kind) => {
      const { act, money, status: ask } = await openOrder(opens)

      expect(await act(operation, EUR(amount))).toMatchObject({ type: 'async-response' })

      expect(await ask()).toMatchObject({ status, 'error-code': code, amount })
      expect(await money()).toEqual([[kind, 1042]])
    },
  )

  it('is tried again with another amount after a decline', async () => {
    const { act, money } = await openOrder('preauth')
    await act('capture', EUR('1.16'))

    expect(await act('capture', EUR('1.17'))).toMatchObject({ type: 'async-response' })
    expect(await money()).toContainEqual(['capture', 117])
  })

  it.each(['capture', 'void', 'return'])('keeps a %s out while it is unknown', async (operation) => {
    const { act } = await openOrder('preauth')
    await act('capture', EUR('2.17'))

    expect(await act(operation)).toMatchObject({ type: 'error', 'error-code': '30' })
  })

  it('does not matter for a void', async () => {
    const { act, status } = await openOrder('sale', EUR('1.16'))

    await act('void')

    expect(await status()).toMatchObject({ status: 'approved', 'transaction-type': 'void' })
  })

  it('that was unknown moves the money once it is cleared up', async () => {
    const { gateway, act, money } = await openOrder('sale')
    await act('return', EUR('2.17'))

    await gateway.control('settle', 'POST', { clientOrderId: '902B4FF5', status: 'approved' })

    expect(await money()).toContainEqual(['reversal', 217])
  })
})
