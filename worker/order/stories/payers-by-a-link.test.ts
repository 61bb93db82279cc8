/** Two people open forms by one link, each with data of their own, and one of them pays. */
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { configOf } from '../../config/config.ts'
import { emailDigest } from '../../config/email-digest.ts'
import { orderIndex } from '../../outbox/order-index.ts'
import { answerWith, setWith } from '../../testing/edge.ts'
import {
  becomes,
  CHARGE,
  callBack,
  gatewayName,
  orderOf,
  serverTerms,
  storedText,
} from '../testing/orders.ts'
import { startOver } from '../testing/platform.ts'
import { formReply, ScriptedGateway, statusReply } from '../testing/scripted-gateway.ts'
import { ScriptedMailbox } from '../testing/scripted-mailbox.ts'

const KEY = 'a key of searches that nobody guesses, 1'
const TILL = 'till@shop.example.com'

/** Whom the merchant asked to pay. */
const ASKED = { email: 'asked@example.com', phone: '+442079460000' }

const personOf = (name: string) => ({
  ...{ email: `${name}@example.com`, name },
  shipping: { address: `${name} street 1`, city: 'London', postalCode: 'SW1Y 4LE', country: 'GB' },
})

const PEOPLE = ['ann', 'bob'] as const

let gateway: ScriptedGateway
let mailbox: ScriptedMailbox

beforeEach(() => {
  gateway = new ScriptedGateway()
  mailbox = new ScriptedMailbox()
  answerWith(gateway.fetch)
  const notify = { NOTIFY_EMAIL: TILL, NOTIFY_CUSTOMER: 'on' }
  setWith({ ...mailbox.settings({ requests: false, reminders: false }), ...notify, SEARCH_KEY: KEY })
})

afterEach(startOver)

/** Ann goes to her form, then Bob to his. */
async function bothAtForms(): Promise<string> {
  const terms = serverTerms({ methods: ['hosted'], hasLink: true })
  await orderOf(terms.id).open(terms, ASKED)
  for (const [index, name] of PEOPLE.entries()) {
    gateway.onForm(formReply(`4${index + 1}`))
    const payment = { key: `key-${name}`, method: 'hosted', ip: CHARGE.ip, customer: personOf(name) } as const
    expect((await orderOf(terms.id).pay(payment, undefined, `exchange-of-${name}`)).ok).toBe(true)
    await becomes(terms.id, 'redirect')
  }
  return terms.id
}

async function pays(id: string, number: number) {
  const name = await gatewayName(id, number)
  gateway.onStatus((body, deadline) => {
    const isOther = body.get('client_orderid') !== name
    const reply = isOther
      ? statusReply('processing', { 'paynet-order-id': `4${3 - number}` })
      : statusReply('approved', { 'paynet-order-id': `4${number}`, 'last-four-digits': '1111' })
    return reply(body, deadline)
  })
  await callBack(id, `4${number}`, name)
  await becomes(id, 'approved')
}

const foundBy = async (email: string) => {
  const page = await orderIndex(env, () => configOf(env)).page({ shopper: await emailDigest(KEY, email) })
  return page.ok ? page.value.orders.map(({ id }) => id) : []
}

const customerOf = (id: string) => orderOf(id).readCustomer('till')

it.each([
  ['the one who typed first', 1, 'ann', 'bob'],
  ['the one who typed last', 2, 'bob', 'ann'],
] as const)('the customer of the order is %s, wherever that one pays', async (_, number, payer, other) => {
  const id = await bothAtForms()
  expect(await customerOf(id)).toEqual(ASKED)

  await pays(id, number)

  expect(await customerOf(id)).toEqual({ ...ASKED, ...personOf(payer) })
  await expect
    .poll(() => [...new Set(mailbox.sent.map(({ to }) => to))].toSorted())
    .toEqual([`${payer}@example.com`, TILL])
  expect(mailbox.sent.map(({ text }) => text).join()).toContain(`${payer} street 1`)
  expect(JSON.stringify(mailbox.sent)).not.toContain(other)
  await expect.poll(() => foundBy(`${payer}@example.com`)).toEqual([id])
  expect([await foundBy(`${other}@example.com`), await foundBy(ASKED.email)]).toEqual([[], []])
})

it('the gateway gets for each form what its own shopper typed, over what the merchant gave', async () => {
  await bothAtForms()

  const sent = gateway.requests.map((body) => [body.get('email'), body.get('phone')])
  expect(sent).toEqual(PEOPLE.map((name) => [`${name}@example.com`, ASKED.phone]))
})

it('what both typed is erased with the order’s data', async () => {
  const id = await bothAtForms()
  await pays(id, 1)

  await orderOf(id).erase('privacy officer')

  expect(await customerOf(id)).toBeUndefined()
  expect(await storedText(id)).not.toMatch(/ann@|bob@|asked@|street/)
})
