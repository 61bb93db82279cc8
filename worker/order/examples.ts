/** Orders and reports that tests begin with. */
import { TIMES } from '../config/times.ts'
import type { Attempted, OrderEvent, Report } from './events.ts'
import type { OrderState, OrderTerms } from './state.ts'
import { opened, transition } from './transition.ts'

export const NOW = 1_800_000_000_000

export const terms: OrderTerms = {
  id: 'order-1',
  reference: 'order-1',
  intent: 'sale',
  amountMinor: 1250,
  currency: 'EUR',
  exponent: 2,
  description: 'Mug',
  methods: ['hosted'],
  collect: ['email'],
  returnUrl: 'https://shop.example.com/mug',
  offer: 'digest',
  openedAt: NOW,
  expiresAt: NOW + TIMES.orderExpires,
}

export const attempted = (key: string): Attempted => ({
  type: 'attempted',
  key,
  method: 'hosted',
  destination: { url: 'http://127.0.0.1:1', login: 'shop', endpointPath: '1', endpointId: '1' },
})

export const acceptedAs = (gatewayId: string, attempt = 1): OrderEvent => ({
  type: 'accepted',
  attempt,
  gatewayId,
  serialNumber: undefined,
  redirectUrl: `https://gate.example.com/form/${gatewayId}`,
})

/** A report that counts for the first attempt, but for what is changed. */
export const report = (status: Report['status'], change: Partial<Report> = {}): Report => ({
  status,
  kind: 'payment',
  type: 'sale',
  gatewayId: '42',
  clientOrderId: 'order-1',
  amountMinor: 1250,
  currency: 'EUR',
  reversedMinor: undefined,
  card: undefined,
  ...change,
})

export const reported = (
  status: Report['status'],
  change: Partial<Report> = {},
  attempt = 1,
): OrderEvent => ({ type: 'reported', attempt, report: report(status, change) })

/** A genuine callback or return. */
export const woken = (by: 'callback' | 'return', gatewayId = '42') =>
  ({ type: 'woken', attempt: 1, by, gatewayId }) as const

/** One whose control was wrong. */
export const forged = (by: 'callback' | 'return') => ({ type: 'woken', attempt: 1, by, forged: 1 }) as const

/** What becomes of a new order through events, one after the other. */
export const orderAfter = (...events: OrderEvent[]): OrderState =>
  events.reduce((state, event) => transition(state, event, NOW), opened(terms))

/** An order whose shopper is at the hosted page. */
export const atHostedPage = () => orderAfter(attempted('key-1'), acceptedAs('42'))
