/** The example of the guide to webhooks: the message after a partial return. */
import type { Notification } from '../../worker/outbox/notifications.ts'

export const webhookExample: Notification = {
  id: 'pW0mZ2q7V1xR4tYb8nKc5dLs3fGh6jQa.9.1',
  type: 'follow-up.settled',
  at: Date.UTC(2027, 0, 15, 9, 30, 4, 512),
  followUp: 1,
  order: {
    id: 'pW0mZ2q7V1xR4tYb8nKc5dLs3fGh6jQa',
    reference: 'cart-4711',
    intent: 'sale',
    act: 'order',
    amount: '12.50',
    currency: 'EUR',
    description: 'Heather mug',
    status: 'partially-returned',
    methods: ['hosted'],
    attempts: [
      {
        number: 1,
        method: 'hosted',
        status: 'approved',
        startedAt: '2027-01-14T18:02:11.040Z',
        clientOrderId: 'cart-4711.qj2ztsdn3emgcazj',
        gatewayId: '5812077',
      },
    ],
    transactions: [
      { id: '5812077', type: 'sale', status: 'approved', amount: '12.50' },
      { id: '5813140', type: 'reversal', status: 'approved', amount: '2.50' },
    ],
    captured: '12.50',
    returned: '2.50',
    card: { brand: 'VISA', masked: '•••• 1111', expires: '12/30' },
    test: true,
    seq: 9,
    updatedAt: '2027-01-15T09:30:04.512Z',
    followUps: [
      {
        number: 1,
        kind: 'return',
        amount: '2.50',
        status: 'approved',
        startedAt: '2027-01-15T09:29:58.207Z',
      },
    ],
    cardRefs: [],
    needsAttention: false,
  },
}
