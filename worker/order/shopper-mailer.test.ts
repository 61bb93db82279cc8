import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { MailDelivery, OrderDetails } from '../../shared/order-history.ts'
import type { ShopperMail } from '../config/shopper-mail-setting.ts'
import type { OrderTerms } from '../domain/terms.ts'
import { answerWith, costs, crashAt, figuresOf, setWith } from '../testing/edge.ts'
import type { MailRequest } from './shopper-mail-requests.ts'
import {
  becomes,
  CARD,
  CHARGE,
  callBack,
  hostedOrder,
  kill,
  lasting,
  orderOf,
  paidOrder,
  payHosted,
  serverTerms,
  shown,
  storedText,
} from './testing/orders.ts'
import { startOver } from './testing/platform.ts'
import { acceptedReply, ScriptedGateway } from './testing/scripted-gateway.ts'
import { platformError, ScriptedMailbox } from './testing/scripted-mailbox.ts'
import { RECEIVER, ScriptedReceiver } from './testing/scripted-receiver.ts'

let gateway: ScriptedGateway
let receiver: ScriptedReceiver
let mailbox: ScriptedMailbox

const DAY_MS = 86_400_000
const QUICK = { webhookRetryFirst: 50, webhookRetryLast: 100, webhookDeadline: 500 }

const mailing = (change: Partial<ShopperMail> = {}, more: object = {}) =>
  setWith({ ...mailbox.settings(change), ...lasting(QUICK), ...more })

beforeEach(() => {
  gateway = new ScriptedGateway()
  receiver = new ScriptedReceiver()
  mailbox = new ScriptedMailbox()
  answerWith(receiver.inFrontOf(gateway.fetch))
  mailing()
})

afterEach(async () => {
  vi.useRealTimers()
  await startOver()
})

/** What the merchant reads of an order's mails, without times. */
const mails = async (id: string) =>
  (((await shown(id)) as OrderDetails).mails ?? []).map(
    ({ kind, status, failure }: MailDelivery) => `${kind} ${status}${failure ? ` ${failure}` : ''}`,
  )

const mailsBecome = (id: string, expected: string[]) => expect.poll(() => mails(id)).toEqual(expected)

/** An order that a merchant's server opened for a person, who has not paid. */
async function asked(change: Partial<OrderTerms> = {}, email = 'ada@example.com'): Promise<string> {
  const terms = serverTerms({ methods: ['hosted'], hasLink: true, ...change })
  await orderOf(terms.id).open(terms, { email })
  return terms.id
}

/** What a server charges itself, or a version without links opened: nobody can pay it by a link. */
async function linkless(): Promise<string> {
  const terms = serverTerms({ methods: ['hosted'] })
  await orderOf(terms.id).open(terms, { email: 'ada@example.com' })
  return terms.id
}

let keys = 0
const sends = (id: string, kind: MailRequest['kind'], change: Partial<MailRequest> = {}) => {
  keys += 1
  return orderOf(id).mailShopper({ kind, key: `key-of-a-mail-${keys}`, by: 'till', ...change })
}

const refusalOf = async (answer: ReturnType<typeof sends>) => {
  const result = await answer
  return result.ok ? undefined : result.reason.code
}

