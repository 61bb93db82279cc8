/** Every choice of `GATEWAY_PROFILE`, from the setting's text to the request or the reply. */
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { configOf } from '../../config/config.ts'
import type { Profile } from '../../config/gateway-profile.ts'
import type { OrderTerms } from '../../domain/terms.ts'
import type { CallName } from '../../gateway/client.ts'
import type { Input } from '../../gateway/operations.ts'
import type { SignedRequest } from '../../gateway/transport.ts'
import { askStatus, gatewaySession, sendAttempt } from '../gateway-session.ts'
import type { Attempt } from '../model/state.ts'
import { opened, transition } from '../model/transition.ts'
import { attempted, terms as exampleTerms, NOW, orderWith } from '../testing/examples.ts'

const GATEWAY_URL = 'https://gate.example.com/paynet'

const settings = (profile: object, url = GATEWAY_URL) =>
  configOf({
    ...env,
    ...{ GATEWAY_URL: url, LIMITS: '{}', ORDER_TIMES: '{}', GATEWAY_PROFILE: JSON.stringify(profile) },
  })

/** A session under a profile with a gateway that gives every request the same answer. */
function sessionUnder(profile: object, answer: object = { type: 'async-response' }) {
  const sent: SignedRequest[] = []
  const session = gatewaySession(settings(profile), async (request) => {
    sent.push(request)
    return { status: 200, text: JSON.stringify(answer) }
  })
  return { session, sent }
}

const destination = { url: GATEWAY_URL, login: 'shop', endpointPath: '1001', endpointId: '1001' }
const earlier = { clientOrderId: 'order-1', gatewayId: '42' }
const sum = { amount: { minor: 1015, exponent: 2 }, currency: 'EUR' }
const payer = { email: 'a@example.com', ip: '203.0.113.9' }
const own = { clientOrderId: 'order-1', description: 'Tea', returnUrl: 'https://pay.example.com/r' }
const callbackUrl = 'https://pay.example.com/c'
const form = { ...own, ...payer, ...sum, callbackUrl }

/** Operations that show the profile's effect, each with valid values. */
const INPUTS = {
  'sale-form': form,
  'payment-form': form,
  'payout-form': { ...own, ...sum },
  'get-card-info': { cardRef: '77' },
  'payout-pay': earlier,
  'create-card-ref-v4': earlier,
  'upload-cres-result': { ...earlier, cRes: 'c' },
  'upload-pares-result': { ...earlier, paRes: 'p' },
  'create-recurring-payment': {
    ...{ clientOrderId: 'order-1', description: 'Tea', period: 'month', interval: '1', cardRole: 'SRC' },
    ...{ cardNumber: '4444555566661111', cardHolder: 'A', expiryMonth: '12', expiryYear: '2039' },
    ...{ ...payer, ...sum },
  },
} as const satisfies Partial<{ [Name in CallName]: Input<Name> }>

/** An operation's request under a profile. */
async function sentBy(name: keyof typeof INPUTS, profile: object) {
  const { session, sent } = sessionUnder(profile)
  // The answer is not of this operation's kind; the request counts.
  await session.gateway.call(name, destination, INPUTS[name]).catch(() => undefined)
  const [request] = sent
  if (!request) throw new Error(`${name} sent nothing`)
  const fields = Object.fromEntries(new URLSearchParams(request.body))
  const method = /oauth_signature_method="([^"]+)"/.exec(request.headers.authorization ?? '')?.[1]
  return { fields, proof: [method, 'control' in fields && 'control'].filter((part) => part) }
}

describe('a request', () => {
  it('has its control in capitals where controlCase is upper', async () => {
    const { control = '' } = (await sentBy('sale-form', { controlCase: 'upper' })).fields
    const standard = (await sentBy('sale-form', {})).fields.control

    expect(control).toMatch(/^[0-9A-F]{40}$/)
    expect([control.toLowerCase(), control]).toEqual([standard, expect.not.stringMatching(`^${standard}$`)])
  })

  it('has the callback’s address under the name of callbackField', async () => {
    const { fields } = await sentBy('sale-form', { callbackField: 'notify_url' })

    expect(fields).toMatchObject({ notify_url: callbackUrl })
    expect(fields).not.toHaveProperty('server_callback_url')
  })
})

