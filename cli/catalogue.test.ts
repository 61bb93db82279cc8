import { describe, expect, it } from 'vitest'
import { parseCatalogue } from './catalogue.ts'

const NOW = 1_800_000_000

const draftsIn = (text: string) => {
  const entries = parseCatalogue(text, NOW)
  return entries.ok ? entries.value.map(({ draft }) => draft) : entries.reason
}

describe('parseCatalogue', () => {
  it.each([
    ['commas', 'item,amount\nmug,12.50\n'],
    ['semicolons', 'item;amount\nmug;12.50\n'],
    ['tabs', 'item\tamount\nmug\t12.50\n'],
    ['a byte order mark and other line ends', '\uFEFFitem,amount\r\nmug,12.50\r\n\r\n'],
    ['JSON', '[{ "item": "mug", "amount": "12.50" }]'],
  ])('reads %s', (_, text) => {
    expect(draftsIn(text)).toEqual([{ item: 'mug', amount: '12.50' }])
  })

  it('reads lists, ranges and times as the flags do, and leaves empty fields out', () => {
    const text =
      'item,description,act,origin,quantity,expires,limit\nmug,"A mug, blue",invoice,https://a.example https://b.example,1-5,1d,\n'

    expect(draftsIn(text)).toEqual([
      {
        item: 'mug',
        description: 'A mug, blue',
        act: 'invoice',
        origins: ['https://a.example', 'https://b.example'],
        quantity: { min: 1, max: 5 },
        exp: NOW + 86_400,
      },
    ])
  })

  it.each([
    ['CSV', 'item,description,description.de,description.pt-BR\nmug,Mug,Becher,\n'],
    ['JSON', '[{ "item": "mug", "description": "Mug", "description.de": "Becher" }]'],
  ])('keeps descriptions in further languages apart, in %s', (_, text) => {
    const entries = parseCatalogue(text, NOW)

    expect(entries.ok && entries.value).toEqual([
      {
        draft: { item: 'mug', description: 'Mug' },
        descriptions: { de: 'Becher' },
        place: expect.any(String),
      },
    ])
  })

  it.each([
    ['a column that is no claim', 'item,colour\nmug,red\n', 'there is no column colour'],
    ['a description in no language', 'item,description.\nmug,a\n', 'there is no column description.'],
    ['a column twice', 'item,amount, amount\nmug,12.50,1.00\n', 'there are two columns amount'],
    [
      'a language twice',
      'item,description.de,description.DE\nmug,Becher,Tasse\n',
      'there are two columns description.DE',
    ],
    ['an item twice', 'item\nmug\nmug\n', 'line 3: the item mug stands twice'],
    ['a row of another length', 'item,amount\nmug\n', 'the CSV cannot be read'],
    ['JSON that is broken', '[{', 'the catalogue is not a JSON list'],
    ['a list of texts', '["mug"]', 'entry 1: must be an object of claims'],
    ['nothing', 'item\n', 'the catalogue is empty'],
  ])('refuses %s', (_, text, problem) => {
    expect(String(draftsIn(text)[0])).toContain(problem)
  })
})
