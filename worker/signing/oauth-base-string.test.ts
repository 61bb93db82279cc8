import { describe, expect, it } from 'vitest'
import { control } from './control.ts'
import { hmacSha1Key } from './hmac-sha1.ts'
import {
  baseStringUri,
  normalizedParameters,
  percentEncode,
  signatureBaseString,
} from './oauth-base-string.ts'
import { units } from './testing/vectors.ts'

const casesOf = (groups: readonly { readonly cases: readonly (readonly [string, string])[] }[]) =>
  groups.flatMap(({ cases }) => cases)

describe('the published facts about single steps', () => {
  it('are all here', () => {
    const { percentEncode, baseUri, normalizeParameters, baseString, hmacKey, controlSha1 } = units

    expect([casesOf(percentEncode).length, casesOf(baseUri).length]).toEqual([26, 18])
    expect([normalizeParameters.length, baseString.length]).toEqual([9, 2])
    expect([hmacKey.length, controlSha1.length]).toEqual([5, 3])
  })

  it.each(casesOf(units.percentEncode))('%j is encoded as %s', (text, encoded) => {
    expect(percentEncode(text)).toBe(encoded)
  })

  it.each(casesOf(units.baseUri))('of %s, %s is signed', (url, signed) => {
    expect(baseStringUri(url)).toBe(signed)
  })

  it.each(units.normalizeParameters)('parameters are normalized to $expected', ({ params, expected }) => {
    expect(normalizedParameters(params)).toBe(expected)
  })

  it.each(units.baseString)('the base string of a $method to $url', ({ method, url, params, expected }) => {
    expect(signatureBaseString(method, url, params)).toBe(expected)
  })

  it.each(units.hmacKey)('the secrets %j and %j make the key %s', (consumer, token, key) => {
    expect(hmacSha1Key(consumer, token)).toBe(key)
  })

  it.each(units.controlSha1)(
    'a control of the published values is $expected',
    async ({ parts, expected }) => {
      expect(await control(parts.slice(0, -1), parts.at(-1) ?? '')).toBe(expected)
    },
  )
})

describe('percentEncode', () => {
  it.each([
    ['encodes the second of two asterisks', '**', '%2A%2A'],
    ['leaves a tilde alone', '~', '~'],
    ['leaves plain text as it is', 'AZaz09-._~', 'AZaz09-._~'],
    ['leaves nothing as it is', '', ''],
    ['encodes a line feed after plain text', 'plain\n', 'plain%0A'],
    ['encodes a blank before plain text', ' plain', '%20plain'],
    [
      'encodes letters and digits that are not ASCII',
      '\u00e9\u0663\u017f\u212a',
      '%C3%A9%D9%A3%C5%BF%E2%84%AA',
    ],
    ['encodes what is encoded once more', '%2b', '%252b'],
    ['takes U+FFFD for half an emoji', '\ud83c!', '%EF%BF%BD%21'],
  ])('%s', (_, text, encoded) => {
    expect(percentEncode(text)).toBe(encoded)
  })

  it('takes the same for half an emoji as the body that is sent', () => {
    const sent = new URLSearchParams([['a', '\udf55']]).toString()

    expect(`a=${percentEncode('\udf55')}`).toBe(sent)
  })
})

describe('normalizedParameters', () => {
  it.each([
    [
      'keeps equal pairs',
      [
        ['a', '1'],
        ['a', '1'],
      ],
      'a=1&a=1',
    ],
    [
      'sorts names before joining',
      [
        ['a1', '2'],
        ['a', '3'],
      ],
      'a=3&a1=2',
    ],
    [
      'sorts encoded names',
      [
        ['c2', ''],
        ['c@', ''],
      ],
      'c%40=&c2=',
    ],
    [
      'sorts a hyphen before an underscore',
      [
        ['a_b', ''],
        ['a-b', ''],
      ],
      'a-b=&a_b=',
    ],
    [
      'sorts by bytes where UTF-16 would not',
      [
        ['\uff5e', ''],
        ['🍕', ''],
      ],
      '%EF%BD%9E=&%F0%9F%8D%95=',
    ],
    [
      'leaves out signature and realm',
      [
        ['realm', 'x'],
        ['oauth_signature', 'y'],
        ['a', ''],
      ],
      'a=',
    ],
  ] as const)('%s', (_, pairs, expected) => {
    expect(normalizedParameters(pairs)).toBe(expected)
  })

  it('leaves the given pairs as they are', () => {
    const pairs = [
      ['b', ''],
      ['a', ''],
    ] as const

    normalizedParameters(pairs)

    expect(pairs).toEqual([
      ['b', ''],
      ['a', ''],
    ])
  })
})

describe('baseStringUri', () => {
  it('leaves out user and password', () => {
    expect(baseStringUri('https://user:secret@example.com/a')).toBe('https://example.com/a')
  })

  it.each(['ftp://example.com/', 'data:,a', '/api/v2/sale/1'])('refuses %s', (url) => {
    expect(() => baseStringUri(url)).toThrow(TypeError)
  })
})

describe('signatureBaseString', () => {
  it('takes the path and the fields that the gateway’s own client was seen to sign', () => {
    const pairs = [
      ['oauth_consumer_key', 'merchant'],
      ['client_orderid', 'hf-1'],
      ['amount', '1.00'],
    ] as const
    const url = 'https://gateway.example/paynet/api/v4/sale/123'

    expect(signatureBaseString('POST', url, pairs).split('&')).toEqual([
      'POST',
      'https%3A%2F%2Fgateway.example%2Fpaynet%2Fapi%2Fv4%2Fsale%2F123',
      'amount%3D1.00%26client_orderid%3Dhf-1%26oauth_consumer_key%3Dmerchant',
    ])
  })

  it.each([
    ['writes the method in upper case', 'post', 'http://a.example/', 'POST&http%3A%2F%2Fa.example%2F&b%3D1'],
    ['adds the query', 'GET', 'http://a.example/?a=2', 'GET&http%3A%2F%2Fa.example%2F&a%3D2%26b%3D1'],
    ['reads + as a space', 'GET', 'http://a.example/?a=+', 'GET&http%3A%2F%2Fa.example%2F&a%3D%2520%26b%3D1'],
    [
      'takes a query name without = for empty',
      'GET',
      'http://a.example/?a',
      'GET&http%3A%2F%2Fa.example%2F&a%3D%26b%3D1',
    ],
    [
      'leaves a signature in the query out',
      'GET',
      'http://a.example/?oauth_signature=a',
      'GET&http%3A%2F%2Fa.example%2F&b%3D1',
    ],
  ])('%s', (_, method, url, expected) => {
    expect(signatureBaseString(method, url, [['b', '1']])).toBe(expected)
  })
})
