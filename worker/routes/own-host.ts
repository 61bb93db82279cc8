/** The host names that the edge answers at. */
import type { MiddlewareHandler } from 'hono'
import type { Config } from '../config/config.ts'
import { isLocal, isLoopback } from '../config/setting-shapes.ts'
import type { Edge } from './context.ts'
import { problem } from './respond.ts'

/**
 * Paths that answer at every host name. The gateway and the bank may still use the address from before `PUBLIC_URL`
 * changed, and the key in the path lets them in, not the host name. The health check is needed before the domain works.
 */
const EVERYWHERE = /^\/(?:callback|return|three-ds)\/|^\/healthz$/

/** Whether a path answers at every host name of the Worker. */
export const isServedEverywhere = (path: string) => EVERYWHERE.test(path)

/**
 * Whether a URL has the edge's own host: that of `PUBLIC_URL`, or localhost if the gateway is there too. At any other
 * host, such as one under `workers.dev`, the firewall and rate limits of the merchant's zone would not apply.
 */
export function isOwnHost(
  url: string,
  { PUBLIC_URL, GATEWAY_URL }: Pick<Config, 'PUBLIC_URL' | 'GATEWAY_URL'>,
) {
  const { host, origin } = new URL(url)
  // An origin has nothing after its host.
  return PUBLIC_URL.endsWith(`//${host}`) || (isLocal(origin) && isLoopback(GATEWAY_URL))
}

/** Refuses other requests at a host name that is not the edge's own (RFC 9110 §15.5.20). */
export const ownHost: MiddlewareHandler<Edge> = async (c, next) => {
  const config = c.get('config')
  if (isServedEverywhere(c.req.path) || isOwnHost(c.req.url, config)) return next()
  return problem(c, { code: 'host-not-served', detail: `This edge is at ${config.PUBLIC_URL}.` })
}
