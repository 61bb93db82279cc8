import { describe, expect, it } from 'vitest'
import type { Intent, Way } from '../../../shared/order-view.ts'
import { profile } from '../../config/gateway-profile.ts'
import type { StatusReport } from '../../gateway/reply.ts'
import type { TransactionKind } from './events.ts'
import { hasStep, toReport, toStep } from './report-mapping.ts'

const PROFILE = profile.parse({})
const STEPS = 'https://pay.example.com/three-ds/order-1/key'

const told = (change: Partial<StatusReport> = {}): StatusReport => ({
  kind: 'status',
  status: 'approved',
  gatewayId: '42',
  clientOrderId: 'order-1',
  serialNumber: 'serial-1',
  amountMinor: 1250,
  initialAmountMinor: 1250,
  currency: 'EUR',
  transactionType: 'sale',
  reversedMinor: undefined,
  capturedMinor: undefined,
  errorCode: '',
  errorMessage: undefined,
  card: undefined,
  cardRef: undefined,
  redirectUrl: undefined,
  threeDs: undefined,
  html: undefined,
  ...change,
})

const asked = (intent: Intent, method: Way) => ({ intent, method })

describe('toReport', () => {
  it.each<[Intent, Way, string | undefined, TransactionKind]>([
    ['sale', 'hosted', 'sale', 'payment'],
    ['sale', 'card', 'sale', 'payment'],
    ['sale', 'card', 'rebill', 'other'],
    ['sale', 'saved-card', 'rebill', 'payment'],
    ['sale', 'saved-card', 'sale', 'payment'],
    ['sale', 'rebill', 'rebill', 'payment'],
    ['sale', 'rebill', 'sale', 'payment'],
    ['sale', 'rebill', 'preauth', 'other'],
    ['preauth', 'card', 'preauth', 'payment'],
    ['preauth', 'saved-card', 'preauth', 'payment'],
    ['preauth', 'saved-card', 'sale', 'other'],
    ['preauth', 'card', 'capture', 'capture'],
    ['preauth', 'card', 'cancel', 'void'],
    ['sale', 'card', 'void', 'void'],
    ['sale', 'card', 'reversal', 'reversal'],
    ['sale', 'card', 'chargeback', 'chargeback'],
    ['sale', 'card', 'payout', 'other'],
    ['verify', 'card', 'account-verification', 'payment'],
    ['verify', 'card', 'sale', 'other'],
    ['verify', 'pan-eligibility', 'pan-eligibility', 'payment'],
    ['verify', 'recurring-payment', 'sale', 'other'],
    ['payout', 'payout-card', 'payout', 'payment'],
    ['payout', 'payout-page', 'payout', 'payment'],
    ['payout', 'payout-check', 'payout-check', 'payment'],
    ['payout', 'payout-check', 'payout', 'capture'],
    ['payout', 'transfer', 'transfer', 'payment'],
    ['payout', 'transfer', 'payout', 'other'],
    ['payout', 'payout-card', 'transfer', 'other'],
    ['sale', 'card', 'dispute', 'other'],
    ['sale', 'card', undefined, 'other'],
  ])('to a %s by %s, an approved %s is a %s', (intent, method, transactionType, kind) => {
    expect(toReport(told({ transactionType }), asked(intent, method), { profile: PROFILE }).kind).toBe(kind)
  })

  it('takes a decline without a type for the payment’s', () => {
    const declined = told({ status: 'declined', transactionType: undefined })

    expect(toReport(declined, asked('sale', 'card'), { profile: PROFILE }).kind).toBe('payment')
  })

  it.each<[string, Partial<StatusReport>, object | undefined]>([
    ['no step', {}, undefined],
    [
      'a Method page',
      { threeDs: { type: 'method', methodUrl: 'https://bank.example', serverTransactionId: 'id-1' } },
      { type: 'method', address: STEPS, url: 'https://bank.example', serverTransactionId: 'id-1' },
    ],
    [
      'a bank without one',
      { threeDs: { type: 'method', methodUrl: undefined, serverTransactionId: undefined } },
      { type: 'method', address: STEPS },
    ],
    [
      'a challenge',
      { threeDs: { type: 'challenge', acsUrl: 'https://bank.example', creq: 'e30' } },
      { type: 'challenge', address: STEPS, url: 'https://bank.example', creq: 'e30' },
    ],
    [
      'a challenge of the old protocol',
      { threeDs: { type: 'pareq', acsUrl: 'https://bank.example', pareq: 'eJx', md: 'm' } },
      { type: 'pareq', address: STEPS, url: 'https://bank.example', pareq: 'eJx', md: 'm' },
    ],
    [
      'one without the shop’s own data',
      { threeDs: { type: 'pareq', acsUrl: 'https://bank.example', pareq: 'eJx', md: undefined } },
      { type: 'pareq', address: STEPS, url: 'https://bank.example', pareq: 'eJx' },
    ],
    [
      'the gateway’s own page rather than a step',
      {
        redirectUrl: 'https://gate.example',
        threeDs: { type: 'challenge', acsUrl: 'https://bank.example', creq: 'e30' },
      },
      { type: 'redirect', address: STEPS, url: 'https://gate.example' },
    ],
    ['a page in the reply', { html: '<form>' }, { type: 'page', address: STEPS, html: '<form>' }],
    [
      'an address rather than a page in the reply',
      { html: '<form>', redirectUrl: 'https://gate.example' },
      { type: 'redirect', address: STEPS, url: 'https://gate.example' },
    ],
    [
      'a step rather than a page in the reply',
      { html: '<form>', threeDs: { type: 'challenge', acsUrl: 'https://bank.example', creq: 'e30' } },
      { type: 'challenge', address: STEPS, url: 'https://bank.example', creq: 'e30' },
    ],
  ])('finds %s', (_, change, step) => {
    const reply = told({ status: 'processing', ...change })

    const found = toStep(reply, { address: STEPS })
    const report = toReport(reply, asked('sale', 'card'), { step: found, profile: PROFILE })

    expect(hasStep(reply)).toBe(step !== undefined)
    expect(report.step).toEqual(step)
    expect(report).not.toHaveProperty('threeDs')
    expect(report).not.toHaveProperty('html')
  })

  it.each<[string, Partial<StatusReport>, string]>([
    [
      'a Method page',
      { threeDs: { type: 'method', methodUrl: 'https://b', serverTransactionId: 'i' } },
      '/m',
    ],
    ['a challenge', { threeDs: { type: 'challenge', acsUrl: 'https://b', creq: 'e30' } }, '/c'],
    ['the old protocol', { threeDs: { type: 'pareq', acsUrl: 'https://b', pareq: 'e', md: 'm' } }, '/c'],
    ['a redirect', { redirectUrl: 'https://gate.example' }, '/c'],
    ['a page in the reply', { html: '<form>' }, '/c'],
  ])('names the frame for %s of a framed attempt', (_, change, frame) => {
    const frames = { method: '/m', challenge: '/c' }

    const step = toStep(told({ status: 'processing', ...change }), { address: STEPS, frames })

    expect(step).toMatchObject({ address: STEPS, frame })
  })

  it.each<[string, Partial<StatusReport>, string | undefined]>([
    ['what a decline’s code means', { status: 'declined', errorCode: '116' }, 'funds'],
    [
      'nothing of a later stage’s code',
      { status: 'declined', errorCode: '116', transactionType: 'capture' },
      undefined,
    ],
  ])('tells %s', (_, change, reason) => {
    expect(toReport(told(change), asked('sale', 'card'), { profile: PROFILE }).reason).toBe(reason)
  })
})
