import { describe, expect, it } from 'vitest'
import { networkPrefix } from './address-prefix.ts'

describe('networkPrefix', () => {
  it.each([
    ['203.0.113.9', '203.0.113.0'],
    ['203.0.113.250', '203.0.113.0'],
    ['::ffff:203.0.113.9', '203.0.113.0'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1'],
    ['2001:0db8:0001:ffff::', '2001:db8:1'],
    ['2001:DB8:1::9', '2001:db8:1'],
    ['2001:db8:1::2:3:4:5', '2001:db8:1'],
    ['2001:db8::9', '2001:db8:0'],
    ['::1', '0:0:0'],
    ['no address', 'no address'],
    ['', ''],
  ])('of %s is %s', (address, prefix) => {
    expect(networkPrefix(address)).toBe(prefix)
  })
})
