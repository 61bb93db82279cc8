import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { type DeskAccess, personIn, scopesOf } from './desk-access-setting.ts'

const GOOD = { team: 'tea-shop', audience: '0'.repeat(64), people: { 'ann@shop.com': ['read'] } }

const read = (setting: unknown) => readConfig({ ...env, DESK_ACCESS: JSON.stringify(setting) })

const people = (given: object): Pick<DeskAccess, 'people'> => {
  const reading = read({ ...GOOD, people: given })
  if (!reading.ok || !reading.value.DESK_ACCESS) throw new TypeError('the setting is wrong')
  return reading.value.DESK_ACCESS
}

describe('DESK_ACCESS', () => {
  it('names people by their address where it says nothing else', () => {
    expect(read(GOOD)).toMatchObject({ ok: true, value: { DESK_ACCESS: { claim: 'email' } } })
  })

  it.each<[string, object]>([
    ['a scope that is none', { people: { 'ann@shop.com': ['read', 'everything'] } }],
    ['nobody', { people: {} }],
    ['everybody', { people: { '*': ['read'] } }],
    ['everybody at any domain', { people: { '*@*': ['read'] } }],
    ['a domain and those below it', { people: { '*@*.shop.com': ['read'] } }],
    ['everybody at a whole country', { people: { '*@com': ['read'] } }],
    ['a part of a name', { people: { 'a*@shop.com': ['read'] } }],
    ['a name without a domain', { people: { ann: ['read'] } }],
    ['one person twice', { people: { 'ann@shop.com': ['read'], 'Ann@Shop.com': ['refund'] } }],
    ['letters that look like others', { people: { 'ann@sho\u0440.com': ['read'] } }],
    ['a team’s whole address', { team: 'tea-shop.cloudflareaccess.com' }],
    ['a team that is a path', { team: 'tea/shop' }],
    ['an application by its name', { audience: 'desk' }],
    ['a claim with a blank', { claim: 'my mail' }],
    ['another member', { person: {} }],
  ])('is refused with %s', (_, change) => {
    expect(read({ ...GOOD, ...change })).toMatchObject({ ok: false, reason: [{ setting: 'DESK_ACCESS' }] })
  })
})

describe('who a person is', () => {
  it.each([
    ['ann@shop.com', 'ann@shop.com'],
    ['Ann@SHOP.Com', 'ann@shop.com'],
    ["o'hara+desk@a.shop.com", "o'hara+desk@a.shop.com"],
  ])('%s is %s', (given, person) => {
    expect(personIn(given)).toBe(person)
  })

  it.each([
    'a@evil.com?@shop.com',
    'a@evil.com@shop.com',
    '"a@evil.com"@shop.com',
    'a@shop.com.',
    'a@.shop.com',
    'a@shop..com',
    'a@shop',
    '@shop.com',
    '*@shop.com',
    ' a@shop.com',
    'a@shop.com\n',
    'a b@shop.com',
    'a@shop.com,b@shop.com',
    'a@shop.com\u0000',
    '\u212Aate@shop.com',
    'a@\u212Aate.com',
    'a@shop\u3002com',
    `${'a'.repeat(65)}@shop.com`,
    `a@${'b'.repeat(60)}.${'b'.repeat(60)}.${'b'.repeat(60)}.${'b'.repeat(60)}.${'b'.repeat(60)}.com`,
    42,
    null,
    undefined,
    ['a@shop.com'],
  ])('%j is nobody', (given) => {
    expect(personIn(given)).toBeUndefined()
  })
})

describe('what a person may do', () => {
  const access = people({
    'Ann@Shop.com': ['read', 'refund'],
    '*@shop.com': ['read', 'charge'],
    'gone@shop.com': [],
    'bob@other.com': ['read'],
  })

  it.each<[string, readonly string[]]>([
    ['ann@shop.com', ['read', 'refund']],
    ['eve@shop.com', ['read', 'charge']],
    ['gone@shop.com', []],
    ['bob@other.com', ['read']],
    ['eve@other.com', []],
    ['eve@a.shop.com', []],
    ['eve@evilshop.com', []],
    ['eve@shop.com.evil.com', []],
    ['eve@shop.co', []],
  ])('%s: %j', (person, scopes) => {
    expect(scopesOf(access, person)).toEqual(scopes)
  })
})
