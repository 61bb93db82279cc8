import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { baseString, normalized } from './oauth-base-string.ts'
import { percentEncode } from './oauth-header.ts'

describe('the text that is signed', () => {
  it.each<[what: string, pairs: [string, string][], text: string]>([
    [
      'sorts by name, then by value',
      [
        ['b', '2'],
        ['a', '2'],
        ['a', '10'],
      ],
      'a=10&a=2&b=2',
    ],
    [
      'keeps pairs that are alike',
      [
        ['a', '1'],
        ['a', '1'],
      ],
      'a=1&a=1',
    ],
    [
      'has a name before one that begins with it',
      [
        ['a1', 'y'],
        ['a', 'x'],
        ['a-b', 'z'],
      ],
      'a=x&a-b=z&a1=y',
    ],
    [
      'sorts what is encoded',
      [
        ['x!y', 'a'],
        ['x', 'a'],
        ['a', 'é'],
        ['a', '~'],
      ],
      'a=%C3%A9&a=~&x=a&x%21y=a',
    ],
    ['keeps empty values', [['c@', '']], 'c%40='],
    [
      'is that of RFC 5849 §3.4.1.3.2',
      [
        ['b5', '=%3D'],
        ['a3', 'a'],
        ['c@', ''],
        ['a2', 'r b'],
        ['oauth_consumer_key', '9djdj82h48djs9d2'],
        ['oauth_token', 'kkk9d7dh3k39sjv7'],
        ['oauth_signature_method', 'HMAC-SHA1'],
        ['oauth_timestamp', '137131201'],
        ['oauth_nonce', '7d8f3e4a'],
        ['c2', ''],
        ['a3', '2 q'],
      ],
      'a2=r%20b&a3=2%20q&a3=a&b5=%3D%253D&c%40=&c2=&oauth_consumer_key=9djdj82h48djs9d2&oauth_nonce=7d8f3e4a' +
        '&oauth_signature_method=HMAC-SHA1&oauth_timestamp=137131201&oauth_token=kkk9d7dh3k39sjv7',
    ],
  ])('%s', (_what, pairs, text) => {
    expect(normalized(pairs)).toBe(text)
  })

  it.each([
    ['HTTP://EXAMPLE.com:80/r%20v/X?id=123', 'http%3A%2F%2Fexample.com%2Fr%2520v%2FX'],
    ['https://example.com:443/a', 'https%3A%2F%2Fexample.com%2Fa'],
    ['https://example.com:8443/a', 'https%3A%2F%2Fexample.com%3A8443%2Fa'],
    ['http://example.com:443/', 'http%3A%2F%2Fexample.com%3A443%2F'],
  ])('of %s names the address in normal form', (url, address) => {
    expect(baseString({ method: 'post', url, parameters: [] }).split('&')[1]).toBe(address)
  })

  it('gives the signature of the RFC’s own example', () => {
    const parameters: [string, string][] = [
      ['oauth_consumer_key', 'dpf43f3p2l4k3l03'],
      ['oauth_signature_method', 'HMAC-SHA1'],
      ['oauth_timestamp', '137131200'],
      ['oauth_nonce', 'wIjqoS'],
      ['oauth_callback', 'http://printer.example.com/ready'],
      ['oauth_signature', 'takes no part'],
    ]

    const text = baseString({ method: 'POST', url: 'https://photos.example.net/initiate', parameters })

    const signature = createHmac('sha1', 'kd94hf93k423kf44&').update(text).digest('base64')
    expect(signature).toBe('74KNZJeDHnMBp0EMJ9ZHt/XKycU=')
  })

  it('encodes every byte but the unreserved ones', () => {
    expect(percentEncode("az AZ09-._~!*'()%☃")).toBe('az%20AZ09-._~%21%2A%27%28%29%25%E2%98%83')
  })
})
