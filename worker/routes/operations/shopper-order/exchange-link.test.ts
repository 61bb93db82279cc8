import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LinkReply } from '../../../../shared/http-bodies.ts'
import type { OrderDetails } from '../../../../shared/order-history.ts'
import type { MerchantOrderView } from '../../../../shared/order-view.ts'
import { returnUrl } from '../../../config/signed-urls.ts'
import { linkToken } from '../../../credentials/order-tokens.ts'
import { withoutChance } from '../../../order/testing/orders.ts'
import {
  acceptedReply,
  formReply,
  ScriptedGateway,
  statusReply,
} from '../../../order/testing/scripted-gateway.ts'
import { answerWith } from '../../../testing/edge.ts'
import { partsOf } from '../../api-operation.ts'
import { OPERATIONS } from '../../operation-list.ts'
import {
  ask,
  bearer,
  config,
  merchant,
  opened,
  post,
  refusalOf,
  SHOP,
  viewToken,
} from '../../testing/edge.ts'
import { click, exchanged, linkedOrder, linkIn, look, pay, requested, seen } from '../../testing/links.ts'

const CARD = {
  method: 'card',
  card: {
    number: '4444555566661111',
    holder: 'GRACE HOPPER',
    expiryMonth: '12',
    expiryYear: '2099',
    cvv: '123',
  },
  browser: {
    ...{ javaEnabled: false, javascriptEnabled: true, language: 'en', colorDepth: 24 },
    ...{ screenWidth: 800, screenHeight: 600, timeZone: 0 },
  },
}

/** Ways that the edge of these tests does not offer by itself. */
const CARDS = { CHECKOUT_METHODS: '["hosted","card","saved-card"]' }

const orderOf = (id: string) => env.ORDERS.getByName(id)

/** All rows of an order, and its alarm. */
const rowsOf = (id: string) =>
  runInDurableObject(orderOf(id), async (_, { storage }) =>
    JSON.stringify([[...storage.kv.list()], await storage.getAlarm()]),
  )

const shown = async (id: string) =>
  (await look(id, env.TEST_MERCHANT_KEY)).json<MerchantOrderView & { payUrl?: string }>()

const becomes = (id: string, status: string) => expect.poll(async () => (await shown(id)).status).toBe(status)

let gateway: ScriptedGateway

beforeEach(() => {
  gateway = new ScriptedGateway()
  gateway.onForm(formReply('42'))
  answerWith(gateway.fetch)
})

afterEach(() => vi.restoreAllMocks())

/** The gateway approves what was paid by card, and waits at its own forms. */
const approvesSales = () =>
  gateway.onStatus((question, deadline) => {
    const name = question.get('client_orderid')
    const isSale = gateway.sent('sale').some((sale) => sale.get('client_orderid') === name)
    const card = { 'last-four-digits': '1111', bin: '444455' }
    return statusReply(isSale ? 'approved' : 'processing', isSale ? card : {})(question, deadline)
  })

/** A browser comes back to an attempt's return address. @returns The token in the address of the page that it goes on to. */
async function returned(id: string, attempt: number): Promise<string> {
  const answer = await ask(await returnUrl(config, id, attempt), { redirect: 'manual' })
  const [, token = ''] = answer.headers.get('Location')?.split(`#pay-order=${id}.`) ?? []
  return token
}

/** Opens the order's socket. @returns Also what it tells, so far. */
async function listening(id: string, token: string) {
  const headers = { Upgrade: 'websocket', 'Sec-WebSocket-Protocol': `pay-checkout.v1, token.${token}` }
  const { webSocket } = await ask(`/v1/orders/${id}/live`, { headers })
  if (!webSocket) return expect.fail('no socket')
  const messages: string[] = []
  webSocket.addEventListener('message', ({ data }) => void messages.push(String(data)))
  webSocket.accept()
  return { messages, webSocket }
}

