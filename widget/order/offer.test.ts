import { describe, expect, it } from 'vitest'
import { offerOf } from '../testing/harness.ts'
import { offerDigest, readOffer } from './offer.ts'

describe('readOffer', () => {
  it('reads names in any script', () => {
    const read = readOffer(offerOf({ description: 'Чашка ☕' }))

    expect(read).toMatchObject({ ok: true, value: { description: 'Чашка ☕' } })
  })

  it.each([
    ['nothing', ''],
    ['one part', 'abc'],
    ['no JSON', 'a.b.c'],
    ['no signature', offerOf().split('.').slice(0, 2).join('.')],
    ['no currency', offerOf({ currency: 'euro' })],
    ['no price', offerOf({ amount: 'twelve' })],
    ['a half-open price', offerOf({ min: '1.00' })],
    ['null', `a.${btoa('null')}.c`],
  ])('refuses %s', (_, offer) => {
    expect(readOffer(offer)).toEqual({ ok: false, reason: 'offer-invalid' })
  })

  it('names an offer by what is signed, not by the signature', async () => {
    const digest = await offerDigest('e30.e30.first')

    expect(await offerDigest('e30.e30.second')).toBe(digest)
    expect(digest).toMatch(/^[\w-]{43}$/)
  })
})
