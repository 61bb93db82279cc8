/** Mails that ask a shopper to pay: the request, and its reminders. */
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { describe, expect, it, vi } from 'vitest'
import type { OrderTerms } from '../domain/terms.ts'
import { crashAt } from '../testing/edge.ts'
import {
  asked,
  linkless,
  mailingEdge,
  mails,
  mailsBecome,
  QUICK,
  refusalOf,
  sends,
} from './testing/mailed-orders.ts'
import {
  becomes,
  CHARGE,
  callBack,
  hostedOrder,
  kill,
  lasting,
  orderOf,
  paidOrder,
  serverTerms,
} from './testing/orders.ts'
import { platformError } from './testing/scripted-mailbox.ts'
import { RECEIVER } from './testing/scripted-receiver.ts'

const DAY_MS = 86_400_000

const edge = mailingEdge()

describe('a request to pay', () => {
  it('has the link, and goes out once per key', async () => {
    const id = await asked()
    const key = 'one-key-of-the-merchant'

    await Promise.all([sends(id, 'request', { key }), sends(id, 'request', { key })])
    await sends(id, 'request', { key })

    await mailsBecome(id, ['request delivered'])
    expect(edge.mailbox.sent).toMatchObject([
      { to: 'ada@example.com', subject: expect.stringContaining('A request from Heather Hill') },
    ])
    expect(edge.mailbox.sent[0]?.text).toMatch(
      new RegExp(`^https://pay\\.example\\.com/pay#order=${id}\\.`, 'm'),
    )
  })

  it.each(['mail-next', 'mail-sent'] as const)(
    'goes out once or never, where the object dies at %s',
    async (point) => {
      const id = await asked()
      crashAt(id, point)

      await sends(id, 'request').catch(() => undefined)

      await mailsBecome(id, ['request unsure interrupted'])
      expect(edge.mailbox.sent).toHaveLength(point === 'mail-sent' ? 1 : 0)
    },
  )

  it('is not sent again where nobody knows whether it went out', async () => {
    edge.mailbox.onMail(() => Promise.reject(platformError('E_INTERNAL_SERVER_ERROR')))
    const id = await asked()

    await sends(id, 'request')

    await mailsBecome(id, ['request unsure E_INTERNAL_SERVER_ERROR'])
    expect(edge.mailbox.sent).toHaveLength(1)
  })

  it('is refused where it would not be true, or has no address', async () => {
    const paid = await paidOrder(edge.gateway)
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
    edge.mailing({ requests: false, reminders: false })

    expect(await refusalOf(sends(await asked(), 'request'))).toBe('mail-off')
  })

  it('is refused to a key that has sent its number of them today, but to no other', async () => {
    edge.mailing({ requestsPerKey: 1, mailsPerAddress: 10 })
    await sends(await asked(), 'request')

    const second = await sends(await asked(), 'request')

    expect(second).toMatchObject({ ok: false, reason: { code: 'too-many-requests' } })
    expect(second.ok || second.reason.retryAfterSeconds).toBeLessThanOrEqual(DAY_MS / 1000)
    expect(await refusalOf(sends(await asked(), 'request', { by: 'another' }))).toBeUndefined()
  })

  it('is followed by one reminder by itself, before it ends', async () => {
    edge.mailing({}, lasting({ ...QUICK, reminderBefore: 59_500 }))
    const id = await asked()
    const unasked = await asked()
    await sends(id, 'request')

    await mailsBecome(id, ['request delivered', 'reminder delivered'])

    await kill(id)
    await mailsBecome(id, ['request delivered', 'reminder delivered'])
    expect(await mails(unasked)).toEqual([])
    expect(edge.mailbox.sent).toHaveLength(2)
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
    edge.gateway.reports('approved', { 'transaction-type': 'sale' })
    await callBack(id)

    await mailsBecome(id, ['request delivered', 'reminder delivered', 'receipt delivered'])
    expect(edge.mailbox.sent.map(({ to }) => to)).toEqual([
      ...['ada@example.com', 'ada@example.com'],
      'typed@example.com',
    ])
    expect(edge.mailbox.sent[2]?.text).toMatch(
      new RegExp(`^https://pay\\.example\\.com/pay#order=${id}\\.`, 'm'),
    )
  })

  it('is told by webhooks as seen and as expired, beside its mails', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    edge.mailing({}, RECEIVER)
    edge.mailbox.onMail(() => {
      if (edge.mailbox.sent.length < 2) throw platformError('E_RATE_LIMIT_EXCEEDED')
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

    await expect.poll(() => edge.receiver.types).toEqual(['request.seen', 'request.expired'])
    expect(await refusalOf(sends(id, 'reminder'))).toBe('order-final')
    expect(await mails(id)).toEqual(['request delivered'])
  })
})

describe('a request whose shopper was erased while it could still be paid', () => {
  it('brings no reminder, and keeps no alarm busy with one', async () => {
    edge.mailing({}, lasting({ ...QUICK, reminderBefore: 59_000 }))
    const id = await asked()
    await sends(id, 'request')
    await mailsBecome(id, ['request delivered'])

    await orderOf(id).erase('till')

    // The alarm that was set for the reminder finds nothing to do, and the next is that of the order's end.
    const alarm = () => runInDurableObject(orderOf(id), (_, { storage }) => storage.getAlarm())
    await expect.poll(alarm).toBeGreaterThan(Date.now() + 30_000)
    expect(edge.mailbox.sent).toHaveLength(1)
  })
})
