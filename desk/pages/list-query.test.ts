import { describe, expect, it } from 'vitest'
import { listQueries } from './list-query.ts'
import type { Filters } from './route.ts'

describe('listQueries', () => {
  it.each<[string, Filters, object[]]>([
    ['everything', {}, [{}]],
    ['everything where the text is blank', { search: '  ' }, [{}]],
    ['a reference', { search: ' shop-1042 ' }, [{ search: 'shop-1042' }]],
    ['a whole sum, which may be a reference', { search: '1250' }, [{ search: '1250' }, { amount: '1250' }]],
    [
      'the name of an attempt at the gateway',
      { search: 'shop-1042.2.abcdefghij234567' },
      [{ search: 'shop-1042.2.abcdefghij234567' }],
    ],
    ['a sum with decimals, which is no reference', { search: '12.50' }, [{ amount: '12.50' }]],
    ['a sum with a comma', { search: '12,50' }, [{ amount: '12.50' }]],
    ['nothing where the edge cannot look for the text', { search: 'ann@example.com' }, []],
    [
      'whole days of UTC, the last one included',
      { from: '2026-11-01', to: '2026-11-30' },
      [{ from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' }],
    ],
    [
      'marks and names',
      { attention: 'true', held: 'true', status: 'approved', currency: 'EUR' },
      [{ needsAttention: 'true', held: 'true', status: 'approved', currency: 'EUR' }],
    ],
    [
      'the other filters with each query',
      { status: 'approved', search: '7' },
      [
        { status: 'approved', search: '7' },
        { status: 'approved', amount: '7' },
      ],
    ],
  ])('asks for %s', (_, filters, queries) => {
    expect(listQueries(filters)).toEqual(queries)
  })
})
