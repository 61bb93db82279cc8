import { describe, expect, it } from 'vitest'
import { LETTER_TEXTS } from '../../shared/mail-texts.ts'
import { letterOf } from './letter.ts'
import type { MailFacts } from './letter-parts.ts'
import type { MailedOrder } from './letter-words.ts'

const AT = Date.UTC(2027, 0, 15, 8)
const LINK = 'https://pay.example.com/pay#order=abc.def'

const SELLER = {
  name: 'Heather Hill',
  support: 'mailto:help@shop.example.com',
  withdrawal: 'https://shop.example.com/withdraw',
}

const ENGLISH = { tag: 'en', direction: 'ltr', texts: LETTER_TEXTS }

const orderWith = (changes: Partial<MailedOrder> = {}): MailedOrder => ({
  id: 'AAAABAAAABoQ4vXMwV6CoJ72nlWmw2Ew',
  reference: 'INV-7',
  intent: 'sale',
  status: 'approved',
  amount: '25.00',
  captured: '25.00',
  returned: '0.00',
  currency: 'EUR',
  description: 'Two mugs',
  card: { brand: 'VISA', masked: '4444••••1111', expires: '12/2030' },
  attempts: [],
  transactions: [],
  ...changes,
})

const letter = (facts: Partial<MailFacts> = {}, order: Partial<MailedOrder> = {}) =>
  letterOf({ kind: 'receipt', at: AT, link: LINK, ...facts, order: orderWith(order) }, SELLER, ENGLISH)

describe('a receipt', () => {
  it('has the seller, the sum, what was bought, the masked card, and a way back', () => {
    expect(letter()?.subject).toBe('Payment approved (Heather Hill, INV-7)')
    expect(letter()?.text.split('\n')).toEqual([
      'Receipt',
      '',
      'Payment approved',
      '',
      'You paid €25.00.',
      '',
      'Two mugs: €25.00',
      '',
      'Reference: INV-7',
      'Date: January 15, 2027 at 8:00 AM UTC',
      'Card: Visa •••• 1111',
      '',
      'See how it stands:',
      LINK,
      '',
      'Withdraw from the contract:',
      'https://shop.example.com/withdraw',
      '',
      'Contact the shop:',
      'mailto:help@shop.example.com',
      '',
      'You receive this message because your address was given for an order at Heather Hill.',
      '',
    ])
  })

  it('lists a cart, and its sum', () => {
    const lines = [
      { item: 'tea', description: 'Tea', quantity: 2, amount: '10.00' },
      { item: 'mug', description: 'Mug', quantity: 1, amount: '15.00' },
    ]

    expect(letter({}, { lines })?.text).toContain('\n2 × Tea: €10.00\nMug: €15.00\n€25.00\n')
  })

  it('names a cart in its subject where the reference is a digest', () => {
    const lines = [{ item: 'tea', description: 'Tea', quantity: 2, amount: '25.00' }]

    expect(letter({}, { reference: 'a'.repeat(43), lines })?.subject).toBe(
      'Payment approved (Heather Hill, Tea)',
    )
  })

  it('has a reference that can be read out where the shop gave none', () => {
    const { id } = orderWith()

    expect(letter({}, { reference: id })?.text).toContain('\nReference: 0000 0100 0001\n')
  })

  it('says first that no money moves in a test', () => {
    expect(letter({}, { test: true })?.subject).toBe('[Test mode] Payment approved (Heather Hill, INV-7)')
    expect(letter({}, { test: true })?.text).toMatch(/^Test mode\n\nReceipt\n\nPayment approved\n/)
  })
})