describe('a shopper who paid', () => {
  it('gets one receipt, at the address of the payment', async () => {
    mailing({ replyTo: 'help@example.com' })
    const id = await paidOrder(gateway)

    await mailsBecome(id, ['receipt delivered'])

    expect(mailbox.sent).toMatchObject([
      {
        from: { email: 'shop@example.com', name: 'Heather Hill' },
        replyTo: 'help@example.com',
        to: 'a@example.com',
        subject: '[Test mode] Payment approved (Heather Hill, Mug)',
      },
    ])
    expect(mailbox.sent[0]?.text).toMatch(/^You paid €12\.50\. Thank you\.$/m)
    expect(mailbox.sent[0]?.text).toMatch(/^https:\/\/pay\.example\.com\/pay#order=/m)
  })

  it('reads of a hold that it is reserved, and later what of it was charged', async () => {
    const id = await paidOrder(gateway, { intent: 'preauth' })
    gateway.on('capture', acceptedReply('serial-2'))
    await orderOf(id).followUp({ kind: 'capture', key: 'f-1', amount: '5.00', currency: 'EUR' })
    gateway.reports('approved', {
      'transaction-type': 'capture',
      amount: '5.00',
      'by-request-sn': 'serial-2',
    })

    await mailsBecome(id, ['receipt delivered', 'receipt delivered'])

    expect(mailbox.sent.map(({ text }) => /(€.*)$/m.exec(text)?.[1])).toEqual([
      '€12.50 is reserved on your card and not yet charged.',
      '€5.00. Thank you.',
    ])
  })

  it('is told what each refund gives back', async () => {
    const id = await paidOrder(gateway)
    gateway.on('return', acceptedReply('serial-2'))
    await orderOf(id).followUp({ kind: 'return', key: 'f-1', amount: '5.00', currency: 'EUR' })
    gateway.reports('approved', {
      'transaction-type': 'reversal',
      amount: '5.00',
      'total-reversal-amount': '5.00',
      'by-request-sn': 'serial-2',
    })

    await mailsBecome(id, ['receipt delivered', 'refund delivered'])

    expect(mailbox.sent[1]?.text).toMatch(/^€5\.00 goes back to you\.$/m)
  })

  it('gets the receipt again if the object died before it could note that it was sent, and no third', async () => {
    const terms = serverTerms()
    crashAt(terms.id, 'mail-sent')
    gateway.on('sale', acceptedReply('serial-1'))
    gateway.reports('approved', { 'transaction-type': 'sale' })
    await orderOf(terms.id).charge(terms, CHARGE)

    await mailsBecome(terms.id, ['receipt delivered'])

    expect(mailbox.sent).toHaveLength(2)
    await kill(terms.id)
    await mailsBecome(terms.id, ['receipt delivered'])
    expect(mailbox.sent).toHaveLength(2)
  })

  it('gets a receipt that was refused at first, and none that bounces', async () => {
    mailbox.onMail(() => {
      if (mailbox.sent.length < 3) throw platformError('E_RATE_LIMIT_EXCEEDED')
    })
    await mailsBecome(await paidOrder(gateway), ['receipt delivered'])

    mailbox.onMail(() => {
      throw platformError('E_RECIPIENT_SUPPRESSED')
    })
    await mailsBecome(await paidOrder(gateway), ['receipt given-up E_RECIPIENT_SUPPRESSED'])
  })

  it('gets the receipt again where the merchant asks, once per key', async () => {
    const id = await paidOrder(gateway)
    await mailsBecome(id, ['receipt delivered'])

    const key = 'the-same-key-twice'
    await Promise.all([sends(id, 'receipt', { key }), sends(id, 'receipt', { key })])

    await mailsBecome(id, ['receipt delivered', 'receipt delivered'])
    expect(await refusalOf(sends(id, 'request', { key }))).toBe('key-reused')
  })
})

describe('goods that are on their way', () => {
  const sent = (id: string, key: string, parcel = 'JD0077') =>
    orderOf(id).noteSent({ key, by: 'till', shipment: { carrier: 'Post', parcel } })

  const bought = async () => {
    const id = await paidOrder(gateway)
    await mailsBecome(id, ['receipt delivered'])
    return id
  }

  it('are told once, with the parcel and where to withdraw, however often the merchant says so', async () => {
    const withdrawal = 'https://shop.example.com/withdraw'
    mailing({}, { MERCHANT: JSON.stringify({ name: 'Heather Hill', withdrawal }) })
    const id = await bought()

    await Promise.all([sent(id, 'parcel-1'), sent(id, 'parcel-1')])
    await mailsBecome(id, ['receipt delivered', 'sent delivered'])
    await sent(id, 'parcel-2', 'JD0078')

    expect(await mails(id)).toEqual(['receipt delivered', 'sent delivered'])
    expect(mailbox.sent[1]).toMatchObject({ to: 'a@example.com' })
    expect(mailbox.sent[1]?.text).toContain('Parcel number: JD0077')
    expect(mailbox.sent[1]?.text).toContain(withdrawal)
  })

  it('are told with the parcel as it was corrected meanwhile', async () => {
    const id = await bought()
    mailbox.onMail(() => {
      if (mailbox.sent.length < 3) throw platformError('E_RATE_LIMIT_EXCEEDED')
    })

    await sent(id, 'parcel-1')
    await sent(id, 'parcel-2', 'JD0078')

    await mailsBecome(id, ['receipt delivered', 'sent delivered'])
    expect(mailbox.sent.at(-1)?.text).toContain('Parcel number: JD0078')
  })

  it('are told by an object that died before it sent the mail', async () => {
    const id = await bought()
    crashAt(id, 'mail-next')

    await sent(id, 'parcel-1').catch(() => undefined)

    await mailsBecome(id, ['receipt delivered', 'sent delivered'])
    expect(mailbox.sent).toHaveLength(2)
    await sent(id, 'parcel-1')
    expect(await mails(id)).toEqual(['receipt delivered', 'sent delivered'])
  })

  it('are told by no mail where the settings send none, nor once the shopper is erased', async () => {
    mailing({ sent: false })
    const id = await bought()
    await sent(id, 'parcel-1')
    expect(await mails(id)).toEqual(['receipt delivered'])

    mailing()
    mailbox.onMail(() => Promise.reject(platformError('E_SENDER_NOT_VERIFIED')))
    const waits = await paidOrder(gateway)
    await sent(waits, 'parcel-3')
    await orderOf(waits).erase('shop server')

    expect(await mails(waits)).toEqual([])
    expect(await storedText(waits)).not.toContain('JD0077')
  })
})

describe('mails of an address', () => {
  let takenBefore: number | undefined
  beforeEach(() => {
    takenBefore = costs().calls['mail-address']
  })

  it('are three a day, over all orders; the next waits for the next day', async () => {
    const ids: string[] = []
    for (let order = 0; order < 4; order += 1) {
      const id = await paidOrder(gateway)
      ids.push(id)
      await expect.poll(async () => (await mails(id))[0]).not.toBe('receipt pending')
    }

    expect(mailbox.sent).toHaveLength(3)
    expect(await mails(ids[3] ?? '')).toEqual(['receipt pending address-limit'])
  })

  it('are three a day to one person, however the address is written', async () => {
    mailing({ mailsPerAddress: 1 })
    const spellings = ['Ada@Example.com', 'ada@example.com', 'ada+1@example.com', 'ADA+2@EXAMPLE.COM']
    for (const email of spellings) {
      const terms = serverTerms()
      gateway.on('sale', acceptedReply('serial-1'))
      gateway.reports('approved', { 'transaction-type': 'sale' })
      await orderOf(terms.id).charge(terms, { ...CHARGE, customer: { email } })
      await expect.poll(async () => (await mails(terms.id))[0]).toMatch(/delivered|address-limit/)
    }

    expect(mailbox.sent.map(({ to }) => to)).toEqual(['Ada@Example.com'])
  })

  it.each(['a,ada@example.com', 'a<ada@example.com>', '(1)ada@example.com'])(
    'are none of what a mailer could read as another address: %s',
    async (email) => {
      const terms = serverTerms()
      gateway.on('sale', acceptedReply('serial-1'))
      gateway.reports('approved', { 'transaction-type': 'sale' })
      await orderOf(terms.id).charge(terms, { ...CHARGE, customer: { email } })
      await becomes(terms.id, 'approved')

      expect(await mails(terms.id)).toEqual([])
      expect(await refusalOf(sends(terms.id, 'receipt'))).toBe('mail-address-missing')
      expect(mailbox.sent).toEqual([])
    },
  )

  it('are none of a stranger’s, who types many of them into public offers', async () => {
    const ids = await Promise.all(
      Array.from({ length: 40 }, async (_, order) => {
        const { bodyDigest: __, ...terms } = serverTerms({
          ...{ methods: ['hosted'], offer: `offer-${order}`, hasLink: true },
        })
        await orderOf(terms.id).open(terms, { email: `stranger-${order}@example.com` })
        return terms.id
      }),
    )
    const [first = ''] = ids
    await payHosted(first, 'key-1')

    expect(await refusalOf(sends(first, 'request'))).toBe('mail-address-missing')
    expect(await refusalOf(sends(first, 'reminder'))).toBe('mail-address-missing')
    expect(mailbox.sent).toEqual([])
    expect(costs().calls['mail-address']).toBe(takenBefore)
  })

  it.each([
    ['the one whom the merchant asked', undefined, 'ada@example.com'],
    ['the one who paid and typed another', 'bob@example.com', 'bob@example.com'],
  ])('of a payment by a link go to %s, and to nobody who had it before', async (_, email, expected) => {
    const id = await asked({ methods: ['card'], hasLink: true })
    const card = { method: 'card', details: { card: CARD }, ip: CHARGE.ip } as const
    gateway.on('sale', acceptedReply('serial-1'))
    gateway.reports('declined')
    const thief = { ...card, key: 'key-1', customer: { email: 'thief@example.com', name: 'A Thief' } }
    await orderOf(id).pay(thief, undefined, 'exchange-of-a-thief')
    await becomes(id, 'declined')
    gateway.reports('approved', { 'transaction-type': 'sale' })
    const payer = { ...card, key: 'key-2', ...(email !== undefined && { customer: { email } }) }
    await orderOf(id).pay(payer, undefined, 'exchange-of-who-pays')
    await becomes(id, 'approved')

    await mailsBecome(id, ['receipt delivered'])
    expect(mailbox.sent.map(({ to }) => to)).toEqual([expected])
    // Nor does the gateway, the packing slip or the merchant get what the former typed.
    expect(await orderOf(id).readCustomer('till')).toEqual({ email: expected })
    expect(gateway.sent('sale').at(-1)?.get('email')).toBe(expected)
  })

  it('are none of what a shopper typed into a merchant’s order', async () => {
    const id = await asked({ collect: ['email'] })
    await orderOf(id).pay({
      ...{ key: 'key-1', method: 'hosted', ip: CHARGE.ip },
      customer: { email: 'typed@example.com' },
    })
    await becomes(id, 'redirect')

    await sends(id, 'request')

    await mailsBecome(id, ['request delivered'])
    expect(mailbox.sent.map(({ to }) => to)).toEqual(['ada@example.com'])
  })
})

describe('a request to pay', () => {
  it('has the link, and goes out once per key', async () => {
    const id = await asked()
    const key = 'one-key-of-the-merchant'

    await Promise.all([sends(id, 'request', { key }), sends(id, 'request', { key })])
    await sends(id, 'request', { key })

    await mailsBecome(id, ['request delivered'])
    expect(mailbox.sent).toMatchObject([
      { to: 'ada@example.com', subject: expect.stringContaining('A request from Heather Hill') },
    ])
    expect(mailbox.sent[0]?.text).toMatch(new RegExp(`^https://pay\\.example\\.com/pay#order=${id}\\.`, 'm'))
  })

  it.each(['mail-next', 'mail-sent'] as const)(
    'goes out once or never, where the object dies at %s',
    async (point) => {
      const id = await asked()
      crashAt(id, point)

      await sends(id, 'request').catch(() => undefined)

      await mailsBecome(id, ['request unsure interrupted'])
      expect(mailbox.sent).toHaveLength(point === 'mail-sent' ? 1 : 0)
    },
  )

  it('is not sent again where nobody knows whether it went out', async () => {
    mailbox.onMail(() => Promise.reject(platformError('E_INTERNAL_SERVER_ERROR')))
    const id = await asked()

    await sends(id, 'request')

    await mailsBecome(id, ['request unsure E_INTERNAL_SERVER_ERROR'])
    expect(mailbox.sent).toHaveLength(1)
  })

  it('is refused where it would not be true, or has no address', async () => {
    const paid = await paidOrder(gateway)
    const atForm = await hostedOrder({ offer: 'digest', hasLink: true })
    const nobody = serverTerms({ methods: ['hosted'], hasLink: true })
    await orderOf(nobody.id).open(nobody)

    expect(await refusalOf(sends(paid, 'request'))).toBe('order-final')
    expect(await refusalOf(sends(atForm, 'reminder'))).toBe('mail-address-missing')
    expect(await refusalOf(sends(await linkless(), 'request'))).toBe('order-final')
    expect(await refusalOf(sends(nobody.id, 'request'))).toBe('mail-address-missing')
    expect(await refusalOf(sends(nobody.id, 'receipt'))).toBe('order-not-settled')
    expect(await refusalOf(sends('unknown', 'request'))).toBe('not-found')
  })

  it('is refused where the settings do not send such mail', async () => {
    mailing({ requests: false, reminders: false })

    expect(await refusalOf(sends(await asked(), 'request'))).toBe('mail-off')
  })

  it('is refused to a key that has sent its number of them today, but to no other', async () => {
    mailing({ requestsPerKey: 1, mailsPerAddress: 10 })
    await sends(await asked(), 'request')

    const second = await sends(await asked(), 'request')

    expect(second).toMatchObject({ ok: false, reason: { code: 'too-many-requests' } })
    expect(second.ok || second.reason.retryAfterSeconds).toBeLessThanOrEqual(DAY_MS / 1000)
    expect(await refusalOf(sends(await asked(), 'request', { by: 'another' }))).toBeUndefined()
  })

  it('is followed by one reminder by itself, before it ends', async () => {
    mailing({}, lasting({ ...QUICK, reminderBefore: 59_500 }))
    const id = await asked()
    const unasked = await asked()
    await sends(id, 'request')

    await mailsBecome(id, ['request delivered', 'reminder delivered'])

    await kill(id)
    await mailsBecome(id, ['request delivered', 'reminder delivered'])
    expect(await mails(unasked)).toEqual([])
    expect(mailbox.sent).toHaveLength(2)
  })
})

describe('a request whose link somebody follows', () => {
  const exchange = 'exchange-of-a-stranger'
  const SHOPPER_ADDRESS = { email: 'typed@example.com' }

  const requested = (change: Partial<OrderTerms> = {}) =>
    asked({ isRequest: true, collect: ['email'], ...change })

  const opensForm = async (id: string) => {
    await orderOf(id).exchangeLink(exchange, Date.now())
    const pay = { key: 'key-1', method: 'hosted', ip: CHARGE.ip, customer: SHOPPER_ADDRESS } as const
    await orderOf(id).pay(pay, Date.now(), exchange)
    await becomes(id, 'redirect')
  }

  it('reminds the merchant’s address, whatever the payer types, who gets the receipt alone', async () => {
    const id = await requested()
    await sends(id, 'request')
    await mailsBecome(id, ['request delivered'])
    await opensForm(id)

    await sends(id, 'reminder')
    await mailsBecome(id, ['request delivered', 'reminder delivered'])
    gateway.reports('approved', { 'transaction-type': 'sale' })
    await callBack(id)

    await mailsBecome(id, ['request delivered', 'reminder delivered', 'receipt delivered'])
    expect(mailbox.sent.map(({ to }) => to)).toEqual([
      ...['ada@example.com', 'ada@example.com'],
      'typed@example.com',
    ])
    expect(mailbox.sent[2]?.text).toMatch(new RegExp(`^https://pay\\.example\\.com/pay#order=${id}\\.`, 'm'))
  })

  it('is told by webhooks as seen and as expired, beside its mails', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    mailing({}, RECEIVER)
    mailbox.onMail(() => {
      if (mailbox.sent.length < 2) throw platformError('E_RATE_LIMIT_EXCEEDED')
    })
    const id = await requested()
    await sends(id, 'request')
    await expect.poll(() => mails(id)).toEqual(['request pending E_RATE_LIMIT_EXCEEDED'])

    await orderOf(id).exchangeLink(exchange, Date.now())
    vi.setSystemTime(Date.now() + 10_000)
    await runDurableObjectAlarm(orderOf(id))
    await mailsBecome(id, ['request delivered'])
    vi.setSystemTime(Date.now() + DAY_MS)
    await runDurableObjectAlarm(orderOf(id))

    await expect.poll(() => receiver.types).toEqual(['request.seen', 'request.expired'])
    expect(await refusalOf(sends(id, 'reminder'))).toBe('order-final')
    expect(await mails(id)).toEqual(['request delivered'])
  })
})

