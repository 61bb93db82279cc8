/** `LIMITS`: the budgets against card testing, and their defaults. */
import * as z from 'zod'

const count = (usual: number) => z.int().min(1).max(100_000).default(usual)

const budgets = z.strictObject({
  /** Tries to pay by card that one order takes. Then the hosted page is left. */
  cardsPerOrder: count(5),
  /** Tries of one network (/24 of IPv4, /48 of IPv6) that need nothing else. Approved ones do not count. */
  triesPerNetwork: count(1),
  /** Further tries by card in ten minutes, of all networks together. A tenth of an hour's approvals comes on top. */
  furtherCards: count(4),
  /** Tries with one e-mail address in an hour. Approved ones do not count. */
  triesPerEmail: count(5),
  /** Tries with one card in 24 hours. Approved ones do not count. */
  triesPerCard: count(5),
  /** Failed cards of one offer in ten minutes, from which on its card entry wants a bot check or is closed. */
  failuresPerOffer: count(80),
  /** Failed cards of all offers in ten minutes, from which on their card entry is switched off. */
  failuresForAttack: count(120),
  /**
   * Whether offers take cards in the page: `auto` switches that off under attack, `on` and `off` pin it. Off by default,
   * since it changes what PCI DSS asks of the merchant.
   */
  cardsForOffers: z.enum(['auto', 'on', 'off']).default('off'),
})

/** The budgets in force. */
export type Budgets = z.output<typeof budgets>

/** JSON of the budgets that differ from the defaults, or `off`. */
export const limits = z
  .string()
  .default('{}')
  .transform((text, context): unknown => {
    if (text === 'off') return 'off'
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue('malformed JSON')
      return z.NEVER
    }
  })
  .pipe(z.union([z.literal('off'), budgets]))
