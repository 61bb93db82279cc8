import { HttpError, ok } from '@oazapfts/runtime'
import * as api from './generated/oazapfts.ts'
import { type Account, CARD, type Shop } from './shop.ts'

/** Throws the code of a problem in place of the tool's own error. */
const refused = (error: unknown): never => {
  throw error instanceof HttpError ? new Error(error.data.code) : error
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })

/** A shop on the functions that `oazapfts` has generated. */
export function shop({ edge, key }: Account): Shop {
  const merchant = { baseUrl: edge, headers: bearer(key) }
  const read = (id: string) => ok(api.getOrder(id, merchant))

  return {
    async open(reference) {
      const { order, token } = await ok(
        api.createOrder(
          {
            reference,
            intent: 'preauth',
            amount: '12.50',
            currency: 'EUR',
            description: 'Heather mug',
            methods: ['card'],
            customer: { email: 'ann@example.com' },
          },
          merchant,
        ),
      )
      return { id: order.id, token }
    },
    async pay({ id, token }) {
      const shopper = { baseUrl: edge, headers: bearer(token) }
      await ok(api.payOrder(id, crypto.randomUUID(), { method: 'card', card: CARD }, shopper))
    },
    status: async (id) => (await read(id)).status,
    async capture(id) {
      await ok(api.captureOrder(id, crypto.randomUUID(), {}, merchant)).catch(refused)
    },
    async refund(id) {
      const part = { amount: '2.50', currency: 'EUR' }
      await ok(api.returnOrder(id, crypto.randomUUID(), part, merchant))
    },
    async isSettled(id) {
      const order = await read(id)
      return 'followUps' in order && order.followUps.every(({ status }) => status === 'approved')
    },
  }
}
