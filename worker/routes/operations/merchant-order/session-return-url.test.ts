/** Where the shopper of a session comes back to: the page that the tag names, or the one that the server named. */
import { describe, expect, it } from 'vitest'
import type { CheckoutReply, PayRequest } from '../../../../shared/http-bodies.ts'
import type { OrderView } from '../../../../shared/order-view.ts'
import { returnUrl, threeDsUrl } from '../../../config/signed-urls.ts'
import { storedText } from '../../../order/testing/orders.ts'
import { ask, bearer, config, EDGE, merchant, opened, post, refusalOf, SHOP } from '../../testing/edge.ts'

const THANKS = `${SHOP}/thanks`

async function openedSession(changes: object = {}): Promise<CheckoutReply> {
  const body = {
    ...{ reference: `order-${crypto.randomUUID()}`, intent: 'sale', amount: '12.50', currency: 'EUR' },
    ...{ description: 'A tin of tea', customer: { email: 'a@b.example' }, ...changes },
  }
  return (await ask('/v1/orders', post(body, merchant()))).json<CheckoutReply>()
}

const paying = ({ order, token }: CheckoutReply, wish: Partial<PayRequest>, number = 1) =>
  ask(
    `/v1/orders/${order.id}/pay`,
    post({ method: 'hosted', ...wish }, { ...bearer(token), 'Idempotency-Key': `${order.id}.${number}` }),
  )

/** The address to which the browser of an attempt is sent, without the order that it names. */
async function back(address: string, destination = 'document'): Promise<string> {
  const headers = { 'Sec-Fetch-Dest': destination }
  const reply = await ask(address, { method: 'POST', headers })
  expect(reply.status).toBe(303)
  return (reply.headers.get('Location') ?? '').replace(/[#&]?pay-order=.*/, '')
}

async function returned(session: CheckoutReply, number = 1): Promise<string> {
  return back(await returnUrl(config, session.order.id, number))
}

describe('the shopper of a session', () => {
  it.each<[string, object, Partial<PayRequest>, string]>([
    ['the page that the tag names', {}, { returnUrl: THANKS }, THANKS],
    ['it also where the server named another', { returnUrl: `${SHOP}/old` }, { returnUrl: THANKS }, THANKS],
    [
      'a page of the session’s own origins',
      { origins: ['https://tea.example'] },
      { returnUrl: 'https://tea.example/done' },
      'https://tea.example/done',
    ],
    ['the page of the server where the tag names none', { returnUrl: THANKS }, {}, THANKS],
    ['the edge’s own page where neither names one', {}, {}, `${EDGE}/pay`],
    [
      'the edge’s own page where the tag names that',
      { returnUrl: THANKS },
      { returnUrl: `${EDGE}/pay` },
      `${EDGE}/pay`,
    ],
    ['a route in the fragment', {}, { returnUrl: `${SHOP}/#/thanks?` }, `${SHOP}/#/thanks?`],
    [
      'no order that an earlier return left in it',
      {},
      { returnUrl: `${THANKS}#pay-order=${'A'.repeat(32)}.a.b.c` },
      THANKS,
    ],
    [
      'the page from a frame whose form was opened in full',
      {},
      { returnUrl: THANKS, presentation: 'frame' },
      THANKS,
    ],
    ['the last page of a pop-up', {}, { returnUrl: THANKS, presentation: 'popup' }, `${EDGE}/frames/done`],
  ])('comes back to %s', async (_, terms, wish, expected) => {
    const session = await openedSession(terms)
    expect((await paying(session, wish)).status).toBe(200)

    expect(await returned(session)).toBe(expected)
  })

  it('comes back there from the bank’s full page', async () => {
    const session = await openedSession()
    expect((await paying(session, { returnUrl: THANKS })).status).toBe(200)
    const { id } = session.order

    const step = await threeDsUrl(config, 'step', { orderId: id, attempt: 1 })
    const reply = await ask(step)

    expect([reply.status, reply.headers.get('Location')]).toEqual([303, THANKS])
  })

  it.each([
    ['another site', 'https://other.example/', '422 return-url-invalid'],
    ['a site that begins as the shop', `${SHOP}.other.example/`, '422 return-url-invalid'],
    ['another page of the edge', `${EDGE}/healthz`, '422 return-url-invalid'],
    ['a script', 'javascript:alert(1)', '422 return-url-invalid'],
    ['an address with a password', 'https://me:secret@shop.example.com/', '422 return-url-invalid'],
    ['nothing', '', '422 return-url-invalid'],
    ['an endless address', `${SHOP}/${'a'.repeat(2048)}`, '400 body-malformed'],
  ])('is refused a return to %s, and may pay afterwards', async (_, address, refusal) => {
    const session = await openedSession()

    const refused = await paying(session, { returnUrl: address })

    expect(await refusalOf(refused)).toBe(refusal)
    expect((await paying(session, { returnUrl: THANKS })).status).toBe(200)
    expect(await returned(session)).toBe(THANKS)
  })

  it('is refused a page of the shop that the session’s own origins leave out', async () => {
    const session = await openedSession({ origins: ['https://tea.example'] })

    expect(await refusalOf(await paying(session, { returnUrl: THANKS }))).toBe('422 return-url-invalid')
  })

  it('comes back from each attempt to the page that began it, also where a second tab joins', async () => {
    const session = await openedSession()
    const [one, two] = [`${SHOP}/one`, `${SHOP}/two`]
    await paying(session, { returnUrl: one })
    const joined = await paying(session, { returnUrl: two })

    expect((await joined.json<OrderView>()).attempts).toHaveLength(1)
    expect(await returned(session)).toBe(one)
  })
})

it('a page of an offer names its return address in the checkout alone', async () => {
  const customer = { email: 'a@b.example' }
  const session = await opened({}, { returnUrl: THANKS, customer })

  expect(await refusalOf(await paying(session, { returnUrl: `${SHOP}/other` }))).toBe(
    '422 return-url-invalid',
  )
  expect((await paying(session, {})).status).toBe(200)
  expect(await returned(session)).toBe(THANKS)
})

it('the address is stored in the state alone, where it can be erased', async () => {
  const session = await openedSession()
  await paying(session, { returnUrl: `${SHOP}/thanks?for=ada` })

  const stored = await storedText(session.order.id)

  expect(stored.split('for=ada')).toHaveLength(2)
})
