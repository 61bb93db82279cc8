/** The kinds of order that a campaign makes, and how often. */
import type { Intent, Way } from '../shared/order-view.ts'

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

/** What a payer's card does. */
export type CardName =
  | 'approves'
  | 'declines'
  | 'says-unknown'
  | 'is-filtered'
  | 'fails'
  | 'asks-by-redirect'
  | 'asks'
  | 'asks-after-method'
  | 'asks-nothing-after-method'
  | 'asks-by-pareq'

/** Where the steps of 3-D Secure are told of → how often. A direct payment's page is shown by what its reply told. */
export const TELLINGS = { reply: 1, status: 1, both: 1 } as const

export type Telling = keyof typeof TELLINGS

type Weights = Readonly<Record<CardName, number>>

/** What makes a kind of order. */
export interface KindTraits {
  readonly intent: Intent
  /** How the shopper pays it, or the address at which a server makes it. */
  readonly method?: Way
  readonly path?: string
  readonly cards: Weights
}

const NONE: Weights = {
  approves: 0,
  declines: 0,
  'says-unknown': 0,
  'is-filtered': 0,
  fails: 0,
  'asks-by-redirect': 0,
  asks: 0,
  'asks-after-method': 0,
  'asks-nothing-after-method': 0,
  'asks-by-pareq': 0,
}

const PLAIN: Weights = { ...NONE, approves: 78, declines: 14, 'says-unknown': 2, 'is-filtered': 3, fails: 3 }

/** At the gateway's own page every question leads to the bank's. */
const AT_PAGE: Weights = { ...PLAIN, 'asks-by-redirect': 15 }

const ASKING: Weights = {
  ...NONE,
  'asks-by-redirect': 25,
  asks: 30,
  'asks-after-method': 20,
  'asks-nothing-after-method': 15,
  'asks-by-pareq': 10,
}

const TRAITS: Readonly<Record<Kind, KindTraits>> = {
  'hosted sale': { intent: 'sale', method: 'hosted', cards: AT_PAGE },
  'hosted preauth': { intent: 'preauth', method: 'hosted', cards: AT_PAGE },
  'hosted verification': { intent: 'verify', method: 'hosted', cards: AT_PAGE },
  'payment page': { intent: 'sale', method: 'payment-page', cards: AT_PAGE },
  'direct sale': { intent: 'sale', method: 'card', cards: PLAIN },
  'direct sale, 3-D Secure': { intent: 'sale', method: 'card', cards: ASKING },
  'direct preauth': { intent: 'preauth', method: 'card', cards: PLAIN },
  rebill: { intent: 'sale', path: '/v1/rebills', cards: PLAIN },
  'direct verification': { intent: 'verify', path: '/v1/verifications', cards: PLAIN },
  payout: { intent: 'payout', path: '/v1/payouts', cards: PLAIN },
  'payout page': { intent: 'payout', method: 'payout-page', cards: PLAIN },
  'payout in two steps': { intent: 'payout', path: '/v1/payout-checks', cards: PLAIN },
  transfer: { intent: 'payout', path: '/v1/transfers', cards: PLAIN },
  'card eligibility': { intent: 'verify', path: '/v1/pan-eligibility', cards: PLAIN },
}

export const ofKind = (kind: Kind): KindTraits => TRAITS[kind]
