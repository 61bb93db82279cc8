import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { comparedEmail, emailDigest } from './email-digest.ts'

const KEY = 'k'.repeat(32)

describe('emailDigest', () => {
  it('is the beginning of an HMAC that another implementation makes too', async () => {
    const whole = createHmac('sha256', KEY).update('pay-checkout shopper\nada@example.com').digest()

    expect(await emailDigest(KEY, 'ada@example.com')).toBe(whole.subarray(0, 16).toString('base64url'))
  })

  it('is another one under another key, and of another address', async () => {
    const digests = [
      await emailDigest(KEY, 'ada@example.com'),
      await emailDigest(`${KEY}k`, 'ada@example.com'),
      await emailDigest(KEY, 'ada@example.org'),
    ]

    expect(new Set(digests).size).toBe(3)
  })

  it.each([
    ['blanks around it', ' ada@example.com\n'],
    ['capital letters', 'Ada@Example.COM'],
    ['wide letters of another keyboard', 'ａｄａ＠example.com'],
    ['marks that nobody sees', 'ada\u200b@example.com'],
  ])('compares an address without %s', (_, address) => {
    expect(comparedEmail(address)).toBe('ada@example.com')
  })
})
