import { describe, expect, it } from 'vitest'
import type { MerchantOrderView } from '../shared/order-view.ts'
import type { Movement } from './ledger.ts'
import { compare, type Evidence, untoldCharges } from './money-verification.ts'

const HOST = '127.0.0.1'

type Moved = readonly [kind: string, amountMinor: number, orderId?: string, clientOrderId?: string]

/** An order of 12.50 that the gateway has approved, and what moved. */
function evidence(
  change: Partial<MerchantOrderView>,
  moved: readonly Moved[],
  requestedFollowUps: Evidence['requestedFollowUps'] = [],
) {
  const movements: Movement[] = moved.map(([kind, amountMinor, orderId = '42', clientOrderId = 'o-1']) => ({
    ...{ kind, amountMinor, orderId, clientOrderId, host: HOST },
  }))
  const stages = Map.groupBy(movements, ({ orderId }) => orderId)
  const transactions = [...stages].map(([orderId, [first]]) => ({
    ...{ orderId, clientOrderId: first?.clientOrderId ?? '', type: 'sale', status: 'approved' },
    ...{ owner: 'shop' as const, host: HOST },
  }))
  const requests = [...new Set(movements.map(({ clientOrderId }) => clientOrderId))].map((clientOrderId) => ({
    ...{ operation: 'sale', clientOrderId, outcome: 'accepted', faults: [] },
    host: HOST,
  }))
  const callbacks = transactions.map(({ orderId }) => ({ orderId }))
  const view = {
    ...{
      id: 'order-1',
      intent: 'sale',
      status: 'approved',
      amount: '12.50',
      captured: change.status === undefined || change.status === 'partially-returned' ? '12.50' : '0.00',
      returned: '0.00',
    },
    ...{ attempts: [{ status: 'approved', gatewayId: '42' }], followUps: [], transactions: [] },
    ...change,
  } as unknown as MerchantOrderView
  const ledger = { transactions, movements, requests, callbacks, others: [], movedOfOthers: [] }
  return { view, exponent: 2, ledger, requestedFollowUps }
}

/** The same, and another stage that only the bank can end. */
const waitingFor = ({ ledger, ...rest }: Evidence): Evidence => ({
  ...rest,
  ledger: {
    ...ledger,
    transactions: [
      ...ledger.transactions,
      ...ledger.transactions.map((stage) => ({ ...stage, status: 'unknown' })),
    ],
  },
})

/** The same, and every request a second time under its name. */
const sentAgain = ({ ledger, ...rest }: Evidence): Evidence => ({
  ...rest,
  ledger: { ...ledger, requests: [...ledger.requests, ...ledger.requests] },
})

/** The same, and the gateway sent no callback about a transaction. */
const silentAbout = (id: string, { ledger, ...rest }: Evidence): Evidence => ({
  ...rest,
  ledger: { ...ledger, callbacks: ledger.callbacks.filter(({ orderId }) => orderId !== id) },
})

/** Two charges under one name. The order knows of the second one. */
const twoCharges = evidence({ attempts: [{ status: 'approved', gatewayId: '43' }] } as never, [
  ['charge', 1250],
  ['charge', 1250, '43'],
])

const part = { kind: 'return', amountMinor: 500, byTwoClerks: false } as const
const done = [{ number: 1, kind: 'return', amount: '5.00', status: 'approved', startedAt: '' }] as const
const returned = { status: 'partially-returned', returned: '5.00', followUps: done } as const

describe('an order and the ledger', () => {
  it.each<[string, Evidence, string[]]>([
    ['agree on a payment', evidence({}, [['charge', 1250]]), []],
    ['agree that nothing was paid', evidence({ status: 'declined' }, []), []],
    [
      'agree on a charge too many that went back',
      evidence({}, [
        ['charge', 1250],
        ['charge', 1250, '43'],
        ['reversal', 1250, '43'],
      ]),
      [],
    ],
    [
      'agree on a part that was given back',
      evidence(
        returned,
        [
          ['charge', 1250],
          ['reversal', 500],
        ],
        [part],
      ),
      [],
    ],
    [
      'differ where two charges are left',
      evidence({}, [
        ['charge', 1250],
        ['charge', 1250, '43'],
      ]),
      ['double charge'],
    ],
    [
      'differ where two requests charged, though one went back',
      evidence({}, [
        ['charge', 1250],
        ['charge', 1250, '43', 'o-1.2'],
        ['reversal', 1250, '43', 'o-1.2'],
      ]),
      ['double charge'],
    ],
    [
      'differ where one of two charges is left after a refund',
      evidence(
        { status: 'voided' },
        [
          ['charge', 1250],
          ['reversal', 1250],
          ['charge', 1250, '43'],
        ],
        [{ kind: 'void', byTwoClerks: false }],
      ),
      ['double charge'],
    ],
    [
      'differ where an order in doubt is charged twice',
      evidence({ status: 'unknown' }, [
        ['charge', 1250],
        ['charge', 1250, '43'],
      ]),
      ['double charge'],
    ],
    [
      'differ where a payment is not known',
      evidence({ status: 'declined' }, [['charge', 1250]]),
      ['lost outcome'],
    ],
    ['differ where only the order shows a payment', evidence({}, []), ['wrong outcome']],
    [
      'differ where the order shows a payment, and nothing captured',
      evidence({ captured: '0.00' }, [['charge', 1250]]),
      ['lost outcome'],
    ],
    ['differ where another sum was paid', evidence({}, [['charge', 700]]), ['wrong outcome']],
    [
      'differ where a requested return went out twice',
      evidence(
        { ...returned, returned: '10.00', followUps: [done[0], { ...done[0], number: 2 }] },
        [
          ['charge', 1250],
          ['reversal', 500],
          ['reversal', 500],
        ],
        [part],
      ),
      ['double money out'],
    ],
    ['agree on a doubt of another sum', evidence({ status: 'unknown' }, [['charge', 700]]), []],
    [
      'differ where an order is in doubt, and the very sum was paid',
      evidence({ status: 'unknown' }, [['charge', 1250]]),
      ['lost outcome'],
    ],
    [
      'agree on a doubt that the bank has too',
      waitingFor(evidence({ status: 'unknown' }, [['charge', 1250]])),
      [],
    ],
    ['differ where a request was sent twice', sentAgain(evidence({}, [['charge', 1250]])), ['double charge']],
    ['agree on a payout', evidence({ intent: 'payout' }, [['payout', 1250]]), []],
    [
      'differ where a payout went out twice',
      evidence({ intent: 'payout' }, [
        ['payout', 1250],
        ['payout', 1250],
      ]),
      ['double money out'],
    ],
    [
      'differ where a payout that failed went out',
      evidence({ intent: 'payout', status: 'error' }, [['payout', 1250]]),
      ['lost outcome'],
    ],
    [
      'differ where a verification charges',
      evidence({ intent: 'verify' }, [['charge', 1]]),
      ['double charge'],
    ],
    ['agree where the gateway never told of the first of two charges', silentAbout('42', twoCharges), []],
    ['differ where a callback told of the first of two charges', twoCharges, ['double charge']],
    ['differ where status by name tells of the second one', silentAbout('43', twoCharges), ['double charge']],
  ])('%s', (_, all, damages) => {
    expect(compare(all).map(({ damage }) => damage)).toEqual(damages)
  })

  it('that the gateway never told of is counted', () => {
    expect([silentAbout('42', twoCharges), twoCharges].map(untoldCharges)).toEqual([1, 0])
  })
})
