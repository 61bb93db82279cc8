import { describe, expect, it } from 'vitest'
import { toMinor } from '../../shared/money.ts'
import type { CallName } from './client.ts'
import type { Input } from './operations.ts'
import { browser, card, destination, recordingClient, values } from './testing/gateway.ts'

const { clientOrderId, gatewayId, description, email, ip, returnUrl } = values
const earlier = { clientOrderId, gatewayId }
const form = { clientOrderId, description, email, ip, returnUrl }
const charge = { ...form, ...card }
const rebill = { clientOrderId, description, ip, cardRef: '77' }
const method = { ...earlier, ...browser, browserIp: ip, serverTransactionId: 'a', completion: 'U' }

/** An amount as a merchant writes it. */
function sum(text: string, exponent: number, currency: string) {
  const minor = toMinor(text, exponent)
  if (!minor.ok) throw new TypeError(minor.reason)
  return { amount: { minor: minor.value, exponent }, currency }
}

type Vector = readonly [name: CallName, input: Input<CallName>, amount: string | null, digest: string]

/**
 * Above each vector stands what is hashed, without the key that follows: the digests were worked out with
 * `printf %s "<values><key>" | sha1sum`. The amount is the one that stands in the body.
 */
const VECTORS: readonly Vector[] = [
  // shop order-1 42
  ['upload-cres-result', { ...earlier, cRes: 'a' }, null, '5ecfcf0aa7e6878c64e49d02c8ade4904ce3561c'],
  ['upload-method-url-result', method, null, '5ecfcf0aa7e6878c64e49d02c8ade4904ce3561c'],
  ['upload-pares-result', { ...earlier, paRes: 'a' }, null, '5ecfcf0aa7e6878c64e49d02c8ade4904ce3561c'],
  ['create-card-ref', earlier, null, '5ecfcf0aa7e6878c64e49d02c8ade4904ce3561c'],
  ['void', { ...earlier, comment: 'not signed' }, null, '5ecfcf0aa7e6878c64e49d02c8ade4904ce3561c'],
  // 1001 order-1 john.smith@gmail.com
  ['account-verification-form', form, null, '2dcdd3b483d4838c1e45ad4d04128465f91842fd'],
  ['account-verification', charge, null, '2dcdd3b483d4838c1e45ad4d04128465f91842fd'],
  // 1001 order-1 94 john.smith@gmail.com
  ['sale', { ...charge, ...sum('0.94', 2, 'EUR') }, '0.94', 'f2532f9e6618e4a991ceac24740d26b51a576c86'],
  // 1001 order-1 1015 john.smith@gmail.com
  ['sale-form', { ...form, ...sum('10.15', 2, 'EUR') }, '10.15', '83e101840d78cf79c1b4bf48f8b53b2fc362c5d3'],
  // 1001 order-1 9910 john.smith@gmail.com
  ['preauth', { ...charge, ...sum('99.1', 2, 'EUR') }, '99.10', 'c20249463fccb4b5acccaa9d21675249eb1785ef'],
  // 1001 order-1 123456789 john.smith@gmail.com
  [
    'preauth-form',
    { ...form, ...sum('1234567.89', 2, 'USD') },
    '1234567.89',
    '93f925683d63b8def73f3cf4540f973c41df9164',
  ],
  // 1001 order-1 500 john.smith@gmail.com
  ['payment-form', { ...form, ...sum('500', 0, 'JPY') }, '500', '5271f89fe22929b84fda19054ac99222f05621bf'],
  // 1001 order-1 1234 john.smith@gmail.com
  ['sale', { ...charge, ...sum('1.234', 3, 'KWD') }, '1.234', '851954db13c92ee2d662ca1a8d756f39a6e11002'],
  // shop order-1 42: neither amount nor currency, since neither is sent
  ['capture', earlier, null, '5ecfcf0aa7e6878c64e49d02c8ade4904ce3561c'],
  ['return', earlier, null, '5ecfcf0aa7e6878c64e49d02c8ade4904ce3561c'],
  // shop order-1 42 94 EUR
  ['return', { ...earlier, ...sum('0.94', 2, 'EUR') }, '0.94', '24d8e7e0e0506462e76763c61c74195f41071058'],
  // shop order-1 42 9910 EUR
  ['capture', { ...earlier, ...sum('99.1', 2, 'EUR') }, '99.10', 'c5351ff48628bf3544f3656dae291f52e2a6b44d'],
  // shop order-1 42 123456789 EUR
  [
    'return',
    { ...earlier, ...sum('1234567.89', 2, 'EUR') },
    '1234567.89',
    '440424c05b98203ef6e198c583fe7d64deb11524',
  ],
  // shop order-1 42 500 JPY
  ['capture', { ...earlier, ...sum('500', 0, 'JPY') }, '500', '2c671f69ccae8da87d69a0ca69968d48fd029a48'],
  // shop order-1 42 1234 KWD
  ['return', { ...earlier, ...sum('1.234', 3, 'KWD') }, '1.234', 'f3f4f2b54ad3bf572204cac3b247010ba4d9f955'],
  // shop order-1 77 94 EUR
  [
    'make-rebill',
    { ...rebill, ...sum('0.94', 2, 'EUR') },
    '0.94',
    '4be3351491e305f3933febae5f28c5d353ea7133',
  ],
  // shop order-1 77 500 JPY
  ['make-rebill', { ...rebill, ...sum('500', 0, 'JPY') }, '500', '6e6434c3d346b0a09b8f14e20780eb0b52624158'],
  // shop order-1 77 1234567 KWD
  [
    'make-rebill',
    { ...rebill, ...sum('1234.567', 3, 'KWD') },
    '1234.567',
    '890c94d9a4155b33afe21500ade2ef42a5a56193',
  ],
  // shop 77
  ['get-card-info', { cardRef: '77' }, null, '4cc3122dd649ae7158cd6b27ce476acbbce9dbb5'],
]

describe('the control', () => {
  it.each(VECTORS)('of %s with %j goes with the amount %s and is %s', async (name, input, amount, digest) => {
    const { client, sent } = recordingClient()

    // The answer is none of these operations'; what was sent is what counts here.
    await client.call(name, destination, input).catch(() => undefined)

    const body = new URLSearchParams(sent[0]?.body)
    expect({ amount: body.get('amount'), control: body.get('control') }).toEqual({ amount, control: digest })
  })

  it.each([
    // shop order-1 42
    ['the identifier of the gateway', '42', '5ecfcf0aa7e6878c64e49d02c8ade4904ce3561c'],
    // shop order-1
    ['nothing in its place', undefined, '0459ada8d9b6740b105c615733954952d70b024b'],
  ])('of a question for the status covers %s', async (_, known, digest) => {
    const { client, sent } = recordingClient()

    await client.status(destination, { clientOrderId, gatewayId: known }, 2)

    expect(new URLSearchParams(sent[0]?.body).get('control')).toBe(digest)
  })

  it('covers a group by its identifier alone, in the case that the profile asks for', async () => {
    const { client, sent } = recordingClient({ controlCase: 'upper' })
    const group = { ...destination, endpointPath: 'group/7', endpointId: '7' }

    await client
      .call('sale-form', group, { ...form, ...sum('10.15', 2, 'EUR') })
      // The answer is that of another operation.
      .catch(() => undefined)

    // 7 order-1 1015 john.smith@gmail.com
    expect(sent[0]?.body).toContain('&control=D6BF1A6E55D62F6938AA750265003F42B8790B97')
  })
})
