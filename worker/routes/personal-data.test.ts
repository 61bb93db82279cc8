/** No personal data reaches a key without the scope, a webhook, a mail or a log: a table over all routes of the merchant. */
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MERCHANT_SCOPES } from '../../shared/merchant-key.ts'
import { orderIdOfReference } from '../credentials/order-id.ts'
import { becomes, CHARGE, orderOf, serverTerms } from '../order/testing/orders.ts'
import { startOver } from '../order/testing/platform.ts'
import { acceptedReply, ScriptedGateway } from '../order/testing/scripted-gateway.ts'
import { ScriptedMailbox } from '../order/testing/scripted-mailbox.ts'
import { RECEIVER, ScriptedReceiver } from '../order/testing/scripted-receiver.ts'
import { answerWith, setWith } from '../testing/edge.ts'
import { type ApiOperation, partsOf } from './api-operation.ts'
import { OPERATIONS } from './operation-list.ts'
import { ask, bearer, EDGE, merchant } from './testing/edge.ts'

const address = (street: string) => ({
  address: street,
  city: 'Markerton',
  postalCode: 'MK1 1MK',
  country: 'GB',
})

/** Every value is a marker. */
const CUSTOMER = {
  ...{ email: 'marker@marker.example', name: 'Ada Marker', phone: '+442079461111' },
  ...{ billing: address('Marker Street 1'), shipping: address('Marker Road 2') },
}

const MARKS = /marker|MK1|2079461111/i

/** A key that may do everything but read the shopper's data. */
const KEY = `pck_${'b'.repeat(43)}`

const OTHERS = MERCHANT_SCOPES.filter((scope) => scope !== 'personal')

async function keyed(): Promise<{ MERCHANT_KEYS: string }> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(KEY)))
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return { MERCHANT_KEYS: JSON.stringify([{ name: 'books', digest: hex, scopes: OTHERS }]) }
}

/** Operation → its body, where an empty one makes nothing of it. */
const BODIES: Readonly<Record<string, object>> = {
  createOrder: {
    ...{ reference: 'INV-100', intent: 'sale', amount: '12.50', currency: 'EUR', description: 'Tea' },
    customer: CUSTOMER,
  },
  createCardReference: { version: 'v2' },
  noteOrder: { text: 'Leave it at the door' },
  sendOrder: { parcel: '4711' },
  changeExpiry: { expiresAt: new Date(Date.now() + 3_600_000).toISOString() },
  mailOrder: { kind: 'receipt' },
  createProduct: { id: 'tea', name: 'Tea', currency: 'EUR', intent: 'sale', amount: '12.50', shown: true },
  changeUnits: { change: 5 },
}

const TODAY = new Date().toISOString().slice(0, 10)

/** Operation → its query, where it needs one. */
const QUERIES: Readonly<Record<string, string>> = {
  sumOrders: `?day=${TODAY}`,
  sumDays: `?from=${TODAY}&to=${TODAY}`,
}

/** Operations that a merchant key may call; what takes the data away comes last. */
const ROUTES = Object.entries<ApiOperation>(OPERATIONS)
  .filter(([, { access }]) => access.merchant)
  .toSorted(([one], [other]) => Number(one === 'eraseOrder') - Number(other === 'eraseOrder'))

let gateway: ScriptedGateway
let receiver: ScriptedReceiver
let logged: string[]

beforeEach(() => {
  gateway = new ScriptedGateway()
  receiver = new ScriptedReceiver()
  const mailbox = new ScriptedMailbox()
  answerWith(receiver.inFrontOf(gateway.fetch))
  setWith({ ...RECEIVER, ...mailbox.settings() })
  logged = []
  vi.spyOn(console, 'log').mockImplementation((line) => logged.push(String(line)))
})

afterEach(async () => {
  vi.restoreAllMocks()
  await startOver()
})

async function paid(): Promise<string> {
  const reference = crypto.randomUUID()
  const terms = serverTerms({ id: await orderIdOfReference(reference), reference })
  gateway.on('sale', acceptedReply('serial-1'))
  gateway.reports('approved')
  await orderOf(terms.id).charge(terms, { ...CHARGE, customer: CUSTOMER })
  await becomes(terms.id, 'approved')
  return terms.id
}

/** The status of an answer, its headers and its text. */
async function answerOf(name: string, row: ApiOperation, id: string, bindings: object): Promise<string> {
  const { verb, path } = partsOf(row)
  const body = verb === 'GET' ? {} : { body: JSON.stringify(BODIES[name] ?? {}) }
  const headers = {
    ...{ 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID(), Origin: EDGE },
    ...bearer(KEY),
  }
  const response = await ask(
    path.replace('{id}', id).replace('{ref}', 'a').replace('{product}', 'tea') + (QUERIES[name] ?? ''),
    { method: verb, headers, ...body },
    bindings,
  )
  return [response.status, JSON.stringify([...response.headers]), await response.text()].join(' ')
}

describe('a shopper’s data', () => {
  it('is in what this test looks for it in: a key with the scope reads it', async () => {
    const id = await paid()

    const text = await (await ask(`/v1/orders/${id}`, { headers: merchant() })).text()

    for (const value of [CUSTOMER.email, CUSTOMER.name, 'Marker Street 1', 'Marker Road 2', '2079461111'])
      expect(text).toContain(value)
  })

  it('reaches no key without the scope, whatever the route, and no log, webhook or mail on the way', async () => {
    const id = await paid()
    const bindings = { ...RECEIVER, ...new ScriptedMailbox().settings(), ...(await keyed()) }
    const answered: string[] = []

    for (const [name, row] of ROUTES) {
      const answer = await answerOf(name, row, id, bindings)
      expect(answer, name).not.toMatch(MARKS)
      if (answer.startsWith('200 ')) answered.push(name)
    }

    expect(answered).toEqual(
      expect.arrayContaining(['createOrder', 'listOrders', 'exportOrders', 'sumOrders', 'getOrder']),
    )
    expect(answered).toEqual(expect.arrayContaining(['refreshOrder', 'revokeTokens', 'resendWebhooks']))
    const remarks = ['noteOrder', 'sendOrder', 'mailOrder', 'sumDays']
    expect(answered).toEqual(expect.arrayContaining([...remarks, 'createProduct', 'changeUnits']))
    expect(ROUTES.at(-1)?.[0]).toBe('eraseOrder')
    await expect.poll(() => receiver.received.length).toBeGreaterThan(0)
    expect(JSON.stringify(receiver.received)).not.toMatch(MARKS)
    expect(logged.length).toBeGreaterThan(0)
    expect(logged.join('\n')).not.toMatch(MARKS)
  })

  it('is in no log where a key with the scope reads, searches and exports it', async () => {
    const id = await paid()

    for (const path of [
      `/v1/orders/${id}`,
      `/v1/orders?email=${CUSTOMER.email}`,
      '/v1/orders.csv?customer=true',
    ])
      expect((await ask(path, { headers: merchant() })).status).toBe(200)
    await ask(`/v1/orders?email=${CUSTOMER.email}`, { headers: bearer(env.TEST_READ_KEY) })
    await ask(`/v1/orders?email=${CUSTOMER.email}&colour=red`, { headers: merchant() })

    expect(logged.join('\n')).toContain('personal-data-read')
    expect(logged.join('\n')).not.toMatch(MARKS)
  })
})
