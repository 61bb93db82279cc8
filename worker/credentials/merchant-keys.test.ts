import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { merchantOf } from './merchant-keys.ts'
import { settingsWith } from './testing/offers.ts'

const config = settingsWith()

afterEach(() => vi.restoreAllMocks())

describe('merchantOf', () => {
  it('tells whose key it is and what it allows', async () => {
    expect(await merchantOf(config, env.TEST_MERCHANT_KEY)).toEqual({
      name: 'shop server',
      scopes: ['read', 'charge', 'refund', 'payout', 'admin', 'catalogue', 'personal'],
    })
    expect(await merchantOf(config, env.TEST_READ_KEY)).toEqual({ name: 'report', scopes: ['read'] })
  })

  it.each([
    ['nothing', ''],
    ['another key', `pck_${'A'.repeat(43)}`],
    ['a key with a changed end', `${env.TEST_MERCHANT_KEY.slice(0, -2)}__`],
    ['a key that is cut', env.TEST_MERCHANT_KEY.slice(0, -1)],
    ['a key with something behind it', `${env.TEST_MERCHANT_KEY}A`],
    ['a key without its mark', env.TEST_MERCHANT_KEY.slice(4)],
    ['the digest of a key', config.MERCHANT_KEYS[0]?.digest ?? ''],
  ])('knows no merchant by %s', async (_, key) => {
    expect(await merchantOf(config, key)).toBeUndefined()
  })

  it('knows no merchant where no keys are configured', async () => {
    const closed = settingsWith({ MERCHANT_KEYS: undefined })

    expect(await merchantOf(closed, env.TEST_MERCHANT_KEY)).toBeUndefined()
  })

  it.each([
    ['the first key', env.TEST_MERCHANT_KEY],
    ['the last key', env.TEST_READ_KEY],
    ['a wrong key', `pck_${'A'.repeat(43)}`],
  ])('compares every digest, in constant time, with %s', async (_, key) => {
    const compare = vi.spyOn(crypto.subtle, 'timingSafeEqual')

    await merchantOf(config, key)

    expect(compare).toHaveBeenCalledTimes(config.MERCHANT_KEYS.length)
  })
})
