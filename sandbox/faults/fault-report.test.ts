import { describe, expect, it } from 'vitest'
import { CARD_SALE, SALE, testGateway, type Values } from '../testing/merchant.ts'
import type { FaultReport } from './fault-rule-store.ts'

const report = async (gateway: ReturnType<typeof testGateway>) =>
  (await gateway.control('faults', 'GET')).json<FaultReport>()

const sales = (gateway: ReturnType<typeof testGateway>, ids: readonly string[]) =>
  Promise.all(ids.map((client_orderid) => gateway.call('sale-form', { ...SALE, client_orderid })))

describe('the report of fault rules', () => {
  it('is empty at first', async () => {
    expect(await report(testGateway())).toEqual({ rules: [], exchanges: {} })
  })

  it('counts how often each rule made a difference, and how many requests were disturbed', async () => {
    const gateway = testGateway()
    await gateway.faults(
      { operation: '*', fault: 'amount' },
      { operation: 'sale', fault: 'numeric-ids' },
      { operation: 'sale', fault: 'underscores' },
      { operation: 'status', fault: 'lagging', times: 5 },
      { operation: 'status', fault: 'newest-stage' },
    )

    await gateway.ask('sale', CARD_SALE)
    await gateway.status({ client_orderid: '902B4FF5' })
    await gateway.status({ client_orderid: 'nobody' })

    const { rules, exchanges } = await report(gateway)
    expect(rules.map(({ fault, fired }) => [fault, fired])).toEqual([
      ['amount', 1],
      ['numeric-ids', 1],
      ['underscores', 1],
      ['lagging', 1],
      ['newest-stage', 0],
    ])
    expect(exchanges).toEqual({
      request: { total: 3, disturbed: 2 },
      callback: { total: 1, disturbed: 0 },
    })
  })

  it('counts callbacks and browser returns, also those that are not sent', async () => {
    const gateway = testGateway()
    await gateway.faults(
      { operation: 'callback', fault: 'missing' },
      { operation: 'browser-return', fault: 'missing' },
    )
    const form = await gateway.open()
    await gateway.pay(form)
    await gateway.request(`${form['redirect-url']}/return`)

    const { exchanges } = await report(gateway)

    expect(exchanges).toMatchObject({
      callback: { total: 1, disturbed: 1 },
      'browser-return': { total: 1, disturbed: 1 },
    })
  })

  it('starts again with every list of rules, and with a reset', async () => {
    const gateway = testGateway()
    await gateway.faults({ operation: 'sale-form', fault: '500' })
    await gateway.open()

    await gateway.faults({ operation: 'sale-form', fault: '400' })
    const reset = await report(gateway)
    await gateway.open()
    await gateway.control('reset', 'POST')

    expect(reset).toMatchObject({ rules: [{ fault: '400', fired: 0 }], exchanges: {} })
    expect(await report(gateway)).toEqual({ rules: [], exchanges: {} })
  })

  it('contains a rule that is used up', async () => {
    const gateway = testGateway()
    await gateway.faults({ operation: 'sale-form', fault: '500', times: 2 })

    const answers = await sales(gateway, ['1', '2', '3'])

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 500, 500])
    expect((await report(gateway)).rules).toMatchObject([{ times: 2, fired: 2 }])
  })

  it('agrees with the ledger, which names the faults of every request', async () => {
    const gateway = testGateway()
    await gateway.faults(
      { operation: 'sale-form', fault: 'drop-reply', times: 1 },
      { operation: 'sale-form', fault: 'amount' },
    )
    await gateway.open().catch(() => undefined)
    await gateway.open()

    const { requests } = await gateway.ledger()

    expect(requests.map(({ outcome, faults }) => [outcome, faults])).toEqual([
      ['accepted', ['drop-reply']],
      ['accepted', []],
    ])
  })
})

it('the same seed disturbs the same orders, in any order of arrival', async () => {
  const rule = { operation: 'sale-form', fault: '500', probability: 0.5, seed: 3 }
  const ids = Array.from({ length: 24 }, (_, index) => `campaign-${index}`)
  const [one, other] = [testGateway(), testGateway()]
  await one.faults(rule)
  await other.faults(rule)

  const first = (await sales(one, ids)).map(({ status }) => status)
  const second = (await sales(other, ids.toReversed())).map(({ status }) => status).reverse()

  expect(second).toEqual(first)
  expect(new Set(first)).toEqual(new Set([200, 500]))
})

it('requests of one order are drawn one by one', async () => {
  const gateway = testGateway()
  await gateway.faults({ operation: 'sale-form', fault: '500', probability: 0.5, seed: 3 })

  const statuses = (await sales(gateway, Array(24).fill('one'))).map(({ status }) => status)

  expect(new Set(statuses)).toEqual(new Set([200, 500]))
})

const STATUS = { login: 'merchant', client_orderid: '902B4FF5' }

describe('a list of fault rules', () => {
  it.each([
    ['no list', {}, 'rules is not a list'],
    [
      'an unknown operation',
      { rules: [{ operation: 'sales', fault: '500' }] },
      'rules[0] has no usable operation',
    ],
    [
      'an unknown fault',
      { rules: [{ operation: 'status', fault: 'fire' }] },
      'rules[0] has a fault that its operation does not have',
    ],
    [
      'a fault of callbacks for a request',
      { rules: [{ operation: 'status', fault: 'missing' }] },
      'rules[0] has a fault that its operation does not have',
    ],
    [
      'a fault that makes no sense for its operation',
      { rules: [{ operation: 'sale', fault: 'lagging' }] },
      'rules[0] has a fault that its operation does not have',
    ],
    [
      'a probability above 1',
      { rules: [{ operation: 'status', fault: '500', probability: 1.1 }] },
      'rules[0] has no usable probability',
    ],
    [
      'a seed with a fraction',
      { rules: [{ operation: 'status', fault: '500', probability: 0.5, seed: 0.5 }] },
      'rules[0] has no usable seed',
    ],
    [
      'a negative count',
      { rules: [{ operation: 'status', fault: '500', times: -1 }] },
      'rules[0] has no usable times',
    ],
    [
      'a misspelt property',
      { rules: [{ operation: 'status', fault: '500', time: 1 }] },
      'rules[0] has an unknown property time',
    ],
  ])('with %s is refused, and the current rules stay', async (_what, body: Values | object, error) => {
    const gateway = testGateway()
    await gateway.faults({ operation: 'status', fault: '500' })

    const response = await gateway.control('faults', 'PUT', body)

    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ error })
    expect((await gateway.call('status', STATUS)).status).toBe(500)
  })
})
