/** The link to an order, as its shopper's mail has it. */
import type { Config } from '../config/config.ts'
import { payUrlOf } from '../credentials/order-tokens.ts'
import type { OrderState } from './model/state.ts'

/** The edge's own page of an order. A payout has none: each holder of a link could take the money. */
export async function orderLink(
  { terms: { id, openedAt, intent }, tokensRevokedAt }: OrderState,
  config: Config,
): Promise<string | undefined> {
  return intent === 'payout' ? undefined : payUrlOf(config, { id, openedAt, tokensRevokedAt })
}
