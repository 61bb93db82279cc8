/** What each kind of order may use of the platform in its first month: rows, alarms that go off, and how often its object is made. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerWith, setWith } from '../../testing/edge.ts'
import { becomes, CHARGE, orderOf, shown } from '../testing/orders.ts'
import { startOver } from '../testing/platform.ts'
import { acceptedReply, ScriptedGateway } from '../testing/scripted-gateway.ts'
import { RECEIVER, ScriptedReceiver } from '../testing/scripted-receiver.ts'
import { SleepingOrder, stopClock, written } from '../testing/sleeping-order.ts'
import { CHALLENGE, CRES, UPLOAD } from '../testing/three-ds.ts'

const SECOND = 1000
const MONTH = 31 * 86_400 * SECOND

let gateway: ScriptedGateway
let receiver: ScriptedReceiver

beforeEach(() => {
  stopClock()
  gateway = new ScriptedGateway()
  receiver = new ScriptedReceiver()
  for (const operation of ['sale', 'payout', ...Object.values(UPLOAD)])
    gateway.on(operation, acceptedReply('serial-1'))
  answerWith(receiver.inFrontOf(gateway.fetch))
  setWith({ ...RECEIVER, ORDER_TIMES: '{}' })
})

afterEach(async () => {
  vi.useRealTimers()
  await startOver()
})

/** Kind of order → what happens to it until its outcome. */
const STORIES: Readonly<Record<string, (order: SleepingOrder) => Promise<void>>> = {
  hosted: async (order) => {
    await order.goesToHostedPage()
    await order.waits(75 * SECOND)
    gateway.reports('approved')
    await order.isWoken('callback')
    await order.isWoken('return')
  },
  'a card without a challenge': async (order) => {
    await order.isCharged(CHARGE)
    gateway.reports('approved')
    await order.waits(5 * SECOND)
    await order.isWoken('callback')
  },
  'a card with a challenge': async (order) => {
    gateway.reports('processing', CHALLENGE)
    await order.isCharged(CHARGE)
    await order.waits(5 * SECOND)
    await becomes(order.id, 'challenge')
    await orderOf(order.id).openStep(1)
    gateway.on(UPLOAD.challenge, () => {
      gateway.reports('approved')
      return acceptedReply('serial-2')()
    })
    await orderOf(order.id).answerStep({ attempt: 1, step: 'challenge', fields: { cres: CRES } })
    await order.waits(40 * SECOND)
    await order.isWoken('callback')
  },
  'a payout': async (order) => {
    gateway.reports('approved', { 'transaction-type': 'payout' })
    const phone = { method: 'payout-phone', details: { receiverPhone: '+4915123456789' } } as const
    await order.isCharged({ ...CHARGE, ...phone }, { intent: 'payout', methods: ['payout-phone'] })
    await order.waits(5 * SECOND)
    await order.isWoken('callback')
  },
}

/** An object is made for the request that opens the order, for each alarm, and for what comes later while it sleeps. */
const BUDGETS: readonly (readonly [kind: string, rows: number, alarms: number, constructions: number])[] = [
  ['hosted', 14, 4, 5],
  ['a card without a challenge', 19, 4, 5],
  ['a card with a challenge', 26, 6, 8],
  ['a payout', 19, 4, 5],
]

describe('an order in its first month', () => {
  it.each(BUDGETS)(
    'of kind %s writes at most %d rows, runs %d alarms and makes its object %d times',
    async (kind, rows, alarms, constructions) => {
      const order = new SleepingOrder(gateway)

      await STORIES[kind]?.(order)
      await order.waits(MONTH)

      const used = {
        ...{ alarms: order.alarms, constructions: order.constructions },
        rows: written(order.id),
      }
      expect((await shown(order.id)).status).toBe('approved')
      expect(used.rows).toBeGreaterThan(5)
      expect({
        rows: Math.max(used.rows, rows),
        alarms: Math.max(used.alarms, alarms),
        constructions: Math.max(used.constructions, constructions),
      }).toEqual({ rows, alarms, constructions })
    },
  )
})
