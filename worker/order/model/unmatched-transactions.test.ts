import { describe, expect, it } from 'vitest'
import {
  attempted,
  followed,
  orderAfter,
  report,
  reported,
  reportOn,
  takenAs,
  through,
  toldOf,
  wanted,
} from '../testing/examples.ts'
import type { Report } from './events.ts'
import { needsAttention } from './needs-attention.ts'
import { refTo } from './request-ref.ts'

/** What a gateway tells that names no types. */
const UNTYPED: Partial<Report> = { type: '', kind: 'other', untold: ['type'] }

const [SALE, TAKEN] = [attempted('key-1', 'card'), takenAs('42')]
const RETURN = [wanted({ amountMinor: 500, isWhole: false }), followed(1)]
const paid = orderAfter(SALE, TAKEN, reported('approved'))

const named = (gatewayId: string) => report('approved', { ...UNTYPED, gatewayId, amountMinor: 500 })

describe('a transaction that an answer about a refund names', () => {
  it('is no further charge, since a refund may have an identifier of its own', () => {
    const told = through(paid, ...RETURN, toldOf(1, named('77')))

    expect(told.unmatched).toEqual([])
    expect(told.duplicateRefunds).toEqual([])
  })
})

describe('a transaction without a type that is found under the payment’s name', () => {
  it('is a duplicate charge where no refund was sent', () => {
    const found = through(paid, reportOn(refTo('attempt', 1), named('77')))
    const told = through(found, reportOn(refTo('unmatched', 1), named('77')))

    expect(told.duplicateRefunds).toMatchObject([{ gatewayId: '77' }])
  })

  it('is for a person where a refund was sent, which it may be', () => {
    const found = through(paid, ...RETURN, reportOn(refTo('attempt', 1), named('77')))
    const told = through(found, reportOn(refTo('unmatched', 1), named('77')))

    expect(found.unmatched).toMatchObject([{ id: '77' }])
    expect(told.duplicateRefunds).toEqual([])
    expect(needsAttention(told)).toBe(true)
  })
})
