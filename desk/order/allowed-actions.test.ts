import { describe, expect, it } from 'vitest'
import { MERCHANT_SCOPES } from '../../shared/merchant-key.ts'
import type { FollowUpView, MerchantOrderView } from '../../shared/order-view.ts'
import { exampleOrder } from '../testing/example-orders.ts'
import { allowedActions, mostOf } from './allowed-actions.ts'

const money = ['capture', 'return', 'void']

/** The actions with money that an order allows. */
const moneyActions = (changes: Partial<MerchantOrderView>) =>
  allowedActions(exampleOrder(changes), { scopes: MERCHANT_SCOPES }).filter((action) =>
    money.includes(action),
  )

const followUp = (status: FollowUpView['status']): FollowUpView => ({
  ...{ number: 1, kind: 'return', amount: '1.00', status, startedAt: '2026-11-22T12:00:00.000Z' },
})

describe('allowedActions', () => {
  it.each<[string, Partial<MerchantOrderView>, string[]]>([
    ['a paid sale is refunded or voided', {}, ['return', 'void']],
    ['money on hold is captured or voided', { intent: 'preauth', captured: '0.00' }, ['capture', 'void']],
    ['captured money is refunded', { intent: 'preauth', status: 'captured', captured: '9.00' }, ['return']],
    ['the rest of a refund is refunded', { status: 'partially-returned', returned: '2.50' }, ['return']],
    ['nothing is refunded twice', { status: 'returned', returned: '12.50' }, []],
    ['a chargeback is beyond refunds', { status: 'charged-back' }, []],
    ['a voided payment stays so', { status: 'voided', captured: '0.00' }, []],
    ['a payout is not refunded', { intent: 'payout' }, []],
    ['a verification took nothing', { intent: 'verify', captured: '0.00' }, []],
    ['nothing starts beside an uncertain refund', { followUps: [followUp('unknown')] }, []],
    ['nothing starts beside a refund under way', { followUps: [followUp('processing')] }, []],
    ['a refund that waits blocks nothing', { followUps: [followUp('waiting')] }, ['return', 'void']],
    ['a refused refund blocks nothing', { followUps: [followUp('declined')] }, ['return', 'void']],
  ])('%s', (_, changes, actions) => {
    expect(moneyActions(changes)).toEqual(actions)
  })

  it.each<[MerchantOrderView['status'], boolean]>([
    ['open', true],
    ['redirect', true],
    ['declined', true],
    ['challenge', false],
    ['processing', false],
    ['unknown', false],
    ['approved', false],
    ['cancelled', false],
  ])('of an order that is %s: cancelling is possible: %s', (status, isPossible) => {
    const order = exampleOrder({ status })
    expect(allowedActions(order, { scopes: ['charge'] }).includes('cancel')).toBe(isPossible)
  })

  it('a person may settle a doubt alone', () => {
    const doubt = exampleOrder({ followUps: [followUp('unknown')] })
    expect(allowedActions(doubt, { scopes: ['charge'] })).toContain('not-accepted')
    expect(allowedActions(exampleOrder(), { scopes: ['charge'] })).not.toContain('not-accepted')
  })

  it.each([
    ['that did not ask decides', {}, ['approve', 'refuse']],
    ['with limits of its own only refuses', { isLimited: true }, ['refuse']],
    ['that asked decides nothing', { name: 'assistant' }, []],
  ])('of a refund that waits, a key %s', (_, person, actions) => {
    const waiting = { ...followUp('waiting'), askedBy: 'assistant', expiresAt: '2026-11-29T12:00:00.000Z' }
    const order = exampleOrder({ followUps: [waiting] })
    const allowed = allowedActions(order, { scopes: ['refund'], ...person })
    expect(allowed.filter((action) => action === 'approve' || action === 'refuse')).toEqual(actions)
  })

  it('nothing is offered to a key that may only read', () => {
    expect(allowedActions(exampleOrder({ status: 'redirect' }), { scopes: ['read'] })).toEqual([])
  })
})

describe('mostOf', () => {
  it.each([
    ['12.50', '0.00', '12.50'],
    ['12.50', '4.90', '7.60'],
    ['0.30', '0.10', '0.20'],
    ['5400', '400', '5000'],
    ['9999999999.99', '0.01', '9999999999.98'],
  ])('of %s taken and %s given back, a refund is at most %s', (captured, returned, most) => {
    expect(mostOf('return', exampleOrder({ captured, returned }))).toBe(most)
  })

  it('of a doubt about a refund is the sum of the refund', () => {
    expect(mostOf('not-accepted', exampleOrder({ followUps: [followUp('unknown')] }))).toBe('1.00')
  })
})
