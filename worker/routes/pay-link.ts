/** What a merchant reads of the link to an order. */
import type { OrderDetails } from '../../shared/order-history.ts'
import type { Config } from '../config/config.ts'
import { type LinkedOrder, linkKeys, payUrlOf } from '../credentials/order-tokens.ts'

/** A link that was given out: under which key, if that is known. */
type GivenLink = LinkedOrder & { readonly linkKey?: string }

/** What a merchant reads of an order's link: its address under the present key, and whether the one that was given out counts. */
export async function linkMembers(
  config: Config,
  { linkKey, ...order }: GivenLink,
): Promise<Pick<OrderDetails, 'payUrl' | 'link'>> {
  const payUrl = await payUrlOf(config, order)
  return linkKey === undefined ? { payUrl } : { payUrl, link: linkStateOf(linkKey, await linkKeys(config)) }
}

/** @param keys The numbers of the keys that count, the present one first. */
export function linkStateOf(
  key: string,
  [current, ...former]: readonly string[],
): NonNullable<OrderDetails['link']> {
  if (key === current) return 'current'
  return former.includes(key) ? 'former' : 'ended'
}
