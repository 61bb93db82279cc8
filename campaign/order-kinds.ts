/** The kinds of order that a campaign places, and what makes each. */
import type { Intent, Way } from '../shared/order-view.ts'
import type { CardName } from './cards.ts'

/** Kind → share of all orders. */
export const KINDS = {
  'hosted sale': 16,
  'hosted preauth': 6,
  'hosted verification': 3,
  'payment page': 4,
  'direct sale': 22,
  'direct sale, 3-D Secure': 12,
  'direct preauth': 10,
  rebill: 5,
  'direct verification': 3,
  payout: 7,
  'payout page': 2,
  'payout in two steps': 5,
  transfer: 3,
  'card eligibility': 2,
} as const

export type Kind = keyof typeof KINDS

/** What makes a kind of order. */
export interface KindTraits {
  readonly intent: Intent
  /** How the shopper pays; absent where the merchant's server places the order with no shopper present. */
  readonly method?: Way
  /** The cards it is paid with, and how often. */
  readonly cards: Readonly<Partial<Record<CardName, number>>>
}

const PLAIN = { approved: 78, declined: 14, unknown: 2, filtered: 3, error: 3 }

/** At the gateway's own page every challenge is a redirect to the bank's. */
const AT_PAGE = { ...PLAIN, 'redirect-challenge': 15 }

const THREE_DS = {
  'redirect-challenge': 25,
  challenge: 30,
  'method-challenge': 20,
  'method-frictionless': 15,
  'pareq-challenge': 10,
}

const TRAITS: Readonly<Record<Kind, KindTraits>> = {
  'hosted sale': { intent: 'sale', method: 'hosted', cards: AT_PAGE },
  'hosted preauth': { intent: 'preauth', method: 'hosted', cards: AT_PAGE },
  'hosted verification': { intent: 'verify', method: 'hosted', cards: AT_PAGE },
  'payment page': { intent: 'sale', method: 'payment-page', cards: AT_PAGE },
  'direct sale': { intent: 'sale', method: 'card', cards: PLAIN },
  'direct sale, 3-D Secure': { intent: 'sale', method: 'card', cards: THREE_DS },
  'direct preauth': { intent: 'preauth', method: 'card', cards: PLAIN },
  rebill: { intent: 'sale', cards: PLAIN },
  'direct verification': { intent: 'verify', cards: PLAIN },
  payout: { intent: 'payout', cards: PLAIN },
  'payout page': { intent: 'payout', method: 'payout-page', cards: PLAIN },
  'payout in two steps': { intent: 'payout', cards: PLAIN },
  transfer: { intent: 'payout', cards: PLAIN },
  'card eligibility': { intent: 'verify', cards: PLAIN },
}

export const traitsOf = (kind: Kind): KindTraits => TRAITS[kind]
