/** What shoppers and servers write into a customer's fields, and what reaches the gateway of it. */
import { expect, it } from 'vitest'
import type { CheckoutReply } from '../../../../shared/http-bodies.ts'
import { gateway, useGateway } from '../../../order/testing/hosted-orders.ts'
import { ask, bearer, merchant, offer, post, problemOf } from '../../testing/edge.ts'

const TYPED = {
  email: 'ａｎｎ＠ｅｘａｍｐｌｅ．ｃｏｍ',
  phone: '＋１ (٢١٣) ۵۵۵–०१२३',
  billing: {
    ...{ address: 'Main Street 1', city: 'Los Angeles', postalCode: '９０００１' },
    ...{ country: 'US', state: ' california ' },
  },
}

const SESSION = {
  ...{ intent: 'sale', amount: '12.50', currency: 'EUR', description: 'A tin of tea' },
  collect: ['phone', 'billing'],
}

useGateway()

const sessionWith = (customer?: object) => ({
  ...{ ...SESSION, reference: `order-${crypto.randomUUID()}` },
  ...(customer && { customer }),
})

const open = (path: string, body: object, headers?: Record<string, string>) =>
  ask(path, post(body, headers)).then((response) => response.json<CheckoutReply>())

const pay = ({ order, token }: CheckoutReply, customer?: object) =>
  ask(`/v1/orders/${order.id}/pay`, post({ method: 'hosted', customer }, bearer(token)))

/** The doors for customer data of a shopper. */
const DOORS: readonly [string, (typed: object) => Promise<Response>][] = [
  [
    'a shopper pays with',
    async (typed) => pay(await open('/v1/orders', sessionWith({ email: 'a@b.example' }), merchant()), typed),
  ],
  [
    'a page opens an offer with',
    async (typed) => pay(await open('/v1/checkout', { offer: await offer(), customer: typed })),
  ],
  [
    'a server opens a session with',
    async (typed) => pay(await open('/v1/orders', sessionWith(typed), merchant())),
  ],
]

it.each(DOORS)(
  'the gateway gets the state’s code, and ASCII where it reads it, of what %s',
  async (_, paid) => {
    const response = await paid(TYPED)

    expect(response.status).toBe(200)
    await expect.poll(() => gateway.requests).toHaveLength(1)
    expect(Object.fromEntries(gateway.requests[0] ?? [])).toMatchObject({
      ...{ email: 'ann@example.com', phone: '+12135550123' },
      ...{ zip_code: '90001', country: 'US', state: 'CA' },
    })
  },
)

it('a state that the country does not have is refused as that field, and nothing is sent', async () => {
  const order = await open('/v1/orders', sessionWith(), merchant())
  const elsewhere = { ...TYPED, billing: { ...TYPED.billing, state: 'Ontario' } }

  const problem = await problemOf(await pay(order, elsewhere))

  expect(problem).toMatchObject({ code: 'customer-invalid', fields: ['billing.state'] })
  expect(gateway.requests).toEqual([])
})

it.each(DOORS)('the gateway gets no region of a country that needs none, of what %s', async (_, paid) => {
  const billing = { ...TYPED.billing, country: 'ES', state: 'M' }

  const response = await paid({ ...TYPED, billing })

  expect(response.status).toBe(200)
  await expect.poll(() => gateway.requests).toHaveLength(1)
  const { country, state } = Object.fromEntries(gateway.requests[0] ?? [])
  expect([country, state]).toEqual(['ES', undefined])
})

it('a session with a region that is dropped is the same order when the server repeats it', async () => {
  const request = sessionWith({ ...TYPED, billing: { ...TYPED.billing, country: 'JP', state: 'JP13' } })

  const [first, second] = [
    await open('/v1/orders', request, merchant()),
    await open('/v1/orders', request, merchant()),
  ]

  expect(second.order.id).toBe(first.order.id)
  expect(second.token).toEqual(expect.any(String))
})
