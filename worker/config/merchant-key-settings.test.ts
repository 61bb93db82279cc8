import { expect, it } from 'vitest'
import { merchantKeys } from './merchant-key-settings.ts'

const digest = 'ab'.repeat(32)
const honest = { name: 'shop server', digest, scopes: ['read', 'charge'] }
const other = { name: 'Desk_2-b', digest: 'cd'.repeat(32), scopes: ['payout'] }

it.each([
  ['none', []],
  ['one', [honest]],
  ['several', [honest, other]],
  ['the longest name', [{ ...honest, name: 'x'.repeat(40) }]],
  ['every scope', [{ ...honest, scopes: ['read', 'charge', 'refund', 'payout'] }]],
])('takes %s', (_, entries) => {
  expect(merchantKeys.safeParse(entries)).toEqual({ success: true, data: entries })
})

it('reads a digest in capitals as the same digest', () => {
  expect(merchantKeys.parse([{ ...honest, digest: digest.toUpperCase() }])).toEqual([honest])
})

it.each([
  ['no name', { name: '' }],
  ['a name that is too long', { name: 'x'.repeat(41) }],
  ['a name that could forge a line of the log', { name: 'a\nb' }],
  ['no scope', { scopes: [] }],
  ['an unknown scope', { scopes: ['owner'] }],
  ['no digest', { digest: undefined }],
  ['a key in place of its digest', { digest: `pck_${'A'.repeat(43)}` }],
  ['a digest that is cut', { digest: digest.slice(1) }],
  ['something else beside it', { key: 'x' }],
])('refuses %s', (_, change) => {
  expect(merchantKeys.safeParse([{ ...honest, ...change }]).success).toBe(false)
})

it.each([
  ['name', { name: honest.name }],
  ['digest', { digest }],
  ['digest in capitals', { digest: digest.toUpperCase() }],
])('refuses the same %s twice', (_, same) => {
  expect(merchantKeys.safeParse([honest, { ...other, ...same }]).success).toBe(false)
})
