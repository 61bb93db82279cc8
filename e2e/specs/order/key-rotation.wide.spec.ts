/** Every key is changed while orders are under way: opened before, paid across the change, refunded after it. */
import { createHash, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  CompactSign,
  createRemoteJWKSet,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  jwtVerify,
} from 'jose'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { MerchantOrderView, OrderView } from '../../../shared/order-view.ts'
import { searchFor, written } from '../../support/leaks.ts'
import { resetSandbox } from '../../support/ledger.ts'
import { BROWSER, CARD, CUSTOMER, TYPED_CARD } from '../../support/merchant/cards.ts'
import { callbacksFor, movedFor } from '../../support/merchant/money.ts'
import { open, submit } from '../../support/merchant/pages.ts'
import { nextStep, paidByCard, type Session, session } from '../../support/merchant/selling.ts'
import { type Answer, ask, becomes, newReference, post, read } from '../../support/merchant/server.ts'
import {
  addresses,
  end,
  lasting,
  merchantKey,
  offerKey,
  redeploy,
  secrets,
  signedWebhooks,
  start,
  stateDir,
  webhooks,
} from '../../support/stack/stack.ts'

beforeAll(() => resetSandbox())

/** Keys that a story made. */
const made: string[] = []

function fresh(key: string): string {
  made.push(key)
  return key
}

/** A line of a private key. No two have the same. */
const lineOf = (pem: string) => pem.split('\n')[2] ?? ''

/** Where a key or a card number was left behind: in what the edge wrote and stored, or in a webhook. */
async function leaks(): Promise<string[]> {
  const { controlKey, tokenKey, webhookSecret, gatewayKeys } = secrets()
  const former = [controlKey, tokenKey, webhookSecret, merchantKey(), lineOf(gatewayKeys.privateKey)]
  const search = searchFor(CARD.number, ...former, ...made)
  const places = [...(await written('edge')), ['a webhook', (await webhooks()).join('\n')] as const]
  return places.flatMap(([where, content]) => search(where, content))
}

afterEach(async () => {
  expect(await leaks()).toEqual([])
  made.length = 0
  await redeploy('sandbox')
  await redeploy('edge')
})

const BY_CARD = { method: 'card', card: CARD, browser: BROWSER } as const

/** The gateway repeats its callbacks until the edge is back. */
const PATIENT = { SANDBOX_CALLBACK_RETRIES_MS: JSON.stringify(Array(200).fill(300)) }

/** Orders that were begun before a change: one opened, one whose shopper is at the form, one paid. */
interface Begun {
  readonly opened: Session
  readonly atForm: Session
  readonly form: string
  readonly paid: Session
}

async function begin(): Promise<Begun> {
  const opened = await session({ methods: ['card'] })
  const atForm = await session()
  await atForm.pay({ method: 'hosted' })
  return { opened, atForm, form: await nextStep(atForm, 'redirect'), paid: await paidByCard() }
}

/** Repeats a request until the edge answers it, as a server does while the edge is away for a moment. */
async function insistently<Body>(send: () => Promise<Answer<Body>>): Promise<Body> {
  const answers: Body[] = []
  const attempt = async () => {
    const answer = await send().catch(() => undefined)
    if (answer?.status === 200) answers.push(answer.body)
    return answer?.status
  }
  await expect.poll(attempt).toBe(200)
  return answers[0] as Body
}

/** One payment by card. Its requests have the same reference and key however often they are sent. */
async function sellOne(): Promise<Sold> {
  const reference = newReference()
  const request = { reference, intent: 'sale', amount: '12.50', currency: 'EUR', description: 'Mug' }
  const body = { ...request, methods: ['card'], customer: CUSTOMER }
  const { order, token } = await insistently(() =>
    ask<{ order: OrderView; token: string }>('POST', '/v1/orders', body),
  )
  const headers = { Authorization: `Bearer ${token}`, 'Idempotency-Key': randomUUID() }
  await insistently(() => ask<OrderView>('POST', `/v1/orders/${order.id}/pay`, BY_CARD, headers))
  return { id: order.id, reference }
}

/** How many pay at the same time. */
const TILLS = 2

