/** A request that the gateway or the edge's rules forbid is answered with a stable code, and moves no money. */
import { beforeAll, describe, expect, it } from 'vitest'
import { resetSandbox, setFaults } from '../support/ledger.ts'
import { CARD, CUSTOMER } from '../support/merchant/cards.ts'
import { movedFor } from '../support/merchant/money.ts'
import { paidByCard } from '../support/merchant/selling.ts'
import { ask, followUpEnds, newReference, post, read, refusal } from '../support/merchant/server.ts'
import { merchantKey } from '../support/stack/stack.ts'

beforeAll(() => resetSandbox())

const part = (amount: string) => ({ amount, currency: 'EUR' })

describe('a follow-up', () => {
  it('never refunds more than is left', async () => {
    const { id, reference } = await paidByCard()
    await post(`/v1/orders/${id}/return`, part('10.00'))
    await followUpEnds(id)

    expect(await refusal(`/v1/orders/${id}/return`, part('2.51'))).toBe('422 amount-invalid')
    expect(await movedFor(reference)).toEqual(['charge 12.50 EUR', 'reversal 10.00 EUR'])
  })

  it('is captured once', async () => {
    const { id, reference } = await paidByCard({ intent: 'preauth' })
    await post(`/v1/orders/${id}/capture`)
    await followUpEnds(id)

    expect(await refusal(`/v1/orders/${id}/capture`)).toBe('409 follow-up-impossible')
    expect((await movedFor(reference)).filter((moved) => moved.startsWith('capture'))).toHaveLength(1)
  })

  it('is not voided after it was captured', async () => {
    const { id } = await paidByCard({ intent: 'preauth' })
    await post(`/v1/orders/${id}/capture`)
    await followUpEnds(id)

    expect(await refusal(`/v1/orders/${id}/void`)).toBe('409 follow-up-impossible')
  })

  it('needs an Idempotency-Key', async () => {
    const { id } = await paidByCard()

    const answer = await refusal(`/v1/orders/${id}/return`, {}, { 'Idempotency-Key': '' })

    expect(answer).toBe('400 idempotency-key-missing')
  })

  it('is carried out once for a key, and once more for another', async () => {
    const { id, reference } = await paidByCard()
    const key = { 'Idempotency-Key': crypto.randomUUID() }

    for (const headers of [key, key, {}]) {
      await post(`/v1/orders/${id}/return`, part('4.00'), headers)
      await followUpEnds(id)
    }

    expect((await read(id)).returned).toBe('8.00')
    expect(await movedFor(reference)).toEqual(['charge 12.50 EUR', 'reversal 4.00 EUR', 'reversal 4.00 EUR'])
  })

  it('is refused under a key that was used for another amount', async () => {
    const { id } = await paidByCard()
    const key = { 'Idempotency-Key': crypto.randomUUID() }
    await post(`/v1/orders/${id}/return`, part('4.00'), key)

    expect(await refusal(`/v1/orders/${id}/return`, part('5.00'), key)).toBe('409 key-reused')
  })

  it('waits for another one under way', async () => {
    const { id, reference } = await paidByCard()
    await setFaults({ operation: 'return', fault: 'delay', delayMs: 1_000, clientOrderId: reference })

    const answers = await Promise.all([1, 2].map(() => ask('POST', `/v1/orders/${id}/return`, part('5.00'))))

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

describe('a request that the gateway refuses', () => {
  it('returns the gateway’s code for an unknown card reference', async () => {
    const reference = newReference()
    const body = { cardRef: '99999', amount: '7.00', currency: 'EUR', description: 'Tea' }

    const first = await refusal('/v1/rebills', { reference, ...body })
    const again = await refusal('/v1/rebills', { reference, ...body })

    expect([first, again]).toEqual(['422 gateway-refused 44', '422 gateway-refused 44'])
    expect(await movedFor(reference)).toEqual([])
  })
})

describe('a reference', () => {
  const payout = { amount: '30.00', currency: 'EUR', to: { phone: { number: '+4915123456789' } } }

  it('pays out once, however often the call is repeated, also at the same time', async () => {
    const reference = newReference()

    await Promise.all([1, 2, 3].map(() => post('/v1/payouts', { reference, ...payout })))
    await post('/v1/payouts', { reference, ...payout })

    await expect.poll(() => movedFor(reference)).toEqual(['payout 30.00 EUR'])
  })

  it('is refused with another body', async () => {
    const reference = newReference()
    await post('/v1/payouts', { reference, ...payout })

    expect(await refusal('/v1/payouts', { reference, ...payout, amount: '31.00' })).toBe(
      '409 reference-reused',
    )
  })
})

describe('a merchant key', () => {
  it('is refused from another site’s page', async () => {
    expect(await refusal('/v1/payouts', {}, { Origin: 'https://evil.example' })).toBe(
      '403 origin-not-allowed',
    )
  })

  it('is refused when it is wrong', async () => {
    const Authorization = `Bearer ${merchantKey().slice(0, -4)}AAAA`

    expect(await refusal('/v1/payouts', {}, { Authorization })).toBe('401 token-invalid')
  })
})

describe('a card that cannot be one', () => {
  it('is refused with the names of its fields alone', async () => {
    const card = { ...CARD, number: '4444555566661112', cvv: '1' }

    const { status, body } = await ask('POST', '/v1/verifications', {
      reference: newReference(),
      description: 'Check',
      card,
      customer: CUSTOMER,
    })

    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'card-invalid', fields: ['card.number', 'card.cvv'] })
    expect(JSON.stringify(body)).not.toContain('4444555566661112')
  })
})
