import { describe, expect, it } from 'vitest'
import { sumLabel } from './sum-label.ts'

describe('the label of the sum', () => {
  it.each([
    ['sale', 'open', 'total'],
    ['sale', 'approved', 'total'],
    ['preauth', undefined, 'total.preauth'],
    ['preauth', 'open', 'total.preauth'],
    ['preauth', 'declined', 'total.preauth'],
    ['preauth', 'approved', 'preauth'],
    ['preauth', 'captured', 'total'],
    ['preauth', 'voided', 'total'],
    ['verify', 'open', undefined],
    ['payout', 'open', undefined],
  ] as const)('of a %s that is %s is %s', (intent, status, label) => {
    expect(sumLabel(intent, status && { status })).toBe(label)
  })
})