describe('the words of money', () => {
  const held = { intent: 'preauth', captured: '0.00' } as const
  it.each([
    ['a payment', 'receipt', {}, 'You paid €25.00.'],
    ['a hold', 'receipt', held, '€25.00 is reserved on your card and not yet charged.'],
    [
      'a part of a hold that was charged',
      'receipt',
      { ...held, status: 'captured', captured: '9.00' },
      'You paid €9.00.',
    ],
    [
      'a card that was checked',
      'receipt',
      { intent: 'verify', amount: '0.00', captured: '0.00' },
      'Nothing was charged.',
    ],
    ['a payout', 'payout', { intent: 'payout' }, '€25.00 is on its way to you.'],
    ['a refund', 'refund', { status: 'returned', returned: '25.00' }, '€25.00 goes back to you.'],
    [
      'a part that went back',
      'refund',
      { status: 'partially-returned', returned: '5.00' },
      '€5.00 goes back to you.',
    ],
    ['a hold that was given up', 'refund', { ...held, status: 'voided' }, 'Your card will not be charged.'],
    [
      'a hold that was given up as a return',
      'refund',
      { ...held, status: 'returned', returned: '25.00' },
      'Your card will not be charged.',
    ],
    ['a request', 'request', { status: 'open' }, 'Heather Hill asks you to pay €25.00.'],
    [
      'a request to hold',
      'request',
      { ...held, status: 'open' },
      'Heather Hill asks you to reserve €25.00 on your card.',
    ],
    [
      'a request to check a card',
      'reminder',
      { intent: 'verify', status: 'open', amount: '0.00' },
      'Heather Hill asks you to verify your card. Nothing will be charged.',
    ],
  ] as const)('of %s are true', (_, kind, order, sentence) => {
    expect(letter({ kind }, order)?.text.split('\n')).toContain(sentence)
  })

  it('say of a refund what this one gives back', () => {
    const status = 'partially-returned'

    expect(letter({ kind: 'refund', amount: '2.50' }, { status, returned: '7.50' })?.text).toContain(
      '€2.50 goes',
    )
  })

  it.each([
    ['an order that nobody paid', 'receipt', { status: 'open' }],
    ['a declined card', 'receipt', { status: 'declined' }],
    ['a chargeback', 'refund', { status: 'charged-back' }],
    ['a payout that was checked alone', 'payout', { intent: 'payout', captured: '0.00' }],
    ['a payout that came back', 'refund', { intent: 'payout', status: 'returned' }],
    ['a payout that a link would give away', 'request', { intent: 'payout', status: 'open' }],
  ] as const)('are none of %s', (_, kind, order) => {
    expect(letter({ kind }, order)).toBeUndefined()
  })
})

