import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { configOf, readConfig } from './config.ts'
import { settingWarnings } from './setting-warnings.ts'

const { TOKEN_KEY, GATEWAY_CONTROL_KEY } = configOf({ ...env })

const FORMER = 'the-former-key-of-at-least-32-characters'

const ACCESS = `{"team":"tea","audience":"${'0'.repeat(64)}","people":{"*@example.com":["read"]}}`

const warnings = (change: Record<string, unknown>) => {
  const settings = { ...env, ...change }
  return settingWarnings(configOf(settings), settings)
}

describe('the warnings of the settings', () => {
  it('are none for the settings of these tests', () => {
    expect(warnings({})).toEqual([])
  })

  it.each<[string, Record<string, unknown>, RegExp]>([
    ['no origins', { ALLOWED_ORIGINS: '[]' }, /^ALLOWED_ORIGINS is empty/],
    ['no keys of offers', { OFFER_KEYS: undefined }, /^OFFER_KEYS has no key of offers/],
    ['a desk without a key', { DESK: 'on', MERCHANT_KEYS: '[]' }, /^DESK is on and MERCHANT_KEYS/],
    ['people without a desk', { DESK_ACCESS: ACCESS }, /^DESK_ACCESS is set and DESK is off/],
    ['no key of names', { NAME_KEY: undefined }, /^NAME_KEY is not set: payments stop while the database/],
    ['no seller', { MERCHANT: undefined }, /^MERCHANT is not set/],
    [
      'mail without its binding',
      { SHOPPER_MAIL: '{"from":"shop@example.com","receipts":true}', NOTIFY: undefined },
      /^SHOPPER_MAIL is set, and the Worker has no binding NOTIFY/m,
    ],
    ['a former key that is today’s', { TOKEN_KEY_PREVIOUS: TOKEN_KEY }, /^TOKEN_KEY_PREVIOUS is TOKEN_KEY/],
    ['a key with a line feed', { TOKEN_KEY: `${TOKEN_KEY}\n` }, /^TOKEN_KEY looks copied wrongly/],
    [
      'a key that is long enough by its line feed',
      { TOKEN_KEY: `${'k'.repeat(31)}\n` },
      /^TOKEN_KEY looks copied wrongly/,
    ],
    [
      'a key in quotes',
      { TOKEN_KEY: `"${TOKEN_KEY}"` },
      /^TOKEN_KEY looks copied wrongly, and counts as it is/,
    ],
    [
      'one key for tokens and cards',
      { CARD_DIGEST_KEY: TOKEN_KEY },
      /^CARD_DIGEST_KEY .* change CARD_DIGEST_KEY/,
    ],
    [
      'a former key of tokens that is that of cards',
      { CARD_DIGEST_KEY: FORMER, TOKEN_KEY_PREVIOUS: FORMER },
      /^CARD_DIGEST_KEY .* change CARD_DIGEST_KEY/,
    ],
    ['a login of another alphabet', { GATEWAY_LOGIN: 'магазин' }, /^GATEWAY_LOGIN looks copied wrongly/],
    ...['{5A2B8C1D0000-4000', '[5A2B8C1D0000-4000', '5A2B8C1D0000-4000"', 'pck_5A2B8C1D0000-4000'].map(
      (key): [string, Record<string, unknown>, RegExp] => [
        `a key of the gateway such as ${key}`,
        { GATEWAY_CONTROL_KEY: key },
        /^GATEWAY_CONTROL_KEY looks copied wrongly/,
      ],
    ),
    [
      'a former key of the gateway',
      { GATEWAY_CREDENTIALS_PREVIOUS: '{"before":{"controlKey":"{the-key-before-this"}}' },
      /^GATEWAY_CREDENTIALS_PREVIOUS looks copied wrongly/,
    ],
    [
      'a name without its underline',
      { GATEWAY_PRIVATEKEY: 'x' },
      /^GATEWAY_PRIVATEKEY .* GATEWAY_PRIVATE_KEY/,
    ],
    [
      'a name in the singular',
      { OFFER_KEY: 'x' },
      /^OFFER_KEY is no setting, and is not read\. OFFER_KEYS is/,
    ],
    [
      'receivers of both kinds',
      {
        WEBHOOKS: `[{"url":"https://shop.example.com/hooks","secret":"whsec_${btoa('x'.repeat(32))}"}]`,
        ...{ WEBHOOK_URL: 'https://shop.example.com/old', WEBHOOK_SECRET: `whsec_${btoa('y'.repeat(32))}` },
      },
      /^WEBHOOKS and WEBHOOK_URL are both set: WEBHOOKS counts/,
    ],
    ['a name in small letters', { notify_email: 'x' }, /^notify_email .* NOTIFY_EMAIL/],
    ['a name with another letter', { WEBHOCK_URL: 'x' }, /^WEBHOCK_URL .* WEBHOOK_URL/],
    ['a long name with two slips', { WEBHOCKS_URL: 'x' }, /^WEBHOCKS_URL .* WEBHOOK_URL/],
    ['a short name with one slip', { DISK: 'on' }, /^DISK .* DESK/],
  ])('tell of %s', (_, change, told) => {
    expect(warnings(change)).toEqual([expect.stringMatching(told)])
  })

  it('tell of no variable that resembles no setting, and of no binding', () => {
    expect(warnings({ SENTRY_DSN: 'x', METRICS: {}, MERCHANT_LOGO: 'x', METRIC: {} })).toEqual([])
  })

  it.each(['TEST', 'DEV', 'TASK', 'DEVS', 'MASK'])('tell of no short name as different as %s', (name) => {
    expect(warnings({ [name]: 'x' })).toEqual([])
  })

  it('name a misspelling where the setting itself is missing', () => {
    const misspelt = { GATEWAY_CONTROL_KEY: undefined, GATEWAY_CONTROLKEY: GATEWAY_CONTROL_KEY }
    const reading = readConfig({ ...env, ...misspelt })

    expect(reading).toEqual({
      ok: false,
      reason: [
        {
          setting: 'GATEWAY_CONTROL_KEY',
          must: expect.stringMatching(
            /as a secret; it is missing: GATEWAY_CONTROLKEY looks like a misspelling$/,
          ),
        },
      ],
    })
  })
})
