/** The parts of an internet address that stand for a connection, and for a network. */

/** Groups of an IPv6 address that name one connection: the rest its devices choose themselves, and change (RFC 8981). */
const CONNECTION_GROUPS = 4

/** Groups of an IPv6 address that name what one customer of a provider may have (RFC 6177). */
const SITE_GROUPS = 3

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

const IPV4 = /^\d+\.\d+\.\d+\.\d+$/

/**
 * The part of an address that one connection has to itself: all of an IPv4 address, since neighbours in a range are
 * strangers to each other, and the first 64 bits of an IPv6 address, the smallest network that a provider hands out
 * (RFC 6177), in which a single device may take any address it likes.
 *
 * @returns A text that is the same for all addresses of the prefix; what is no address stands for itself.
 */
export const addressPrefix = (address: string): string => prefixOf(address, CONNECTION_GROUPS)

/**
 * The network of an address: the first 24 bits of IPv4 and 48 of IPv6, since who attacks often has a whole one.
 *
 * @returns A text that is the same for all addresses of the network; what is no address stands for itself.
 */
export function networkPrefix(address: string): string {
  const prefix = prefixOf(address, SITE_GROUPS)
  return IPV4.test(prefix) ? prefix.replace(/\.\d+$/, '.0') : prefix
}

function prefixOf(address: string, groups: number): string {
  const [, mapped] = MAPPED.exec(address) ?? []
  if (mapped) return mapped
  if (!address.includes(':')) return address
  const [head = '', tail = ''] = address.toLowerCase().split('::')
  const [before, after] = [groupsOf(head), groupsOf(tail)]
  const missing = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  return [...before, ...missing, ...after].slice(0, groups).join(':')
}

const groupsOf = (text: string): string[] =>
  text === '' ? [] : text.split(':').map((group) => group.replace(/^0+(?=.)/, ''))
