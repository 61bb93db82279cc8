import { describe, expect, it } from 'vitest'
import type { MerchantOrderView } from '../shared/order-view.ts'
import { type LedgerRequest, ownPart } from './ledger.ts'
import { isQuiescent, type SeenOrder, whyUnsettled } from './unsettled.ts'

const HOST = '127.0.0.1'

const view = { status: 'processing', followUps: [{ kind: 'return', status: 'sending' }] }

const asked = (...faults: string[]): LedgerRequest => ({
  ...{ operation: 'status', clientOrderId: 'o-1', outcome: 'accepted', faults, host: HOST },
})

it('says what the edge shows, what the gateway has, and how it answered', () => {
  const stage = { orderId: '42', clientOrderId: 'o-1', owner: 'shop', host: HOST } as const
  const ledger = ownPart(
    {
      transactions: [{ ...stage, type: 'sale', status: 'approved' }],
      movements: [],
      requests: [{ ...asked(), operation: 'sale' }, asked('nameless', 'delay'), asked()],
      callbacks: [],
    },
    HOST,
  )

  expect(whyUnsettled(view as unknown as MerchantOrderView, ledger)).toBe(
    'still processing, return sending; the gateway has sale approved; the last of 2 answers: accepted (nameless delay), accepted',
  )
})

it('says so where the gateway has nothing and was never asked', () => {
  const ledger = ownPart({ transactions: [], movements: [], requests: [], callbacks: [] }, HOST)

  expect(
    whyUnsettled({ ...view, followUps: [], needsAttention: true } as unknown as MerchantOrderView, ledger),
  ).toBe('still processing, and needs attention; the gateway has nothing; the last of 0 answers: none')
})

describe('an order', () => {
  const approved = {
    status: 'approved',
    attempts: [{ status: 'approved' }],
    followUps: [],
    needsAttention: false,
  }
  const inDoubt = { ...approved, needsAttention: true }

  const ROWS: readonly (readonly [string, boolean, object])[] = [
    ['that is paid', true, approved],
    ['with a request under way', false, { ...approved, followUps: [{ kind: 'return', status: 'sending' }] }],
    ['whose duplicate charge is on its way back', false, { ...inDoubt, attention: ['duplicate-charge'] }],
    ['with an unmatched transaction', false, { ...inDoubt, attention: ['unmatched-transaction'] }],
    ['with an attempt in doubt', true, { ...inDoubt, attempts: [{ status: 'unknown' }] }],
    ['about which the gateway mixed up its answers', true, { ...inDoubt, attention: ['outcome-unknown'] }],
    [
      'about which it did, with a duplicate charge on its way back',
      false,
      { ...inDoubt, attention: ['outcome-unknown', 'duplicate-charge'] },
    ],
  ]

  it.each(ROWS)('%s is at rest: %s', (_, isAtRest, seen) => {
    expect(isQuiescent(seen as unknown as SeenOrder)).toBe(isAtRest)
  })
})
