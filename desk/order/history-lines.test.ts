import { describe, expect, it } from 'vitest'
import type { HistoryEvent, HistoryKind } from '../../shared/order-history.ts'
import { HISTORY_KINDS } from '../../shared/order-values.ts'
import { NOW } from '../testing/example-orders.ts'
import { GERMAN } from '../texts/de.ts'
import { ENGLISH } from '../texts/en.ts'
import { formatsIn } from '../texts/formats.ts'
import type { Subject } from '../texts/history-en.ts'
import { historyLines } from './history-lines.ts'

const at = '2026-11-22T11:30:00.000Z'

const line = (
  event: Partial<HistoryEvent> & { readonly kind: HistoryKind },
  words = ENGLISH,
  subject: Subject = 'sale',
) => {
  const language = { words, formats: formatsIn('en-GB', () => NOW), currency: 'EUR', subject }
  const [only] = historyLines([{ at, ...event }], language)
  return only
}

const SUBJECTS = ['sale', 'preauth', 'verify', 'payout', 'payout-check'] as const

/** An event of a kind with everything that it may have. */
const full: Partial<HistoryEvent> = {
  ...({ attempt: 2, operation: 'return', stage: 'payment', status: 'approved', by: 'till' } as const),
}

describe('historyLines', () => {
  it.each(HISTORY_KINDS)('has words for %s in every language, and fills them all in', (kind) => {
    for (const words of [ENGLISH, GERMAN])
      for (const subject of SUBJECTS) {
        const text = line({ kind, ...full }, words, subject)?.text ?? ''
        expect(text).not.toBe(kind)
        expect(text).not.toMatch(/[{}]|undefined|^[a-z]/)
      }
  })

  it('shows a kind that it does not know by its name', () => {
    expect(line({ kind: 'moon-rose' as HistoryKind })?.text).toBe('moon-rose')
  })

  it.each<[string, Partial<HistoryEvent> & { readonly kind: HistoryKind }, string, string]>([
    ['a shopper’s cancel', { kind: 'order-cancelled' }, 'The shopper cancelled', ''],
    [
      'a merchant’s cancel',
      { kind: 'order-cancelled', by: 'till' },
      'The shop cancelled, with the key “till”',
      '',
    ],
    [
      'a refund with the key that asked for it',
      { kind: 'follow-up-sent', operation: 'return', amount: '4.50', by: 'till' },
      'Refund sent to the gateway',
      'Key “till”',
    ],
    [
      'a person’s word on a refund',
      { kind: 'follow-up-not-accepted', followUp: 2, operation: 'return', amount: '4.50', by: 'till' },
      'Declared with the key “till”: the gateway never took this request (Refund)',
      '',
    ],
    [
      'a decline with its reason and the gateway’s code',
      {
        kind: 'gateway-reported',
        stage: 'payment',
        status: 'declined',
        code: 'declined-funds',
        gatewayCode: '116',
      },
      'The gateway reported: payment declined',
      'The card has not enough money. · The gateway’s code: 116.',
    ],
    [
      'a notification with its channels',
      {
        kind: 'merchant-notified',
        notification: 'order.approved',
        deliveries: [
          { channel: 'webhook', status: 'given-up' },
          { channel: 'mail', status: 'delivered' },
        ],
      },
      'Your server was notified',
      'order.approved · webhook given up · e-mail delivered',
    ],
    [
      'a notification with its receivers, and what came back',
      {
        kind: 'merchant-notified',
        notification: 'order.approved',
        deliveries: [
          { channel: 'webhook', endpoint: 'a.example#1', status: 'delivered', httpStatus: 204 },
          { channel: 'webhook', endpoint: 'b.example#2', status: 'pending', httpStatus: 503 },
          { channel: 'webhook', endpoint: 'c.example#3', status: 'given-up', failure: 'timeout' },
        ],
      },
      'Your server was notified',
      'order.approved · webhook delivered (a.example#1, HTTP 204) · webhook on its way (b.example#2, HTTP 503) · webhook given up (c.example#3, no answer in time)',
    ],
    [
      'the parcel that was sent',
      { kind: 'order-sent', shipment: { carrier: 'Post', parcel: 'JD0077' }, by: 'till' },
      'The goods were sent',
      'Key “till” · Post · JD0077',
    ],
  ])('tells of %s', (_, event, text, detail) => {
    expect(line(event)).toMatchObject({ text, detail })
  })

  it.each<[string, Subject, Partial<HistoryEvent> & { readonly kind: HistoryKind }, string, string]>([
    [
      'a payout that is sent',
      'payout',
      { kind: 'attempt-sent', attempt: 1 },
      'Payout 1 sent to the gateway',
      'Auszahlung 1 an das Gateway gesendet',
    ],
    [
      'a payout that the gateway has only checked',
      'payout-check',
      { kind: 'gateway-reported', stage: 'payment', status: 'approved' },
      'The gateway reported: payout check approved',
      'Das Gateway meldet: Prüfung der Auszahlung genehmigt',
    ],
    [
      'the second step of such a payout',
      'payout-check',
      { kind: 'gateway-reported', stage: 'capture', status: 'approved' },
      'The gateway reported: payout approved',
      'Das Gateway meldet: Auszahlung genehmigt',
    ],
    [
      'a payout that comes back, which refunds nobody',
      'payout',
      { kind: 'gateway-reported', stage: 'reversal', status: 'approved' },
      'The gateway reported: return of the payout approved',
      'Das Gateway meldet: Rückkehr der Auszahlung genehmigt',
    ],
    [
      'a card that is verified, which pays nothing',
      'verify',
      { kind: 'gateway-reported', stage: 'payment', status: 'approved' },
      'The gateway reported: card verification approved',
      'Das Gateway meldet: Kartenprüfung genehmigt',
    ],
    [
      'a verification whose reply was lost',
      'verify',
      { kind: 'attempt-reply-lost', attempt: 2 },
      'The gateway’s reply to card verification 2 was lost, so the checkout server asks',
      'Die Antwort des Gateways auf Kartenprüfung 2 ging verloren; der Kassenserver fragt nach',
    ],
    [
      'money that is held, and not paid',
      'preauth',
      { kind: 'gateway-reported', stage: 'payment', status: 'approved' },
      'The gateway reported: preauthorization approved',
      'Das Gateway meldet: Vorautorisierung genehmigt',
    ],
    [
      'a second hold, which charged nobody',
      'preauth',
      { kind: 'refund-sent' },
      'Release of a duplicate hold sent',
      'Aufhebung einer doppelten Vorautorisierung gesendet',
    ],
    [
      'a second charge',
      'sale',
      { kind: 'refund-accepted' },
      'The gateway took the refund of a duplicate charge',
      'Das Gateway hat die Erstattung einer doppelten Belastung angenommen',
    ],
  ])('tells %s by what the order is for', (_, subject, event, english, german) => {
    expect(line(event, ENGLISH, subject)?.text).toBe(english)
    expect(line(event, GERMAN, subject)?.text).toBe(german)
  })

  it('shows sums as people write them', () => {
    expect(line({ kind: 'order-opened', amount: '1234.50' })?.amount).toBe('€1,234.50')
  })

  it('ends no line at a colon where an older version did not store what was asked for', () => {
    expect(line({ kind: 'follow-up-accepted' })?.text).toBe('The gateway took the request')
    expect(line({ kind: 'follow-up-not-accepted', by: 'till' })?.text).toMatch(/never took this request$/)
  })

  it('draws the eye to what went wrong', () => {
    expect(line({ kind: 'gateway-reported', stage: 'chargeback', status: 'approved' })?.mood).toBe('bad')
    expect(line({ kind: 'follow-up-reply-lost', operation: 'return' })?.mood).toBe('notice')
    expect(line({ kind: 'gateway-reported', stage: 'payment', status: 'approved' })?.mood).toBe('good')
  })
})
