import { runInDurableObject } from 'cloudflare:test'
import { expect, it } from 'vitest'
import { CARD_SALE, testGateway } from '../testing/merchant.ts'
import type { ledger } from './ledger.ts'

async function ledgerOf(gateway: ReturnType<typeof testGateway>, beginning: string) {
  const path = `ledger?clientOrderId=${encodeURIComponent(beginning)}`
  return (await gateway.control(path, 'GET')).json<ReturnType<typeof ledger>>()
}

it.each([
  ['a beginning', 'run-1-', 'run-1-a run-1-é'],
  ['a whole id', 'run-1-a', 'run-1-a'],
  ['nothing', '', 'run-1-a run-2-a run-1-é Run-1-b'],
  ['a letter that none begins with', 'x', ''],
  ['a wildcard of the database', 'run_1', ''],
])(
  'the ledger of %s has what belongs to such orders and nothing else',
  async (_what, beginning, expected) => {
    const gateway = testGateway()
    for (const client_orderid of ['run-1-a', 'run-2-a', 'run-1-é', 'Run-1-b'])
      await gateway.ask('sale', { ...CARD_SALE, client_orderid })

    const { transactions, movements, requests, callbacks } = await ledgerOf(gateway, beginning)

    const ids = expected ? expected.split(' ') : []
    for (const list of [transactions, movements, requests])
      expect(list.map(({ clientOrderId }) => clientOrderId)).toEqual(ids)
    expect(callbacks.map(({ orderId }) => orderId)).toEqual(transactions.map(({ orderId }) => orderId))
  },
)

it.each([
  ['transactions', "document ->> '$.clientOrderId'"],
  ['movements', "document ->> '$.clientOrderId'"],
  ['requests', "document ->> '$.clientOrderId'"],
  ['recurring_payments', "document ->> '$.clientOrderId'"],
])('%s of some orders are found by an index', async (table, expression) => {
  const { stub } = testGateway()

  const plan = await runInDurableObject(stub, async (_gateway, { storage }) => {
    const { startsWithSql } = await import('../store/prefix-query.ts')
    const query = `EXPLAIN QUERY PLAN SELECT document FROM ${table} WHERE ${startsWithSql(expression)}`
    return storage.sql.exec<{ detail: string }>(query, 'run-').one().detail
  })

  expect(plan).toMatch(new RegExp(`^SEARCH ${table} USING INDEX`))
})
