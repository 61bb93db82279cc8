import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { MerchantOrderView } from '../../shared/order-view.ts'
import { isWorthMail, mailOf, sendMail } from './mail.ts'
import { EVERY_TYPE, NOTIFICATION_TYPES, type Notification } from './notifications.ts'
import { HAPPENED, notificationOf, orderWith } from './testing/notification.ts'

const failure = { code: 'declined', gatewayCode: '209', gatewayMessage: 'Pick up card' }

const returned = {
  number: 2,
  kind: 'return',
  amount: '2.50',
  status: 'declined',
  startedAt: '2027-01-15T08:00:00.000Z',
  error: failure,
} as const

const mailed = (type: Notification['type'], changes: Partial<Notification> = {}) =>
  mailOf(notificationOf(7, { type, ...changes }))

/** A binding that notes what it is given, and answers as a test says. */
function binding(answer: () => Promise<EmailSendResult>) {
  const sent: unknown[] = []
  const send = (mail: unknown) => {
    sent.push(mail)
    return answer()
  }
  const way = { to: 'till@shop.example.com', publicUrl: 'https://pay.example.com', deadlineMs: 1000 }
  const deliver = (changes: object = {}) =>
    sendMail(notificationOf(7), { ...way, binding: { send } as SendEmail, ...changes })
  return { sent, deliver }
}

const taken = async () => ({ messageId: 'one' })

