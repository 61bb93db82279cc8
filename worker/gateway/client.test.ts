import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { gatewayClient } from './client.ts'
import { GatewayError } from './gateway-error.ts'
import { type SignedRequest, transport } from './transport.ts'

const settings = {
  controlKey: 'B17F59B4-A7DC-41B4-8FF9-37D986B43D20',
  controlCase: 'lower',
  callbackField: 'notify_url',
} as const
const to = { url: 'http://127.0.0.1:1', login: 'shop', endpointPath: '1111', endpointId: '1111' }
const input = {
  clientOrderId: '902B4FF5',
  description: 'Tea & "cake" + a mug — чай ☕',
  amount: { minor: 1042, exponent: 2 },
  currency: 'EUR',
  email: 'john.smith@gmail.com',
  ip: '203.0.113.9',
  returnUrl: 'https://pay.example.com/return/a/b',
}

const answers = (response: () => Response | Promise<Response>) => transport(async () => response(), 1000)

describe('gatewayClient', () => {
  it('sends a form that its reader finds whole and rightly signed', async () => {
    const sent: SignedRequest[] = []
    const client = gatewayClient(settings, async (request) => {
      sent.push(request)
      return {
        status: 200,
        text: '{"type":"async-form-response","paynet-order-id":"1","redirect-url":"https://a.b"}',
      }
    })

    await client.openForm('sale-form', to, input)

    const body = new URLSearchParams(sent[0]?.body)
    expect(sent[0]).toMatchObject({
      url: 'http://127.0.0.1:1/api/v2/sale-form/1111',
      headers: { accept: 'application/vnd.pay+json', 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(body.get('order_desc')).toBe(input.description)
    expect(body.get('amount')).toBe('10.42')
    // 1111 · 902B4FF5 · 1042 · john.smith@gmail.com · key: the documented vector of the gateway family.
    expect(body.get('control')).toBe('c6bdd88a78834ef4b863b088827a459f039e8257')
  })

  it('signs a question for the status by login, order and identifier', async () => {
    const sent: SignedRequest[] = []
    const client = gatewayClient(settings, async (request) => {
      sent.push(request)
      return { status: 200, text: '{"type":"status-response"}' }
    })

    await client.status(to, { clientOrderId: '902B4FF5', gatewayId: '42' }, 2)

    const expected = createHash('sha1').update(`shop902B4FF542${settings.controlKey}`).digest('hex')
    expect(new URLSearchParams(sent[0]?.body).get('control')).toBe(expected)
  })

  it.each([
    ['garbled', 'an answer that nobody understands', () => new Response('<html>')],
    ['unreachable', 'a broken connection', () => Promise.reject(new TypeError('connection reset'))],
    ['unreachable', 'an answer without end', () => new Response(new Uint8Array(600 * 1024).fill(65))],
  ] as const)('reports %s after %s', async (code, _, response) => {
    const call = gatewayClient(settings, answers(response)).openForm('sale-form', to, input)

    await expect(call).rejects.toMatchObject({ name: 'GatewayError', code, operation: 'sale-form' })
  })

  it('gives up at its deadline', async () => {
    const never: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) =>
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
      )
    const call = gatewayClient(settings, transport(never, 5)).status(to, { clientOrderId: 'a' }, 2)

    await expect(call).rejects.toThrow(new GatewayError('timeout', 'status'))
  })
})