describe('a request whose shopper was erased while it could still be paid', () => {
  it('brings no reminder, and keeps no alarm busy with one', async () => {
    mailing({}, lasting({ ...QUICK, reminderBefore: 59_000 }))
    const id = await asked()
    await sends(id, 'request')
    await mailsBecome(id, ['request delivered'])

    await orderOf(id).erase('till')

    // The alarm that was set for the reminder finds nothing to do, and the next is that of the order's end.
    const alarm = () => runInDurableObject(orderOf(id), (_, { storage }) => storage.getAlarm())
    await expect.poll(alarm).toBeGreaterThan(Date.now() + 30_000)
    expect(mailbox.sent).toHaveLength(1)
  })
})

describe('the quota of the platform', () => {
  it('makes mails wait for the next day, is told once, and delays no webhook', async () => {
    const lines: string[] = []
    const spy = vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(String(line)))
    mailing({}, RECEIVER)
    mailbox.onMail(() => Promise.reject(platformError('E_DAILY_LIMIT_EXCEEDED')))

    const ids = [await paidOrder(gateway), await paidOrder(gateway)]

    for (const id of ids) await mailsBecome(id, ['receipt pending E_DAILY_LIMIT_EXCEEDED'])
    const { mails: [pending] = [] } = (await shown(ids[0] ?? '')) as OrderDetails
    expect(Date.parse(pending?.at ?? '')).toBeGreaterThanOrEqual(Math.ceil(Date.now() / DAY_MS) * DAY_MS)
    await expect.poll(() => receiver.received.length).toBe(2)
    spy.mockRestore()
    expect(lines.filter((line) => line.includes('shopper-mail-quota'))).toHaveLength(1)
    expect(lines.join('\n')).not.toMatch(/@example\.com/)
  })
})