describe('the scheme of an operation', () => {
  const PROOFS = { control: 'control', 'hmac-sha1': 'HMAC-SHA1', 'rsa-sha256': 'RSA-SHA256' } as const
  const STANDARD: Profile['schemes'] = {
    'get-card-info': 'control',
    'payment-form': 'control',
    'payout-form': 'hmac-sha1',
    'payout-pay': 'rsa-sha256',
  }
  const names = Object.keys(STANDARD) as (keyof typeof STANDARD)[]
  const schemes = Object.keys(PROOFS) as (keyof typeof PROOFS)[]
  const others = names.flatMap((name) =>
    schemes.filter((one) => one !== STANDARD[name]).map((one) => [name, one] as const),
  )

  it.each(names)('is the standard one where the profile names none: %s', async (name) => {
    expect((await sentBy(name, {})).proof).toEqual([PROOFS[STANDARD[name]]])
  })

  it.each(others)('%s is %s where the profile says so', async (name, scheme) => {
    const { proof } = await sentBy(name, { schemes: { [name]: scheme } })

    expect(proof).toEqual([PROOFS[scheme]])
  })
})

describe('the spelling of a field', () => {
  /** Field → an operation that has it, and every other spelling. */
  const SPELLINGS: Readonly<Record<keyof Profile['spellings'], [keyof typeof INPUTS, ...string[]]>> = {
    'client-order-id': ['upload-cres-result', 'client_orderid'],
    client_orderid: ['create-card-ref-v4', 'client-order-id'],
    'client-orderid': ['create-recurring-payment', 'client_orderid', 'client-order-id'],
    cRes: ['upload-cres-result', 'cres'],
    paRes: ['upload-pares-result', 'pares', 'PaRes'],
  }
  const rows = Object.entries(SPELLINGS).flatMap(([field, [name, ...others]]) =>
    others.map((other) => [field, other, name] as const),
  )

  it.each(rows)('%s is %s where the profile says so', async (field, other, name) => {
    const standard = (await sentBy(name, {})).fields

    const { fields } = await sentBy(name, { spellings: { [field]: other } })

    expect(fields[other]).toBe(standard[field])
    expect(Object.keys(fields)).not.toContain(field)
    expect(Object.keys(fields)).toHaveLength(Object.keys(standard).length)
  })
})

/** The only attempt of an order. */
function attemptOf(method: Attempt['method'], change: Partial<OrderTerms> = {}) {
  const terms = { ...exampleTerms, ...change }
  const [attempt] = transition(opened(terms), attempted('key-1', method), NOW).attempts
  if (!attempt) throw new Error('there is no attempt')
  return { terms, attempt: { ...attempt, destination } }
}

/** The order's reading of a status reply under a profile. */
async function askedUnder(profile: object, answer: object, { terms, attempt } = attemptOf('card')) {
  const { session } = sessionUnder(profile, { type: 'status-response', ...answer })
  const { gatewayId, serialNumber } = attempt
  return askStatus(session, terms, attempt, { gatewayId, serialNumber })
}

describe('a saved card', () => {
  const pay = async (profile: object) => {
    const { session, sent } = sessionUnder(profile)
    const { terms, attempt } = attemptOf('saved-card')
    const who = { customer: { email: payer.email }, ip: payer.ip }
    await sendAttempt(session, terms, attempt, { payer: who, details: { cardRef: '77', cvv: '123' } })
    return sent.map(({ operation }) => operation)
  }

  it.each([
    [{}, 'sale'],
    [{ savedCard: 'rebill' }, 'make-rebill'],
  ])('is charged, under %j, by %s', async (profile, operation) => {
    expect(await pay(profile)).toEqual([operation])
  })
})

