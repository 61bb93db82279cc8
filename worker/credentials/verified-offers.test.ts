import { describe, expect, it } from 'vitest'
import { parseClaims } from './offer-claims.ts'
import { claimsWith, NOW } from './testing/offers.ts'
import { rememberedOffer, rememberOffer } from './verified-offers.ts'

const read = parseClaims(claimsWith())
const tea = { ...((read.ok && read.value) || expect.fail()), digest: 'a-digest' }

const remembering = () => {
  const keys: readonly unknown[] = []
  rememberOffer(keys, 'a.b.c', tea, NOW)
  return keys
}

describe('verified offers', () => {
  it.each([
    ['at once', NOW, true],
    ['for almost a minute', NOW + 59, true],
    ['not longer', NOW + 60, false],
    ['not by a clock that went back', NOW - 1, false],
  ])('are remembered %s', (_, now, isKnown) => {
    expect(rememberedOffer(remembering(), 'a.b.c', now)).toBe(isKnown ? tea : undefined)
  })

  it('are remembered by their whole text, under the keys that verified them', () => {
    const keys = remembering()

    expect(rememberedOffer(keys, 'a.b.d', NOW)).toBeUndefined()
    expect(rememberedOffer([], 'a.b.c', NOW)).toBeUndefined()
  })

  it('take no more room than 256 of them, and the oldest goes', () => {
    const keys = remembering()
    const others = Array.from({ length: 256 }, (_, place) => `a.b.${place}`)
    for (const other of others) rememberOffer(keys, other, tea, NOW)

    expect(rememberedOffer(keys, 'a.b.c', NOW)).toBeUndefined()
    expect(others.every((other) => rememberedOffer(keys, other, NOW) === tea)).toBe(true)
  })
})
