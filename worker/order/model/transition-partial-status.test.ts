/** What an approval needs, by what its gateway tells: `GATEWAY_PROFILE.statusTells`. */
import { describe, expect, it } from 'vitest'
import { profile, type StatusField } from '../../config/gateway-profile.ts'
import { readStatusReply } from '../../gateway/status-reply.ts'
import {
  acceptedAs,
  attempted,
  followed,
  NOW,
  nameOf,
  orderAfter,
  reported,
  reportOn,
  takenAs,
  through,
  wanted,
} from '../testing/examples.ts'
import type { OrderEvent, Report } from './events.ts'
import { needsAttention } from './needs-attention.ts'
import { toReport } from './report-mapping.ts'
import { refTo } from './request-ref.ts'
import { statusOf } from './status.ts'
import { transition } from './transition.ts'

const ALL: readonly StatusField[] = ['amount', 'currency', 'type']

/** All that a gateway may tell of an approved sale. */
const TOLD = {
  ...{ type: 'status-response', status: 'approved', 'paynet-order-id': '42', 'merchant-order-id': nameOf(1) },
  ...{ amount: '12.50', currency: 'EUR', 'transaction-type': 'sale', 'by-request-sn': 'serial-1' },
}

const NAMES = { amount: 'amount', currency: 'currency', type: 'transaction-type' } as const

/** What an order reads in a reply of a gateway that tells these fields. */
function read(tells: readonly StatusField[], change: Record<string, string>): Report {
  const reply = readStatusReply({ status: 200, text: JSON.stringify({ ...TOLD, ...change }) }, 2)
  if (reply?.kind !== 'status') throw new TypeError('no report')
  const asked = { intent: 'sale', method: 'card' } as const
  return toReport(reply, asked, { profile: profile.parse({ statusTells: tells }) })
}

const reportedBy = (tells: readonly StatusField[], change: Record<string, string>): OrderEvent =>
  reportOn(refTo('attempt', 1), read(tells, change))

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
  const paid = orderAfter(...TAKEN, reportOn(refTo('attempt', 1), untyped()))
  const followUp = (kind: 'void' | 'return', report: Report) =>
    through(paid, wanted({ kind }), followed(), reportOn(refTo('follow-up', 1), report))

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
    const later = reportOn(refTo('attempt', 1), untyped({ 'by-request-sn': 'serial-f1' }))

    expect(transition(asked, later, NOW + 1)).toBe(asked)
  })
})

describe('a second charge, at a gateway that tells neither kind nor sum', () => {
  const paid = orderAfter(...TAKEN, reportedBy([], without(...ALL)))
  const ofSecond = (change: Record<string, string> = {}) =>
    read([], { ...without(...ALL), 'paynet-order-id': '77', 'by-request-sn': '', ...change })
  const second = (change: Record<string, string> = {}) => reportOn(refTo('unmatched', 1), ofSecond(change))
  const found = through(paid, { type: 'unmatched-found', attempt: 1, gatewayId: '77' })

  it('is given back, all of what was asked for', () => {
    const state = through(found, second())

    expect(state.transactions).toMatchObject([{ id: '42' }, { id: '77', surplus: true, amountMinor: 1250 }])
    expect(state.duplicateRefunds).toMatchObject([{ gatewayId: '77', amountMinor: 1250, status: 'due' }])
    expect([statusOf(state), needsAttention(state)]).toEqual(['approved', true])
  })

  it('is not called given back by a report that tells of no return', () => {
    const state = through(found, second(), reportOn(refTo('duplicate-refund', 1), ofSecond()))

    expect(state.duplicateRefunds).toMatchObject([{ status: 'due' }])
  })

  it('stays for a person where some of it came back, since that may be a stage of another one', () => {
    const state = through(found, second({ 'total-reversal-amount': '12.50' }))

    expect(state.unmatched).toMatchObject([{ id: '77', asking: {} }])
    expect([state.duplicateRefunds, state.returnedMinor, needsAttention(state)]).toEqual([[], 0, true])
  })

  it('that failed took nothing', () => {
    const state = through(found, second({ status: 'declined' }))

    expect([state.duplicateRefunds, needsAttention(state)]).toEqual([[], false])
  })
})

it('the return of a charge too many is none of the payment, at a gateway that tells no kind', () => {
  const names = { clientOrderId: nameOf(2), gatewayId: '43' }
  const paid = orderAfter(
    ...[attempted('key-1'), acceptedAs('42'), attempted('key-2', 'card'), acceptedAs('43', 2)],
    ...[reported('approved', names, 2), reported('approved')],
  )
  const returned = { ...without('type'), 'by-request-sn': '', 'total-reversal-amount': '12.50' }

  const state = through(paid, reportedBy(['amount', 'currency'], returned))

  expect(paid.duplicateRefunds).toMatchObject([{ attempt: 1, gatewayId: '42' }])
  expect([state.payment, state.returnedMinor, statusOf(state)]).toEqual([2, 0, 'approved'])
})
