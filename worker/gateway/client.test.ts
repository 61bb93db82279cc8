import { createHash, createHmac } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { withDeadline } from '../deadline.ts'
import { type CallName, type GatewaySettings, gatewayClient } from './client.ts'
import { GatewayError } from './gateway-error.ts'
import type { Input } from './operations.ts'
import { keptSigners, signersOf } from './signers.ts'
import {
  card,
  controlKey,
  destination,
  fixedClock,
  recordingClient,
  settings,
  sum,
  values,
} from './testing/gateway.ts'
import { generatedKeys } from './testing/keys.ts'
import { type SignedRequest, transport } from './transport.ts'

const sale = { ...values, ...card, ...sum, clientOrderId: '902B4FF5', amount: { minor: 1042, exponent: 2 } }
const payout = { ...values, ...sum, wallet: 'w-1' }

const answers = (response: () => Response | Promise<Response>) => transport(async () => response(), 1000)

/** What people write, and what encoders get wrong. */
const ODD = [
  '  blanks around it \n',
  'a & b = c + d % e',
  '"quoted" \'and\' (not) *~!',
  'two\r\nlines',
  'Чай с лимоном',
  'شاي بالنعناع',
  'tea 🫖 for two 👩‍👩‍👧',
  '%2B%20+',
]

let keys: Awaited<ReturnType<typeof generatedKeys>>
let signed: Partial<GatewaySettings>

beforeAll(async () => {
  keys = await generatedKeys()
  signed = { signers: signersOf({ controlKey, privateKey: keys.privateKey }, fixedClock) }
})

const accepted = JSON.stringify({ type: 'async-response', 'paynet-order-id': '7' })

