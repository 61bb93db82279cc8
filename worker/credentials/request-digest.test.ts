import { describe, expect, it } from 'vitest'
import { bodyDigests } from './request-digest.ts'
import { settingsWith } from './testing/offers.ts'

const settings = settingsWith()

const digest = async (body: unknown, of = settings) => (await bodyDigests(of, body))[0]

describe('bodyDigests', () => {
  it('does not depend on the order in which things are said, nor on what is left out', async () => {
    const one = { amount: '1.00', customer: { name: 'A', email: 'b' }, list: [{ a: 1, b: 2 }] }
    const other = {
      list: [{ b: 2, a: 1 }],
      customer: { email: 'b', name: 'A', phone: undefined },
      amount: '1.00',
    }

    expect(await digest(one)).toBe(await digest(other))
  })

  it.each([
    ['another value', { amount: '1.01' }],
    ['another type', { amount: 1 }],
    ['one thing more', { amount: '1.00', comment: '' }],
    ['one thing less', {}],
    ['another name', { sum: '1.00' }],
  ])('tells %s', async (_, other) => {
    expect(await digest(other)).not.toBe(await digest({ amount: '1.00' }))
  })

  it('tells another order in a list', async () => {
    expect(await digest({ cardRefs: ['1', '2'] })).not.toBe(await digest({ cardRefs: ['2', '1'] }))
  })

  it.each([
    ['a card', { card: { number: '4111111111111111' } }, { card: { number: '5555555555554444' } }],
    [
      'a card inside',
      { to: { card: { number: '4111' } } },
      { to: { card: { number: '5555', holder: 'A' } } },
    ],
    ['the number alone', { to: { cardNumber: '4111' } }, { to: { cardNumber: '5555' } }],
    ['a code', { cvv: '123' }, { cvv: '321' }],
  ])('says nothing of %s but that it was there', async (_, one, other) => {
    expect(await digest(one)).toBe(await digest(other))
    expect(await digest(one)).not.toBe(await digest({}))
  })

  it('cannot be worked out without the edge’s key', async () => {
    const body = { customer: { email: 'a@b.example' } }

    expect(await digest(body)).not.toBe(await digest(body, settingsWith({ TOKEN_KEY: 'k'.repeat(40) })))
  })

  it('gives that of the former key as well, and alone where there is no former key', async () => {
    const before = settingsWith({ TOKEN_KEY: 'a'.repeat(40), TOKEN_KEY_PREVIOUS: undefined })
    const after = settingsWith({ TOKEN_KEY: 'b'.repeat(40), TOKEN_KEY_PREVIOUS: 'a'.repeat(40) })

    const [current, former] = await bodyDigests(after, { amount: '1.00' })

    expect(await bodyDigests(before, { amount: '1.00' })).toEqual([former])
    expect(current).not.toBe(former)
  })
})
