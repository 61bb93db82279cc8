/** The link to an order, for people. */

import { LINK_PARAMETER } from '../../shared/http-bodies.ts'
import type { Config } from '../config/config.ts'
import { type LinkedOrder, linkToken } from '../credentials/order-tokens.ts'
import { payPage } from '../domain/return-url.ts'

/** The edge's own page of an order. The token is in the fragment, which browsers send to nobody. */
export const payUrlOf = async (config: Config, order: LinkedOrder): Promise<string> =>
  `${payPage(config.PUBLIC_URL)}#${LINK_PARAMETER}=${order.id}.${await linkToken(config, order)}`