/** An order whose request died with the edge's process asks after seconds, not after a minute. */
const hasty = () => lasting({ requestDeadline: 3_000 })

/** Nothing was charged, and the order asks on. */
const IN_DOUBT = /^(sending|processing|unknown), $/

interface Sold {
  readonly id: string
  readonly reference: string
}

/**
 * Shoppers who pay one after the other until the traffic is stopped. Then each was charged, and once. The process of the
 * edge may end between storing and sending: that order asks for minutes, and was not charged.
 */
async function traffic(): Promise<{ readonly stop: () => Promise<void> }> {
  let isOver = false
  const sold: Sold[] = []
  const sell = async () => void sold.push(await sellOne())
  await Promise.all(Array.from({ length: TILLS }, sell))
  const sellOn = async () => {
    while (!isOver) await sell()
    await sell()
  }
  const running = Promise.all(Array.from({ length: TILLS }, sellOn))
  const outcomeOf = async ({ id, reference }: Sold) =>
    `${(await read(id)).status}, ${(await movedFor(reference)).join(' and ')}`
  const isPaid = (outcome: string) => outcome === 'approved, charge 12.50 EUR'
  return {
    stop: async () => {
      isOver = true
      await running
      const outcomes = () => Promise.all(sold.map(outcomeOf))
      const open = async () => (await outcomes()).filter((one) => !isPaid(one) && !IN_DOUBT.test(one))
      await expect.poll(open).toEqual([])
      expect((await outcomes()).filter(isPaid).length).toBeGreaterThanOrEqual(sold.length - TILLS)
    },
  }
}

const answerForm = async (form: string) => submit(await open(form), TYPED_CARD)

/** The orders that were begun go on as if nothing had changed, and each is charged once. */
async function goOn({ opened, atForm, paid }: Begun): Promise<void> {
  await opened.pay(BY_CARD)
  await post(`/v1/orders/${paid.id}/return`)
  await Promise.all([
    becomes(opened.id, 'approved'),
    becomes(atForm.id, 'approved'),
    becomes(paid.id, 'returned'),
  ])
  expect(await movedFor(opened.reference)).toEqual(['charge 12.50 EUR'])
  expect(await movedFor(atForm.reference)).toEqual(['charge 12.50 EUR'])
  expect(await movedFor(paid.reference)).toEqual(['charge 12.50 EUR', 'reversal 12.50 EUR'])
  await expect.poll(() => callbacksFor(atForm.reference)).toEqual(['sale answered'])
}

/** Notices that the edge took for forged since it was last started. */
const forgedNotices = async () =>
  (await readFile(join(stateDir(), 'edge.log'), 'utf8')).match(/notice-forged/g)?.length ?? 0

function rsaKeys() {
  const keys = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  fresh(lineOf(keys.privateKey))
  return keys
}

describe('the control key', () => {
  it('changes at a gateway that takes one at a time: callbacks signed before count after', async () => {
    const { login, controlKey } = secrets()
    const next = fresh(randomUUID())
    await redeploy('sandbox', PATIENT)
    const begun = await begin()

    await end('edge')
    // The shopper pays just before the change, so the gateway signs the callback with the former key. The way back to the
    // shop ends at the edge, which is not there.
    await answerForm(begun.form).catch(() => undefined)
    await redeploy('sandbox', { ...PATIENT, SANDBOX_CONTROL_KEY: next })
    await start('edge', {
      GATEWAY_CONTROL_KEY: next,
      GATEWAY_CREDENTIALS_PREVIOUS: JSON.stringify({ [login]: { controlKey } }),
    })

    await goOn(begun)
    expect(await forgedNotices()).toBe(0)
  })
})

