import { expect, it } from 'vitest'
import { areSums, merchantKeys, refundLimitsOf } from './merchant-key-settings.ts'

const digest = 'ab'.repeat(32)
const honest = { name: 'shop server', digest, scopes: ['read', 'charge'] }
const limited = {
  ...{ ...honest, name: 'assistant', scopes: ['read', 'refund'] },
  ...{ refundUpTo: { EUR: '50.00' }, refundPerDay: { EUR: '200' } },
}
const other = { name: 'Desk_2-b', digest: 'cd'.repeat(32), scopes: ['payout'] }

it.each([
  ['none', []],
  ['one', [honest]],
  ['several', [honest, other]],
  ['the longest name', [{ ...honest, name: 'x'.repeat(40) }]],
  ['every scope', [{ ...honest, scopes: ['read', 'charge', 'refund', 'payout'] }]],
  ['limits', [limited]],
  ['one of the limits', [{ ...honest, scopes: ['refund'], refundUpTo: { JPY: '5000' } }]],
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
  ['limits of a key that gives nothing back', { refundUpTo: { EUR: '50.00' } }],
  ['limits of a key that pays out', { scopes: ['refund', 'payout'], refundPerDay: { EUR: '50.00' } }],
  ['a limit in a currency that is none', { scopes: ['refund'], refundUpTo: { EURO: '50.00' } }],
  ['a limit that is no text', { scopes: ['refund'], refundUpTo: { EUR: 50 } }],
  ['a limit below nothing', { scopes: ['refund'], refundPerDay: { EUR: '-1' } }],
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

it.each([
  ['a key with limits', 'assistant', { refundUpTo: { EUR: '50.00' }, refundPerDay: { EUR: '200' } }],
  ['a key without limits', 'Desk_2-b', undefined],
  ['a person at the desk', 'ann@example.com', undefined],
  ['a key that the setting does not have, which gives nothing back alone', 'gone', { refundUpTo: {} }],
])('tells the limits of %s', (_, name, limits) => {
  expect(refundLimitsOf({ MERCHANT_KEYS: merchantKeys.parse([limited, other]) }, name)).toEqual(limits)
})

it.each([
  ['with fewer decimals than the currency', { EUR: '50' }, true],
  ['with its decimals', { EUR: '50.00', JPY: '50' }, true],
  ['with more', { EUR: '50.001' }, false],
  ['with more than the endpoint has', { JPY: '50.0' }, false],
])('a limit %s: %j', (_, refundUpTo, expected) => {
  const keys = merchantKeys.parse([{ ...limited, refundUpTo }])

  expect(areSums(keys, { '*': { endpoint: '1' } })).toBe(expected)
})

it.each([
  ['for sales', {}, false],
  ['for preauths', { preauth: { endpoint: '2', exponent: 0 } }, false],
  ['for charges of saved cards', { rebill: { endpoint: '2', exponent: 0 } }, false],
  ['for none that gives money back', { payout: { endpoint: '2', exponent: 0 } }, true],
])('a limit with more decimals than the endpoint %s has', (_, own, expected) => {
  const keys = merchantKeys.parse([{ ...limited, refundUpTo: { EUR: '50.5' } }])
  const exponent = expected || Object.keys(own).length > 0 ? 2 : 0

  expect(areSums(keys, { EUR: { endpoint: '1', exponent, for: own } })).toBe(expected)
})

it.each([
  ['of a hundred million', '100000000', true],
  ['with as many digits as an order', '999999999999', true],
  ['with one more', '1000000000000', false],
])('a limit for the day %s', (_, sum, expected) => {
  const parsed = merchantKeys.safeParse([{ ...limited, refundPerDay: { VND: sum } }])

  expect(parsed.success && areSums(parsed.data, { '*': { endpoint: '1' } })).toBe(expected)
})
