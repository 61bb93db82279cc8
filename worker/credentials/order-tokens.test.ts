import { base64url, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { purposeKeys } from '../config/derived-keys.ts'
import { exchangedToken, linkToken, orderToken, scopeOf } from './order-tokens.ts'
import { settingsWith } from './testing/offers.ts'

const config = settingsWith()
const id = 'A'.repeat(32)
const now = 1_800_000_000_000

const made = (scope: 'pay' | 'view', order = id) => orderToken(config, { id: order, scope }, now)

const outcome = async (token: string, at = now, settings = config) => {
  const grant = await scopeOf(settings, { id, token }, at)
  return grant.ok ? grant.value.scope : grant.reason.code
}

/** A token as a cheat would like it, signed with the right key. */
async function odd(header: Record<string, string>, claims: Record<string, unknown> = {}) {
  const [current] = await purposeKeys(config, 'order-token')
  return new SignJWT({ sub: id, scope: 'pay', exp: now / 1000 + 60, ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'pay-order+jwt', kid: current.number, ...header })
    .sign(current.key)
}

const changed = (token: string, part: 0 | 1, from: string, to: string) =>
  token
    .split('.')
    .map((text, index) => {
      if (index !== part) return text
      const json = new TextDecoder().decode(base64url.decode(text))
      expect(json).toContain(from)
      return base64url.encode(json.replace(from, to))
    })
    .join('.')

describe('order tokens', () => {
  it.each(['pay', 'view'] as const)('allow what they were made for: %s', async (scope) => {
    expect(await outcome(await made(scope))).toBe(scope)
  })

  it('are refused for another order', async () => {
    expect(await outcome(await made('pay', 'B'.repeat(32)))).toBe('token-invalid')
  })

  it('cannot be raised from viewing to paying', async () => {
    expect(await outcome(changed(await made('view'), 1, '"view"', '"pay"'))).toBe('token-invalid')
  })

  it.each([
    ['pay', config.times.payToken],
    ['view', config.times.viewToken],
  ] as const)('that %s end with their life', async (scope, lifeMs) => {
    const token = await made(scope)

    expect(await outcome(token, now + lifeMs - 1000)).toBe(scope)
    expect(await outcome(token, now + lifeMs)).toBe('token-invalid')
  })

  it('end when they would have, however often they are renewed', async () => {
    const half = now + config.times.payToken / 2
    const first = await scopeOf(config, { id, token: await made('pay') }, half)
    if (!first.ok) return expect.fail()

    const { until } = first.value
    const renewed = await orderToken(config, { id, scope: 'pay', until }, half)

    expect(await outcome(renewed, now + config.times.payToken - 1000)).toBe('pay')
    expect(await outcome(renewed, now + config.times.payToken)).toBe('token-invalid')
  })

  it('say when they were issued, to the millisecond', async () => {
    const grant = await scopeOf(
      config,
      { id, token: await orderToken(config, { id, scope: 'pay' }, now + 7) },
      now + 9,
    )

    expect(grant).toMatchObject({ ok: true, value: { issuedAt: now + 7 } })
  })

  it.each([
    ['pay', 'payToken'],
    ['view', 'viewToken'],
  ] as const)(
    'of an earlier version for %s were issued when a whole life was left, at the earliest',
    async (scope, life) => {
      const exp = (now + config.times[life]) / 1000
      const grant = await scopeOf(config, { id, token: await odd({}, { scope, exp }) }, now)

      expect(grant).toMatchObject({ ok: true, value: { issuedAt: now } })
    },
  )

  it('end together, by a setting', async () => {
    const revoked = settingsWith({ TOKENS_NOT_BEFORE: String(now / 1000) })

    expect(await outcome(await made('pay'), now, revoked)).toBe('token-invalid')
    expect(await outcome(await orderToken(config, { id, scope: 'pay' }, now + 1), now + 1, revoked)).toBe(
      'pay',
    )
  })

  it('of the former key still pass, those of a forgotten one do not', async () => {
    const former = settingsWith({ TOKEN_KEY: config.TOKEN_KEY_PREVIOUS ?? '', TOKEN_KEY_PREVIOUS: undefined })
    const forgotten = settingsWith({ TOKEN_KEY: 'x'.repeat(32), TOKEN_KEY_PREVIOUS: undefined })

    expect(await outcome(await orderToken(former, { id, scope: 'view' }, now))).toBe('view')
    expect(await outcome(await orderToken(forgotten, { id, scope: 'view' }, now))).toBe('token-invalid')
  })

  it('are refused without a signature', async () => {
    const [header, payload] = (await made('pay')).split('.')
    const unsigned = changed(`${header}.${payload}.`, 0, '"HS256"', '"none"')

    expect(await outcome(unsigned)).toBe('token-invalid')
  })

  it.each([
    ['of another type', { typ: 'JWT' }, {}],
    ['of an unknown key', { kid: 'none' }, {}],
    ['without an end', {}, { exp: undefined }],
    ['without an order', {}, { sub: undefined }],
    ['of another scope', {}, { scope: 'refund' }],
  ])('are refused %s', async (_, header, claims) => {
    expect(await outcome(await odd(header, claims))).toBe('token-invalid')
  })

  it.each(['', 'x', 'a.b.c', `${'a'.repeat(2000)}.b.c`])(
    'are refused when they are nonsense: %.20s',
    async (token) => {
      expect(await outcome(token)).toBe('token-invalid')
    },
  )

  it('are not signed with the key of paths', async () => {
    const [[token], [path]] = [await purposeKeys(config, 'order-token'), await purposeKeys(config, 'path')]
    const message = new TextEncoder().encode('x')
    const signature = await crypto.subtle.sign('HMAC', token.key, message)

    expect(await crypto.subtle.verify('HMAC', path.key, signature, message)).toBe(false)
  })
})

describe('the token of a link', () => {
  const half = 180 * 86_400_000

  it('has no end of its own: the order says how long it can be paid', async () => {
    const link = await linkToken(config, { id, openedAt: now })

    expect(await outcome(link, now + half)).toBe('link')
    expect(await outcome(link, now + 100 * half)).toBe('link')
  })

  it('is the same each time, until the order’s tokens are revoked', async () => {
    const link = await linkToken(config, { id, openedAt: now })

    expect(await linkToken(config, { id, openedAt: now })).toBe(link)
    const renewed = await linkToken(config, { id, openedAt: now, tokensRevokedAt: now + 5 })
    expect(await scopeOf(config, { id, token: renewed }, now)).toMatchObject({ value: { issuedAt: now + 6 } })
  })

  it('counts under the former key as long as that is set, and no longer', async () => {
    const link = await linkToken(config, { id, openedAt: now })
    const rotated = settingsWith({ TOKEN_KEY: 'n'.repeat(40), TOKEN_KEY_PREVIOUS: config.TOKEN_KEY })
    const forgotten = settingsWith({ TOKEN_KEY: 'n'.repeat(40) })

    expect(await outcome(link, now, rotated)).toBe('link')
    expect(await outcome(link, now, forgotten)).toBe('token-invalid')
  })

  it('is made again where TOKENS_NOT_BEFORE ended the former one', async () => {
    const ended = settingsWith({ TOKENS_NOT_BEFORE: `${now / 1000 + 60}` })

    expect(await outcome(await linkToken(config, { id, openedAt: now }), now, ended)).toBe('token-invalid')
    expect(await outcome(await linkToken(ended, { id, openedAt: now }), now, ended)).toBe('link')
  })

  it.each([
    ['a token that pays, without an end', { exp: undefined }],
    ['a link that does not say when it was made', { scope: 'link', exp: undefined, iat: undefined }],
    ['a link with an end', { scope: 'link', iat: now / 1000 }],
  ])('is not %s', async (_, claims) => {
    expect(await outcome(await odd({}, claims))).toBe('token-invalid')
  })

  it('is exchanged for one that pays, which names the exchange and lives from then on', async () => {
    const later = now + half
    const token = await exchangedToken(config, { id, exchange: 'E1' }, later)

    expect(await scopeOf(config, { id, token }, later)).toMatchObject({
      value: { scope: 'pay', exchange: 'E1', issuedAt: later },
    })
    expect(await outcome(token, later + config.times.payToken - 1000)).toBe('pay')
    expect(await outcome(token, later + config.times.payToken)).toBe('token-invalid')
  })
})
