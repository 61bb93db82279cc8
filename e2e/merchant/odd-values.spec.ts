/** Values that are easily garbled arrive as they were sent, and every signature is right. */
import { beforeAll, describe, expect, it } from 'vitest'
import { isOf, readLedger, resetSandbox } from '../support/ledger.ts'
import { CUSTOMER } from '../support/merchant/cards.ts'
import { paidByCard } from '../support/merchant/selling.ts'
import { becomes, newReference, post } from '../support/merchant/server.ts'

beforeAll(() => resetSandbox())

const TEXTS: readonly (readonly [string, string])[] = [
  ['an ampersand', 'Tea & cake'],
  ['a plus', 'A+ grade + more'],
  ['quotation marks', 'the "best" mug'],
  ['percent and equals signs', '100% = all'],
  ['signs that RFC 3986 reserves', `it's (really) *new*!~`],
  ['Cyrillic', 'Чай с мятой'],
  ['Arabic', 'شاي بالنعناع'],
  ['a line feed', 'Mug\nwith a handle'],
  ['emoji', 'Mug ☕️ 👩‍👩‍👧'],
]

const described = async (reference: string) =>
  (await readLedger()).transactions.find(isOf(reference))?.description

describe('a description', () => {
  it.each(TEXTS)('with %s arrives under a control', async (_, description) => {
    const { reference } = await paidByCard({ description })

    expect(await described(reference)).toBe(description)
  })

  it.each(TEXTS)('with %s arrives under HMAC-SHA1', async (_, description) => {
    const reference = newReference()
    const to = { phone: { number: '+4915123456789' } }

    const { id } = await post('/v1/payouts', { reference, amount: '1.00', currency: 'EUR', description, to })
    await becomes(id, 'approved')

    expect(await described(reference)).toBe(description)
  })

  it.each(TEXTS)('with %s arrives under RSA-SHA256', async (_, description) => {
    const reference = newReference()
    const body = { amount: '1.00', currency: 'EUR', from: 'deposit', to: { cardNumber: '4444555566661111' } }

    const { id } = await post('/v1/transfers', { reference, description, ...body })
    await becomes(id, 'approved')

    expect(await described(reference)).toBe(description)
  })

  it('loses blanks around it, as at the gateway', async () => {
    const { reference } = await paidByCard({ description: '  Mug  ' })

    expect(await described(reference)).toBe('Mug')
  })
})

describe('an amount', () => {
  it.each([
    ['0.94', 'EUR'],
    ['10.15', 'EUR'],
    ['99.10', 'EUR'],
    ['1234567.89', 'EUR'],
    ['500', 'JPY'],
    ['1.234', 'KWD'],
  ])('of %s %s arrives to the last unit', async (amount, currency) => {
    const { id, reference } = await paidByCard({ amount, currency, customer: CUSTOMER })

    const { movements } = await readLedger()

    expect(movements.find(isOf(reference))).toMatchObject({
      amount,
      currency,
    })
    expect((await becomes(id, 'approved')).amount).toBe(amount)
  })
})
