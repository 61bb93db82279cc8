import { runInDurableObject } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { testGateway, type Values } from '../testing/merchant.ts'
import { authorize, type Changes, PAYOUT, send } from '../testing/oauth-merchant.ts'
import { parseOAuthHeader } from './oauth-header.ts'

const PAYOUT_PATH = '/api/v2/payout/1111'
const CHECK_PATH = '/api/v4/payout-check/1111'

const now = (bySeconds = 0) => String(Math.floor(Date.now() / 1000) + bySeconds)
const without = (name: string) => (header: string) => header.replace(new RegExp(`, ${name}="[^"]*"`), '')
const replaced = (name: string, value: string) => (header: string) =>
  header.replace(new RegExp(`${name}="[^"]*"`), `${name}="${value}"`)

describe('a signature', () => {
  it.each([
    ['HMAC-SHA1', PAYOUT_PATH],
    ['RSA-SHA256', CHECK_PATH],
    ['HMAC-SHA1 with a query', `${PAYOUT_PATH}?b=2&a=1%20%2B+x`],
    ['RSA-SHA256 for a group', '/api/v4/payout-check/group/3333'],
  ])('by %s is accepted', async (_what, path) => {
    const response = await send(testGateway(), path, PAYOUT)

    expect([response.status, await response.json()]).toMatchObject([200, { type: 'async-response' }])
  })

  it.each<[what: string, values: Values]>([
    ['blanks around it', { order_desc: '  tea  ' }],
    ['every mark that RFC 3986 reserves', { order_desc: "!*'();:@&=+$,/?#[]%" }],
    ['marks that are left alone', { order_desc: 'a-b.c_d~e' }],
    ['line feeds and quotes', { order_desc: 'one\r\n"two"' }],
    ['Cyrillic, Arabic and emoji', { order_desc: 'чай شاي 👩‍👩‍👧' }],
    ['nothing at all', { order_desc: '' }],
  ])('over a value with %s is accepted', async (_what, values) => {
    const response = await send(testGateway(), PAYOUT_PATH, { ...PAYOUT, ...values })

    expect(response.status).toBe(200)
  })

  it.each<[what: string, changes: Changes]>([
    ['a realm', { header: (header) => header.replace('OAuth ', 'OAuth realm="a, \\"b\\" c", ') }],
    ['an empty realm', { header: (header) => header.replace('OAuth ', 'OAuth realm="", ') }],
    ['no blanks after commas', { header: (header) => header.replaceAll(', ', ',') }],
    ['a scheme in small letters', { header: (header) => header.replace('OAuth', 'oauth') }],
    ['a timestamp 200 seconds ago', { oauth: { oauth_timestamp: now(-200) } }],
    ['a timestamp 200 seconds ahead', { oauth: { oauth_timestamp: now(200) } }],
    ['a nonce full of marks', { oauth: { oauth_nonce: '+/= %~é' } }],
  ])('with %s is accepted', async (_what, changes) => {
    const response = await send(testGateway(), PAYOUT_PATH, PAYOUT, changes)

    expect(response.status).toBe(200)
  })

  const badly = (name: string, value: string, path = PAYOUT_PATH) =>
    [path, { header: replaced(name, value) }, '11', `${name} is badly encoded`] as const

  it.each<readonly [what: string, path: string, changes: Changes, code: string, message: string]>([
    ['no header', PAYOUT_PATH, { header: () => ' ' }, '31', 'is missing'],
    ['another scheme', PAYOUT_PATH, { header: () => 'Bearer x' }, '11', 'scheme is not OAuth'],
    ['nothing after the scheme', PAYOUT_PATH, { header: () => 'OAuth' }, '11', 'scheme is not OAuth'],
    ['values without quotes', PAYOUT_PATH, { header: (text) => text.replaceAll('"', '') }, '11', 'malformed'],
    ['a comma at the end', PAYOUT_PATH, { header: (text) => `${text},` }, '11', 'malformed'],
    ['a blank for a comma', PAYOUT_PATH, { header: (text) => text.replaceAll(',', '') }, '11', 'malformed'],
    ['no nonce', PAYOUT_PATH, { header: without('oauth_nonce') }, '11', 'oauth_nonce is missing'],
    ['no timestamp', PAYOUT_PATH, { header: without('oauth_timestamp') }, '11', 'oauth_timestamp is missing'],
    ['no version', PAYOUT_PATH, { header: without('oauth_version') }, '11', 'oauth_version is missing'],
    ['no signature', PAYOUT_PATH, { header: without('oauth_signature') }, '11', 'oauth_signature is missing'],
    [
      'no method',
      PAYOUT_PATH,
      { header: without('oauth_signature_method') },
      '11',
      'oauth_signature_method is missing',
    ],
    ['an empty nonce', PAYOUT_PATH, { header: replaced('oauth_nonce', '') }, '11', 'oauth_nonce is missing'],
    ['a parameter twice', PAYOUT_PATH, { header: (text) => `${text}, oauth_version="1.0"` }, '11', 'twice'],
    ['a token', PAYOUT_PATH, { header: (text) => `${text}, oauth_token=""` }, '11', 'does not belong'],
    ['a stranger', PAYOUT_PATH, { header: (text) => `${text}, amount="1"` }, '11', 'does not belong'],
    ['version 1.0a', PAYOUT_PATH, { oauth: { oauth_version: '1.0a' } }, '11', 'oauth_version is not'],
    ['a timestamp that is none', PAYOUT_PATH, { oauth: { oauth_timestamp: '1e9' } }, '11', 'no number'],
    ['a plus', ...badly('oauth_signature', 'ab+d')],
    ['a slash', ...badly('oauth_signature', 'ab/d')],
    ['an equals sign', ...badly('oauth_signature', 'abc=')],
    ['small hexadecimal digits', ...badly('oauth_signature', 'abc%3d')],
    ['a percent sign alone', ...badly('oauth_nonce', '100%')],
    ['a letter that needs no encoding', ...badly('oauth_nonce', '%41')],
    ['bytes that are no UTF-8', ...badly('oauth_nonce', '%C3')],
    ['a blank inside', ...badly('oauth_nonce', 'a b')],
    ['a plus, for RSA,', ...badly('oauth_signature', 'ab+d', CHECK_PATH)],
    [
      'RSA where HMAC belongs',
      PAYOUT_PATH,
      { oauth: { oauth_signature_method: 'RSA-SHA256' } },
      '32',
      'not HMAC',
    ],
    [
      'HMAC where RSA belongs',
      CHECK_PATH,
      { oauth: { oauth_signature_method: 'HMAC-SHA1' } },
      '32',
      'not RSA',
    ],
    ['plain text', PAYOUT_PATH, { oauth: { oauth_signature_method: 'PLAINTEXT' } }, '32', 'is not HMAC-SHA1'],
    ['a stranger’s key', PAYOUT_PATH, { oauth: { oauth_consumer_key: 'nobody' } }, '33', 'not the login'],
    ['an old timestamp', PAYOUT_PATH, { oauth: { oauth_timestamp: now(-600) } }, '13', 'seconds off'],
    ['an early timestamp', PAYOUT_PATH, { oauth: { oauth_timestamp: now(600) } }, '13', 'seconds off'],
    [
      'a changed body',
      PAYOUT_PATH,
      { body: (text) => text.replace('10.42', '10.43') },
      '12',
      'does not match',
    ],
    ['a changed body, for RSA,', CHECK_PATH, { body: (text) => `${text}&purpose=x` }, '12', 'does not match'],
    ['a changed nonce', PAYOUT_PATH, { header: replaced('oauth_nonce', 'x') }, '12', 'does not match'],
    [
      'a signature of no length',
      PAYOUT_PATH,
      { header: replaced('oauth_signature', '%20') },
      '12',
      'not match',
    ],
    [
      'a second spelling of its Base64',
      PAYOUT_PATH,
      { header: (text) => text.replace(/.%3D"/, (end) => `${next(end)}%3D"`) },
      '12',
      'does not match',
    ],
    [
      'OAuth in the body',
      PAYOUT_PATH,
      { body: (text) => `${text}&oauth_version=1.0` },
      '11',
      'belong in the header',
    ],
  ])('with %s is refused', async (_what, path, changes, code, message) => {
    const gateway = testGateway()

    const response = await send(gateway, path, PAYOUT, changes)

    const reply: Values = await response.json()
    expect(response.status).toBe(401)
    expect(reply).toMatchObject({ type: 'error', 'error-code': code, 'merchant-order-id': 'PO-1' })
    expect(reply['error-message']).toContain(message)
    expect(reply['paynet-order-id']).toBeUndefined()
    expect((await gateway.ledger()).transactions).toEqual([])
  })

  it('made for another path is refused', async () => {
    const gateway = testGateway()
    const other = authorize('http://gateway.localhost:8788/api/v2/payout/2222', 'HMAC-SHA1', PAYOUT)

    const response = await send(gateway, PAYOUT_PATH, PAYOUT, { header: () => other })

    expect([response.status, await response.json()]).toMatchObject([401, { 'error-code': '12' }])
  })

  it('with OAuth in the query is refused', async () => {
    const response = await send(testGateway(), `${PAYOUT_PATH}?oauth_version=1.0`, PAYOUT)

    expect([response.status, await response.json()]).toMatchObject([401, { 'error-code': '11' }])
  })

  it('by RSA cannot be checked without the merchant’s public key', async () => {
    const gateway = testGateway()
    await runInDurableObject(gateway.stub, (instance) =>
      Object.assign(instance.backend.settings, { publicKey: undefined }),
    )

    const response = await send(gateway, CHECK_PATH, PAYOUT)

    expect([response.status, await response.json()]).toMatchObject([401, { 'error-code': '34' }])
  })
})

/** Flips the lowest bit of the letter before `%3D"`: another Base64 text of the same bytes. */
function next(end: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  return encodeURIComponent(letters[letters.indexOf(end[0] ?? '') ^ 1] ?? '')
}

describe('a nonce', () => {
  const sent = (gateway: ReturnType<typeof testGateway>, changes: Changes) =>
    send(gateway, PAYOUT_PATH, PAYOUT, changes)

  it('is good once', async () => {
    const gateway = testGateway()
    const header = authorize(`http://gateway.localhost:8788${PAYOUT_PATH}`, 'HMAC-SHA1', PAYOUT)

    const responses = await Promise.all([1, 2, 3].map(() => sent(gateway, { header: () => header })))

    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401, 401])
    const refused = responses.find(({ status }) => status === 401)
    expect(await refused?.json()).toMatchObject({ type: 'error', 'error-code': '14' })
    expect((await gateway.ledger()).transactions).toHaveLength(1)
  })

  it('is good once even with another timestamp and for another operation', async () => {
    const gateway = testGateway()
    await sent(gateway, { oauth: { oauth_nonce: 'one' } })

    const response = await send(gateway, CHECK_PATH, PAYOUT, {
      oauth: { oauth_nonce: 'one', oauth_timestamp: now(-60) },
    })

    expect([response.status, await response.json()]).toMatchObject([401, { 'error-code': '14' }])
  })

  it('is not used up by a request whose signature is wrong', async () => {
    const gateway = testGateway()
    const oauth = { oauth_nonce: 'one' }
    await sent(gateway, { oauth, body: (text) => `${text}&purpose=x` })

    const response = await sent(gateway, { oauth })

    expect(response.status).toBe(200)
  })

  it('is forgotten once its timestamp is of no use any more', async () => {
    const gateway = testGateway()
    const left = await runInDurableObject(gateway.stub, ({ backend: { nonces } }) => {
      nonces.spend('merchant', 'old', { now: 1000, expiresAt: 1300 })
      const again = nonces.spend('merchant', 'old', { now: 1300, expiresAt: 1600 })
      const later = nonces.spend('merchant', 'old', { now: 1301, expiresAt: 1601 })
      return { again, later, count: nonces.count() }
    })

    expect(left).toEqual({ again: false, later: true, count: 1 })
  })

  it('is judged by the machine’s time when the sandbox’s clock was advanced', async () => {
    const gateway = testGateway()
    await gateway.control('clock', 'POST', { advanceMs: 86_400_000 })

    const response = await sent(gateway, {})

    expect(response.status).toBe(200)
  })
})

it('a header is read as it was meant', () => {
  const header = parseOAuthHeader(
    'OAuth realm="Photos", oauth_consumer_key="m%20x", oauth_nonce="%2B%2F%3D",oauth_signature="c2ln",  ' +
      'oauth_signature_method="HMAC-SHA1",oauth_timestamp="137131200",oauth_version="1.0"',
  )

  expect(header).toEqual({
    oauth_consumer_key: 'm x',
    oauth_nonce: '+/=',
    oauth_signature: 'c2ln',
    oauth_signature_method: 'HMAC-SHA1',
    oauth_timestamp: '137131200',
    oauth_version: '1.0',
  })
})
