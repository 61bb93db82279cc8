/** For tests inside workerd: follow-ups of a payment at a scripted gateway. */
import { expect } from 'vitest'
import type { FollowUpRequest } from '../follow-ups.ts'
import { gateway } from './hosted-orders.ts'
import { orderOf, shown } from './orders.ts'

/** A refund of the whole, and of a part. */
export const RETURN: FollowUpRequest = { kind: 'return', key: 'follow-1' }
export const PART: FollowUpRequest = { ...RETURN, amount: '5.00', currency: 'EUR' }

/** The gateway's report once money was given back. */
export const givesBack = (part: string, total = part, serial = 'serial-2') =>
  gateway.reports('approved', {
    'transaction-type': 'reversal',
    amount: part,
    'total-reversal-amount': total,
    'by-request-sn': serial,
  })

/** Requests a follow-up. */
export const followUp = (id: string, request: FollowUpRequest) => orderOf(id).followUp(request)

/** Statuses of an order's follow-ups. */
export const followUpsOf = async (id: string) => (await shown(id)).followUps.map(({ status }) => status)

/** Waits until the newest follow-up has this status. */
export const followUpBecomes = (id: string, status: string) =>
  expect.poll(async () => (await followUpsOf(id)).at(-1)).toBe(status)
