/** A delivery address is collected, kept until it is erased, and read by a key that may; only where the shop sells to. */
import { describe, expect, it } from 'vitest'
import type { CheckoutReply } from '../../../../shared/http-bodies.ts'
import type { OrderDetails } from '../../../../shared/order-history.ts'
import { ask, bearer, merchant, offer, opened, post, problemOf } from '../../testing/edge.ts'

const SHIPPING = { address: 'Oudezijds Achter 93', city: 'Amsterdam', postalCode: '1012', country: 'NL' }
const BILLING = { address: 'Keizersgracht 1', city: 'Amsterdam', postalCode: '1015', country: 'NL' }
const EMAIL = 'a@b.example'

const session = (changes: object) =>
  post(
    {
      ...{ reference: `order-${crypto.randomUUID()}`, intent: 'sale', amount: '12.50', currency: 'EUR' },
      ...{ description: 'A tin of tea', ...changes },
    },
    merchant(),
  )

const payHosted = ({ order, token }: CheckoutReply, customer: object) =>
  ask(
    `/v1/orders/${order.id}/pay`,
    post({ method: 'hosted', customer }, { ...bearer(token), 'Idempotency-Key': `${order.id}.1` }),
  )

const customerOf = async (id: string) => {
  const answer = await ask(`/v1/orders/${id}`, { headers: merchant() })
  return (await answer.json<OrderDetails>()).customer
}

const refusalOf = async (answer: Response) => {
  const { status, code, fields } = await problemOf(answer)
  return [`${status} ${code}`, fields]
}

describe('a delivery address', () => {
  it('that an offer asks for is needed, and the merchant reads it as it was given', async () => {
    const sold = await opened({ collect: ['email', 'shipping'] }, {})

    const without = await payHosted(sold, { email: EMAIL })
    expect((await payHosted(sold, { email: EMAIL, shipping: SHIPPING })).status).toBe(200)

    expect(await refusalOf(without)).toEqual([
      '422 collect-missing',
      ['shipping.address', 'shipping.city', 'shipping.postalCode', 'shipping.country'],
    ])
    expect(await customerOf(sold.order.id)).toEqual({ email: EMAIL, shipping: SHIPPING })
  })

  it('that a session asks for, or brings, is kept', async () => {
    const customer = { email: EMAIL, shipping: SHIPPING }
    const answer = await ask('/v1/orders', session({ collect: ['name', 'shipping'], customer }))
    const { order } = await answer.json<CheckoutReply>()

    expect(await customerOf(order.id)).toEqual(customer)
  })

  it('that no gateway takes is refused by its fields', async () => {
    const sold = await opened({ collect: ['email', 'shipping'] }, {})

    const answer = await payHosted(sold, { email: EMAIL, shipping: { ...SHIPPING, country: 'Holland' } })

    expect(await refusalOf(answer)).toEqual(['422 customer-invalid', ['shipping.country']])
  })
})

describe('an offer that is sold to some countries', () => {
  const collect = ['email', 'billing', 'shipping']

  it('is paid from one of them', async () => {
    const sold = await opened({ collect, countries: ['NL', 'BE'] }, {})

    expect((await payHosted(sold, { email: EMAIL, billing: BILLING, shipping: SHIPPING })).status).toBe(200)
  })

  it.each([
    [
      'the billing address',
      { billing: { ...BILLING, country: 'DE' }, shipping: SHIPPING },
      'billing.country',
    ],
    [
      'the delivery address',
      { billing: BILLING, shipping: { ...SHIPPING, country: 'DE' } },
      'shipping.country',
    ],
  ])('is refused where %s is elsewhere, at the payment and at the checkout', async (_, addresses, field) => {
    const customer = { email: EMAIL, ...addresses }
    const sold = await opened({ collect, countries: ['NL', 'BE'] }, {})

    expect(await refusalOf(await payHosted(sold, customer))).toEqual(['422 country-not-served', [field]])
    const body = { offer: await offer({ collect, countries: ['NL', 'BE'] }), customer }
    expect(await refusalOf(await ask('/v1/checkout', post(body)))).toEqual([
      '422 country-not-served',
      [field],
    ])
  })

  it('is no offer where it asks for no address', async () => {
    const body = { offer: await offer({ collect: ['email'], countries: ['NL'] }) }

    expect((await refusalOf(await ask('/v1/checkout', post(body))))[0]).toBe('422 offer-invalid')
  })

  it('goes into a cart with others that are sold to the same country, and with no other', async () => {
    const inCart = async (...countries: (string[] | undefined)[]) => {
      const lines = await Promise.all(
        countries.map(async (some, index) => ({
          offer: await offer({ item: `thing-${index}`, collect, ...(some && { countries: some }) }),
        })),
      )
      return ask('/v1/checkout', post({ lines }))
    }

    expect((await inCart(['NL', 'BE'], ['BE'], undefined)).status).toBe(200)
    expect((await refusalOf(await inCart(['NL'], ['BE'])))[0]).toBe('422 countries-disjoint')
  })
})
