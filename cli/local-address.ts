/** Addresses of this machine and of private networks. Pure. */
import { BlockList, isIPv6 } from 'node:net'

/**
 * The address at which a program reaches a server. Browsers find every name under `localhost` on this machine, but outside
 * browsers such a name may not resolve (RFC 6761 §6.3 leaves it to the resolver).
 */
export function reachable(address: string | URL): URL {
  const url = new URL(address)
  if (url.hostname.endsWith('.localhost')) url.hostname = '127.0.0.1'
  return url
}

/** This machine, private networks, and links, where clouds keep what a machine may know of itself (RFC 6890). */
const PRIVATE = new BlockList()
for (const network of ['0.0.0.0', '10.0.0.0', '127.0.0.0']) PRIVATE.addSubnet(network, 8)
PRIVATE.addSubnet('100.64.0.0', 10)
PRIVATE.addSubnet('172.16.0.0', 12)
for (const network of ['169.254.0.0', '192.168.0.0']) PRIVATE.addSubnet(network, 16)
for (const address of ['::', '::1']) PRIVATE.addAddress(address, 'ipv6')
PRIVATE.addSubnet('fc00::', 7, 'ipv6')
PRIVATE.addSubnet('fe80::', 10, 'ipv6')

/** Names that only a private network knows: those for it alone, and those without a domain. */
const PRIVATE_NAME = /^[^.:]+$|\.(localhost|local|internal|home\.arpa)$/

/** Whether an address is one of this machine or of a private network. A public name may lead there all the same. */
export function isPrivate(address: string | URL): boolean {
  const host = new URL(address).hostname.replace(/^\[|\]$|\.$/g, '')
  return PRIVATE_NAME.test(host) || PRIVATE.check(host, isIPv6(host) ? 'ipv6' : 'ipv4')
}