/** How the order's socket greets. */
async function greetingTo(id: string, token: string): Promise<string> {
  const { messages, webSocket } = await listening(id, token)
  await expect.poll(() => messages).toHaveLength(1)
  webSocket.close()
  return messages.join()
}

/** Somebody pays by the link. @returns Their token. */
async function paidByLink(changes: object = {}) {
  const linked = await linkedOrder({ methods: ['card'], ...changes }, CARDS)
  gateway.on('sale', acceptedReply('serial-1'))
  gateway.reports('approved', { 'last-four-digits': '1111', bin: '444455', 'card-type': 'VISA' })
  const key = crypto.randomUUID()
  const token = await exchanged(linked.id, linked.link, key)
  expect((await pay(linked.id, token, CARD)).status).toBe(200)
  await becomes(linked.id, 'approved')
  return { ...linked, key, payer: token }
}

describe('the link to an order', () => {
  it('is the same in every answer to a key that may charge', async () => {
    const body = requested()
    const first = await linkedOrder(body)

    expect(first.link).not.toBe('')
    expect((await linkedOrder(body)).payUrl).toBe(first.payUrl)
    expect((await shown(first.id)).payUrl).toBe(first.payUrl)
  })

  it('is not for a key that only reads', async () => {
    const { id } = await linkedOrder()
    const token = await viewToken(id)

    expect(await seen(id, token)).not.toHaveProperty('payUrl')
    expect(JSON.stringify(await seen(id, token))).not.toContain('#order=')
  })

  it.each([
    ['a payout: money must not go to whoever has the link', { intent: 'payout', methods: ['payout-page'] }],
  ])('does not exist of %s', async (_, changes) => {
    const { payUrl, id } = await linkedOrder(changes)

    expect(payUrl).toBe('')
    const forged = await linkToken(config, { id, openedAt: Date.now() })
    expect(await refusalOf(await click(id, forged))).toBe('404 not-found')
  })

  it('does not exist of an offer’s order, whose page has its own', async () => {
    const { order } = await opened()
    const forged = await linkToken(config, { id: order.id, openedAt: Date.now() })

    expect(await shown(order.id)).not.toHaveProperty('payUrl')
    expect(await refusalOf(await click(order.id, forged))).toBe('404 not-found')
  })

  it('shows what is to be paid, and nothing of the person whom it was sent to', async () => {
    const { id, link, order } = await linkedOrder(
      { customer: { email: 'ada@example.com', name: 'Ada' }, cardRefs: ['71'], mayRemoveCards: true },
      CARDS,
    )

    const view = await seen(id, link)

    expect(view).toEqual({
      ...{ id, reference: order.reference, intent: 'sale', act: 'order', amount: '12.50', currency: 'EUR' },
      ...{ description: 'A tin of tea', status: 'open', methods: ['hosted', 'card'], attempts: [] },
      ...{ transactions: [], captured: '0.00', returned: '0.00', byLink: true, test: true },
      ...{ seq: order.seq, updatedAt: order.updatedAt },
    })
    const token = await exchanged(id, link)
    const after = withoutChance(JSON.stringify(await seen(id, token)))
    for (const secret of ['ada@', 'Ada', '71', 'savedCards', 'mayKeepCard', 'mayRemoveCards'])
      expect(after).not.toContain(secret)
  })

  it('is opened by fifty scanners, with scripts run, and changes nothing', async () => {
    const { id, link, payUrl } = await linkedOrder()
    const before = await rowsOf(id)
    const address = new URL(payUrl)

    for (let scanner = 0; scanner < 50; scanner += 1) {
      const method = scanner % 2 ? 'HEAD' : 'GET'
      const headers = { 'CF-Connecting-IP': `198.51.100.${scanner}`, 'User-Agent': 'Scanner/1.0' }
      await ask(address.pathname, { method, headers })
      await ask('/v1/settings', { method, headers })
      // What the page’s script sends before a click.
      expect(
        (await ask(`/v1/orders/${id}`, { method, headers: { ...headers, ...bearer(link) } })).status,
      ).toBe(200)
    }

    expect(await rowsOf(id)).toBe(before)
    expect(gateway.received).toEqual([])
    expect(await shown(id)).not.toHaveProperty('seenAt')
  })

  it('is noted at the first click, and never again', async () => {
    const { id, link } = await linkedOrder()
    await exchanged(id, link)
    const { seenAt, history } = (await shown(id)) as MerchantOrderView & { history: { kind: string }[] }
    const before = await rowsOf(id)

    await exchanged(id, link)
    await exchanged(id, link)

    expect(seenAt).toMatch(/^\d{4}-/)
    // The key of the tests may read who ordered, which is noted too.
    expect(history.map(({ kind }) => kind)).toEqual(['order-opened', 'link-opened', 'personal-data-read'])
    expect(await rowsOf(id)).toBe(before)
  })

  it('gives the same exchange to the same key, whose answer was lost', async () => {
    const { id, link } = await linkedOrder()
    const key = crypto.randomUUID()
    const first = await exchanged(id, link, key)
    await pay(id, first, { method: 'hosted' })
    await becomes(id, 'redirect')

    const again = await exchanged(id, link, key)
    const another = await exchanged(id, link)

    expect(await seen(id, again)).toMatchObject({ status: 'redirect', action: { type: 'redirect' } })
    const others = await seen(id, another)
    expect(others).toMatchObject({ status: 'open', byLink: true })
    expect(others).not.toHaveProperty('action')
  })
})

