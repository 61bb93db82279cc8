import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { configOf, readConfig, SETTING_NAMES } from './config.ts'
import { settingWarnings } from './setting-warnings.ts'

const { GATEWAY_PRIVATE_KEY = '', OFFER_KEYS } = configOf({ ...env })

const digest = '0'.repeat(64)

/**
 * What becomes of a fault. `refused`: the edge answers nothing, and names the setting. `trimmed`: it is as if the fault
 * was not there. `warned`: the edge works, and names the setting. `default`: as if the setting was missing, which is
 * valid. `taken`: it is another valid value, and nobody can tell.
 */
type Outcome = 'refused' | 'trimmed' | 'warned' | 'default' | 'taken'

/** Fault → the environment with it. `next` is the value of the setting in the row below. */
const FAULTS = {
  missing: ({ name }) => ({ [name]: undefined }),
  blank: ({ name }) => ({ [name]: ' '.repeat(40) }),
  'line feed': ({ name, value }) => ({ [name]: `${value}\n` }),
  'byte order mark': ({ name, value }) => ({ [name]: `\ufeff${value}` }),
  quotes: ({ name, value }) => ({ [name]: `"${value}"` }),
  typographic: ({ name, value }) => ({ [name]: typographic(value) }),
  JSON: ({ name }) => ({ [name]: '{"some":"JSON of another shape, long enough"' }),
  neighbour: ({ name, next }) => ({ [name]: next }),
  misspelt: ({ name, value }) => ({ [name]: undefined, [misspelt(name)]: value }),
} satisfies Record<string, (row: { name: string; value: string; next: string }) => Record<string, unknown>>

