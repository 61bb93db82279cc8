/** The link to an order, as its shopper's mail has it. */
import type { Config } from '../config/config.ts'
import { payUrlOf } from '../credentials/order-tokens.ts'
import type { OrderState } from './model/state.ts'

/** The edge's own page of an order. A payout has none, since it must not go to whoever has a link. */
export async function orderLink(
  { terms: { id, openedAt, intent }, tokensRevokedAt }: OrderState,
  config: Config,
): Promise<string | undefined> {
  return intent === 'payout' ? undefined : payUrlOf(config, { id, openedAt, tokensRevokedAt })
}