describe('the login', () => {
  it('changes with its keys: what was sent as the former login is asked about and refunded as that', async () => {
    const { login, controlKey, gatewayKeys } = secrets()
    const [nextLogin, nextKey, rsa] = ['next-merchant', fresh(randomUUID()), rsaKeys()]
    await redeploy('sandbox', {
      ...{ SANDBOX_LOGIN: nextLogin, SANDBOX_CONTROL_KEY: nextKey, SANDBOX_PUBLIC_KEY: rsa.publicKey },
      SANDBOX_FORMER_KEYS: JSON.stringify([{ login, controlKey, publicKey: gatewayKeys.publicKey }]),
    })
    const begun = await begin()
    const running = await traffic()

    await redeploy('edge', {
      ...hasty(),
      ...{ GATEWAY_LOGIN: nextLogin, GATEWAY_CONTROL_KEY: nextKey, GATEWAY_PRIVATE_KEY: rsa.privateKey },
      GATEWAY_CREDENTIALS_PREVIOUS: JSON.stringify({
        [login]: { controlKey, privateKey: gatewayKeys.privateKey },
      }),
    })

    await running.stop()
    // Signed with the RSA key of the login that charged the card.
    await post(`/v1/orders/${begun.paid.id}/card-ref`, { version: 'v4' })
    await answerForm(begun.form)
    await goOn(begun)
    const sold = await paidByCard()
    await post(`/v1/orders/${sold.id}/card-ref`, { version: 'v4' })
    expect(await forgedNotices()).toBe(0)
  })
})

describe('the private key', () => {
  it('changes at a gateway that knows both public keys for a while', async () => {
    const { login, controlKey, gatewayKeys } = secrets()
    const rsa = rsaKeys()
    const [before, between, after] = await Promise.all([paidByCard(), paidByCard(), paidByCard()])
    const both = [{ login, controlKey, publicKey: rsa.publicKey }]
    const referred = ({ id }: Session) => post(`/v1/orders/${id}/card-ref`, { version: 'v4' })

    await referred(before)
    await redeploy('sandbox', { SANDBOX_FORMER_KEYS: JSON.stringify(both) })
    await referred(between)
    await redeploy('edge', { GATEWAY_PRIVATE_KEY: rsa.privateKey })
    await redeploy('sandbox', { SANDBOX_PUBLIC_KEY: rsa.publicKey })
    await referred(after)

    expect(gatewayKeys.publicKey).not.toBe(rsa.publicKey)
  })
})

describe('the token key', () => {
  const receiptOf = async (id: string) =>
    (await ask<{ receipt: string }>('GET', `/v1/orders/${id}/receipt`)).body.receipt

  const isVerified = async (receipt: string) => {
    const keys = createRemoteJWKSet(new URL(`${addresses().local.edge}/.well-known/jwks.json`))
    return jwtVerify(receipt, keys).then(
      () => true,
      () => false,
    )
  }

  it('changes while tokens, addresses, receipts and references of the former one count', async () => {
    const begun = await begin()
    const reference = newReference()
    const request = { reference, intent: 'sale', amount: '12.50', currency: 'EUR', description: 'Mug' }
    const asked = await post<{ order: OrderView }>('/v1/orders', request)
    const receipt = await receiptOf(begun.paid.id)
    const running = await traffic()

    await redeploy('edge', {
      ...hasty(),
      TOKEN_KEY: fresh(randomBytes(32).toString('base64url')),
      TOKEN_KEY_PREVIOUS: secrets().tokenKey,
    })

    await running.stop()
    await answerForm(begun.form)
    await goOn(begun)
    const again = await post<{ order: OrderView; token: string }>('/v1/orders', request)
    expect(again.order.id).toBe(asked.order.id)
    expect(await isVerified(receipt)).toBe(true)
    expect(await isVerified(await receiptOf(begun.opened.id))).toBe(true)
  })

  it('ends what it signed once it is forgotten', async () => {
    const { id, token, look } = await session()
    const next = fresh(randomBytes(32).toString('base64url'))
    const headers = { Authorization: `Bearer ${token}` }

    await redeploy('edge', { TOKEN_KEY: next, TOKEN_KEY_PREVIOUS: secrets().tokenKey })
    expect((await look()).id).toBe(id)
    await redeploy('edge', { TOKEN_KEY: next })

    expect((await ask('GET', `/v1/orders/${id}`, undefined, headers)).status).toBe(401)
    expect((await ask('GET', `/v1/orders/${id}`)).status).toBe(200)
  })
})