describe('a step of 3-D Secure', () => {
  const threeDs: Profile['threeDs'] = {
    names: {
      step: 'Next_Step',
      methodUrl: 'm-url',
      serverTransactionId: 'm-id',
      acsUrl: 'bank',
      creq: 'c',
      pareq: 'p',
      md: 'd',
    },
    words: { method: 'FINGERPRINT', challenge: 'ask', pareq: 'old' },
  }
  const bank = 'https://bank.example/'
  const ROWS = [
    [
      { 'next-step': 'fingerprint', 'm-url': bank, 'm-id': 't-1' },
      { type: 'method', url: bank, serverTransactionId: 't-1' },
    ],
    [
      { 'next-step': 'ask', bank, c: 'creq-1' },
      { type: 'challenge', url: bank, creq: 'creq-1' },
    ],
    [
      { 'next-step': 'old', bank, p: 'pareq-1', d: 'md-1' },
      { type: 'pareq', url: bank, pareq: 'pareq-1', md: 'md-1' },
    ],
  ] as const

  it.each(ROWS)(
    'sent as %j is read by the profile’s names and words, and by no others',
    async (fields, step) => {
      const answer = { status: 'processing', ...fields }

      expect((await askedUnder({ threeDs }, answer))?.report?.step).toMatchObject(step)
      expect((await askedUnder({}, answer))?.report?.step).toBeUndefined()
    },
  )
})

describe('a type of transaction', () => {
  const verify = { intent: 'verify' } as const
  const payout = { intent: 'payout' } as const
  /** Type → an attempt that may have it, and the kind that it means then. */
  const TYPES: Readonly<
    Record<keyof Profile['transactionTypes'], readonly [ReturnType<typeof attemptOf>, string]>
  > = {
    sale: [attemptOf('card'), 'payment'],
    preauth: [attemptOf('card', { intent: 'preauth' }), 'payment'],
    verify: [attemptOf('card', verify), 'payment'],
    rebill: [attemptOf('rebill'), 'payment'],
    payout: [attemptOf('payout-card', payout), 'payment'],
    'payout-check': [attemptOf('payout-check', payout), 'payment'],
    transfer: [attemptOf('transfer', payout), 'payment'],
    'pan-eligibility': [attemptOf('pan-eligibility', verify), 'payment'],
    capture: [attemptOf('card', { intent: 'preauth' }), 'capture'],
    void: [attemptOf('card'), 'void'],
    reversal: [attemptOf('card'), 'reversal'],
    chargeback: [attemptOf('card'), 'chargeback'],
  }

  it.each(Object.entries(TYPES))(
    '%s is known by the profile’s word, whatever its letter case',
    async (type, [whose, kind]) => {
      const answer = { status: 'approved', 'transaction-type': 'OUR-Word' }
      const profile = { transactionTypes: { [type]: ['Our-word'] } }

      expect((await askedUnder(profile, answer, whose))?.report?.kind).toBe(kind)
      expect((await askedUnder({}, answer, whose))?.report?.kind).toBe('other')
    },
  )
})

describe('a status request', () => {
  it.each([
    ['names it by default', {}, 'serial-2'],
    ['does not name it where the profile says so', { bySerialNumber: false }, undefined],
  ])('%s', async (_, profile, named) => {
    const { session, sent } = sessionUnder(profile, { status: 'processing' })
    const { terms, attempts } = orderWith({}, attempted('key-1'))
    const [attempt = expect.fail()] = attempts

    await askStatus(session, terms, attempt, { gatewayId: '42', serialNumber: 'serial-2' })

    const { 'by-request-sn': pin, orderid } = Object.fromEntries(new URLSearchParams(sent[0]?.body))
    expect([pin, orderid]).toEqual([named, '42'])
  })
})

describe('an error reply to a status request', () => {
  const unknown = { type: 'error', 'error-code': '4711', 'error-message': 'no such order' }

  it('means that there is no such order where the profile lists its code, and a refusal where it lists none', async () => {
    expect(await askedUnder({ unknownOrderCodes: ['1', '4711'] }, unknown)).toEqual({ isNotFound: true })
    expect(await askedUnder({ unknownOrderCodes: ['1'] }, unknown)).toBeUndefined()
    expect(await askedUnder({}, unknown)).toEqual({ isRefused: true })
  })
})

describe('whether money is real', () => {
  it.each([
    [{}, GATEWAY_URL, false],
    [{ test: true }, GATEWAY_URL, true],
    [{}, 'https://sandbox.example.com/paynet', true],
    [{ test: false }, 'https://sandbox.example.com/paynet', false],
  ])('follows from %j at %s', (profile, url, isTest) => {
    expect(settings(profile, url).isTest).toBe(isTest)
  })
})
