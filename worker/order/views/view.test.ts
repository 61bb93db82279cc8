import { describe, expect, it } from 'vitest'
import type { OrderEvent } from '../model/events.ts'
import { admitFollowUp } from '../model/follow-ups.ts'
import type { OrderState } from '../model/state.ts'
import { opened } from '../model/transition.ts'
import {
  acceptedAs,
  atHostedPage,
  attempted,
  CHECKED,
  followed,
  nameOf,
  orderAfter,
  orderWith,
  PAID,
  RESERVED,
  reported,
  STEPS,
  stage,
  stepTold,
  takenAs,
  terms,
  through,
  toldOf,
  wanted,
} from '../testing/examples.ts'
import { merchantView } from './merchant-view.ts'
import { framedForm } from './return-target.ts'
import { view } from './view.ts'

const first = [attempted('key-1'), acceptedAs('42')]

const wantedPart = wanted({ amountMinor: 250, isWhole: false })

const partBack = toldOf(
  1,
  stage('approved', { amountMinor: 250, reversedMinor: 250, serialNumber: 'serial-f1' }),
)

/** A later stage of the first payment. */
const later = (kind: 'chargeback' | 'void') => reported('approved', { kind, type: kind })

/** The gateway's total of what it captured. */
const settledAs = (type: 'sale' | 'capture', capturedMinor = 1250) =>
  type === 'sale'
    ? reported('approved', { capturedMinor })
    : reported('approved', { kind: 'capture', type, amountMinor: capturedMinor, capturedMinor })

const VERIFIED: OrderEvent[] = [
  attempted('key-1', 'card'),
  takenAs('42'),
  reported('approved', { type: 'account-verification', amountMinor: 0 }),
]

