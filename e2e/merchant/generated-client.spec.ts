/** A program that knows only the edge's OpenAPI document sells, refunds, pays out and charges again. */
import { beforeAll, describe, expect, it } from 'vitest'
import { resetSandbox } from '../support/ledger.ts'
import { type Call, generatedClient } from '../support/merchant/generated-client.ts'
import { movedFor } from '../support/merchant/money.ts'
import { followUpEnds } from '../support/merchant/server.ts'
import { addresses, merchantKey } from '../support/stack/stack.ts'

let call: Call

beforeAll(async () => {
  await resetSandbox()
  call = await generatedClient(addresses().local.edge, merchantKey())
})

const SUM = { currency: 'EUR', description: 'Mug' }
const CARD = {
  number: '4444555566661111',
  holder: 'Ann Example',
  expiryMonth: '12',
  expiryYear: '2039',
  cvv: '123',
}
const customer = { email: 'ann@example.com' }

const becomes = (id: string, status: string) =>
  expect.poll(async () => (await call('getOrder', { id })).status).toBe(status)

/** Sells by card: opens an order, and pays it with the token from the answer. */
async function sell(reference: string, intent: 'sale' | 'preauth'): Promise<string> {
  const session = { reference, intent, amount: '12.50', ...SUM, customer, methods: ['card'] }
  const { order, token } = (await call('createOrder', {}, session)) as {
    order: { id: string }
    token: string
  }
  const { id } = order
  await call('payOrder', { id, Authorization: token }, { method: 'card', card: CARD })
  await becomes(id, 'approved')
  return id
}

const reference = (name: string) => `generated-${name}-${Date.now().toString(36)}`

describe('a generated client', () => {
  it('sells, and refunds a part', async () => {
    const name = reference('sale')
    const id = await sell(name, 'sale')

    await call('returnOrder', { id }, { amount: '2.50', currency: 'EUR' })

    await becomes(id, 'partially-returned')
    expect(await movedFor(name)).toEqual(['charge 12.50 EUR', 'reversal 2.50 EUR'])
  })

  it('reserves, captures, and refunds a part', async () => {
    const name = reference('preauth')
    const id = await sell(name, 'preauth')

    await call('captureOrder', { id })
    await becomes(id, 'captured')
    await followUpEnds(id)
    await call('returnOrder', { id }, { amount: '2.50', currency: 'EUR' })

    await becomes(id, 'partially-returned')
    expect(await movedFor(name)).toEqual(['hold 12.50 EUR', 'capture 12.50 EUR', 'reversal 2.50 EUR'])
  })

  it('checks a payout, and pays it', async () => {
    const name = reference('payout')
    const payout = { reference: name, amount: '30.00', ...SUM, to: { phone: { number: '+4915123456789' } } }

    const { id } = (await call('checkPayout', {}, payout)) as { id: string }
    await becomes(id, 'approved')
    await call('payCheckedPayout', { id })

    await becomes(id, 'captured')
    expect(await movedFor(name)).toEqual(['payout 30.00 EUR'])
  })

  it('saves a card and charges it again', async () => {
    const name = reference('rebill')
    const sold = await sell(reference('kept'), 'sale')

    const { cardRef } = await call('createCardReference', { id: sold }, {})
    const rebill = { reference: name, cardRef, amount: '7.00', ...SUM }

    const { id } = (await call('createRebill', {}, rebill)) as { id: string }

    await becomes(id, 'approved')
    expect(await movedFor(name)).toEqual(['charge 7.00 EUR'])
  })
})