describe('a mail', () => {
  it('is sent for what a person should know', () => {
    expect(EVERY_TYPE.filter((type) => isWorthMail({ type }))).toEqual([
      'order.approved',
      'order.unknown',
      'order.returned',
      'order.partially-returned',
      'order.charged-back',
      'follow-up.waiting',
      'follow-up.settled',
      'surplus.found',
      'surplus.reversed',
      'transaction.foreign',
      'attack.began',
      'attack.ended',
      'gateway.refusing',
      'product.low',
    ])
  })

  it('says that cards are tested, and that hosted pages stay', () => {
    const since = new Date(HAPPENED).toISOString()
    const attack = { since, failures: 120, cardsForOffers: 'off' } as const

    const { subject, text } = mailOf({ id: 'attack.1', type: 'attack.began', at: HAPPENED, attack })

    expect(subject).toBe('Payment edge: cards are being tested, so offers take no cards in the page for now')
    expect(text.split('\n')).toEqual([
      'Your payment edge: cards are being tested, so offers take no cards in the page for now. Hosted pages stay open.',
      '',
      'Cards that failed in ten minutes: 120',
      `Since: ${since}`,
      `When: ${since}`,
      'Message: attack.1',
      '',
    ])
  })

  it('says why the gateway probably refuses every payment', () => {
    const since = new Date(HAPPENED).toISOString()
    const gateway = { since, refusals: 3, cause: 'login', advice: 'Check GATEWAY_LOGIN.', codes: ['5', '7'] }

    const { subject, text } = mailOf({ id: 'gateway.1', type: 'gateway.refusing', at: HAPPENED, gateway })

    expect(subject).toBe('Payment edge: the gateway refuses every payment')
    expect(text.split('\n')).toEqual([
      'Your payment edge: the gateway refuses every payment. It refused the last 3 and has accepted none since.',
      '',
      'Likely cause: Check GATEWAY_LOGIN.',
      '',
      'Codes of the gateway: 5, 7',
      `Since: ${since}`,
      `When: ${since}`,
      'Message: gateway.1',
      '',
    ])
  })

  it.each([
    [3, '3 left'],
    [0, 'sold out'],
  ])('names the product of which %i units are left', (left, words) => {
    const product = { id: 'mug', left, lowAt: 5 }

    const { subject, text } = mailOf({ id: 'product.mug.low.1', type: 'product.low', at: HAPPENED, product })

    expect(subject).toBe(`mug: ${words}`)
    expect(text.split('\n')).toEqual([
      `Product mug: ${words}.`,
      '',
      'You are told at 5, and again after there were more.',
      `When: ${new Date(HAPPENED).toISOString()}`,
      'Message: product.mug.low.1',
      '',
    ])
  })

  it('says in its subject what happened to which order', () => {
    expect(mailed('order.approved').subject).toBe('cart-7: paid, 12.50 EUR')
  })

  it.each<[string, Notification['type'], Partial<MerchantOrderView>, string]>([
    ['a donation', 'order.approved', { act: 'donation' }, 'donation paid'],
    ['an invoice', 'order.approved', { act: 'invoice' }, 'invoice paid'],
    ['what is ordered', 'order.approved', { act: 'order' }, 'paid'],
    ['a hold, which is no payment yet', 'order.approved', { intent: 'preauth', captured: '0.00' }, 'on hold'],
    ['a payout', 'order.approved', { intent: 'payout' }, 'paid out'],
    [
      'a payout that was only checked',
      'order.approved',
      { intent: 'payout', captured: '0.00' },
      'ready to pay out',
    ],
    ['a doubt', 'order.unknown', { status: 'unknown', captured: '0.00' }, 'outcome unknown'],
    ['a refund', 'order.returned', { status: 'returned', returned: '12.50' }, 'refunded'],
    [
      'a hold that was reversed',
      'order.returned',
      { intent: 'preauth', status: 'returned', captured: '0.00' },
      'voided',
    ],
    [
      'a payout that came back',
      'order.returned',
      { intent: 'payout', status: 'returned', returned: '12.50' },
      'payout came back',
    ],
    ['a second charge', 'surplus.found', {}, 'charged by mistake, to be given back'],
    ['a second hold', 'surplus.found', { intent: 'preauth' }, 'held by mistake, to be released'],
    ['a second payout', 'surplus.found', { intent: 'payout' }, 'paid out by mistake, and not called back'],
    ['a second hold that ended', 'surplus.reversed', { intent: 'preauth' }, 'hold by mistake released'],
  ])('says what became of %s', (_, type, changes, words) => {
    expect(mailed(type, { order: orderWith(changes) }).subject).toBe(`cart-7: ${words}, 12.50 EUR`)
  })

  it('names the part of a payment that went back, and no sum of a verification', () => {
    const partly = orderWith({ status: 'partially-returned', returned: '2.50' })
    const card = orderWith({ intent: 'verify', amount: '0.00', captured: '0.00' })

    expect(mailed('order.partially-returned', { order: partly }).subject).toBe(
      'cart-7: partly refunded, 2.50 EUR',
    )
    expect(mailed('order.approved', { order: card }).subject).toBe('cart-7: card verified')
  })

  it('has the totals of a payout under their own names', () => {
    const order = orderWith({ intent: 'payout', status: 'returned', returned: '12.50' })

    const { text } = mailed('order.returned', { order })

    expect(text).toContain('Paid out: 12.50 EUR\nCame back: 12.50 EUR')
  })

  it('says what became of a refund', () => {
    const order = orderWith({ followUps: [returned] })

    expect(mailed('follow-up.settled', { order, followUp: 2 }).subject).toBe(
      'cart-7: return of 2.50 EUR declined, 12.50 EUR',
    )
  })

  it('says that a refund waits for a decision', () => {
    const order = orderWith({ followUps: [{ ...returned, status: 'waiting' }] })

    expect(mailed('follow-up.waiting', { order, followUp: 2 }).subject).toBe(
      'cart-7: return of 2.50 EUR waiting for a decision at the desk, 12.50 EUR',
    )
  })

  it('marks what is a test', () => {
    const { subject, text } = mailed('order.approved', { order: orderWith({ test: true }) })

    expect(subject).toMatch(/^\[TEST\] /)
    expect(text).toMatch(/^This is a test/)
  })

  it('tells how the order stands', () => {
    const order = orderWith({
      ...{ status: 'partially-returned', returned: '2.50', needsAttention: true },
      act: 'donation',
    })

    expect(mailed('order.partially-returned', { order }).text.split('\n')).toEqual([
      'Order cart-7: donation partly refunded.',
      '',
      'Reference: cart-7',
      `Order: ${order.id}`,
      'Kind: sale',
      'Act: donation',
      'Amount: 12.50 EUR',
      'Captured: 12.50 EUR',
      'Returned: 2.50 EUR',
      'Status: partially-returned',
      'Needs attention: yes',
      `When: ${new Date(HAPPENED).toISOString()}`,
      `Message: ${notificationOf(7).id}`,
      '',
    ])
  })

  it.each(NOTIFICATION_TYPES)('of %s says neither what a bank said nor anything of the card', (type) => {
    const order = orderWith({
      card: { brand: 'visa', masked: '444455******1111', expires: '12/30' },
      attempts: [
        { number: 1, method: 'card', status: 'declined', startedAt: '', clientOrderId: 'c', failure },
      ],
      followUps: [returned],
      cardRefs: [{ version: 'v2', cardRef: '987654' }],
      error: { code: 'declined', recoverable: true, supportId: 'SUPPORT1' },
    })

    const { subject, text } = mailed(type, { order, followUp: 2 })

    expect(subject + text).not.toMatch(/209|Pick up|4444|1111|12\/30|987654|tin of tea/)
  })

  const customer = {
    ...{ email: 'ada@example.com', name: 'Ada Lovelace', phone: '+442079460000' },
    billing: { address: 'Square 12', city: 'London', postalCode: 'SW1Y', country: 'GB' },
    shipping: { address: 'Rue Haute 2', city: 'Paris', postalCode: '75001', country: 'FR' },
  }

  it('of a paid order has the name and the delivery address, where the merchant wants them, and no more', () => {
    const { text, subject } = mailOf(notificationOf(7, { type: 'order.approved' }), customer)

    expect(text).toContain('\nName: Ada Lovelace\nDeliver to: Rue Haute 2, 75001, Paris, FR\nWhen: ')
    expect(text + subject).not.toMatch(/ada@|4420|Square/)
  })

  it('has a line of its own for no text of a shopper', () => {
    const name = 'Ada\nStatus: approved'

    expect(mailOf(notificationOf(7, { type: 'order.approved' }), { name }).text).toContain(
      '\nName: Ada Status: approved\n',
    )
  })

  it.each(NOTIFICATION_TYPES.filter((type) => type !== 'order.approved'))(
    'of %s says nothing of who ordered',
    (type) => {
      const { text, subject } = mailOf(notificationOf(7, { type }), customer)

      expect(text + subject).not.toMatch(/Ada|ada@|4420|Square|Rue/)
    },
  )

  it('goes from the edge’s own host to the merchant', async () => {
    const { sent, deliver } = binding(taken)

    expect(await deliver({ publicUrl: 'http://pay.localhost:8787' })).toBe('delivered')
    expect(sent).toEqual([
      { from: 'pay-checkout@pay.localhost', to: 'till@shop.example.com', ...mailOf(notificationOf(7)) },
    ])
  })

  it('is taken by the platform’s own binding', async () => {
    const { deliver } = binding(taken)

    expect(await deliver({ binding: env.NOTIFY, deadlineMs: 30_000 })).toBe('delivered')
  })

  it.each([
    [Object.assign(new Error('pay.example.com'), { code: 'E_SENDER_NOT_VERIFIED' }), 'E_SENDER_NOT_VERIFIED'],
    [Object.assign(new Error('x'), { code: 'till@shop.example.com' }), 'mail-refused'],
    [new Error('till@shop.example.com is not verified'), 'mail-refused'],
    ['till@shop.example.com', 'mail-refused'],
  ])('that is refused says so in a code alone', async (error, code) => {
    const { deliver } = binding(() => Promise.reject(error))

    expect(await deliver()).toEqual({ failed: code })
  })

  it('has a deadline', async () => {
    const { deliver } = binding(() => new Promise(() => {}))

    expect(await deliver({ deadlineMs: 20 })).toEqual({ failed: 'timeout' })
  })
})
