import { parseUrl } from '../browser/parse-url.ts'

/** Hosts of this machine, where a sandbox may use plain http. */
const LOOPBACK = /^((.+\.)?localhost|127\.0\.0\.1|\[::1\])$/

/** Whether the tag may send a shopper to an address: https, or http on this machine. */
export function isNavigable(address: string): boolean {
  const { protocol, hostname = '' } = parseUrl(address) ?? {}
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))
}
