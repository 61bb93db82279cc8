import { expect, it } from 'vitest'
import type { MerchantOrderView } from '../shared/order-view.ts'
import { type LedgerRequest, ownPart } from './ledger.ts'
import { whyUnsettled } from './unsettled.ts'

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
