import { env } from 'cloudflare:workers'
import { createHmac, hkdfSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isMarkedName } from '../../shared/order-names.ts'
import { type Config, configOf } from './config.ts'
import { derivedNameKey, markKey, markOf } from './name-key.ts'

const config = configOf({ ...env })
const orderId = 'Ab-_5678901234567890123456789012'
const KEY = 'a name key that is only used in this test'

const mark = async (number = 1, id = orderId, settings: Pick<Config, 'PUBLIC_URL'> = config, key = KEY) =>
  markOf(await markKey(key), settings, { orderId: id, number })

/** The same by another implementation. */
function markByNode(number: number): string {
  const text = `pay-checkout order name\n${config.PUBLIC_URL}\n${orderId}\n${number}`
  const digest = createHmac('sha256', KEY).update(text).digest().subarray(0, 10)
  let bits = BigInt(`0x${digest.toString('hex')}`)
  let characters = ''
  for (let at = 0; at < 16; at += 1) {
    characters = 'abcdefghijklmnopqrstuvwxyz234567'[Number(bits & 31n)] + characters
    bits >>= 5n
  }
  return characters
}

describe('the mark of a request', () => {
  it('is 80 bits of an HMAC over the address, the order and the number', async () => {
    expect([await mark(1), await mark(2)]).toEqual([markByNode(1), markByNode(2)])
    expect(isMarkedName(`order-1.${await mark()}`)).toBe(true)
  })

  it('is the same again, and another for each number, order, address and key', async () => {
    const others = [
      mark(2),
      mark(1, 'another-order'),
      mark(1, orderId, { PUBLIC_URL: 'https://staging.example.com' }),
      mark(1, orderId, config, 'another name key that is only used in this test'),
    ]
    const all = [await mark(), ...(await Promise.all(others))]

    expect(await mark()).toBe(all[0])
    expect(new Set(all).size).toBe(5)
  })
})

it('a key for names follows from TOKEN_KEY alone, whatever the former one is', async () => {
  const { TOKEN_KEY } = config
  const derived = hkdfSync('sha256', TOKEN_KEY, '', 'pay-checkout order-name', 32)

  expect(await derivedNameKey(config)).toBe(Buffer.from(derived).toString('base64url'))
  expect(await derivedNameKey({ TOKEN_KEY, TOKEN_KEY_PREVIOUS: undefined })).toBe(
    await derivedNameKey(config),
  )
})
