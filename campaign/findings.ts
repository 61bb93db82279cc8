/** What a campaign can find. */

/** Damage, by kind; the keys are the report's. */
export const DAMAGE = {
  'double charge': 'double charges',
  'double money out': 'double refunds or payouts',
  'lost outcome': 'lost or wrong outcomes',
  'wrong outcome': 'lost or wrong outcomes',
  'not settled': 'orders not settled',
  'webhook missing': 'webhooks missing',
  'webhook out of order': 'webhooks out of order',
  'webhook repeated': 'webhooks repeated',
} as const

export type Damage = keyof typeof DAMAGE

/** One thing that is wrong with an order. */
export interface Finding {
  readonly damage: Damage
  readonly words: string
}

export const finding = (damage: Damage, words: string): Finding => ({ damage, words })