describe('a mail that hangs', () => {
  it('delays no webhook', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    mailing({}, { ...RECEIVER, ...lasting({ ...QUICK, webhookDeadline: 20_000 }) })
    mailbox.onMail(() => promise)

    const id = await paidOrder(gateway)

    await expect.poll(() => receiver.types).toEqual(['order.approved'])
    expect(await mails(id)).toEqual(['receipt pending'])
    resolve()
    await mailsBecome(id, ['receipt delivered'])
  })
})

describe('an erased shopper', () => {
  it('gets no mail that was still to come, and is nowhere in what is left', async () => {
    mailbox.onMail(() => Promise.reject(platformError('E_SENDER_NOT_VERIFIED')))
    const id = await paidOrder(gateway)
    await expect.poll(async () => (await mails(id))[0]).toBe('receipt pending E_SENDER_NOT_VERIFIED')

    await orderOf(id).erase('shop server')

    expect(await mails(id)).toEqual([])
    expect(await storedText(id)).not.toContain(CHARGE.customer?.email)
    const { length } = mailbox.sent
    await kill(id)
    expect(await mails(id)).toEqual([])
    expect(mailbox.sent).toHaveLength(length)
  })
})

describe('what mails cost', () => {
  it('is nothing without SHOPPER_MAIL: not one row, and nothing stored', async () => {
    setWith({ ...RECEIVER, ...lasting(QUICK) })
    const before = costs()
    const id = await paidOrder(gateway)
    await expect.poll(() => receiver.types).toEqual(['order.approved'])

    expect(costs().calls['mail-address']).toBe(before.calls['mail-address'])
    expect(await storedText(id)).not.toContain('mails')
  })

  it('is at most two rows of the order and two of the address for a receipt', async () => {
    const rows = async (settings: object) => {
      setWith({ ...RECEIVER, ...lasting(QUICK), ...settings })
      const sent = receiver.received.length
      const id = await paidOrder(gateway)
      await expect.poll(() => receiver.received.length).toBe(sent + 1)
      if ('SHOPPER_MAIL' in settings) await mailsBecome(id, ['receipt delivered'])
      return Object.values(figuresOf(id).rows).reduce((sum, count) => sum + count, 0)
    }
    const without = await rows({})
    const before = costs().rows['mail-address'] ?? 0

    const withMails = await rows(mailbox.settings())

    expect(withMails - without).toBeLessThanOrEqual(2)
    expect((costs().rows['mail-address'] ?? 0) - before).toBe(2)
  })

  it('leaves nothing of an address in the budgets’ objects', async () => {
    await mailsBecome(await paidOrder(gateway), ['receipt delivered'])

    const names = [...Object.keys(costs().calls)]
    expect(names).toContain('mail-address')
    expect(JSON.stringify(costs())).not.toContain('example.com')
  })
})

describe('an order that a former version stored', () => {
  it('opens without mails, and mails from then on', async () => {
    const id = await asked()
    await kill(id, (storage) => {
      const { mails: _, ...before } = storage.kv.get<{ mails?: unknown }>('order') ?? {}
      storage.kv.put('order', before)
    })

    await sends(id, 'request')

    await mailsBecome(id, ['request delivered'])
  })
})