/** As a word processor writes it. */
const typographic = (text: string) =>
  /["-]/.test(text) ? text.replaceAll('-', '–').replaceAll('"', '”') : `${text}–`

/** Without its first underline, or its last letter. */
const misspelt = (name: string) => (name.includes('_') ? name.replace('_', '') : name.slice(0, -1))

/**
 * Every setting: a valid value, and what becomes of it by each of {@link FAULTS}, in their order. All values together are
 * valid. A setting that is new needs a row.
 */
const ROWS: Readonly<Record<string, readonly [value: string, outcomes: string]>> = {
  GATEWAY_URL: [
    'http://127.0.0.1:1/paynet',
    'refused refused trimmed trimmed refused refused refused refused refused',
  ],
  GATEWAY_LOGIN: ['the-login', 'refused refused trimmed trimmed refused refused refused refused refused'],
  GATEWAY_CONTROL_KEY: [
    '5A2B8C1D-0000-4000-8000-0A1B2C3D4E5F',
    'refused refused trimmed trimmed refused refused refused refused refused',
  ],
  GATEWAY_PRIVATE_KEY: [
    GATEWAY_PRIVATE_KEY,
    'default refused trimmed trimmed refused refused refused refused warned',
  ],
  GATEWAY_CREDENTIALS_PREVIOUS: [
    '{"before":{"controlKey":"the-control-key-before"}}',
    'default refused trimmed trimmed refused refused refused refused warned',
  ],
  GATEWAY_ENDPOINTS: [
    '{"EUR":{"endpoint":1001}}',
    'refused refused trimmed trimmed refused refused refused refused refused',
  ],
  GATEWAY_PROFILE: [
    '{"controlCase":"upper"}',
    'default refused trimmed trimmed refused refused refused refused warned',
  ],
  PUBLIC_URL: [
    'https://pay-me.example.com',
    'refused refused trimmed trimmed refused refused refused refused refused',
  ],
  ALLOWED_ORIGINS: [
    '["https://shop.example.com"]',
    'warned refused trimmed trimmed refused refused refused refused warned',
  ],
  OFFER_KEYS: [
    JSON.stringify(OFFER_KEYS),
    'warned refused trimmed trimmed refused refused refused refused warned',
  ],
  OFFERS_NOT_BEFORE: [
    '{"mug":1767225600}',
    'default refused trimmed trimmed refused refused refused refused warned',
  ],
  TOKEN_KEY: [
    'a-token-key-of-thirty-two-characters',
    'refused refused warned warned warned warned warned warned refused',
  ],
  TOKEN_KEY_PREVIOUS: [
    'another-token-key-of-32-characters',
    'default refused warned warned warned warned warned refused warned',
  ],
  NAME_KEY: [
    'a-name-key-of-thirty-two-characters-',
    'warned refused warned warned warned warned warned refused warned',
  ],
  TOKENS_NOT_BEFORE: ['1767225600', 'default refused trimmed trimmed refused refused refused refused warned'],
  MERCHANT_KEYS: [
    JSON.stringify([{ name: 'shop', digest, scopes: ['read'] }]),
    'default refused trimmed trimmed refused refused refused refused warned',
  ],
  MERCHANT: [
    '{"name":"Heather Hill"}',
    'warned refused trimmed trimmed refused refused refused refused warned',
  ],
  WEBHOOK_URL: [
    'https://shop-1.example.com/hooks',
    'default refused trimmed trimmed refused refused refused refused warned',
  ],
  WEBHOOK_SECRET: [
    `whsec_${btoa('x'.repeat(32))}`,
    'refused refused trimmed trimmed refused refused refused refused refused',
  ],
  WEBHOOKS: [
    JSON.stringify([{ url: 'https://shop-1.example.com/in', secret: `whsec_${btoa('w'.repeat(32))}` }]),
    'default refused trimmed trimmed refused refused refused refused warned',
  ],
  NOTIFY_EMAIL: [
    'till@shop-1.example.com',
    'default refused trimmed trimmed refused refused refused refused warned',
  ],
  NOTIFY_CUSTOMER: ['on', 'default refused trimmed trimmed refused refused refused refused warned'],
  SHOPPER_MAIL: [
    '{"from":"shop@shop-1.example.com","receipts":true}',
    'default refused trimmed trimmed refused refused refused refused warned',
  ],
  CHECKOUT_METHODS: [
    '["hosted","card"]',
    'default refused trimmed trimmed refused refused refused refused warned',
  ],
  LIMITS: ['{"cardsPerOrder":3}', 'default refused trimmed trimmed refused refused refused refused warned'],
  CARD_DIGEST_KEY: [
    'a-digest-key-of-thirty-two-characters',
    'refused refused warned warned warned warned warned refused refused',
  ],
  SEARCH_KEY: [
    'a-search-key-of-thirty-two-characters',
    'default refused warned warned warned warned warned refused warned',
  ],
  PAYMENTS: ['paused', 'default refused trimmed trimmed refused refused refused refused warned'],
  TURNSTILE_SITE_KEY: [
    '1x00000000000000000000AA',
    'refused refused trimmed trimmed refused refused refused refused refused',
  ],
  TURNSTILE_SECRET_KEY: [
    '1x0000000000000000000000000000000AA',
    'refused refused trimmed trimmed refused refused refused warned refused',
  ],
  TURNSTILE_URL: [
    'http://127.0.0.1:8788',
    'default refused trimmed trimmed refused refused refused refused warned',
  ],
  DESK: ['on', 'warned refused trimmed trimmed refused refused refused refused warned'],
  DESK_ACCESS: [
    `{"team":"tea","audience":"${'0'.repeat(64)}","people":{"*@example.com":["read"]}}`,
    'default refused trimmed trimmed refused refused refused refused warned',
  ],
  ORDERS_RESTORED_AT: [
    '1767225601',
    'default refused trimmed trimmed refused refused refused refused warned',
  ],
  RETENTION: [
    '{"personalDays":30}',
    'default refused trimmed trimmed refused refused refused refused warned',
  ],
  INDEX_SHARDS: ['2', 'default refused trimmed trimmed refused refused refused refused warned'],
  JURISDICTION: ['eu', 'default refused trimmed trimmed refused refused refused refused warned'],
  ORDER_TIMES: [
    '{"activeEvery":7}',
    'default refused trimmed trimmed refused refused refused refused warned',
  ],
}

const NAMES = Object.keys(ROWS)

/** A setting that takes the place of others: with them, it is warned of. */
const INSTEAD = { WEBHOOKS: ['WEBHOOK_URL', 'WEBHOOK_SECRET'] } as const

/** Valid settings that no warning is about, among them this one. */
const goodWith = (name: string): Readonly<Record<string, unknown>> => ({
  NOTIFY: env.NOTIFY,
  ...Object.fromEntries(
    Object.entries(ROWS)
      .filter(([other]) =>
        name === 'WEBHOOKS' ? !INSTEAD.WEBHOOKS.some((one) => one === other) : other !== 'WEBHOOKS',
      )
      .map(([each, [value]]) => [each, value]),
  ),
})

const rowOf = (name: string, place: number) => ({
  name,
  value: String(ROWS[name]?.[0]),
  next: String(ROWS[NAMES[(place + 1) % NAMES.length] ?? '']?.[0]),
})

const CASES = NAMES.flatMap((name, place) => {
  const outcomes = (ROWS[name]?.[1] ?? '').split(' ') as Outcome[]
  return Object.entries(FAULTS).map(([fault, change], column) => ({
    ...{ name, fault, outcome: outcomes[column] },
    settings: { ...goodWith(name), ...change(rowOf(name, place)) } as Record<string, unknown>,
  }))
})

/** What a merchant reads of the settings, and what became of one of them. */
function reading(name: string, settings: Readonly<Record<string, unknown>>) {
  const read = readConfig(settings)
  const texts = read.ok
    ? settingWarnings(read.value, settings)
    : read.reason.map(({ setting, must }) => `${setting} must ${must}`)
  const isNamed = texts.some((text) => text.includes(name))
  const value = read.ok ? { ...read.value }[name as 'PAYMENTS'] : undefined
  return { isRefused: !read.ok, isNamed, value, texts }
}

/** A map has no members that JSON would write. */
const textOf = (value: unknown) => JSON.stringify(value instanceof Map ? [...value] : value)

/** What became of a fault, as far as the outside shows it. */
function outcomeOf(name: string, settings: Readonly<Record<string, unknown>>): Outcome | 'unnamed' {
  const { isRefused, isNamed, value } = reading(name, settings)
  if (isRefused) return isNamed ? 'refused' : 'unnamed'
  if (isNamed) return 'warned'
  const text = textOf(value)
  if (text === textOf(reading(name, goodWith(name)).value)) return 'trimmed'
  return text === textOf(reading(name, { ...goodWith(name), [name]: undefined }).value) ? 'default' : 'taken'
}

describe('a fault in a setting', () => {
  it('has a row for every setting, and each row an outcome for every fault', () => {
    expect(NAMES.toSorted()).toEqual(SETTING_NAMES.toSorted())
    expect(CASES.filter(({ outcome }) => outcome === undefined)).toEqual([])
    for (const name of ['GATEWAY_URL', 'WEBHOOKS']) expect(reading(name, goodWith(name)).texts).toEqual([])
  })

  it.each(CASES)('$name, $fault: $outcome', ({ name, outcome, settings }) => {
    expect(outcomeOf(name, settings)).toBe(outcome)
  })

  it.each(CASES.filter(({ outcome }) => outcome === 'refused'))(
    'is refused by orders too, and no value is quoted: $name, $fault',
    ({ name, settings }) => {
      const { texts } = reading(name, settings)
      const value = String(settings[name] ?? '').trim()

      expect(() => configOf(settings)).toThrow(name)
      if (value.length > 4) expect(texts.join()).not.toContain(value)
    },
  )
})
