import { describe, expect, it } from 'vitest'
import { type KnownOrder, moneyOf, type Outcome, outcomeOf } from './order-outcome.ts'
import { ORDER_PHASES, type OrderStatus } from './order-status.ts'
import type { TransactionView, Way } from './order-view.ts'

const known = (changes: Partial<KnownOrder>): KnownOrder => ({
  ...{ intent: 'sale', status: 'approved', captured: '12.50', attempts: [], transactions: [] },
  ...changes,
})

const attempt = (status: OrderStatus) => ({
  ...({ number: 1, method: 'card', status, startedAt: '2026-11-21T10:00:00Z' } as const),
})

const transaction = (type: string, changes: Partial<TransactionView> = {}) => ({
  ...({ id: '42', type, status: 'approved', amount: '12.50' } as const),
  ...changes,
})

/** A payout that was cancelled, and whose approval came afterwards. */
const sentAfterwards = (method: Way, type: string, later: readonly TransactionView[] = []) => ({
  ...({ intent: 'payout', status: 'cancelled', captured: '0.00' } as const),
  attempts: [{ ...attempt('approved'), method }],
  transactions: [transaction(type, { surplus: true }), ...later],
})

describe('outcomeOf', () => {
  it.each<[string, Partial<KnownOrder>, Outcome]>([
    ['a sale that was approved is paid', {}, 'paid'],
    ['money that a hold keeps is not paid', { intent: 'preauth', captured: '0.00' }, 'on hold'],
    ['a card that was verified paid nothing', { intent: 'verify', captured: '0.00' }, 'card verified'],
    ['a payout that was approved is sent', { intent: 'payout' }, 'paid out'],
    [
      'a payout that was only checked is not sent',
      { intent: 'payout', captured: '0.00' },
      'ready to pay out',
    ],
    ['a checked payout is sent by its second step', { intent: 'payout', status: 'captured' }, 'paid out'],
    ['a captured hold is captured', { intent: 'preauth', status: 'captured' }, 'captured'],
    ['a voided sale', { status: 'voided', captured: '0.00' }, 'voided'],
    ['a voided hold', { intent: 'preauth', status: 'voided', captured: '0.00' }, 'voided'],
    [
      'a hold that was reversed charged nothing, so nothing goes back',
      { intent: 'preauth', status: 'returned', captured: '0.00' },
      'voided',
    ],
    ['a captured hold that was returned', { intent: 'preauth', status: 'returned' }, 'refunded'],
    ['a voided payout', { intent: 'payout', status: 'voided', captured: '0.00' }, 'voided'],
    ['a payout that came back refunds nobody', { intent: 'payout', status: 'returned' }, 'payout came back'],
    ['a part of a payout', { intent: 'payout', status: 'partially-returned' }, 'payout partly came back'],
    ['a sale whose bank took it back', { status: 'charged-back' }, 'charged back'],
    [
      'a verification has nothing to return',
      { intent: 'verify', status: 'returned' },
      'contradictory reports',
    ],
    [
      'a payout that was sent after it was cancelled is sent',
      sentAfterwards('payout-page', 'payout'),
      'paid out',
    ],
    ['so is one under a name of its own', sentAfterwards('transfer', 'transfer'), 'paid out'],
    ['and one whose kind the gateway does not name', sentAfterwards('payout-card', ''), 'paid out'],
    [
      'unless something has undone it since',
      sentAfterwards('payout-page', 'payout', [transaction('reversal')]),
      'cancelled',
    ],
    [
      'not where that was refused',
      sentAfterwards('payout-page', 'payout', [transaction('reversal', { status: 'declined' })]),
      'paid out',
    ],
    [
      'a payout that was checked after it was cancelled is not sent',
      sentAfterwards('payout-check', 'payout-check'),
      'cancelled',
    ],
  ])('%s', (_, changes, outcome) => {
    expect(outcomeOf(known(changes))).toBe(outcome)
  })

  it('has a word for every status and intent', () => {
    for (const status of Object.keys(ORDER_PHASES) as OrderStatus[])
      for (const intent of ['sale', 'preauth', 'verify', 'payout'] as const)
        expect(outcomeOf(known({ status, intent })), `${intent} ${status}`).toMatch(/^[a-z ]+$/)
  })
})

describe('moneyOf', () => {
  it.each<[string, Partial<KnownOrder>, ReturnType<typeof moneyOf>]>([
    ['a sale has moved its money', {}, 'moved'],
    ['a hold has moved none', { intent: 'preauth', captured: '0.00' }, 'unmoved'],
    [
      'a form that the shopper left may still bring it',
      { status: 'cancelled', attempts: [{ ...attempt('open'), status: 'superseded' }] },
      'may-move',
    ],
    [
      'an approval after a cancellation has moved it',
      { status: 'cancelled', attempts: [attempt('approved')] },
      'moved',
    ],
    ['a declined attempt has moved none', { status: 'declined', attempts: [attempt('declined')] }, 'unmoved'],
  ])('%s', (_, changes, money) => {
    expect(moneyOf(known(changes))).toBe(money)
  })
})
