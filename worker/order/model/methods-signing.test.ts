import { describe, expect, it } from 'vitest'
import type { Way } from '../../../shared/order-view.ts'
import { profile } from '../../config/gateway-profile.ts'
import { type OperationName, operations } from '../../gateway/operations.ts'
import { isSignable, isSignableWay } from './methods.ts'

const settings = (schemes: object = {}, GATEWAY_PRIVATE_KEY?: string) => ({
  GATEWAY_PRIVATE_KEY,
  GATEWAY_PROFILE: profile.parse({ schemes }),
})

const all = Object.keys(operations) as OperationName[]
const unsignable = (of: ReturnType<typeof settings>) => all.filter((name) => !isSignable(name, of))

describe('without a private key', () => {
  it('exactly what RSA signs cannot be signed', () => {
    expect(unsignable(settings())).toEqual([
      'create-card-ref-v4',
      'create-recurring-payment',
      'payout-check',
      'payout-pay',
      'transfer',
    ])
  })

  it('what the profile has RSA sign cannot be signed, and what it has not can', () => {
    const decided = settings({ 'get-card-info': 'rsa-sha256', 'payout-pay': 'control' })

    expect(unsignable(decided)).toContain('get-card-info')
    expect(unsignable(decided)).not.toContain('payout-pay')
  })

  it.each<[Way, object, boolean]>([
    ['card', {}, true],
    ['payout-page', {}, true],
    ['payout-page', { 'payout-form': 'rsa-sha256' }, false],
    ['payment-page', { 'payment-form': 'rsa-sha256' }, false],
    ['transfer', {}, false],
  ])('a way can be gone if its operations can be signed: %s %j', (way, schemes, isRight) => {
    expect(isSignableWay(way, settings(schemes))).toBe(isRight)
  })
})

it('with a private key everything can be signed', () => {
  expect(unsignable(settings({ 'payment-form': 'rsa-sha256' }, 'a key'))).toEqual([])
})
