import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { NASTY_TEXTS } from '../../shared/testing/nasty-texts.ts'
import { cursorOf, positionOf } from './list-cursor.ts'

const options = { numRuns: inject('propertyRuns'), seed: inject('propertySeed') }

const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/)

describe('a cursor', () => {
  it('leads back to its position', () => {
    fc.assert(
      fc.property(fc.nat(), id, fc.option(fc.nat()), (startedAt, id, statusSince) => {
        const position = { startedAt, id, ...(statusSince !== null && { statusSince }) }
        expect(positionOf(cursorOf(position))).toEqual(position)
      }),
      options,
    )
  })

  it('that the edge did not make leads nowhere, or to a position that one could have', () => {
    const made = fc.oneof(
      fc.constantFrom(...NASTY_TEXTS),
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...'abzAZ019_-'), maxLength: 130 }),
      fc.tuple(fc.double(), fc.string()).map(([at, id]) => btoa(encodeURIComponent(`${at}.${id}`))),
    )
    fc.assert(
      fc.property(made, (cursor) => {
        const position = positionOf(cursor)
        if (!position) return
        expect(Number.isSafeInteger(position.startedAt)).toBe(true)
        expect(position.id).toMatch(/^[\w-]{1,64}$/)
      }),
      options,
    )
  })
})
