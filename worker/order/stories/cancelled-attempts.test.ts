/** Who came by the link to an order cancels the attempt, and never the order. */
import { describe, expect, it } from 'vitest'
import type { OrderEvent } from '../model/events.ts'
import { admitPayment } from '../model/payment-admission.ts'
import { statusOf } from '../model/status.ts'
import { acceptedAs, attempted, NOW, nameOf, orderAfter, orderWith, reported } from '../testing/examples.ts'

const cancelled: OrderEvent = { type: 'attempt-cancelled', attempt: 1 }
const atForm = [attempted('key-1'), acceptedAs('42')]
const atBank = [
  attempted('key-1', 'card'),
  acceptedAs('42'),
  reported('processing', {
    step: {
      type: 'challenge',
      url: 'https://bank.example.com',
      creq: 'e30',
      address: 'https://pay.example.com/s',
    },
  }),
] satisfies OrderEvent[]
const next = [attempted('key-2'), acceptedAs('43', 2)]
const nextApproved = reported('approved', { clientOrderId: nameOf(2), gatewayId: '43' }, 2)

describe.each([
  ['at the form', atForm],
  ['at the bank', atBank],
] as const)('an attempt %s that is cancelled', (_, before) => {
  it('leaves the order open for the next', () => {
    const order = orderAfter(...before, cancelled)

    expect(statusOf(order)).toBe('open')
    expect(admitPayment(order, { key: 'key-2', method: 'hosted' }, NOW)).toBe('starts')
  })

  it('is followed, and an approval that still comes is given back', () => {
    const order = orderAfter(...before, cancelled, reported('approved'))

    expect(order.attempts[0]?.asking ?? order.attempts[0]?.decidedAt).toBeDefined()
    expect(order.payment).toBeUndefined()
    expect(statusOf(order)).toBe('open')
    expect(order.transactions).toMatchObject([{ surplus: true }])
    expect(order.duplicateRefunds).toMatchObject([{ gatewayId: '42', status: 'due' }])
  })

  it('takes nothing from the next one, which is the payment, whichever is approved first', () => {
    for (const approvals of [
      [reported('approved'), nextApproved],
      [nextApproved, reported('approved')],
    ]) {
      const order = orderAfter(...before, cancelled, ...next, ...approvals)

      expect(order.payment).toBe(2)
      expect(order.duplicateRefunds).toMatchObject([{ gatewayId: '42' }])
    }
  })

  it('waits for no counter, whatever becomes of units that were held for it', () => {
    const order = orderWith({ limit: 1 }, ...before, cancelled, reported('approved'))

    expect(order.waitingApproval).toBeUndefined()
    expect(order.duplicateRefunds).toMatchObject([{ gatewayId: '42' }])
  })

  it('is given back also if it took another sum than it should', () => {
    const order = orderAfter(...before, cancelled, reported('approved', { amountMinor: 999 }))

    expect(order.duplicateRefunds).toMatchObject([{ gatewayId: '42' }])
  })
})

it('an attempt that is decided is not cancelled any more', () => {
  const paid = orderAfter(...atForm, reported('approved'))
  const after = orderAfter(...atForm, reported('approved'), cancelled)

  expect(after).toEqual(paid)
})
