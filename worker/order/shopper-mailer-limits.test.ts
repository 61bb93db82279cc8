/** How many mails an address and the platform take, what each costs, and what is left of them. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { OrderDetails } from '../../shared/order-history.ts'
import { costs, figuresOf, setWith } from '../testing/edge.ts'
import { asked, mailingEdge, mails, mailsBecome, QUICK, refusalOf, sends } from './testing/mailed-orders.ts'
import {
  becomes,
  CARD,
  CHARGE,
  kill,
  lasting,
  orderOf,
  paidOrder,
  payHosted,
  serverTerms,
  shown,
  storedText,
} from './testing/orders.ts'
import { acceptedReply } from './testing/scripted-gateway.ts'
import { platformError } from './testing/scripted-mailbox.ts'
import { RECEIVER } from './testing/scripted-receiver.ts'

const DAY_MS = 86_400_000

const edge = mailingEdge()

describe('mails of an address', () => {
  let takenBefore: number | undefined
  beforeEach(() => {
    takenBefore = costs().calls['mail-address']
  })

  it('are three a day, over all orders; the next waits for the next day', async () => {
    const ids: string[] = []
    for (let order = 0; order < 4; order += 1) {
      const id = await paidOrder(edge.gateway)
      ids.push(id)
      await expect.poll(async () => (await mails(id))[0]).not.toBe('receipt pending')
    }

    expect(edge.mailbox.sent).toHaveLength(3)
    expect(await mails(ids[3] ?? '')).toEqual(['receipt pending address-limit'])
  })

  it('are three a day to one person, however the address is written', async () => {
    edge.mailing({ mailsPerAddress: 1 })
    const spellings = ['Ada@Example.com', 'ada@example.com', 'ada+1@example.com', 'ADA+2@EXAMPLE.COM']
    for (const email of spellings) {
      const terms = serverTerms()
      edge.gateway.on('sale', acceptedReply('serial-1'))
      edge.gateway.reports('approved', { 'transaction-type': 'sale' })
      await orderOf(terms.id).charge(terms, { ...CHARGE, customer: { email } })
      await expect.poll(async () => (await mails(terms.id))[0]).toMatch(/delivered|address-limit/)
    }

    expect(edge.mailbox.sent.map(({ to }) => to)).toEqual(['Ada@Example.com'])
  })

  it.each(['a,ada@example.com', 'a<ada@example.com>', '(1)ada@example.com'])(
    'are none of what a mailer could read as another address: %s',
    async (email) => {
      const terms = serverTerms()
      edge.gateway.on('sale', acceptedReply('serial-1'))
      edge.gateway.reports('approved', { 'transaction-type': 'sale' })
      await orderOf(terms.id).charge(terms, { ...CHARGE, customer: { email } })
      await becomes(terms.id, 'approved')

      expect(await mails(terms.id)).toEqual([])
      expect(await refusalOf(sends(terms.id, 'receipt'))).toBe('mail-address-missing')
      expect(edge.mailbox.sent).toEqual([])
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
    expect(edge.mailbox.sent).toEqual([])
    expect(costs().calls['mail-address']).toBe(takenBefore)
  })

  it.each([
    ['the one whom the merchant asked', undefined, 'ada@example.com'],
    ['the one who paid and typed another', 'bob@example.com', 'bob@example.com'],
  ])('of a payment by a link go to %s, and to nobody who had it before', async (_, email, expected) => {
    const id = await asked({ methods: ['card'], hasLink: true })
    const card = { method: 'card', details: { card: CARD }, ip: CHARGE.ip } as const
    edge.gateway.on('sale', acceptedReply('serial-1'))
    edge.gateway.reports('declined')
    const thief = { ...card, key: 'key-1', customer: { email: 'thief@example.com', name: 'A Thief' } }
    await orderOf(id).pay(thief, undefined, 'exchange-of-a-thief')
    await becomes(id, 'declined')
    edge.gateway.reports('approved', { 'transaction-type': 'sale' })
    const payer = { ...card, key: 'key-2', ...(email !== undefined && { customer: { email } }) }
    await orderOf(id).pay(payer, undefined, 'exchange-of-who-pays')
    await becomes(id, 'approved')

    await mailsBecome(id, ['receipt delivered'])
    expect(edge.mailbox.sent.map(({ to }) => to)).toEqual([expected])
    // Nor does the edge.gateway, the packing slip or the merchant get what the former typed.
    expect(await orderOf(id).readCustomer('till')).toEqual({ email: expected })
    expect(edge.gateway.sent('sale').at(-1)?.get('email')).toBe(expected)
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
    expect(edge.mailbox.sent.map(({ to }) => to)).toEqual(['ada@example.com'])
  })
})

describe('the quota of the platform', () => {
  it('makes mails wait for the next day, is told once, and delays no webhook', async () => {
    const lines: string[] = []
    const spy = vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(String(line)))
    edge.mailing({}, RECEIVER)
    edge.mailbox.onMail(() => Promise.reject(platformError('E_DAILY_LIMIT_EXCEEDED')))

    const nextDay = Math.ceil(Date.now() / DAY_MS) * DAY_MS
    const ids = [await paidOrder(edge.gateway), await paidOrder(edge.gateway)]

    for (const id of ids) await mailsBecome(id, ['receipt pending E_DAILY_LIMIT_EXCEEDED'])
    const { mails: [pending] = [] } = (await shown(ids[0] ?? '')) as OrderDetails
    expect(Date.parse(pending?.at ?? '')).toBeGreaterThanOrEqual(nextDay)
    await expect.poll(() => edge.receiver.received.length).toBe(2)
    spy.mockRestore()
    expect(lines.filter((line) => line.includes('shopper-mail-quota'))).toHaveLength(1)
    expect(lines.join('\n')).not.toMatch(/@example\.com/)
  })
})

describe('a mail that hangs', () => {
  it('delays no webhook', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    edge.mailing({}, { ...RECEIVER, ...lasting({ ...QUICK, webhookDeadline: 20_000 }) })
    edge.mailbox.onMail(() => promise)

    const id = await paidOrder(edge.gateway)

    await expect.poll(() => edge.receiver.types).toEqual(['order.approved'])
    expect(await mails(id)).toEqual(['receipt pending'])
    resolve()
    await mailsBecome(id, ['receipt delivered'])
  })
})

describe('an erased shopper', () => {
  it('gets no mail that was still to come, and is nowhere in what is left', async () => {
    edge.mailbox.onMail(() => Promise.reject(platformError('E_SENDER_NOT_VERIFIED')))
    const id = await paidOrder(edge.gateway)
    await expect.poll(async () => (await mails(id))[0]).toBe('receipt pending E_SENDER_NOT_VERIFIED')

    await orderOf(id).erase('shop server')

    expect(await mails(id)).toEqual([])
    expect(await storedText(id)).not.toContain(CHARGE.customer?.email)
    const { length } = edge.mailbox.sent
    await kill(id)
    expect(await mails(id)).toEqual([])
    expect(edge.mailbox.sent).toHaveLength(length)
  })
})

describe('what mails cost', () => {
  it('is nothing without SHOPPER_MAIL: not one row, and nothing stored', async () => {
    setWith({ ...RECEIVER, ...lasting(QUICK) })
    const before = costs()
    const id = await paidOrder(edge.gateway)
    await expect.poll(() => edge.receiver.types).toEqual(['order.approved'])

    expect(costs().calls['mail-address']).toBe(before.calls['mail-address'])
    expect(await storedText(id)).not.toContain('mails')
  })

  it('is at most two rows of the order and two of the address for a receipt', async () => {
    const rows = async (settings: object) => {
      setWith({ ...RECEIVER, ...lasting(QUICK), ...settings })
      const sent = edge.receiver.received.length
      const id = await paidOrder(edge.gateway)
      await expect.poll(() => edge.receiver.received.length).toBe(sent + 1)
      if ('SHOPPER_MAIL' in settings) await mailsBecome(id, ['receipt delivered'])
      return Object.values(figuresOf(id).rows).reduce((sum, count) => sum + count, 0)
    }
    const without = await rows({})
    const before = costs().rows['mail-address'] ?? 0

    const withMails = await rows(edge.mailbox.settings())

    expect(withMails - without).toBeLessThanOrEqual(2)
    expect((costs().rows['mail-address'] ?? 0) - before).toBe(2)
  })

  it('leaves nothing of an address in the budgets’ objects', async () => {
    await mailsBecome(await paidOrder(edge.gateway), ['receipt delivered'])

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
