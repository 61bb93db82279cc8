import { base64url, exportSPKI, importJWK, SignJWT, UnsecuredJWT } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import type { DeskAccess } from '../config/desk-access-setting.ts'
import { verifyAssertion } from './access-assertion.ts'
import { AccessTeam, accessSetting } from './testing/access.ts'
import { settingsWith } from './testing/offers.ts'

const NOW = 1_800_000_000_000
const HOUR = 3_600_000

let count = 0
let team: AccessTeam

const config = settingsWith()

beforeEach(async () => {
  count += 1
  // The isolate keeps the keys of a team.
  team = await AccessTeam.named(`team-${count}`)
})

const access = (changes: object = {}) =>
  settingsWith({ DESK_ACCESS: accessSetting(team.name, changes) }).DESK_ACCESS as DeskAccess

/** The person, or the code and the reason of the refusal. */
async function outcome(token: string, now = NOW, setting = access()): Promise<string> {
  const signedIn = await verifyAssertion(config, setting, { token, now, fetch: team.fetch })
  return signedIn.ok ? signedIn.value.person : `${signedIn.reason.code} ${signedIn.reason.why}`
}

const said = async (changes: object = {}, now = NOW) =>
  outcome(await team.signed(team.claims(NOW, changes)), now)

describe('an assertion of Access', () => {
  it('names the person and the end of their session', async () => {
    const token = await team.signed(team.claims(NOW, { exp: NOW / 1000 + 60 }))

    expect(await verifyAssertion(config, access(), { token, now: NOW, fetch: team.fetch })).toEqual({
      ok: true,
      value: { person: 'ann@shop.example', until: NOW + 60_000 },
    })
    expect(team.fetched).toEqual([`https://${team.name}.cloudflareaccess.com/cdn-cgi/access/certs`])
  })

  it.each<[string, object, string]>([
    ['for another application', { aud: ['b'.repeat(64)] }, 'ERR_JWT_CLAIM_VALIDATION_FAILED'],
    ['for no application', { aud: undefined }, 'ERR_JWT_CLAIM_VALIDATION_FAILED'],
    ['of another team', { iss: 'https://other.cloudflareaccess.com' }, 'ERR_JWT_CLAIM_VALIDATION_FAILED'],
    [
      'of a longer host',
      { iss: 'https://a.cloudflareaccess.com.evil.example' },
      'ERR_JWT_CLAIM_VALIDATION_FAILED',
    ],
    ['of nobody', { iss: undefined }, 'ERR_JWT_CLAIM_VALIDATION_FAILED'],
    ['that has expired', { exp: NOW / 1000 - 11 }, 'ERR_JWT_EXPIRED'],
    ['without an end', { exp: undefined }, 'ERR_JWT_CLAIM_VALIDATION_FAILED'],
    ['of a time to come', { nbf: NOW / 1000 + 11 }, 'ERR_JWT_CLAIM_VALIDATION_FAILED'],
    ['without a beginning', { iat: undefined }, 'ERR_JWT_CLAIM_VALIDATION_FAILED'],
    ['of a service', { email: undefined, sub: '', common_name: 'e367826f93b8.access' }, 'no person'],
    ['of a service with an address', { common_name: 'e367826f93b8.access' }, 'no person'],
    ['without a subject', { sub: '' }, 'no person'],
    ['for the whole team', { type: 'org' }, 'no person'],
    ['without an address', { email: undefined }, 'no address'],
    ['with two addresses', { email: ['ann@shop.example', 'bob@shop.example'] }, 'no address'],
  ])('is refused %s', async (_, changes, why) => {
    expect(await said(changes)).toBe(`token-invalid assertion: ${why}`)
  })

  it('is taken by a clock that is ten seconds off, and by none that is more', async () => {
    expect(await said({ nbf: NOW / 1000 + 10 })).toBe('ann@shop.example')
    expect(await said({ exp: NOW / 1000 - 9 })).toBe('ann@shop.example')
  })

  it('is refused without a signature', async () => {
    expect(await outcome(new UnsecuredJWT(team.claims(NOW)).encode())).toMatch(/^token-invalid/)
  })

  it('is refused with a signature by the public key as a secret', async () => {
    const [jwk] = await team.jwks()
    const pem = await exportSPKI((await importJWK({ ...jwk, ext: true }, 'RS256')) as CryptoKey)
    const forged = [pem, JSON.stringify(jwk), jwk?.n ?? ''].map((secret) =>
      new SignJWT(team.claims(NOW))
        .setProtectedHeader({ alg: 'HS256', kid: 'key-1' })
        .sign(new TextEncoder().encode(secret)),
    )

    for (const token of await Promise.all(forged)) expect(await outcome(token)).toMatch(/^token-invalid/)
    // An algorithm of another kind is refused unasked.
    expect(team.fetched).toEqual([])
  })

  it('is refused where it was changed, or another team signed it', async () => {
    const [header, , signature] = (await team.signed(team.claims(NOW))).split('.')
    const bob = base64url.encode(JSON.stringify(team.claims(NOW, { email: 'bob@shop.example' })))
    const other = await AccessTeam.named('other-team')

    expect(await outcome(`${header}.${bob}.${signature}`)).toMatch(/^token-invalid/)
    expect(await outcome(await other.signed(team.claims(NOW)))).toMatch(/^token-invalid/)
  })

  it.each(['', 'x', 'a.b.c', 'e30.e30.', `${'a'.repeat(20_000)}.b.c`])(
    'is refused malformed: %.10s',
    async (token) => {
      expect(await outcome(token)).toMatch(/^token-invalid/)
      expect(team.fetched).toEqual([])
    },
  )

  it('names the person by a claim of the identity provider where the setting says so', async () => {
    const token = await team.signed(team.claims(NOW, { custom: { upn: 'Bob@Shop.example' } }))

    expect(await outcome(token, NOW, access({ claim: 'upn' }))).toBe('bob@shop.example')
    for (const claim of ['mail', '__proto__', 'constructor', 'country'])
      expect(await outcome(token, NOW, access({ claim }))).toMatch(/^token-invalid/)
  })

  it('takes the address from Access alone where the setting names no claim', async () => {
    expect(await said({ email: undefined, custom: { email: 'ann@shop.example' } })).toMatch(/^token-invalid/)
  })
})