/** Every operation of an order that takes a token, but the two that take a link. */
const REFUSING = Object.entries(OPERATIONS)
  .filter(([name, { access }]) => 'token' in access && !['getOrder', 'exchangeLink'].includes(name))
  .map(([name, one]) => [name, partsOf(one)] as const)

describe('a link is refused', () => {
  it('by no fewer operations than there are', () => {
    expect(REFUSING.map(([name]) => name).toSorted()).toEqual([
      'cancelOrder',
      'continueOrder',
      'endThreeDsMethod',
      'followOrder',
      'getReceipt',
      'payOrder',
      'removeCard',
    ])
  })

  it.each(REFUSING)('by %s', async (_, { verb, path }) => {
    const { id, link } = await linkedOrder()
    const before = await rowsOf(id)
    const headers = {
      ...bearer(link),
      ...(path.endsWith('/live') && { Upgrade: 'websocket', 'Sec-WebSocket-Protocol': 'pay-checkout.v1' }),
    }
    const init = verb === 'GET' ? { headers } : post({}, headers)

    expect(await refusalOf(await ask(path.replace('{id}', id), init))).toBe('403 scope-missing')
    expect(await rowsOf(id)).toBe(before)
  })

  it('by a socket that brings it as its protocol', async () => {
    const { id, link } = await linkedOrder()
    const headers = { Upgrade: 'websocket', 'Sec-WebSocket-Protocol': `pay-checkout.v1, token.${link}` }

    expect(await refusalOf(await ask(`/v1/orders/${id}/live`, { headers }))).toBe('403 scope-missing')
  })

  it('by every operation of the merchant', async () => {
    const { id, link } = await linkedOrder()

    for (const one of Object.values(OPERATIONS)) {
      const { verb, path } = partsOf(one)
      if ('token' in one.access || !('merchant' in one.access)) continue
      const init = verb === 'GET' ? { headers: bearer(link) } : { ...post({}, bearer(link)), method: verb }
      const answer = await ask(path.replace('{id}', id).replace('{ref}', '71'), init)
      expect(answer.status, path).toBe(401)
    }
  })

  it('on any page but the edge’s own, and so is what it was exchanged for', async () => {
    const { id, link } = await linkedOrder()
    const token = await exchanged(id, link)
    const from = (one: string) => ({ ...bearer(one), Origin: SHOP })

    for (const init of [{ headers: from(link) }, { headers: from(token) }])
      expect(await refusalOf(await ask(`/v1/orders/${id}`, init))).toBe('403 origin-not-allowed')
    expect(await refusalOf(await ask(`/v1/orders/${id}/link`, post({}, from(link))))).toBe(
      '403 origin-not-allowed',
    )
  })

  it.each(['pay', 'view'])('as a token that can %s is in its place', async (scope) => {
    const { id, token } = await linkedOrder()
    const given = scope === 'pay' ? token : await viewToken(id)

    expect(await refusalOf(await click(id, given))).toBe('403 scope-missing')
  })
})

