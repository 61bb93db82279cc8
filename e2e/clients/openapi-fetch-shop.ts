import createClient from 'openapi-fetch'
import type { paths } from './generated/openapi-typescript.ts'
import { type Account, CARD, type Shop } from './shop.ts'

/** A shop on `openapi-fetch`, with the types that `openapi-typescript` has generated. */
export function shop({ edge, key }: Account): Shop {
  const api = createClient<paths>({ baseUrl: edge, headers: { Authorization: `Bearer ${key}` } })

  /** The answer, or the problem's code as an error. */
  function answered<Data>({ data, error }: { data?: Data; error?: { code: string } }): Data {
    if (data === undefined) throw new Error(error?.code ?? 'no answer')
    return data
  }

  /** Path and header of an action that happens once. */
  const once = (id: string) => ({
    path: { id },
    header: { 'Idempotency-Key': crypto.randomUUID() },
  })

  const read = async (id: string) => answered(await api.GET('/v1/orders/{id}', { params: { path: { id } } }))

  return {
    async open(reference) {
      const opened = await api.POST('/v1/orders', {
        body: {
          reference,
          intent: 'preauth',
          amount: '12.50',
          currency: 'EUR',
          description: 'Heather mug',
          methods: ['card'],
          customer: { email: 'ann@example.com' },
        },
      })
      const { order, token } = answered(opened)
      return { id: order.id, token }
    },
    async pay({ id, token }) {
      const paid = await api.POST('/v1/orders/{id}/pay', {
        params: once(id),
        headers: { Authorization: `Bearer ${token}` },
        body: { method: 'card', card: CARD },
      })
      answered(paid)
    },
    status: async (id) => (await read(id)).status,
    async capture(id) {
      answered(await api.POST('/v1/orders/{id}/capture', { params: once(id) }))
    },
    async refund(id) {
      const body = { amount: '2.50', currency: 'EUR' }
      answered(await api.POST('/v1/orders/{id}/return', { params: once(id), body }))
    },
    async isSettled(id) {
      const order = await read(id)
      return 'followUps' in order && order.followUps.every(({ status }) => status === 'approved')
    },
  }
}