describe('view', () => {
  it.each<[string, OrderEvent[], OrderEvent[]]>([
    ['a first payment', first, []],
    [
      'a payment after a decline',
      [...first, reported('declined'), attempted('key-2'), acceptedAs('43', 2)],
      [],
    ],
    ['a cancelled order', first, [{ type: 'cancelled' }]],
    ['an expired order', first, [{ type: 'expired' }]],
    [
      'an order that pays afterwards',
      first,
      [
        attempted('key-2'),
        acceptedAs('44', 2),
        reported('approved', { gatewayId: '44', clientOrderId: nameOf(2) }, 2),
      ],
    ],
  ])('tells a filtered payment from a declined one in nothing: %s', (_, before, after) => {
    const [declined, filtered] = (['declined', 'filtered'] as const).map((status) => {
      const attempt = before.filter(({ type }) => type === 'attempted').length
      return orderAfter(
        ...before,
        reported(status, { gatewayId: `${41 + attempt}`, clientOrderId: nameOf(attempt) }, attempt),
        ...after,
      )
    })
    if (!declined || !filtered) return expect.fail()

    expect(view(filtered, false)).toEqual(view(declined, false))
    expect(JSON.stringify(merchantView(filtered, false))).toContain('"filtered"')
  })

  it('lets the merchant read that a payment was filtered', () => {
    const state = orderAfter(...first, reported('filtered'))

    expect(merchantView(state, false)).toMatchObject({
      status: 'filtered',
      attempts: [{ status: 'filtered', failure: { code: 'filtered' } }],
      transactions: [{ status: 'filtered' }],
      error: { code: 'filtered', recoverable: true },
    })
  })

  it('shows sums with the decimals that are charged', () => {
    const yen = opened({ ...terms, amountMinor: 500, currency: 'JPY', exponent: 0 })

    expect(view(opened(terms), false)).toMatchObject({ amount: '12.50', captured: '0.00', returned: '0.00' })
    expect(view(yen, false)).toMatchObject({ amount: '500', captured: '0' })
  })

  it.each<[string, OrderState, [captured: string, returned: string]]>([
    ['a sale that is approved', orderAfter(...PAID), ['12.50', '0.00']],
    ['a sale that is settled', orderAfter(...PAID, settledAs('sale')), ['12.50', '0.00']],
    [
      'a sale of which a part went back',
      orderAfter(...PAID, wantedPart, followed(), partBack),
      ['12.50', '2.50'],
    ],
    ['a sale that the bank took back', orderAfter(...PAID, later('chargeback')), ['12.50', '0.00']],
    ['a sale that was voided', orderAfter(...PAID, later('void')), ['0.00', '0.00']],
    ['a sale whose approval was taken back', orderAfter(...PAID, reported('declined')), ['0.00', '0.00']],
    ['a sale that failed', orderAfter(...PAID.slice(0, 2), reported('declined')), ['0.00', '0.00']],
    [
      'a charge that goes back',
      orderAfter(...PAID.slice(0, 2), { type: 'cancelled' }, reported('approved')),
      ['0.00', '0.00'],
    ],
    ['money that is reserved', orderWith({ intent: 'preauth' }, ...RESERVED), ['0.00', '0.00']],
    [
      'reserved money of which a part was taken',
      orderWith({ intent: 'preauth' }, ...RESERVED, settledAs('capture', 1000)),
      ['10.00', '0.00'],
    ],
    ['a payout', orderWith({ intent: 'payout', methods: ['payout-card'] }, ...PAID), ['12.50', '0.00']],
    [
      'a payout that is only checked',
      orderWith({ intent: 'payout', methods: ['payout-check'] }, ...CHECKED),
      ['0.00', '0.00'],
    ],
    ['a verification', orderWith({ intent: 'verify', amountMinor: 0 }, ...VERIFIED), ['0.00', '0.00']],
  ])('says what was taken and what went back of %s, to the shopper and to the merchant', (_, state, sums) => {
    for (const { captured, returned } of [view(state, false), merchantView(state, false)])
      expect([captured, returned]).toEqual(sums)
  })

  it('leaves the gateway’s own total, the status and the void of a sale that is not settled as they were', () => {
    const paid = orderAfter(...PAID)

    expect([paid.capturedMinor, view(paid, false).status]).toEqual([0, 'approved'])
    expect(admitFollowUp(paid, { kind: 'void', key: 'key-1' })).toMatchObject({ ok: true })
    expect(admitFollowUp(orderAfter(...PAID, settledAs('sale')), { kind: 'void', key: 'key-1' }).ok).toBe(
      false,
    )
  })

  it('says what the shopper does by paying, and nothing of an order that an earlier version stored', () => {
    expect(view(opened({ ...terms, act: 'invoice' }), false).act).toBe('invoice')
    expect(view(opened(terms), false)).not.toHaveProperty('act')
  })

  it('says that no money moves while the gateway is a sandbox, and nothing otherwise', () => {
    expect(view(opened(terms), true).test).toBe(true)
    expect(view(opened(terms), false)).not.toHaveProperty('test')
  })

  it('gives the hosted page’s address while the shopper may go there, and not after', () => {
    expect(view(atHostedPage(), false).action?.url).toBe('https://gate.example.com/form/42')
    expect(
      view(orderAfter(attempted('key-1'), acceptedAs('42'), { type: 'cancelled' }), false).action,
    ).toBeUndefined()
  })

  it('has the hosted page in a frame of the edge’s as long as the shopper may go there', () => {
    const frame = 'https://pay.example.com/frames/form/order-1/key'
    const shown = { ...acceptedAs('42'), redirectFrame: frame } as OrderEvent
    const state = orderAfter({ ...attempted('key-1'), shownIn: 'frame' }, shown)

    expect(view(state, false).action).toEqual({
      type: 'redirect',
      url: 'https://gate.example.com/form/42',
      frame,
    })
    expect(framedForm(state, 1)).toBe('https://gate.example.com/form/42')
    for (const end of [{ type: 'cancelled' }, attempted('key-2'), reported('declined')] as OrderEvent[])
      expect(framedForm(through(state, end), 1)).toBeUndefined()
    expect(framedForm(atHostedPage(), 1)).toBeUndefined()
  })

  it('says what may be done with cards of a customer as long as somebody may pay', () => {
    const customer = { methods: ['card', 'saved-card'], cardRefs: ['71', '72'] } as const
    const card = { brand: 'VISA', masked: '444455******1111', expires: '12/60' }
    const known = orderWith(customer, {
      type: 'saved-cards-told',
      cards: [{ place: 2, card }, { place: 1 }],
    })

    expect(view(known, false)).toMatchObject({
      mayKeepCard: true,
      savedCards: [{ ...card, handle: '2' }],
    })
    expect(view(orderWith(customer), false)).not.toHaveProperty('savedCards')
    const paid = [attempted('key-1', 'card'), reported('approved')] as const
    const over = [
      through(known, { type: 'expired' }),
      through(known, { type: 'cancelled' }),
      through(known, ...paid),
    ]
    for (const other of [opened(terms), ...over]) {
      expect(view(other, false)).not.toHaveProperty('savedCards')
      expect(view(other, false)).not.toHaveProperty('mayKeepCard')
    }
  })

  it('offers no second way for money that goes out, and any for money that comes in', () => {
    const failed = [attempted('key-1'), reported('declined')]
    const payout = { intent: 'payout', methods: ['payout-bank', 'payout-page'] } as const

    expect(view(orderWith(payout), false).methods).toEqual(payout.methods)
    expect(view(orderWith(payout, ...failed), false).methods).toEqual([])
    expect(view(orderWith({}, ...failed), false).methods).toEqual(terms.methods)
  })

  it('tells the shopper a plain code and a number for support, and nothing of the bank', () => {
    const declined = view(orderAfter(attempted('key-1'), acceptedAs('42'), reported('declined')), false)

    expect(declined.error).toEqual({ code: 'declined', recoverable: true, supportId: 'order-1-1' })
  })

  it('tells the shopper which card paid, and the merchant alone when it expires', () => {
    const card = { brand: 'VISA', masked: '•••• 1111', expires: '12/30' }
    const paid = orderAfter(attempted('key-1'), acceptedAs('42'), reported('approved', { card }))

    expect(view(paid, false).card).toEqual({ ...card, expires: '' })
    expect(merchantView(paid, false).card).toEqual(card)
  })

  it('does not call an unknown outcome recoverable', () => {
    const unknown = view(
      orderAfter(attempted('key-1'), acceptedAs('42'), reported('approved', { amountMinor: 1 })),
      false,
    )

    expect(unknown.error).toMatchObject({ code: 'report-mismatch', recoverable: false })
  })

  it('holds neither keys, nor logins, nor addresses of the gateway’s interface', () => {
    const text = JSON.stringify(view(atHostedPage(), false))

    expect(text).not.toMatch(/key-1|"login"|127\.0\.0\.1|endpoint/)
  })

  it('gives the edge’s own pages of a step, in full and for a frame, with the time that is left', () => {
    const step = { type: 'challenge', url: 'https://bank.example', creq: 'e30' } as const
    const told = (frame?: string) =>
      orderAfter(attempted('key-1', 'card'), takenAs('42'), stepTold({ ...step, ...(frame && { frame }) }))

    expect(view(told(), false).action).toEqual({ type: 'challenge', url: STEPS })
    expect(view(told('/frame'), false, 29).action).toEqual({
      type: 'challenge',
      url: STEPS,
      frame: '/frame',
      secondsLeft: 29,
    })
    expect(JSON.stringify(view(told('/frame'), false))).not.toContain('bank.example')
  })

  it('shows an attempt that the shopper left behind as superseded', () => {
    const state = orderAfter(attempted('key-1'), acceptedAs('42'), attempted('key-2'), acceptedAs('43', 2))

    expect(view(state, false).attempts.map(({ status }) => status)).toEqual(['superseded', 'redirect'])
  })
})