describe('who exchanged a link', () => {
  it('cancels their attempt, and the order stays open for the next one', async () => {
    const { id, link } = await linkedOrder()
    const token = await exchanged(id, link)
    await pay(id, token, { method: 'hosted' })
    await becomes(id, 'redirect')

    const cancelled = await ask(`/v1/orders/${id}/cancel`, post({}, bearer(token)))

    expect(await cancelled.json()).toMatchObject({ status: 'open' })
    const { status, attempts } = await shown(id)
    expect([status, attempts[0]?.status]).toEqual(['open', 'superseded'])
    expect((await pay(id, token, { method: 'hosted' })).status).toBe(200)
    await becomes(id, 'redirect')
  })

  it('cancels every form that they left open, also behind that of somebody else', async () => {
    const { id, link } = await linkedOrder()
    const [token, other] = [await exchanged(id, link), await exchanged(id, link)]
    for (const [form, payer] of [token, token, other].entries()) {
      gateway.onForm(formReply(`4${form}`))
      await pay(id, payer, { method: 'hosted' })
      await becomes(id, 'redirect')
    }

    const cancelled = async (who: string) => {
      await ask(`/v1/orders/${id}/cancel`, post({}, bearer(who)))
      const { history } = (await shown(id)) as OrderDetails
      return history.filter(({ kind }) => kind === 'attempt-cancelled').map(({ attempt }) => attempt)
    }

    expect(await cancelled(token)).toEqual([1, 2])
    expect((await shown(id)).status).toBe('redirect')
    expect(await cancelled(other)).toEqual([1, 2, 3])
    expect((await shown(id)).status).toBe('open')
  })

  it('cancels nothing of anybody else', async () => {
    const { id, link } = await linkedOrder()
    const payer = await exchanged(id, link)
    const other = await exchanged(id, link)
    await pay(id, payer, { method: 'hosted' })
    await becomes(id, 'redirect')

    const answer = await ask(`/v1/orders/${id}/cancel`, post({}, bearer(other)))

    expect(answer.status).toBe(200)
    expect((await shown(id)).status).toBe('redirect')
  })

  it('pays beside another who does at the same moment: one attempt goes out', async () => {
    const { id, link } = await linkedOrder({ methods: ['card'] }, CARDS)
    gateway.on('sale', acceptedReply('serial-1'))
    const tokens = await Promise.all([exchanged(id, link), exchanged(id, link)])

    const answers = await Promise.all(tokens.map((token) => pay(id, token, CARD)))

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await becomes(id, 'processing')
    expect(gateway.sent('sale')).toHaveLength(1)
  })

  it('has no token that outlives a revocation which comes before the answer', async () => {
    const { id, link } = await linkedOrder()
    const exchangeLink = async (exchange: string, issuedAt: number) => {
      const answer = await orderOf(id).exchangeLink(exchange, issuedAt)
      await orderOf(id).revokeTokens('till')
      return answer
    }

    const answer = await click(id, link, crypto.randomUUID(), {
      ORDERS: { getByName: () => ({ exchangeLink }) },
    })

    const { token } = await answer.json<LinkReply>()
    expect(await refusalOf(await pay(id, token, { method: 'hosted' }))).toBe('401 token-invalid')
  })

  it('does not join the attempt of another by its key', async () => {
    const { id, link } = await linkedOrder()
    const key = crypto.randomUUID()
    await pay(id, await exchanged(id, link), { method: 'hosted' }, key)

    const answer = await pay(id, await exchanged(id, link), { method: 'hosted' }, key)

    expect(await refusalOf(answer)).toBe('409 key-reused')
  })

  it.each([
    ['a saved card', { method: 'saved-card', savedCard: '1', cvv: '123' }],
    ['a card that is to be kept', { ...CARD, keepCard: true }],
  ])('cannot pay with %s of the customer', async (_, body) => {
    const { id, link } = await linkedOrder({ cardRefs: ['71'], methods: ['card', 'saved-card'] }, CARDS)

    expect(await refusalOf(await pay(id, await exchanged(id, link), body))).toBe('422 method-off')
    expect(gateway.sent('sale')).toEqual([])
  })

  it('removes no saved card', async () => {
    const { id, link } = await linkedOrder(
      { cardRefs: ['71'], mayRemoveCards: true, methods: ['card', 'saved-card'] },
      CARDS,
    )
    const token = await exchanged(id, link)

    const answer = await ask(`/v1/orders/${id}/remove-card`, post({ savedCard: '1' }, bearer(token)))

    expect(await refusalOf(answer)).toBe('403 scope-missing')
  })

  it('keeps the view of their payment, and nobody else sees a card', async () => {
    const { id, link, payer, key } = await paidByLink()

    expect(await seen(id, payer)).toMatchObject({
      status: 'approved',
      card: { masked: expect.stringMatching(/1111$/) },
    })
    expect(await seen(id, await exchanged(id, link, key))).toHaveProperty('card')
    expect((await ask(`/v1/orders/${id}/receipt`, { headers: bearer(payer) })).status).toBe(200)
    const others = await seen(id, link)
    expect(others).toMatchObject({ status: 'approved', byLink: true, transactions: [] })
    for (const secret of ['1111', '4444', 'VISA', 'HOPPER', 'ada@'])
      expect(withoutChance(JSON.stringify(others))).not.toContain(secret)
  })

  it('learns that it is paid if somebody else pays first, without a card or a receipt', async () => {
    const linked = await linkedOrder({ methods: ['card'] }, CARDS)
    const early = await exchanged(linked.id, linked.link)
    gateway.on('sale', acceptedReply('serial-1'))
    gateway.reports('approved', { 'last-four-digits': '1111', bin: '444455' })
    await pay(linked.id, await exchanged(linked.id, linked.link), CARD)
    await becomes(linked.id, 'approved')

    const view = await seen(linked.id, early)

    expect(view).toMatchObject({ status: 'approved', byLink: true })
    expect(view).not.toHaveProperty('card')
    const receipt = await ask(`/v1/orders/${linked.id}/receipt`, { headers: bearer(early) })
    expect(await refusalOf(receipt)).toBe('403 scope-missing')
    expect(await refusalOf(await pay(linked.id, early, CARD))).toBe('409 order-final')
  })

  it('reads by the return address of their own attempt what the link shows, once another has paid', async () => {
    const { id, link } = await linkedOrder({}, CARDS)
    const [early, payer] = [await exchanged(id, link), await exchanged(id, link)]
    await pay(id, early, { method: 'hosted' })
    await becomes(id, 'redirect')
    gateway.on('sale', acceptedReply('serial-1'))
    approvesSales()
    await pay(id, payer, CARD)
    await becomes(id, 'approved')

    const [ofEarly, ofPayer] = [await returned(id, 1), await returned(id, 2)]

    const view = await seen(id, ofEarly)
    expect(view).toMatchObject({ status: 'approved', byLink: true, transactions: [] })
    expect(view).not.toHaveProperty('card')
    const receiptBy = (token: string) => ask(`/v1/orders/${id}/receipt`, { headers: bearer(token) })
    expect(await refusalOf(await receiptBy(ofEarly))).toBe('403 scope-missing')
    expect(withoutChance(await greetingTo(id, ofEarly))).not.toContain('1111')
    expect(await seen(id, ofPayer)).toMatchObject({ card: { masked: expect.stringMatching(/1111$/) } })
    expect((await receiptBy(ofPayer)).status).toBe(200)
    expect(await greetingTo(id, ofPayer)).toContain('1111')
  })

  it('shows the shop’s own page how their attempt ended, and lets it pay nothing', async () => {
    const { id, payer } = await paidByLink()
    const token = await returned(id, 1)
    const headers = { ...bearer(token), Origin: SHOP }

    expect(await (await ask(`/v1/orders/${id}`, { headers })).json()).toMatchObject({ card: {} })
    expect(await refusalOf(await pay(id, token, CARD))).toBe('403 scope-missing')
    const ofPayer = { ...bearer(payer), Origin: SHOP }
    expect(await refusalOf(await ask(`/v1/orders/${id}`, { headers: ofPayer }))).toBe(
      '403 origin-not-allowed',
    )
  })

  it('leaves the page of the shop, which opened the order too, what it did itself', async () => {
    const { id, link, token } = await linkedOrder({}, CARDS)
    await pay(id, await exchanged(id, link), { method: 'hosted' })
    await becomes(id, 'redirect')
    gateway.on('sale', acceptedReply('serial-1'))
    approvesSales()
    await pay(id, token, CARD)
    await becomes(id, 'approved')

    const view = await seen(id, await returned(id, 2))

    expect(view).toMatchObject({ status: 'approved', card: { masked: expect.stringMatching(/1111$/) } })
    expect(view.attempts.map(({ status }) => status)).toEqual(['superseded', 'approved'])
  })

  it('is no business of a token that looks and names no exchange', async () => {
    const { id } = await paidByLink()
    const token = await viewToken(id)

    const view = await seen(id, token)

    expect(view).toMatchObject({ status: 'approved', byLink: true, transactions: [] })
    expect(withoutChance(JSON.stringify(view))).not.toContain('1111')
    const receipt = await ask(`/v1/orders/${id}/receipt`, { headers: bearer(token) })
    expect(await refusalOf(receipt)).toBe('403 scope-missing')
    const ofMerchant = await ask(`/v1/orders/${id}/receipt`, { headers: merchant() })
    expect(ofMerchant.status).toBe(200)
  })

  it('sees of the tries of others that they are over, and not what a bank said', async () => {
    const { id, link } = await linkedOrder({ methods: ['card'] }, CARDS)
    const [other, payer] = [await exchanged(id, link), await exchanged(id, link)]
    gateway.on('sale', acceptedReply('serial-1'))
    gateway.reports('declined')
    await pay(id, other, CARD)
    await becomes(id, 'declined')
    gateway.reports('approved', { 'last-four-digits': '1111', bin: '444455' })
    await pay(id, payer, CARD)
    await becomes(id, 'approved')

    const view = await seen(id, payer)

    expect(view.attempts.map(({ status }) => status)).toEqual(['error', 'approved'])
    expect(view).toHaveProperty('card')
  })

  it('gets no bank’s page and no address of a form of anybody else, by socket or by reading', async () => {
    const { id, link } = await linkedOrder()
    const [payer, other] = [await exchanged(id, link), await exchanged(id, link)]
    const { messages, webSocket } = await listening(id, other)

    await pay(id, payer, { method: 'hosted' })
    await becomes(id, 'redirect')

    await expect.poll(() => messages.length).toBeGreaterThanOrEqual(2)
    expect(messages.join()).not.toContain('/form/42')
    expect(JSON.stringify(await seen(id, other))).not.toContain('/form/42')
    webSocket.close()
  })
})