/** Encodes as RFC 3986 has it, in another way than the signers do. */
const percent = (text: string) =>
  [...new TextEncoder().encode(text)]
    .map((byte) => String.fromCharCode(byte))
    .map((char) =>
      /[\w.~-]/.test(char) ? char : `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .join('')

/** Rebuilds what was signed from nothing but the request, as the other side does. */
function received(request: SignedRequest | undefined) {
  if (!request) throw new Error('nothing was sent')
  const header = [...(request.headers.authorization ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, decodeURIComponent(value)] as const,
  )
  const signature = header.find(([name]) => name === 'oauth_signature')?.[1] ?? ''
  const oauth = header.filter(([name]) => name !== 'oauth_signature')
  const pairs = [...new URLSearchParams(request.body), ...oauth].map((pair) => pair.map(percent))
  // Sorted by name and then by value: no encoded text holds a blank, and every other character sorts after it.
  const parameters = pairs
    .map(([name, value]) => `${name} ${value}`)
    .sort()
    .map((pair) => pair.replace(' ', '='))
    .join('&')
  return { signature, baseString: `POST&${percent(request.url)}&${percent(parameters)}` }
}

describe('gatewayClient', () => {
  it('sends a form that its reader finds whole and rightly signed', async () => {
    const { client, sent } = recordingClient({ callbackField: 'notify_url' }, accepted)

    await client.call('sale', { ...destination, endpointId: '1111', endpointPath: '1111' }, sale)

    const body = new URLSearchParams(sent[0]?.body)
    expect(sent[0]?.url).toBe('https://gate.example.com/paynet/api/v2/sale/1111')
    expect(body.get('order_desc')).toBe(sale.description)
    expect(body.get('notify_url')).toBe(sale.callbackUrl)
    expect(body.get('amount')).toBe('10.42')
    // 1111 · 902B4FF5 · 1042 · john.smith@gmail.com · key: the documented vector of the gateway family.
    expect(body.get('control')).toBe('c6bdd88a78834ef4b863b088827a459f039e8257')
  })

  it.each(ODD)('signs with a control what arrives of %j', async (text) => {
    const { client, sent } = recordingClient({}, accepted)

    await client.call('sale', destination, { ...sale, description: text, clientOrderId: ' order-1\n' })

    const body = new URLSearchParams(sent[0]?.body)
    const proof = createHash('sha1').update(`1001order-11042${sale.email}${controlKey}`).digest('hex')
    expect(body.get('order_desc')).toBe(text.trim())
    expect(body.get('control')).toBe(proof)
  })

  it.each(ODD)('signs with HMAC-SHA1 what arrives of %j', async (text) => {
    const { client, sent } = recordingClient({}, accepted)

    await client.call('payout', destination, { ...payout, description: text })

    const [request] = sent
    const { signature, baseString } = received(request)
    expect(new URLSearchParams(request?.body).get('order_desc')).toBe(text.trim())
    expect(signature).toBe(createHmac('sha1', `${controlKey}&`).update(baseString).digest('base64'))
  })

  it.each(ODD)('signs with RSA-SHA256 what arrives of %j', async (text) => {
    const { client, sent } = recordingClient(signed, accepted)

    await client.call('payout-check', destination, { ...payout, description: text })

    const [request] = sent
    const { signature, baseString } = received(request)
    const bytes = Uint8Array.from(atob(signature), (character) => character.charCodeAt(0))
    const data = new TextEncoder().encode(baseString)
    expect(new URLSearchParams(request?.body).get('order_desc')).toBe(text.trim())
    expect(await crypto.subtle.verify('RSASSA-PKCS1-v1_5', keys.publicKey, bytes, data)).toBe(true)
  })

  it('puts no control and nothing of OAuth into the body of a request that OAuth signs', async () => {
    const { client, sent } = recordingClient({}, accepted)

    await client.call('payout', destination, payout)

    expect(sent[0]?.body).not.toMatch(/control=|oauth_/)
  })

  it('signs as the profile says where the specification is silent', async () => {
    const schemes = {
      ...settings.schemes,
      'payout-form': 'control',
      'payout-pay': 'hmac-sha1',
      'payment-form': 'hmac-sha1',
    } as const
    const { client, sent } = recordingClient({ schemes }, accepted)

    await client.call('payout-form', destination, sale)
    await client.call('payout-pay', destination, values)
    await client.call('payment-form', destination, sale)

    const [payoutForm, payoutPay, paymentForm] = sent
    expect(new URLSearchParams(payoutForm?.body).get('control')).toMatch(/^[0-9a-f]{40}$/)
    expect(payoutPay?.headers.authorization).toContain('oauth_signature_method="HMAC-SHA1"')
    expect(paymentForm?.headers.authorization).toContain('oauth_signature_method="HMAC-SHA1"')
  })

  it('spells fields as the profile says, in the body and in what is signed', async () => {
    const spellings = { 'client-order-id': 'client_orderid', cRes: 'cres' }
    const { client, sent } = recordingClient({ spellings }, accepted)

    await client.call('upload-cres-result', destination, { ...values, cRes: 'eyJ9' })

    expect(sent[0]?.body).toMatch(/^login=shop&client_orderid=order-1&orderid=42&cres=eyJ9&control=/)
  })

  it.each([
    ['without a private key', undefined],
    ['with one that is none', 'not a key'],
  ])('sends nothing %s where RSA is needed', async (_, privateKey) => {
    const { client, sent } = recordingClient({ signers: undefined, privateKey }, accepted)

    const call = client.call('payout-check', destination, payout)

    await expect(call).rejects.toThrow(/^payout-check cannot be signed: .*private key/)
    await expect(call).rejects.toBeInstanceOf(TypeError)
    expect(sent).toEqual([])
  })

  it('keeps the signers of the same keys from one client to the next', () => {
    const before = keptSigners({ controlKey })('hmac-sha1', 'shop')

    expect(keptSigners({ controlKey })('hmac-sha1', 'shop')).toBe(before)
    expect(keptSigners({ controlKey: 'another' })('hmac-sha1', 'shop')).not.toBe(before)
    expect(keptSigners({ controlKey })('hmac-sha1', 'other')).not.toBe(before)
  })

  const replies: readonly (readonly [CallName, Input<CallName>, object, object])[] = [
    ['sale-form', sale, { 'redirect-url': 'https://a.b' }, { gatewayId: '7', redirectUrl: 'https://a.b' }],
    ['capture', values, {}, { gatewayId: '7' }],
    ['create-card-ref', values, { 'card-ref-id': '77' }, { cardRef: '77' }],
    ['get-card-info', { cardRef: '77' }, { 'last-four-digits': '1111' }, { masked: '******1111' }],
    [
      'create-recurring-payment',
      { ...values, ...sum, cardRef: '77', cardRole: 'SRC', period: 'day', interval: '1' },
      { 'recurring-payment-id': '5' },
      { recurringPaymentId: '5' },
    ],
  ]
  it.each(replies)('reads the reply to %s as what it is', async (name, input, fields, expected) => {
    const text = JSON.stringify({ type: 'response', 'paynet-order-id': 7, ...fields })
    const { client } = recordingClient(signed, text)

    expect(await client.call(name, destination, input)).toMatchObject({ kind: 'accepted', ...expected })
  })

  it('takes the name of an earlier transaction for no proof that something was done to it', async () => {
    const text = JSON.stringify({ type: 'error', 'paynet-order-id': 7, 'error-code': 3 })
    const client = gatewayClient(settings, async () => ({ status: 400, text }))

    expect(await client.call('void', destination, values)).toMatchObject({ kind: 'refused', errorCode: '3' })
    expect(await client.call('sale', destination, sale)).toMatchObject({ kind: 'accepted', gatewayId: '7' })
  })

  it.each<[string, CallName, Input<'sale'> | Input<'return'>, number, object]>([
    ['a charge', 'sale', sale, 200, { 'paynet-order-id': '9' }],
    ['a refused charge', 'sale', sale, 400, { type: 'validation-error', 'error-code': '39' }],
    ['a form', 'sale-form', sale, 200, { 'paynet-order-id': '9', 'redirect-url': 'https://a.b' }],
    ['a refund', 'return', { ...values, ...sum, comment: 'no' }, 200, { 'paynet-order-id': '42' }],
    ['a refused refund', 'return', { ...values, ...sum, comment: 'no' }, 400, { 'error-code': '3' }],
    ['a card reference', 'create-card-ref', values, 200, { 'card-ref-id': '77' }],
  ])('takes nothing from a reply about another order: %s', async (_, name, input, status, fields) => {
    const reply = (order: string) => {
      const text = JSON.stringify({ type: 'response', ...fields, 'merchant-order-id': order })
      return gatewayClient(settings, async () => ({ status, text })).call(name, destination, input)
    }

    await expect(reply('somebody-else')).rejects.toMatchObject({ name: 'GatewayError', code: 'garbled' })
    await expect(reply('…')).rejects.toMatchObject({ code: 'garbled' })
    expect(await reply(input.clientOrderId)).toMatchObject({ kind: status === 200 ? 'accepted' : 'refused' })
  })

  it('takes no error about another order for an answer to a status request', async () => {
    const answer = (fields: object) => {
      const text = JSON.stringify({ type: 'validation-error', 'error-code': '5', ...fields })
      const client = gatewayClient(settings, async () => ({ status: 400, text }))
      return client.status(destination, { clientOrderId: 'order-1' }, 2)
    }

    await expect(answer({ 'merchant-order-id': 'somebody-else' })).rejects.toMatchObject({ code: 'garbled' })
    expect(await answer({ 'merchant-order-id': 'order-1' })).toMatchObject({ kind: 'error', errorCode: '5' })
    expect(await answer({})).toMatchObject({ kind: 'error', errorCode: '5' })
  })

  it('finds its own name in a reply though a number that was sent is the same', async () => {
    const text = JSON.stringify({
      type: 'response',
      'paynet-order-id': '9',
      'merchant-order-id': '4444555566661111',
    })
    const client = gatewayClient(settings, async () => ({ status: 200, text }))

    const call = client.call('sale', destination, { ...sale, clientOrderId: '4444555566661111' })

    expect(await call).toMatchObject({ kind: 'accepted', gatewayId: '9' })
  })

  it.each([
    ['garbled', 'an answer that is no form', () => new Response('<html>')],
    ['unreachable', 'a broken connection', () => Promise.reject(new TypeError('connection reset'))],
    ['unreachable', 'an answer without end', () => new Response(new Uint8Array(600 * 1024).fill(65))],
  ] as const)('reports %s after %s', async (code, _, response) => {
    const call = gatewayClient(settings, answers(response)).call('sale-form', destination, sale)

    await expect(call).rejects.toMatchObject({ name: 'GatewayError', code, operation: 'sale-form' })
  })

  it('gives up at its deadline', async () => {
    const never: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) =>
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
      )
    const call = gatewayClient(settings, transport(never, 5)).status(destination, { clientOrderId: 'a' }, 2)

    await expect(call).rejects.toThrow(new GatewayError('timeout', 'status'))
  })

  it('leaves no deadline behind once the reply is read', async () => {
    const signals: unknown[] = []
    const takes: typeof fetch = async (_, init) => {
      signals.push(init?.signal)
      return new Response(accepted)
    }
    await transport(
      takes,
      5,
    )({ operation: 'status', url: 'https://gate.example.com/', headers: {}, body: '' })

    // Timers go off in their order: that of the request would have by then.
    await withDeadline(
      20,
      (signal) => new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve())),
    )

    expect(signals).toEqual([expect.objectContaining({ aborted: false })])
  })
})
