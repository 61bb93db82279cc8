/**
 * Orders as an assistant reads them: a list of members, so that nothing else gets in. No card, no reference of a card, no token
 * and no link is among them. What other people wrote stands apart.
 */
import type { FollowedUp, FollowUp, ListedOrder, OrderDetails } from '../../packages/server/src/server.ts'
import { untrusted } from './untrusted.ts'

/** An entry of the list. */
export const shownEntry = (one: ListedOrder) => ({
  id: one.id,
  intent: one.intent,
  status: one.status,
  amount: one.amount,
  currency: one.currency,
  captured: one.captured,
  returned: one.returned,
  startedAt: one.startedAt,
  needsAttention: one.needsAttention,
  attention: one.attention,
  untrusted: untrusted({ reference: one.reference, description: one.description }),
})

/** One order. */
export function shownOrder(order: OrderDetails) {
  const { lines = [], customer, note, followUps } = order
  return {
    ...state(order),
    test: order.test,
    attempts: order.attempts.map(({ number, method, status, startedAt }) => ({
      ...{ number, method, status, startedAt },
    })),
    followUps: followUps.map(shownFollowUp),
    untrusted: untrusted({
      reference: order.reference,
      description: order.description,
      lines: lines.map(({ item, description, quantity, amount }) => ({
        item,
        description,
        quantity,
        amount,
      })),
      customer,
      note,
      followUps: followUps.map(({ number, comment, askedBy, decidedBy }) => ({
        ...{ number, reason: comment, askedBy, decidedBy },
      })),
    }),
  }
}

/** What a deed came to, and the order afterwards. */
export const shownDeed = ({ order, followUp }: FollowedUp) => ({
  order: state(order),
  followUp: shownFollowUp(followUp),
  untrusted: untrusted({ reference: order.reference, description: order.description }),
})

const state = (order: FollowedUp['order']) => ({
  ...{ id: order.id, intent: order.intent, status: order.status },
  ...{ amount: order.amount, currency: order.currency },
  ...{ captured: order.captured, returned: order.returned },
  ...{ needsAttention: order.needsAttention, updatedAt: order.updatedAt },
})

/** Codes of the gateway are numbers; its words are not among them. */
const shownFollowUp = ({ number, kind, amount, status, limit, expiresAt, error }: FollowUp) => ({
  ...{ number, kind, amount, status, limit, expiresAt },
  error: error?.code,
})