describe('a link ends', () => {
  it('with the order: a paid one gives no token any more', async () => {
    const { id, link } = await paidByLink()

    expect(await refusalOf(await click(id, link))).toBe('409 order-final')
  })

  it.each(['cancelled', 'expired'])('in words, where the order is %s', async (status) => {
    const { id, link } = await linkedOrder({ expiresIn: 60 })
    if (status === 'cancelled') await ask(`/v1/orders/${id}/cancel`, post({}, merchant()))
    else await runInDurableObject(orderOf(id), (order) => order.alarm()).then(() => expire(id))

    expect(await seen(id, link)).toMatchObject({ status, byLink: true })
    expect(await refusalOf(await click(id, link))).toBe('409 order-final')
  })

  it('when its tokens are revoked, with all that it was exchanged for; a new one counts', async () => {
    const { id, link } = await linkedOrder()
    const token = await exchanged(id, link)

    await ask(`/v1/orders/${id}/revoke`, post({}, merchant()))

    expect(await refusalOf(await look(id, link))).toBe('401 token-invalid')
    expect(await refusalOf(await click(id, link))).toBe('401 token-invalid')
    expect(await refusalOf(await look(id, token))).toBe('401 token-invalid')
    const renewed = linkIn((await shown(id)).payUrl ?? '')
    expect(await exchanged(id, renewed)).not.toBe('')
  })

  it('when the key of tokens was changed twice, and is new under the present one', async () => {
    const { id, link } = await linkedOrder()
    const once = { TOKEN_KEY: 'n'.repeat(40), TOKEN_KEY_PREVIOUS: config.TOKEN_KEY }
    const twice = { TOKEN_KEY: 'm'.repeat(40), TOKEN_KEY_PREVIOUS: 'n'.repeat(40) }

    expect((await look(id, link, once)).status).toBe(200)
    expect(await refusalOf(await look(id, link, twice))).toBe('401 token-invalid')
    const present = await (await look(id, env.TEST_MERCHANT_KEY, twice)).json<{ payUrl: string }>()
    expect((await click(id, linkIn(present.payUrl), undefined, twice)).status).toBe(200)
  })
})

