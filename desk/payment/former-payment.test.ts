import { describe, expect, it } from 'vitest'
import { exampleOrder } from '../testing/example-orders.ts'
import { formerPayment } from './former-payment.ts'

const name = (reference: string) => ({ id: `id-of-${reference}`, reference })

describe('the reference of an order that asks for a payment again', () => {
  it.each([
    ['counts the asking', { reference: 'abo-7' }, 'abo-7-2'],
    ['leaves a number of the shop alone', { reference: 'bill-2026' }, 'bill-2026-2'],
    ['counts on from the last asking', { reference: 'abo-7', followedBy: [name('abo-7-2')] }, 'abo-7-3'],
    ['counts on from the order’s own number', { reference: 'abo-7-2', follows: name('abo-7') }, 'abo-7-3'],
    ['goes past nine', { reference: 'abo-7', followedBy: [name('abo-7-9')] }, 'abo-7-10'],
    ['begins to count where the last one has a name', { reference: 'a', followedBy: [name('b')] }, 'a-2'],
    ['is left to the person where it is too long', { reference: 'a'.repeat(99) }, ''],
  ])('%s', (_, order, reference) => {
    expect(formerPayment(exampleOrder(order)).reference).toBe(reference)
  })
})
