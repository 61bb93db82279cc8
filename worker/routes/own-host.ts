/** At which host names the edge answers. */
import type { MiddlewareHandler } from 'hono'
import type { Config } from '../config/config.ts'
import { isLocal, isLoopback } from '../config/setting-shapes.ts'
import type { Edge } from './context.ts'
import { problem } from './respond.ts'

/**
 * What answers at every host name: an order that was opened before the address changed has told it to the gateway and
 * the bank, and the key in the path lets them in, not the name of the host. Health is asked about while that is set up.
 */
const EVERYWHERE = /^\/(?:callback|return|three-ds)\/|^\/healthz$/

/** Whether a path answers at every host name that leads to the Worker. */
export const isServedEverywhere = (path: string) => EVERYWHERE.test(path)

/**
 * Whether the edge knows an address as its own: that of `PUBLIC_URL`, or this machine's while the gateway is on it too.
 * At any other, such as one under `workers.dev`, the firewall and the limits of the merchant's zone would not apply.
 */
export function isOwnHost(
  url: string,
  { PUBLIC_URL, GATEWAY_URL }: Pick<Config, 'PUBLIC_URL' | 'GATEWAY_URL'>,
) {
  const { host, origin } = new URL(url)
  return host === new URL(PUBLIC_URL).host || (isLocal(origin) && isLoopback(GATEWAY_URL))
}

/** Lets nothing else pass at a host name that is not the edge's own (RFC 9110 §15.5.20). */
export const ownHost: MiddlewareHandler<Edge> = async (c, next) => {
  const config = c.get('config')
  if (isServedEverywhere(c.req.path) || isOwnHost(c.req.url, config)) return next()
  return problem(c, { code: 'host-not-served', detail: `This edge is at ${config.PUBLIC_URL}.` })
}
