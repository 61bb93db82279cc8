import { expect, it } from 'vitest'
import type { TagElement } from '../manifest/tag-manifest.ts'
import { withTagTables } from './tag-tables.ts'

const element: TagElement = {
  ...{ kind: 'class', name: 'A', tagName: 'a-a', customElement: true, description: '' },
  members: [
    {
      ...{ kind: 'field', name: 'order', type: { text: 'PayOrder | undefined' } },
      ...{ description: 'The order.', readonly: true },
    },
  ],
  attributes: [{ name: 'offer', description: 'The offer.' }],
  events: [{ name: 'pay-ready', type: { text: 'PayEvent' }, description: 'Ready.' }],
}

const elements = { checkout: element, line: element }

const place = (name: string) => `<!-- tag ${name}: npm run reference -->\n<!-- /tag -->`

const PLACES = ['attributes', 'line-attributes', 'properties', 'methods', 'events'].map(place)

it('puts each table into its place, and writes the same when it is repeated', () => {
  const written = withTagTables(`Words.\n${PLACES.join('\n')}\nMore.`, elements)

  expect(written).toContain('| `offer` | The offer. |')
  expect(written).toContain('| `order` | `PayOrder \\| undefined` | The order. Read only. |')
  expect(written).toMatch(/^Words\.[\s\S]*More\.$/)
  expect(withTagTables(written, elements)).toBe(written)
})

it.each([
  ['a table without a place', PLACES.slice(1).join('\n'), 'attributes'],
  ['a place without a table', [...PLACES, place('colours')].join('\n'), 'colours'],
])('refuses %s', (_, document, name) => {
  expect(() => withTagTables(document, elements)).toThrow(`differ in ${name}`)
})
