/** What a gateway, or a server in its place, may answer: any text, of which no reader makes more than it may. */
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { NASTY_TEXTS } from '../../shared/testing/nasty-texts.ts'
import { readFollowUp, readStart } from './accepted-reply.ts'
import { authenticCallback } from './callback-authenticity.ts'
import { readCardInfoReply, readCardRefReply, readRecurringPaymentReply } from './card-reply.ts'
import { readStatusReply } from './status-reply.ts'
import { settings } from './testing/gateway.ts'
import type { RawReply } from './transport.ts'

const { threeDs } = settings

const CARD = '4444555566661111'
const SENT = { numbers: [CARD], words: ['jane'] }

/** Names that some reader looks for, in the spellings of the gateway. */
const NAMES = [
  ...['type', 'status', 'paynet-order-id', 'orderid', 'merchant_order_id', 'client-orderid', 'serial-number'],
  ...[
    'error-code',
    'error_message',
    'redirect-url',
    'redirect-to',
    'html',
    'amount',
    'initial-amount',
    'currency',
  ],
  ...[
    'transaction-type',
    'total-reversal-amount',
    'total-capture-amount',
    'by-request-sn',
    'card-type',
    'last-four-digits',
    'masked-pan',
    'bin',
  ],
  ...['card-ref-id', 'unq-card-ref-id', 'recurring-payment-id', 'expiration', 'expire-month', 'expire-year'],
  ...['card-exp-month', 'card-exp-year', 'card-printed-name', ...Object.values(threeDs.names)],
]

/** Values that get far. */
const WORDS = [
  ...[
    'approved',
    'declined',
    'error',
    'filtered',
    'processing',
    'unknown',
    'async-response',
    'validation-error',
  ],
  ...[
    '12.50',
    '0',
    '12.5000',
    'EUR',
    'sale',
    '42',
    'order-1',
    'VISA',
    '1111',
    '444455******1111',
    '12',
    '2030',
  ],
  ...[
    'method',
    'challenge',
    'pareq',
    'https://bank.example.com/acs',
    'e30',
    '12/30',
    'null',
    CARD,
    '4444 5555 6666 1111',
  ],
]

const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...WORDS) },
  fc.constantFrom(...NASTY_TEXTS),
  fc.string({ unit: 'binary', maxLength: 60 }),
)

const value = fc.oneof({ weight: 6, arbitrary: text }, fc.double(), fc.bigInt().map(String), fc.jsonValue())

const pairs = fc.array(fc.tuple(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...NAMES) }, text), value), {
  maxLength: 14,
})

/** The fields in one of the gateway's formats, and sometimes broken off. */
const body = fc
  .tuple(pairs, fc.constantFrom('json', 'form', 'lines'), fc.option(fc.nat(400)))
  .map(([fields, format, end]) => {
    const texts = fields.map(([name, one]) => [name, typeof one === 'string' ? one : JSON.stringify(one)])
    const whole =
      format === 'json'
        ? `{${fields.map(([name, one]) => `${JSON.stringify(name)}:${JSON.stringify(one) ?? null}`).join()}}`
        : new URLSearchParams(texts).toString().replaceAll('&', format === 'lines' ? '\n&' : '&')
    return end === null ? whole : whole.slice(0, end)
  })

const replies = fc.record<RawReply>({
  status: fc.constantFrom(200, 200, 201, 302, 400, 401, 404, 408, 409, 422, 429, 500, 502),
  mediaType: fc.constantFrom('application/vnd.pay+json', 'application/json', 'text/html', 'text/plain'),
  text: fc.oneof({ weight: 8, arbitrary: body }, text),
  sent: fc.constant(SENT),
})

const READERS = {
  readStart: (raw: RawReply) => readStart(raw, threeDs),
  readFollowUp: (raw: RawReply) => readFollowUp(raw, threeDs),
  readStatusReply: (raw: RawReply) => readStatusReply(raw, 2, threeDs),
  readCardRefReply,
  readRecurringPaymentReply,
  readCardInfoReply,
} satisfies Readonly<Record<string, (raw: RawReply) => object | undefined>>

/** Members of a reply that are stored or sent on, and what each may be. */
const SHAPES: Readonly<Record<string, RegExp>> = {
  gatewayId: /^[\w.-]{1,128}$/,
  clientOrderId: /^[\w.-]{1,128}$/,
  serialNumber: /^[\w.-]{1,128}$/,
  cardRef: /^[\w.-]{1,128}$/,
  uniqueCardRef: /^[\w.-]{1,128}$/,
  recurringPaymentId: /^[\w.-]{1,128}$/,
  serverTransactionId: /^[\w.-]{1,128}$/,
  errorCode: /^[A-Za-z\d-]{0,8}$/,
  errorMessage: /^[^\p{Cc}]{1,200}$/u,
  currency: /^[A-Z]{3}$/,
  status: /^(approved|declined|error|filtered|processing|unknown)$/,
  redirectUrl: /^.{1,2048}$/s,
  html: /^.{1,65536}$/s,
  bin: /^(\d{6,8})?$/,
  expiryMonth: /^(0[1-9]|1[0-2])?$/,
  expiryYear: /^(20\d\d)?$/,
}

/** Every member of a value, with its name. */
const members = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, part]) => [[name, part] as [string, unknown], ...members(part)])
    : []

function expectSafe(reply: object | undefined) {
  for (const [name, part] of members(reply)) {
    const shape = SHAPES[name]
    if (typeof part === 'string' && shape) expect(shape.test(part), `${name} ${part}`).toBe(true)
    if (typeof part === 'number') expect(Number.isSafeInteger(part) && part >= 0).toBe(true)
  }
  expect(JSON.stringify(reply) ?? '').not.toContain(CARD)
}

const numRuns = inject('propertyRuns')
const seed = inject('propertySeed')

describe.each(Object.entries(READERS))('%s', (_, read) => {
  it('makes of no answer more than it may', () => {
    fc.assert(
      fc.property(replies, (raw) => expectSafe(read(raw))),
      { numRuns, seed },
    )
  })

  it.each(NASTY_TEXTS.map((nasty) => [nasty.slice(0, 40), nasty]))('survives %j', (_, nasty) => {
    for (const status of [200, 400, 500])
      for (const form of [
        nasty,
        JSON.stringify({ type: 'status-response', status: nasty, html: nasty, amount: nasty }),
      ])
        expectSafe(read({ status, mediaType: 'application/vnd.pay+json', text: form, sent: SENT }))
  })
})

describe('authenticCallback', () => {
  it('takes nothing that the gateway did not sign', async () => {
    const fields = fc.dictionary(
      fc.constantFrom(
        'status',
        'orderid',
        'client_orderid',
        'merchant_order',
        'control',
        'type',
        '__proto__',
      ),
      text,
    )
    await fc.assert(
      fc.asyncProperty(fields, async (given) => {
        expect(await authenticCallback(given, settings.controlKey)).toBeUndefined()
      }),
      { numRuns: numRuns / 4, seed },
    )
  })
})
