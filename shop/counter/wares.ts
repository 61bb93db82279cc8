/** Everything to buy, verify or receive at the counter, in sessions that only a merchant's server opens. */

import { PAYOUT_METHODS } from '../../shared/order-values.ts'
import type { Intent, Method, PayoutMethod } from '../../shared/order-view.ts'

/** One thing at the counter. */
export interface Ware {
  /** Its path is `/counter/<name>`. */
  readonly name: string
  readonly title: string
  readonly text: string
  readonly intent: Intent
  /** Decimal text; absent for a verification. */
  readonly amount?: string
  readonly description: string
  readonly methods: readonly (Method | PayoutMethod)[]
  /** The session belongs to a customer, and names the saved cards. */
  readonly hasCards?: true
}

const CUP = { intent: 'sale', amount: '12.50', description: 'Heather mug, 300 ml' } as const

const SHARE = { intent: 'payout', amount: '30.00', description: 'Your share of the cider' } as const

/** Everything, in the order of the counter's page. */
export const WARES: readonly Ware[] = [
  {
    ...{
      name: 'hosted',
      title: 'The payment page',
      text: 'The gateway asks for the card on a page of its own.',
    },
    ...{ ...CUP, methods: ['hosted'] },
  },
  {
    ...{
      name: 'payment-page',
      title: 'The universal payment page',
      text: 'The gateway also asks how to pay.',
    },
    ...{ ...CUP, methods: ['payment-page'] },
  },
  {
    ...{ name: 'card', title: 'A card in the page', text: 'Fields of the edge, in a frame.' },
    ...{ ...CUP, methods: ['card'] },
  },
  {
    ...{ name: 'saved-card', title: 'Saved cards', text: 'Cards that this customer has kept.' },
    ...{ ...CUP, methods: ['saved-card'], hasCards: true },
  },
  {
    ...{
      name: 'customer',
      title: 'A customer who may keep a card',
      text: 'What is kept here is a saved card from then on.',
    },
    ...{ ...CUP, methods: ['card', 'saved-card'], hasCards: true },
  },
  {
    ...{ name: 'every', title: 'Every way', text: 'All that a shopper can choose from.' },
    ...{ ...CUP, methods: ['hosted', 'payment-page', 'card', 'saved-card'], hasCards: true },
  },
  {
    ...{
      name: 'reserve',
      title: 'Reserve a sum',
      text: 'It is held on the card, and charged later by the server.',
    },
    ...{
      intent: 'preauth',
      amount: '96.00',
      description: 'Guest room, one night',
      methods: ['card', 'hosted'],
    },
  },
  {
    ...{ name: 'verify', title: 'Verify a card', text: 'Nothing is charged.' },
    ...{ intent: 'verify', description: 'Guest account', methods: ['card', 'hosted'] },
  },
  {
    ...{ name: 'payout', title: 'Receive money', text: 'The shopper chooses where it goes.' },
    ...{ ...SHARE, methods: PAYOUT_METHODS },
  },
  {
    ...{ name: 'payout-bank', title: 'Receive money on a bank account', text: 'Account number and bank.' },
    ...{ ...SHARE, methods: ['payout-bank'] },
  },
  {
    ...{ name: 'payout-card', title: 'Receive money on a card', text: 'A card number and no code.' },
    ...{ ...SHARE, methods: ['payout-card'] },
  },
  {
    ...{ name: 'payout-ewallet', title: 'Receive money in an e-wallet', text: 'The account of the wallet.' },
    ...{ ...SHARE, methods: ['payout-ewallet'] },
  },
  {
    ...{ name: 'payout-phone', title: 'Receive money by phone number', text: 'The number is the account.' },
    ...{ ...SHARE, methods: ['payout-phone'] },
  },
  {
    ...{
      name: 'payout-page',
      title: 'Receive money by the payout page',
      text: 'The gateway asks where it goes.',
    },
    ...{ ...SHARE, methods: ['payout-page'] },
  },
]
