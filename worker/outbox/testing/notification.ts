/** For tests: notifications. */
import type { MerchantOrderView } from '../../../shared/order-view.ts'
import type { Notification } from '../notifications.ts'

/** When the first notification of a test happened, in milliseconds since the epoch. */
export const HAPPENED = 1_800_000_000_000

/** A paid order, with a test's own changes. */
export const orderWith = (changes: Partial<MerchantOrderView> = {}): MerchantOrderView => ({
  id: 'A'.repeat(32),
  reference: 'cart-7',
  intent: 'sale',
  amount: '12.50',
  currency: 'EUR',
  description: 'A tin of tea – Zoë’s',
  status: 'approved',
  methods: ['hosted'],
  attempts: [],
  transactions: [],
  captured: '12.50',
  returned: '0.00',
  seq: 7,
  updatedAt: new Date(HAPPENED).toISOString(),
  followUps: [],
  cardRefs: [],
  needsAttention: false,
  ...changes,
})

/** The `number`th notification of an order, with a test's own changes. */
export const notificationOf = (number: number, changes: Partial<Notification> = {}): Notification => ({
  id: `${'A'.repeat(32)}.${number}.1`,
  type: 'order.approved',
  at: HAPPENED,
  order: orderWith({ seq: number }),
  ...changes,
})
