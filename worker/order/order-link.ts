/** The link to an order, as its shopper's mail has it. */
import { LINK_PARAMETER } from '../../shared/http-bodies.ts'
import type { Config } from '../config/config.ts'
import { linkToken } from '../credentials/order-tokens.ts'
import { payPage } from '../domain/return-url.ts'
import type { OrderState } from './model/state.ts'

/** The edge's own page of an order. A payout has none, since it must not go to whoever has a link. */
export async function orderLink(
  { terms, tokensRevokedAt }: OrderState,
  config: Config,
): Promise<string | undefined> {
  const { id, openedAt, intent } = terms
  if (intent === 'payout') return undefined
  const token = await linkToken(config, { id, openedAt, tokensRevokedAt })
  return `${payPage(config.PUBLIC_URL)}#${LINK_PARAMETER}=${id}.${token}`
}
