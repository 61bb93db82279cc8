import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import type { Config } from '../config/config.ts'
import { purposeKeys } from '../config/derived-keys.ts'
import { deskKey, personOf } from './desk-keys.ts'
import { AUDIENCE, accessSetting } from './testing/access.ts'
import { settingsWith } from './testing/offers.ts'

const NOW = 1_800_000_000_000
const MINUTE = 60_000

const edge = (changes: Record<string, string | undefined> = {}) =>
  settingsWith({ DESK: 'on', DESK_ACCESS: accessSetting('tea'), ...changes })

const config = edge()

const ANN = { person: 'ann@shop.example', until: NOW + 86_400_000 }

const keyOf = async (signedIn = ANN, settings = config) => (await deskKey(settings, signedIn, NOW))?.key ?? ''

const scopesAt = async (key: string, now = NOW, settings: Config = config) =>
  (await personOf(settings, key, now))?.scopes

describe('a key of the desk', () => {
  it('lets a person do what the setting says, under their own name', async () => {
    expect(await deskKey(config, ANN, NOW)).toEqual({
      key: expect.stringMatching(/^pcd_[\w-]+\.[\w-]+\.[\w-]+$/),
      name: 'ann@shop.example',
      scopes: ['read', 'charge', 'refund'],
      until: NOW + 15 * MINUTE,
    })
    expect(await personOf(config, await keyOf(), NOW)).toEqual({
      name: 'ann@shop.example',
      scopes: ['read', 'charge', 'refund'],
    })
  })

  it.each(['eve@shop.example', 'gone@staff.example', 'eve@a.staff.example'])(
    'is made for none but people of the setting: %s',
    async (person) => {
      expect(await deskKey(config, { ...ANN, person }, NOW)).toBeUndefined()
    },
  )

  it('ends after 15 minutes', async () => {
    const key = await keyOf()

    expect(await scopesAt(key, NOW + 15 * MINUTE - 1)).toBeDefined()
    expect(await scopesAt(key, NOW + 15 * MINUTE)).toBeUndefined()
  })

  it('ends with the session at Access', async () => {
    const key = await keyOf({ ...ANN, until: NOW + MINUTE })

    expect(await scopesAt(key, NOW + MINUTE - 1)).toBeDefined()
    expect(await scopesAt(key, NOW + MINUTE)).toBeUndefined()
  })

  it('ends at once for somebody who is taken out of the setting', async () => {
    const key = await keyOf()
    const without = edge({ DESK_ACCESS: accessSetting('tea', { people: { '*@staff.example': ['read'] } }) })

    expect(await scopesAt(key, NOW, without)).toBeUndefined()
  })

  it('loses at once what the setting takes, and gets nothing that it gives', async () => {
    const key = await keyOf()
    const people = { 'ann@shop.example': ['read', 'payout', 'admin'] }

    expect(await scopesAt(key, NOW, edge({ DESK_ACCESS: accessSetting('tea', { people }) }))).toEqual([
      'read',
    ])
  })

  it.each<[string, Record<string, string | undefined>]>([
    ['whose secret is another', { TOKEN_KEY: 'another secret of at least 32 characters' }],
    ['with the same secret, at another address', { PUBLIC_URL: 'https://pay.other.example' }],
    [
      'behind another application of Access',
      { DESK_ACCESS: accessSetting('tea', { audience: 'b'.repeat(64) }) },
    ],
    ['without people', { DESK_ACCESS: undefined }],
    ['without a desk', { DESK: 'off' }],
    ['that revoked all tokens since', { TOKENS_NOT_BEFORE: String(NOW / 1000) }],
  ])('opens no edge %s', async (_, changes) => {
    expect(await scopesAt(await keyOf(), NOW, edge(changes))).toBeUndefined()
  })

  it('outlives a change of the secret', async () => {
    const key = await keyOf()
    const rotated = edge({
      TOKEN_KEY: 'another secret of at least 32 characters',
      TOKEN_KEY_PREVIOUS: config.TOKEN_KEY,
    })

    expect(await scopesAt(key, NOW, rotated)).toBeDefined()
  })

  it('cannot be made of another token of the edge', async () => {
    const made = async (purpose: 'order-token' | 'desk-key', typ: string) => {
      const [{ key, number }] = await purposeKeys(config, purpose)
      const token = await new SignJWT({ scopes: ['read', 'refund'], iat: NOW / 1000 })
        .setProtectedHeader({ alg: 'HS256', typ, kid: number })
        .setSubject('ann@shop.example')
        .setIssuer(config.PUBLIC_URL)
        .setAudience(AUDIENCE)
        .setExpirationTime(NOW / 1000 + 60)
        .sign(key)
      return `pcd_${token}`
    }

    expect(await scopesAt(await made('desk-key', 'pay-desk+jwt'))).toEqual(['read', 'refund'])
    expect(await scopesAt(await made('order-token', 'pay-desk+jwt'))).toBeUndefined()
    expect(await scopesAt(await made('desk-key', 'pay-order+jwt'))).toBeUndefined()
  })

  it('is refused changed, cut or malformed', async () => {
    const key = await keyOf()

    for (const wrong of [
      `${key}A`,
      key.slice(0, -4),
      key.slice(4),
      'pcd_',
      'pcd_a.b.c',
      `pcd_${'a'.repeat(3000)}`,
    ])
      expect(await scopesAt(wrong)).toBeUndefined()
  })
})