describe('the keys of Access', () => {
  const failing: [string, () => Response | Promise<Response>][] = [
    ['cannot be reached', () => Promise.reject(new TypeError('fetch failed'))],
    ['are behind an error', () => new Response('', { status: 500 })],
    ['are moved', () => new Response('', { status: 302, headers: { Location: 'https://evil.example' } })],
    ['are no JSON', () => new Response('<html>')],
    ['are no list', () => Response.json({ keys: {} })],
    ['are huge', () => new Response(JSON.stringify({ keys: [], more: 'x'.repeat(70_000) }))],
    ['are many', () => Response.json({ keys: Array(17).fill({ kid: 'key-1', kty: 'RSA' }) })],
  ]

  it.each(failing)('let nobody in where they %s', async (_, answer) => {
    team.answer = answer

    expect(await said()).toBe('unavailable keys of Access')
  })

  it('let nobody in where they come too slowly', async () => {
    const fetch: typeof globalThis.fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      })
    const token = await team.signed(team.claims(NOW))
    const times = { ...config.times, checkDeadline: 20 }

    const signedIn = await verifyAssertion({ times }, access(), { token, now: NOW, fetch })

    expect(signedIn).toMatchObject({ reason: { code: 'unavailable' } })
  })

  it('are asked for once an hour', async () => {
    await said({}, NOW)
    await said({}, NOW + HOUR - 1)
    expect(team.fetched).toHaveLength(1)

    await said({}, NOW + HOUR)
    expect(team.fetched).toHaveLength(2)
  })

  it('do not count any more after an hour in which they cannot be had', async () => {
    expect(await said()).toBe('ann@shop.example')
    team.answer = () => new Response('', { status: 500 })

    expect(await said({}, NOW + HOUR)).toBe('unavailable keys of Access')
  })

  it('are asked for again where an assertion has a new one', async () => {
    await said()
    await team.rotate('key-2')
    const token = await team.signed(team.claims(NOW), { kid: 'key-2' })

    expect(await outcome(token, NOW + 60_000)).toBe('ann@shop.example')
    expect(team.fetched).toHaveLength(2)
  })

  it('are asked for at most once a minute, whatever key strangers name', async () => {
    await said()
    for (let sent = 0; sent < 5; sent += 1)
      expect(await outcome(await team.signed(team.claims(NOW), { kid: `made-up-${sent}` }))).toMatch(
        /^token-inv/,
      )

    expect(team.fetched).toHaveLength(1)
  })

  it('are asked for every two seconds at most while they cannot be had, and count again afterwards', async () => {
    team.answer = () => new Response('', { status: 500 })
    for (const after of [0, 1, 1999, 2000])
      expect(await said({}, NOW + after)).toBe('unavailable keys of Access')
    expect(team.fetched).toHaveLength(2)

    team.answer = undefined
    expect(await said({}, NOW + 4000)).toBe('ann@shop.example')
  })

  it('count no longer once Access has taken them out', async () => {
    const token = await team.signed(team.claims(NOW))
    await outcome(token)
    await team.rotate('key-2', 'key-1')

    expect(await outcome(token, NOW + HOUR)).toMatch(/^token-invalid/)
  })

  it('of other kinds are skipped', async () => {
    const [jwk] = await team.jwks()
    team.answer = () =>
      Response.json({ keys: [{ kid: 'other', kty: 'EC', crv: 'P-256' }, jwk], public_cert: {} })

    expect(await said()).toBe('ann@shop.example')
  })
})