/** The order's time is over. */
async function expire(id: string): Promise<void> {
  const nowAt = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(nowAt + 61_000)
  await runInDurableObject(orderOf(id), (order) => order.alarm())
  vi.restoreAllMocks()
}

describe('exchanges', () => {
  it('count in the budget of their network, and looks in one of their own', async () => {
    const { id, link } = await linkedOrder()
    const spent: string[] = []
    const counting = (name: string) => ({
      limit: async ({ key }: { key: string }) => {
        spent.push(`${name} ${key}`)
        return { success: true }
      },
    })
    const counters = { RATE_OPEN: counting('open'), RATE_ORDER: counting('order'), LIMITS: '{}' }

    await click(id, link, undefined, counters)
    await click(id, link, undefined, counters)
    await look(id, link, counters)
    await look(id, await exchanged(id, link), counters)
    await look(id, await exchanged(id, link), counters)

    const [first, second, looked, ...others] = spent
    expect(first).toMatch(/^open /)
    expect(second).toBe(first)
    expect(looked).toMatch(/^order /)
    expect(new Set([looked, ...others]).size).toBe(3)
  })

  it.each(['pay', 'cancel'])('leave no token in the log by %s', async (what) => {
    const { id, link } = await linkedOrder()
    const lines: string[] = []
    for (const level of ['log', 'warn', 'error', 'info'] as const)
      vi.spyOn(console, level).mockImplementation((...said) => void lines.push(JSON.stringify(said)))

    const token = await exchanged(id, link)
    await pay(id, token, { method: 'hosted' })
    await ask(`/v1/orders/${id}/${what}`, post({}, bearer(link)))
    await becomes(id, 'redirect')

    for (const secret of [link, token, link.split('.')[2], token.split('.')[2]])
      expect(lines.join()).not.toContain(secret)
  })
})

describe('the page of a link', () => {
  it('is framed by nobody, and tells no other page its address', async () => {
    const response = await ask('/pay')

    expect(response.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
    expect(response.headers.get('Referrer-Policy')).toBe('strict-origin-when-cross-origin')
  })
})
