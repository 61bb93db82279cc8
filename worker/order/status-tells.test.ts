/** What an approval needs, by what its gateway tells: `GATEWAY_PROFILE.statusTells`. */
import { describe, expect, it } from 'vitest'
import { profile, type StatusField } from '../config/profile.ts'
import { readStatusReply } from '../gateway/status-reply.ts'
import type { OrderEvent, Report } from './events.ts'
import { attempted, followed, NOW, orderAfter, takenAs, through, wanted } from './examples.ts'
import { toReport } from './report.ts'
import { transition } from './transition.ts'
import { statusOf } from './view.ts'

const ALL: readonly StatusField[] = ['amount', 'currency', 'type']

/** All that a gateway may tell of an approved sale. */
const TOLD = {
  ...{ type: 'status-response', status: 'approved', 'paynet-order-id': '42', 'merchant-order-id': 'order-1' },
  ...{ amount: '12.50', currency: 'EUR', 'transaction-type': 'sale', 'by-request-sn': 'serial-1' },
}

const NAMES = { amount: 'amount', currency: 'currency', type: 'transaction-type' } as const

/** What an order reads in a reply of a gateway that tells these fields. */
function read(tells: readonly StatusField[], change: Record<string, string>): Report {
  const reply = readStatusReply({ status: 200, text: JSON.stringify({ ...TOLD, ...change }) }, 2)
  if (reply?.kind !== 'status') throw new TypeError('no report')
  const asked = { intent: 'sale', method: 'card', places: { address: 'https://pay.example' } } as const
  return toReport(reply, asked, profile.parse({ statusTells: tells }))
}

const reportedBy = (tells: readonly StatusField[], change: Record<string, string>): OrderEvent => ({
  type: 'reported',
  attempt: 1,
  report: read(tells, change),
})

const without = (...fields: readonly StatusField[]) =>
  Object.fromEntries(fields.map((field) => [NAMES[field], '']))

const TAKEN: OrderEvent[] = [attempted('key-1', 'card'), takenAs('42')]

/** What is tried, what the gateway tells, what is changed, and what the order is then. */
type Row = [string, readonly StatusField[], Record<string, string>, string]

describe('an approval', () => {
  it('needs all three by default', () => {
    expect(profile.parse({}).statusTells).toEqual(ALL)
  })

  it.each<Row>([
    ['with all of it counts', ALL, {}, 'approved'],
    ...ALL.map((field): Row => [`without ${field} is none`, ALL, without(field), 'unknown']),
    ...ALL.map(
      (field): Row => [
        `without ${field} counts where the gateway never tells it`,
        ALL.filter((one) => one !== field),
        without(field),
        'approved',
      ],
    ),
    ['without any counts where it tells none', [], without(...ALL), 'approved'],
    ['of another sum is none, though sums are seldom told', [], { amount: '1.00' }, 'unknown'],
    ['of a sum that is none is none', [], { amount: 'much' }, 'unknown'],
    ['in another currency is none', [], { currency: 'USD' }, 'unknown'],
    ['in a currency that is none is none', [], { currency: '€' }, 'unknown'],
    ['of another kind is none', [], { 'transaction-type': 'void' }, 'unknown'],
    [
      'without a kind is none where something came back and the request is not named',
      [],
      { ...without('type'), 'by-request-sn': '', 'total-reversal-amount': '12.50' },
      'unknown',
    ],
    [
      'without a kind counts where its request is named, though something came back',
      [],
      { ...without('type'), 'total-reversal-amount': '5.00' },
      'partially-returned',
    ],
    [
      'without a kind counts where nothing came back and no request is named',
      [],
      { ...without('type'), 'by-request-sn': '', 'total-reversal-amount': '0.00' },
      'approved',
    ],
  ])('%s', (_, tells, change, status) => {
    expect(statusOf(orderAfter(...TAKEN, reportedBy(tells, change)))).toBe(status)
  })

  it('that tells no sum is of what was asked for', () => {
    const state = orderAfter(...TAKEN, reportedBy(['currency', 'type'], without('amount')))

    expect(state.transactions).toMatchObject([{ amountMinor: 1250, status: 'approved' }])
  })
})

describe('what is done afterwards, at a gateway that tells no kind', () => {
  const untyped = (change: Record<string, string> = {}) => read([], { ...without('type'), ...change })
  const paid = orderAfter(...TAKEN, { type: 'reported', attempt: 1, report: untyped() })
  const followUp = (kind: 'void' | 'return', report: Report) =>
    through(paid, wanted({ kind }), followed(), { type: 'follow-up-reported', followUp: 1, report })

  it.each<[string, 'void' | 'return', Record<string, string>, string]>([
    ['a void by its request', 'void', { 'by-request-sn': 'serial-f1' }, 'voided'],
    ['a return by its request', 'return', { 'by-request-sn': 'serial-f1' }, 'returned'],
    [
      'a return by the totals',
      'return',
      { 'by-request-sn': '', 'total-reversal-amount': '12.50' },
      'returned',
    ],
    ['nothing by the payment', 'return', {}, 'approved'],
    ['nothing by what names no request', 'void', { 'by-request-sn': '' }, 'approved'],
  ])('%s', (_, kind, change, status) => {
    expect(statusOf(followUp(kind, untyped(change)))).toBe(status)
  })

  it('puts no payment in doubt by the stage that came after it', () => {
    const asked = through(paid, wanted({ kind: 'void' }), followed())
    const later = { type: 'reported', attempt: 1, report: untyped({ 'by-request-sn': 'serial-f1' }) } as const

    expect(transition(asked, later, NOW + 1)).toBe(asked)
  })
})
