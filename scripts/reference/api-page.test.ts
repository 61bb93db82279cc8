import { describe, expect, it } from 'vitest'
import { partsOf } from '../../worker/routes/api-operation.ts'
import { publicOperations } from '../../worker/routes/openapi/document.ts'
import { OPERATIONS } from '../../worker/routes/operation-list.ts'
import { publicDocument } from '../api-document.ts'
import type { ApiDocument } from './api-document-shape.ts'
import { apiPage } from './api-page.ts'
import { fieldRows, typeText } from './api-schema-text.ts'

const document = publicDocument() as unknown as ApiDocument
const page = apiPage(document)

const sectionOf = (name: string) => page.split(/^#{2,4} /m).find((part) => part.startsWith(`${name}\n`)) ?? ''

describe('the page of the API', () => {
  it.each(Object.entries(publicOperations(OPERATIONS)))('has a section of %s', (name, row) => {
    const { verb, path } = partsOf(row)

    expect(sectionOf(name)).toContain(`\`${verb} ${path}\``)
    for (const code of row.problems) expect(sectionOf(name)).toContain(`\`${code}\``)
  })

  it.each([
    ['createOrder', 'Called with: a merchant key of scope `charge`; or a merchant key of scope `payout`'],
    ['checkout', 'Called with: no token'],
    ['captureOrder', '| `Idempotency-Key` | header | text |'],
    ['listOrders', '| `needsAttention` | query, optional |'],
    ['createOrder', '| `customer` | [Customer](#customer), optional |'],
    ['Customer', '| `email` |'],
    ['createOrder', '<details><summary>Answer 409: with the reference of another order</summary>'],
    ['Order', '| `methods` | list of [Way](#way) |'],
    ['Problems', '| `offer-limit` | 409 | This offer has been used up |'],
    ['Webhooks', '| `card.kept` | A card was saved with the shopper’s consent |'],
    ['Webhooks', '<details><summary>`order.approved`:'],
  ])('says of %s: %s', (name, text) => {
    expect(sectionOf(name)).toContain(text)
  })

  it('has a section for each schema that it links', () => {
    const linked = [...page.matchAll(/\[\w+\]\(#(\w+)\)/g)].map(([, name = '']) => name)
    const headings = [...page.matchAll(/^#{2,4} (.+)$/gm)].map(([, name = '']) => name.toLowerCase())

    expect(linked.filter((name) => !headings.includes(name))).toEqual([])
  })

  it('has no two headings of the same name, so that links are sure', () => {
    const headings = [...page.matchAll(/^#{2,4} (.+)$/gm)].map(([, name = '']) => name.toLowerCase())

    expect(headings.filter((name, place) => headings.indexOf(name) !== place)).toEqual([])
  })

  it('leaves the addresses out that the edge alone makes', () => {
    expect(page).not.toMatch(/\/callback\/|\/frames\/\{|receiveCallback/)
  })
})

describe('a schema in words', () => {
  it.each([
    [{ type: 'string', maxLength: 20 }, 'text up to 20 characters'],
    [{ type: 'integer', minimum: 1, maximum: 9 }, 'integer from 1 to 9'],
    [{ type: 'array', items: { $ref: '#/components/schemas/Line' } }, 'list of [Line](#line)'],
    [{ enum: ['v2', 'v4'] }, '`"v2"`, `"v4"`'],
    [{ anyOf: [{ const: 'deposit' }, { type: 'object' }] }, '`"deposit"` or object'],
    [{ type: 'object', additionalProperties: { type: 'boolean' } }, 'object of `true` or `false`'],
    [{}, 'anything'],
  ])('%j is %s', (schema, words) => {
    expect(typeText(schema)).toBe(words)
  })

  it('lists the members of an object without a name behind it', () => {
    const card = { type: 'object', properties: { cvv: { type: 'string' } }, required: ['cvv'] }
    const schema = { properties: { card, list: { type: 'array', items: card } }, required: ['list'] }

    expect(fieldRows(schema, document).map(([name, type]) => `${name} ${type}`)).toEqual([
      '`card` object, optional',
      '`card.cvv` text',
      '`list` list of object',
      '`list[].cvv` text',
    ])
  })
})
