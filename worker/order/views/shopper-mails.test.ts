import { describe, expect, it } from 'vitest'
import type { Intent } from '../../../shared/order-view.ts'
import type { OrderState } from '../model/state.ts'
import { opened } from '../model/transition.ts'
import { terms as offerTerms } from '../testing/examples.ts'
import { mailsOf } from './shopper-mails.ts'

const { offer, ...terms } = offerTerms

const unpaid = (intent: Intent = 'sale'): OrderState => opened({ ...terms, intent })
const paid = (intent: Intent = 'sale'): OrderState => ({
  ...unpaid(intent),
  payment: 1,
  capturedMinor: intent === 'sale' ? 1250 : 0,
})

const inSteps = (state: OrderState): OrderState => ({
  ...state,
  terms: { ...state.terms, methods: ['payout-check'] },
})
const checked = inSteps(paid('payout'))

const ofOffer = (state: OrderState): OrderState => ({
  ...state,
  terms: { ...state.terms, ...(offer && { offer }) },
})

describe('the mails of a change', () => {
  it.each([
    ['a payment', unpaid(), paid(), ['receipt']],
    ['a hold', unpaid('preauth'), paid('preauth'), ['receipt']],
    ['a card’s check', unpaid('verify'), paid('verify'), ['receipt']],
    [
      'a card’s check by an offer, which costs a stranger nothing',
      ofOffer(unpaid('verify')),
      ofOffer(paid('verify')),
      [],
    ],
    ['a payment by an offer', ofOffer(unpaid()), ofOffer(paid()), ['receipt']],
    ['a payout', unpaid('payout'), paid('payout'), ['payout']],
    ['a payout that was checked, and is not sent yet', inSteps(unpaid('payout')), checked, []],
    ['a checked payout that is sent', checked, { ...checked, capturedMinor: 1250 }, ['payout']],
    ['the charge of a hold', paid('preauth'), { ...paid('preauth'), capturedMinor: 500 }, ['receipt']],
    [
      'a second charge of a hold',
      { ...paid('preauth'), capturedMinor: 500 },
      { ...paid('preauth'), capturedMinor: 900 },
      [],
    ],
    ['a refund', paid(), { ...paid(), returnedMinor: 1250 }, ['refund 12.50']],
    [
      'a second refund',
      { ...paid(), returnedMinor: 500 },
      { ...paid(), returnedMinor: 750 },
      ['refund 2.50'],
    ],
    ['a cancelled payment', paid(), { ...paid(), laterOutcome: 'voided' }, ['refund']],
    ['a chargeback', paid(), { ...paid(), laterOutcome: 'charged-back' }, []],
    ['a payout that came back', paid('payout'), { ...paid('payout'), returnedMinor: 1250 }, []],
    ['money that moves in an order that has no payment', unpaid(), { ...unpaid(), returnedMinor: 500 }, []],
    ['goods that were sent', paid(), { ...paid(), sent: { at: 5, keys: ['k-1'] } }, ['sent']],
    [
      'a corrected parcel',
      { ...paid(), sent: { at: 5, keys: ['k-1'] } },
      { ...paid(), sent: { at: 5, keys: ['k-1', 'k-2'], shipment: { parcel: 'JD-7' } } },
      [],
    ],
    ['a cancelled order', unpaid(), { ...unpaid(), cancelled: true }, []],
    ['nothing', paid(), { ...paid(), seq: 9 }, []],
  ] as const)('of %s', (_, before, after, expected) => {
    expect(mailsOf(before, after).map(({ kind, amount }) => (amount ? `${kind} ${amount}` : kind))).toEqual(
      expected,
    )
  })
})
