import { describe, expect, it } from 'vitest'
import { listQueries } from './list-query.ts'
import type { Filters } from './route.ts'

describe('listQueries', () => {
  it.each<[string, Filters, object[]]>([
    ['everything', {}, [{}]],
    ['everything where the text is blank', { search: '  ' }, [{}]],
    [
      'a reference, or its beginning',
      { search: ' shop-1042 ' },
      [{ search: 'shop-1042' }, { reference: 'shop-1042' }],
    ],
    [
      'what a shopper reads out of a receipt, with blanks',
      { search: '0000 0100 000i' },
      [{ search: '00000100000i' }],
    ],
    [
      'the same length of an id’s beginning, as it is',
      { search: 'AbCdEfGh0123' },
      [{ search: 'AbCdEfGh0123' }, { reference: 'AbCdEfGh0123' }],
    ],
    [
      'a whole sum, which may be a reference',
      { search: '1250' },
      [{ search: '1250' }, { reference: '1250' }, { amount: '1250' }],
    ],
    [
      'a card’s last four with the day, without other days',
      { search: '•••• 1111, 22.11.2026', from: '2026-11-01', status: 'approved' },
      [{ status: 'approved', lastFour: '1111', day: '2026-11-22' }],
    ],
    ['nothing for a card with no day', { search: '1111 99.99.2026' }, []],
    ['open requests', { requests: 'seen' }, [{ link: 'open' }]],
    ['paid requests', { requests: 'paid' }, [{ status: 'approved' }]],
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
        { status: 'approved', reference: '7' },
        { status: 'approved', amount: '7' },
      ],
    ],
  ])('asks for %s', (_, filters, queries) => {
    expect(listQueries(filters, { email: '', locale: 'de' })).toEqual(queries)
  })

  it('asks for an e-mail address with the other filters, and for no other text beside it', () => {
    const queries = listQueries(
      { status: 'approved', search: '7' },
      { email: 'ada@example.com', locale: 'en' },
    )

    expect(queries).toEqual([{ status: 'approved', email: 'ada@example.com' }])
  })
})
