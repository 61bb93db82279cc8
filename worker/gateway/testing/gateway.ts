/** For tests: a client that records its requests, with sample settings and values. */
import { type GatewaySettings, gatewayClient } from '../client.ts'
import { signersOf } from '../signers.ts'
import type { SignedRequest } from '../transport.ts'

/** The manual's sample key. */
export const controlKey = 'B17F59B4-A7DC-41B4-8FF9-37D986B43D20'

/** The same nonce and second for every request. */
export const fixedClock = { nonce: () => 'nonce-1', clock: () => 1_700_000_000_999 }

export const settings: GatewaySettings = {
  controlKey,
  controlCase: 'lower',
  callbackField: 'server_callback_url',
  schemes: {
    'get-card-info': 'control',
    'payment-form': 'control',
    'payout-form': 'hmac-sha1',
    'payout-pay': 'rsa-sha256',
  },
  spellings: {},
  threeDs: {
    names: {
      step: 'tds-status',
      methodUrl: 'three-ds-method-url',
      serverTransactionId: 'three-ds-server-trans-id',
      acsUrl: 'acs-url',
      creq: 'creq',
      pareq: 'pareq',
      md: 'md',
    },
    words: { method: 'method', challenge: 'challenge', pareq: 'pareq' },
  },
  signers: signersOf({ controlKey }, fixedClock),
}

export const destination = {
  url: 'https://gate.example.com/paynet',
  login: 'shop',
  endpointPath: '1001',
  endpointId: '1001',
}

/** Values of every kind, under the names of the table. */
export const values = {
  clientOrderId: 'order-1',
  gatewayId: '42',
  description: 'Tea & "cake" + чай ☕',
  email: 'john.smith@gmail.com',
  ip: '203.0.113.9',
  callbackUrl: 'https://pay.example.com/callback/a/1',
  returnUrl: 'https://pay.example.com/return/a/1',
} as const

export const sum = { amount: { minor: 1015, exponent: 2 }, currency: 'EUR' } as const

export const person = { firstName: 'John', lastName: 'Smith' } as const

export const address = {
  address: '1 Main St',
  city: 'Riga',
  postalCode: 'LV-1001',
  country: 'LV',
  phone: '+37120000000',
} as const

export const card = {
  cardNumber: '4444555566661111',
  cardHolder: 'John Smith',
  expiryMonth: '01',
  expiryYear: '2030',
  cvv: '123',
} as const

export const browser = {
  browserAcceptHeader: 'text/html,*/*;q=0.8',
  browserUserAgent: 'Mozilla/5.0 (X11)',
  browserJavascriptEnabled: 'true',
  browserJavaEnabled: 'false',
  browserLanguage: 'en-GB',
  browserColorDepth: '24',
  browserScreenWidth: '1280',
  browserScreenHeight: '720',
  browserTimeZone: '-120',
} as const

/** A client that records its requests and answers each with the same text. */
export function recordingClient(change: Partial<GatewaySettings> = {}, text = '{"type":"status-response"}') {
  const sent: SignedRequest[] = []
  const client = gatewayClient({ ...settings, ...change }, async (request) => {
    sent.push(request)
    return { status: 200, text }
  })
  return { client, sent }
}