describe('the keys of offers', () => {
  const publicHalf = ({ kty = '', crv = '', x = '', y = '', alg = '', kid = '' }: JWK): JWK => ({
    ...{ kty, crv, x, alg, kid },
    ...(y && { y }),
  })

  async function signed(key: JWK, item: string): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      ...{ aud: addresses().edge, iat: now - 60, exp: now + 3600, item, description: 'Mug' },
      ...{ currency: 'EUR', intent: 'sale', amount: '12.50' },
    }
    return new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
      .setProtectedHeader({ alg: key.alg ?? '', kid: key.kid ?? '', typ: 'pay-offer+jwt' })
      .sign(await importJWK(key, key.alg))
  }

  const checkout = async (offer: string) => {
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() }
    const body = JSON.stringify({ offer, customer: CUSTOMER })
    const reply = await fetch(`${addresses().local.edge}/v1/checkout`, { method: 'POST', headers, body })
    return { status: reply.status, body: (await reply.json()) as { order: OrderView; token: string } }
  }

  it('change by kid: pages with the former one sell until it is withdrawn, their orders go on after', async () => {
    const former = offerKey()
    const { privateKey } = await generateKeyPair('EdDSA', { extractable: true })
    const next = { ...(await exportJWK(privateKey)), alg: 'EdDSA', kid: 'next' }
    const setTo = (...keys: JWK[]) =>
      redeploy('edge', { OFFER_KEYS: JSON.stringify({ keys: keys.map(publicHalf) }) })
    const pages = { former: await signed(former, 'mug'), next: await signed(next, 'mug') }

    await setTo(former, next)
    const [sold, soldByNext] = [await checkout(pages.former), await checkout(pages.next)]
    await setTo(next)

    expect([sold.status, soldByNext.status]).toEqual([200, 200])
    expect((await checkout(pages.former)).status).toBe(422)
    expect((await checkout(pages.next)).status).toBe(200)
    const { order, token } = sold.body
    await post(`/v1/orders/${order.id}/pay`, { method: 'hosted' }, { Authorization: `Bearer ${token}` })
    await becomes(order.id, 'redirect')
  })
})

describe('the keys of the merchant’s servers', () => {
  it('change one after the other, while both count', async () => {
    const next = fresh(`pck_${randomBytes(32).toString('base64url')}`)
    const scopes = ['read', 'charge', 'refund', 'payout', 'admin']
    const entry = (key: string, name: string) => ({
      ...{ name, scopes },
      digest: createHash('sha256').update(key).digest('hex'),
    })
    const [former, other] = [entry(merchantKey(), 'shop server'), entry(next, 'shop server 2')]
    const { id } = await paidByCard()
    const reads = async (key: string) =>
      (await ask('GET', `/v1/orders/${id}`, undefined, { Authorization: `Bearer ${key}` })).status

    await redeploy('edge', { MERCHANT_KEYS: JSON.stringify([former, other]) })
    const during = [await reads(merchantKey()), await reads(next)]
    await redeploy('edge', { MERCHANT_KEYS: JSON.stringify([other]) })

    expect(during).toEqual([200, 200])
    expect([await reads(merchantKey()), await reads(next)]).toEqual([401, 200])
    const headers = { Authorization: `Bearer ${next}` }
    await post(`/v1/orders/${id}/return`, {}, headers)
    const order = async () =>
      (await ask<MerchantOrderView>('GET', `/v1/orders/${id}`, undefined, headers)).body.status
    await expect.poll(order).toBe('returned')
  })
})

describe('the webhook secret', () => {
  it('changes while every message is signed with both', async () => {
    const { webhookSecret: former } = secrets()
    const next = fresh(`whsec_${randomBytes(32).toString('base64')}`)
    const begun = await begin()
    const running = await traffic()

    await redeploy('edge', { ...hasty(), WEBHOOK_SECRET: `${next} ${former}` })
    await running.stop()
    await answerForm(begun.form)
    await becomes(begun.atForm.id, 'approved')

    const told = async () =>
      (await signedWebhooks()).filter(
        ({ body }) => body.includes('order.approved') && body.includes(begun.atForm.id),
      )
    await expect.poll(async () => (await told()).length).toBeGreaterThan(0)
    for (const { body, headers } of await told())
      for (const secret of [next, former])
        expect(() => new Webhook(secret).verify(body, headers)).not.toThrow()
  })
})