describe('what the seller has set', () => {
  const SET = { ...SELLER, accent: '#ffcc00', address: '3 Mill Lane, Derby', taxNote: 'Includes 20 % VAT.' }
  const of = (kind: MailFacts['kind'], order: Partial<MailedOrder> = {}) =>
    letterOf({ kind, at: AT, link: LINK, order: orderWith(order) }, SET, ENGLISH)

  it('stands below: the address in every mail, the note on taxes where something is paid or refunded', () => {
    const refunded = { status: 'returned', returned: '25.00' } as const

    expect(of('receipt')?.text).toContain('\n3 Mill Lane, Derby\n\nIncludes 20 % VAT.\n\nYou receive')
    expect(of('refund', refunded)?.text).toContain('\nIncludes 20 % VAT.\n')
    expect(of('request', { status: 'open' })?.text).toContain('\n3 Mill Lane, Derby\n\nYou receive')
  })

  it.each([
    ['a donation', 'receipt', { act: 'donation' }],
    ['a hold', 'receipt', { intent: 'preauth', captured: '0.00' }],
    ['a hold that ended', 'refund', { intent: 'preauth', status: 'voided', captured: '0.00' }],
    ['a request', 'request', { status: 'open' }],
    ['a payout', 'payout', { intent: 'payout' }],
  ] as const)('has no note on taxes below %s', (_, kind, order) => {
    expect(of(kind, order)?.text).toContain('3 Mill Lane')
    expect(of(kind, order)?.text).not.toContain('VAT')
  })

  it('colours the way on, whose words are black or white, whichever is easier to read', () => {
    expect(of('receipt')?.html).toMatch(/background:#ffcc00;[^>]+><a href="[^"]+" style="[^"]*color:#000000/)
    expect(letter()?.html).toMatch(/background:#2447c9;[^>]+><a href="[^"]+" style="[^"]*color:#ffffff/)
  })
})

describe('a mail as HTML', () => {
  it('loads nothing, and turns its colours round where its reader is dark', () => {
    const html = letter()?.html ?? ''

    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    expect(html).not.toMatch(/<img|<link|<style|<script|url\(|@import|background="/)
  })

  it.each([
    ['a payment', 'receipt', {}, '€25.00'],
    ['a part that went back', 'refund', { status: 'partially-returned', returned: '5.00' }, '€5.00'],
    ['a request', 'request', { status: 'open' }, '€25.00'],
  ] as const)('has the sum of %s in large letters', (_, kind, order, sum) => {
    expect(letter({ kind }, order)?.html).toContain(
      `font-size:32px;line-height:1.2;font-weight:700">${sum}</p>`,
    )
  })

  it.each([
    ['a card that was checked', 'receipt', { intent: 'verify', amount: '0.00' }],
    ['a hold that was given up', 'refund', { intent: 'preauth', status: 'voided' }],
    ['a parcel', 'sent', {}],
  ] as const)('has no sum of %s', (_, kind, order) => {
    expect(letter({ kind }, order)?.html).not.toContain('font-size:32px')
  })

  it('is called a receipt where money was paid, not where it is held or went back', () => {
    expect(letter()?.html).toContain('>Receipt</p>')
    expect(letter({}, { intent: 'preauth', captured: '0.00' })?.html).not.toContain('Receipt')
    expect(letter({ kind: 'refund' }, { status: 'returned', returned: '25.00' })?.html).not.toContain(
      'Receipt',
    )
  })
})

describe('a request to pay', () => {
  it('says until when, links to the page, and shows no card', () => {
    const text = letter({ kind: 'request', until: AT }, { status: 'open' })?.text

    expect(text).toContain('You can do this until January 15, 2027 at 8:00 AM UTC.')
    expect(text).toContain(
      `Continue on this page (This link is for you alone. Please do not pass it on.):\n${LINK}`,
    )
    expect(text).not.toMatch(/Card|Date|Withdraw/)
  })
})

describe('a parcel', () => {
  it('has its number', () => {
    expect(letter({ kind: 'sent', parcel: 'PX 12' })?.text).toContain(
      'Reference: INV-7\nParcel number: PX 12\n',
    )
  })
})

describe('values from offers and servers', () => {
  const evil = '<img src=x onerror=alert(1)>"\r\nBcc: all@example.com\u202e\u0000'

  it('become no markup, no header and no other direction', () => {
    const written = letter({ parcel: evil }, { description: evil, reference: 'R'.repeat(100) })

    expect(written?.html).not.toMatch(/<img|onerror=alert\(1\)>/)
    expect(written?.html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot; Bcc: all@example.com')
    expect(written?.subject).not.toMatch(/[\r\n\u202e\0]/)
    expect(`${written?.text}${written?.html}`).not.toMatch(/[\r\u202e\0]/)
    expect(written?.text).not.toMatch(/^Bcc:/m)
  })

  it('take no more than some lines, however long they are', () => {
    const written = letter({}, { description: 'x'.repeat(100_000) })

    expect(written?.subject.length).toBeLessThanOrEqual(150)
    expect(written?.text.length).toBeLessThan(1500)
    expect(written?.html.length).toBeLessThan(6000)
  })

  it('put no placeholder of theirs into a text', () => {
    expect(letter({}, { description: '{amount} {seller}' })?.text).toContain('{amount} {seller}: €25.00')
  })
})
