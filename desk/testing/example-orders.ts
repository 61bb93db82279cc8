/** Orders as an edge answers them, for tests. */
import type { HistoryEvent, OrderDetails } from '../../shared/order-history.ts'
import { type ListedOrder, listedStatus } from '../../shared/order-list.ts'

/** The clock of the examples: 22 November 2026, noon in UTC. */
export const NOW = Date.UTC(2026, 10, 22, 12)

const MINUTE_MS = 60_000

/** A moment before {@link NOW}. */
export const minutesAgo = (minutes: number) => new Date(NOW - minutes * MINUTE_MS).toISOString()

let count = 0

/** A paid order that no other test uses. */
export function exampleOrder(changes: Partial<OrderDetails> = {}): OrderDetails {
  count += 1
  const id = `order${String(count).padStart(8, '0')}`
  const { amount = '12.50', intent = 'sale', status = 'approved' } = changes
  return {
    ...{
      id,
      reference: `shop-${1000 + count}`,
      intent,
      amount,
      currency: 'EUR',
      description: 'A mug',
      status,
    },
    methods: [],
    attempts: [
      {
        number: 1,
        method: 'card',
        status: 'approved',
        startedAt: minutesAgo(30),
        clientOrderId: `shop-${count}`,
      },
    ],
    transactions: [],
    captured: intent === 'sale' || intent === 'payout' ? amount : '0.00',
    returned: '0.00',
    card: { brand: 'Visa', masked: '444455••••••1111', expires: '12/29' },
    followUps: [],
    cardRefs: [],
    needsAttention: false,
    seq: 4,
    updatedAt: minutesAgo(29),
    attention: [],
    chargebacks: [],
    history: PAID_HISTORY.map((event) => ({ ...event, ...(event.amount && { amount }) })),
    ...changes,
  }
}

const PAID_HISTORY: readonly HistoryEvent[] = [
  { at: minutesAgo(31), kind: 'order-opened', amount: '12.50' },
  { at: minutesAgo(30), kind: 'attempt-sent', attempt: 1, method: 'card', amount: '12.50' },
  { at: minutesAgo(30), kind: 'attempt-accepted', attempt: 1, transaction: '100200' },
  { at: minutesAgo(30), kind: 'bank-step-opened', attempt: 1, step: 'challenge' },
  { at: minutesAgo(29), kind: 'bank-step-accepted', attempt: 1, step: 'challenge' },
  { at: minutesAgo(29), kind: 'gateway-reported', stage: 'payment', status: 'approved', amount: '12.50' },
  {
    at: minutesAgo(29),
    kind: 'merchant-notified',
    notification: 'order.approved',
    deliveries: [{ channel: 'webhook', status: 'delivered' }],
  },
]

/** The order's entry in the list. */
export const listed = (order: OrderDetails): ListedOrder => ({
  ...{ id: order.id, reference: order.reference, intent: order.intent, amount: order.amount },
  ...{ currency: order.currency, captured: order.captured, returned: order.returned },
  ...{ description: order.description, status: listedStatus(order.status) },
  ...{ needsAttention: order.needsAttention, attention: order.attention },
  statusSince: order.chargebacks[0]?.at ?? order.updatedAt,
  test: order.test === true,
  ...(order.link && { link: order.link }),
  startedAt: order.attempts[0]?.startedAt ?? order.updatedAt,
  ...{ updatedAt: order.updatedAt, seq: order.seq },
  ...(order.attempts[0] && { method: order.attempts[0].method }),
  ...(order.hold?.endsAt && { holdEndsAt: order.hold.endsAt }),
})
