/** Orders as the edge would show them, one for each status. Pure data. */
import type { OrderStatus } from '../../shared/order-status.ts'
import type { OrderView, Way } from '../../shared/order-view.ts'

/** An order. Without an id it has the name of the state that shows it. */
export type Drawn = Omit<OrderView, 'id'> & Partial<Pick<OrderView, 'id'>>

const NOON = '2027-01-15T12:00:00.000Z'

/** A UUID: as long as many merchants' references. */
export const LONG_REFERENCE = '7b0f3c52-9d4e-4a81-b6c7-2f5e8d1a9034'

/** An order's id, as the edge makes it. */
const ID = 'q7ZtWmK2xR9_dYbLc4NvHs8PfAe3GuJ-'

/** The reference of an order for which the merchant gave none. */
export const MADE_REFERENCE = { id: ID, reference: ID } as const satisfies Partial<Drawn>

const MUG: Drawn = {
  ...{ reference: 'order-4711', intent: 'sale', amount: '12.50', currency: 'EUR' },
  ...{ description: 'Heather mug, 300 ml', status: 'open', methods: ['hosted'] },
  ...{ attempts: [], transactions: [], captured: '0.00', returned: '0.00' },
  ...{ test: true, seq: 1, updatedAt: NOON },
}

/** An order without an attempt. */
export const openOrder = (changes: Partial<Drawn> = {}): Drawn => ({ ...MUG, ...changes })

/** An order with one attempt of the same status. */
export function triedOrder(status: OrderStatus, changes: Partial<Drawn> = {}): Drawn {
  const method: Way = changes.methods?.[0] ?? 'hosted'
  return openOrder({ status, attempts: [{ number: 1, method, status, startedAt: NOON }], ...changes })
}

/** An order whose payment succeeded: it takes no more attempts, so it offers no payment method. */
export const paidOrder = (status: OrderStatus, changes: Partial<Drawn> = {}): Drawn =>
  triedOrder('approved', {
    ...{ status, methods: [], card: { brand: 'VISA', masked: '444455******1111', expires: '' } },
    ...changes,
  })

/**
 * An order that was cancelled, which changes no attempt.
 *
 * @param attempt Where its attempt stands: at the payment page or the bank, or how it ended nevertheless.
 */
export const cancelledOrder = (attempt: OrderStatus, changes: Partial<Drawn> = {}): Drawn =>
  triedOrder(attempt, { status: 'cancelled', ...changes })

/** An order whose attempt failed; the shopper may try again. */
export const failedOrder = (
  status: 'declined' | 'filtered' | 'error',
  changes: Partial<Drawn> = {},
  code: string = status,
): Drawn => triedOrder(status, { error: { code, recoverable: true, supportId: 'S-7Q2M-4711' }, ...changes })

/** A late charge that the edge has to give back. */
const CHARGE = { id: '20027', type: 'sale', status: 'approved', amount: '12.50', surplus: true } as const
export const SURPLUS: Partial<Drawn> = { transactions: [CHARGE] }

/** The guest room, reserved a second time. */
export const ROOM_SURPLUS: Partial<Drawn> = {
  transactions: [{ ...CHARGE, type: 'preauth', amount: '96.00' }],
}

/** The same once the edge has given it back. */
export const SURPLUS_REVERSED: Partial<Drawn> = { transactions: [{ ...CHARGE, reversed: true }] }

/** Several pieces of one thing. */
export const THREE_MUGS = {
  amount: '37.50',
  lines: [{ item: 'mug-heather', description: 'Heather mug, 300 ml', quantity: 3, amount: '37.50' }],
} as const satisfies Partial<Drawn>

/** A cart of two things. */
export const CART = {
  ...{ amount: '43.00', description: '2 × Heather mug, 300 ml, Breakfast plate, 22 cm' },
  lines: [
    { item: 'mug-heather', description: 'Heather mug, 300 ml', quantity: 2, amount: '25.00' },
    { item: 'plate', description: 'Breakfast plate, 22 cm', quantity: 1, amount: '18.00' },
  ],
} as const satisfies Partial<Drawn>

/** A payout to the shopper. */
export const PAYOUT = {
  ...{ intent: 'payout', amount: '30.00', description: 'Your share of the cider' },
} as const satisfies Partial<Drawn>

/** A payout that was cancelled while the shopper was at its page. Money goes out once, so it offers no method any more. */
export const cancelledPayout = (attempt: OrderStatus): Drawn => ({
  ...cancelledOrder(attempt, { ...PAYOUT, methods: ['payout-page'] }),
  methods: [],
})

/** A verification of a card. */
export const VERIFY = {
  intent: 'verify',
  amount: '0.00',
  description: 'Guest account',
} as const satisfies Partial<Drawn>

/** A preauthorization. */
export const ROOM = {
  intent: 'preauth',
  amount: '96.00',
  description: 'Guest room, one night',
} as const satisfies Partial<Drawn>
