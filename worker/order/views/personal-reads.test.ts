import { describe, expect, it } from 'vitest'
import { MAX_READS, type PersonalRead, withRead } from './personal-reads.ts'

const NOON = Date.UTC(2026, 10, 28, 12)
const HOUR = 3_600_000

describe('withRead', () => {
  const first: readonly PersonalRead[] = [{ by: 'support', at: NOON }]

  it.each([
    ['drops a repeat of the same day', { by: 'support', at: NOON + 11 * HOUR }, 1],
    ['keeps another key', { by: 'packing', at: NOON }, 2],
    ['keeps the next day, UTC', { by: 'support', at: NOON + 12 * HOUR }, 2],
  ])('%s', (_, read, count) => {
    const after = withRead(first, read)

    expect(after).toHaveLength(count)
    if (count === 1) expect(after).toBe(first)
  })

  it('keeps the latest reads of an order that is read for months', () => {
    let reads: readonly PersonalRead[] = []
    for (let day = 0; day <= MAX_READS; day += 1)
      reads = withRead(reads, { by: 'support', at: NOON + day * 24 * HOUR })

    expect(reads).toHaveLength(MAX_READS)
    expect(reads[0]?.at).toBe(NOON + 24 * HOUR)
  })
})
