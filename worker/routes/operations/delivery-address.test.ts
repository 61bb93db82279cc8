/** No delivery address is collected, since nobody would read it. What names one was made by an earlier version. */
import { describe, expect, it } from 'vitest'
import type { CheckoutReply } from '../../../shared/http-bodies.ts'
import { storedText } from '../../order/testing/orders.ts'
import { ask, bearer, merchant, opened, post, problemOf } from '../testing/edge.ts'

const MARK = 'Oudezijds Achter 93'
const SHIPPING = { address: MARK, city: 'Amsterdam', postalCode: '1012', country: 'NL' }

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

describe('a delivery address', () => {
  it('that a session wants to collect is refused, and the problem says why', async () => {
    const answer = await ask('/v1/orders', session({ collect: ['name', 'shipping'] }))

    const { status, code, title, fields } = await problemOf(answer)
    expect([status, code, fields]).toEqual([422, 'collect-unread', ['collect']])
    expect(title).toMatch(/delivery address is not collected/)
  })

  it('that an offer of an earlier version names holds up no payment', async () => {
    const sold = await opened({ collect: ['email', 'shipping'] }, {})

    expect((await payHosted(sold, { email: 'a@b.example' })).status).toBe(200)
  })

  it.each([
    ['whole', SHIPPING],
    ['empty', { address: '', city: '', country: '' }],
  ])('that a tag of an earlier version sends, %s, is taken and not stored', async (_, shipping) => {
    const sold = await opened({ collect: ['email', 'shipping'] }, {})

    expect((await payHosted(sold, { email: 'a@b.example', shipping })).status).toBe(200)
    expect(await storedText(sold.order.id)).toContain('a@b.example')
    expect(await storedText(sold.order.id)).not.toContain(MARK)
  })

  it('that a server sends with a session is taken and not stored', async () => {
    const customer = { email: 'a@b.example', shipping: SHIPPING }
    const { order } = await (await ask('/v1/orders', session({ customer }))).json<CheckoutReply>()

    expect(await storedText(order.id)).toContain('a@b.example')
    expect(await storedText(order.id)).not.toContain(MARK)
  })
})
