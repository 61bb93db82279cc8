import { beforeAll, describe, expect, it } from 'vitest'
import type { CallName, GatewaySettings } from './client.ts'
import { type Input, type OperationName, operations } from './operations.ts'
import { signersOf } from './signers.ts'
import {
  address,
  browser,
  card,
  controlKey,
  destination,
  fixedClock,
  person,
  recordingClient,
  sum,
  values,
} from './testing/gateway.ts'
import { GOLDEN } from './testing/golden-requests.ts'
import { generatedKeys } from './testing/keys.ts'

const { clientOrderId, gatewayId, description, email, ip, callbackUrl, returnUrl } = values
const earlier = { clientOrderId, gatewayId }
const payment = { clientOrderId, description, email, ip, callbackUrl, ...person, ...address }
const form = { ...payment, returnUrl }
const challengeUrl = 'https://pay.example.com/three-ds/a/1/cres'
const charge = { ...form, ...sum, ...browser, challengeUrl, ...card }
const comment = 'half of it'

const INPUTS: { readonly [Name in OperationName]: Input<Name> } = {
  'upload-cres-result': { ...earlier, cRes: 'eyJhY3MiOiJ+In0' },
  'upload-method-url-result': {
    ...earlier,
    ...browser,
    serverTransactionId: '8a880dc0-d2d2-4067-bcb1-b08d1690b26e',
    completion: 'Y',
    browserIp: ip,
  },
  'upload-pares-result': { ...earlier, paRes: 'eJxVUk1v\r\nwjAM/Z+=', md: 'merchant data' },
  'account-verification-form': form,
  'account-verification': { ...form, ...browser, challengeUrl, ...card },
  capture: { ...earlier, ...sum, comment },
  'create-card-ref': earlier,
  'get-card-info': { cardRef: '77' },
  'make-rebill': { clientOrderId, cardRef: '77', ...sum, description, ip, comment, cvv: '123', callbackUrl },
  'payment-form': { ...form, ...sum },
  'payout-form': { clientOrderId, ...sum, description, returnUrl, callbackUrl, ip, email },
  payout: {
    clientOrderId,
    ...sum,
    ...person,
    description,
    ip,
    purpose: 'Wages',
    callbackUrl,
    email,
    phone: address.phone,
    accountNumber: 'LV80BANK0000435195001',
    bankName: 'Bank & Co',
    bankCity: 'Riga',
    accountName: 'John Smith',
  },
  'preauth-form': { ...form, ...sum },
  preauth: charge,
  return: { ...earlier, ...sum, comment },
  'sale-form': { ...form, ...sum },
  sale: charge,
  status: { ...earlier, serialNumber: '00000000-0000-0000-0000-000002e2e0b8' },
  void: { ...earlier, comment },
  'create-card-ref-v4': earlier,
  'create-recurring-payment': {
    ...payment,
    ...sum,
    ...card,
    cardRole: 'SRC',
    period: 'month',
    interval: '1',
  },
  'payout-check': { clientOrderId, ...sum, callbackUrl, receiverPhone: '+37120000001' },
  'payout-pay': earlier,
  'pan-eligibility-send': { clientOrderId, callbackUrl, cardRef: '77' },
  transfer: {
    clientOrderId,
    ...sum,
    description,
    ip,
    returnUrl,
    callbackUrl,
    depositToCard: 'true',
    destinationCardNumber: '4444444444444448',
  },
}

const NAMES = Object.keys(operations) as OperationName[]

let publicKey: CryptoKey
let signed: Partial<GatewaySettings>

beforeAll(async () => {
  const keys = await generatedKeys()
  publicKey = keys.publicKey
  signed = { signers: signersOf({ controlKey, privateKey: keys.privateKey }, fixedClock) }
})

async function send(name: OperationName) {
  const { client, sent } = recordingClient(signed)
  if (name === 'status') await client.status(destination, INPUTS.status, 2)
  // The answer is none of these operations'; what was sent is what counts here.
  else await client.call(name, destination, INPUTS[name] as Input<CallName>).catch(() => undefined)
  const [request] = sent
  if (!request) throw new Error(`${name} sent nothing`)
  return request
}

const SIGNATURE = /(?<=oauth_signature=")[^"]+/

describe('the request of an operation', () => {
  it.each(NAMES)('is exactly the golden one: %s', async (name) => {
    const { url, body, authorization } = GOLDEN[name]

    const request = await send(name)

    const isRsa = authorization?.includes('RSA-SHA256')
    const { authorization: header, ...headers } = request.headers
    expect({ ...request, headers }).toEqual({
      operation: name,
      url,
      headers: { accept: 'application/vnd.pay+json', 'content-type': 'application/x-www-form-urlencoded' },
      body: body.join('&'),
    })
    expect(isRsa ? header?.replace(SIGNATURE, 'SIGNATURE') : header).toBe(authorization)
  })

  it.each(NAMES.filter((name) => GOLDEN[name].baseString))(
    'is signed with RSA over the golden text: %s',
    async (name) => {
      const { headers } = await send(name)

      const signature = decodeURIComponent(SIGNATURE.exec(headers.authorization ?? '')?.[0] ?? '')
      const isRight = await crypto.subtle.verify(
        'RSASSA-PKCS1-v1_5',
        publicKey,
        Uint8Array.from(atob(signature), (character) => character.charCodeAt(0)),
        new TextEncoder().encode(GOLDEN[name].baseString),
      )
      expect(isRight).toBe(true)
    },
  )
})
