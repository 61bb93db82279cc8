import { describe, expect, it } from 'vitest'
import { mergedCsv } from './merged-csv.ts'

const HEADER = 'id,description,startedAt\r\n'

describe('mergedCsv', () => {
  it('leaves a single file as it is', () => {
    expect(mergedCsv([`${HEADER}a,Tea,2026-11-01\r\n`])).toBe(`${HEADER}a,Tea,2026-11-01\r\n`)
  })

  it('has each order of all files once, the newest first', () => {
    const named = `${HEADER}b,Tea,2026-11-02\r\n`
    const priced = `${HEADER}c,Mug,2026-11-03\r\nb,Tea,2026-11-02\r\na,Cup,2026-11-01\r\n`

    expect(mergedCsv([named, priced])).toBe(priced)
  })

  it.each([
    ['a comma', '"Tea, black"'],
    ['a line break', '"Tea\r\nblack"'],
    ['quotes', '"the ""good"", new tea"'],
  ])('keeps a cell with %s whole', (_, cell) => {
    const first = `${HEADER}a,${cell},2026-11-01\r\n`
    const second = `${HEADER}b,Mug,2026-11-02\r\n`

    expect(mergedCsv([first, second])).toBe(`${HEADER}b,Mug,2026-11-02\r\na,${cell},2026-11-01\r\n`)
  })
})
