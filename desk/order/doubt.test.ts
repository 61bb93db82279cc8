import { describe, expect, it } from 'vitest'
import type { FollowUpView, MerchantAttemptView, MerchantOrderView } from '../../shared/order-view.ts'
import { exampleOrder } from '../testing/example-orders.ts'
import { doubtOf } from './doubt.ts'

const startedAt = '2026-11-22T12:00:00.000Z'

const attempt = (changes: Partial<MerchantAttemptView>): MerchantAttemptView => ({
  ...{ number: 1, method: 'card', status: 'unknown', startedAt, clientOrderId: 'shop-1' },
  ...changes,
})

const followUp = (changes: Partial<FollowUpView>): FollowUpView => ({
  ...{ number: 1, kind: 'return', amount: '3.00', status: 'unknown', startedAt },
  ...changes,
})

const payment = { request: { attempt: 1 }, kind: 'sale', amount: '12.50' }

describe('doubtOf', () => {
  it.each<[string, Partial<MerchantOrderView>, object | undefined]>([
    ['a payment whose reply was lost', { attempts: [attempt({})] }, payment],
    [
      'a payment that was asked about for a month in vain',
      { attempts: [attempt({ gatewayId: '42', failure: { code: 'never-settled' } })] },
      payment,
    ],
    [
      'a payout whose reply was lost',
      { intent: 'payout', attempts: [attempt({ method: 'payout-card' })] },
      { ...payment, kind: 'payout' },
    ],
    [
      'a refund, before its payment',
      { attempts: [attempt({})], followUps: [followUp({ status: 'approved' }), followUp({ number: 2 })] },
      { request: { followUp: 2 }, kind: 'return', amount: '3.00' },
    ],
    ['no payment that the gateway has named', { attempts: [attempt({ gatewayId: '42' })] }, undefined],
    ['no refund under way', { followUps: [followUp({ status: 'processing' })] }, undefined],
    ['nothing of a paid order', {}, undefined],
  ])('finds %s', (_, changes, doubt) => {
    expect(doubtOf(exampleOrder(changes))).toEqual(doubt)
  })
})
