/** The part of an internet address that stands for one shopper's connection. */

/** Groups of an IPv6 address that name a network: the rest its devices choose themselves, and change (RFC 8981). */
const NETWORK_GROUPS = 4

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/**
 * The part of an address that one connection has to itself: all of an IPv4 address, since neighbours in a range are
 * strangers to each other, and the first 64 bits of an IPv6 address, the smallest network that a provider hands out
 * (RFC 6177), in which a single device may take any address it likes.
 *
 * @returns A text that is the same for all addresses of the prefix; what is no address stands for itself.
 */
export function addressPrefix(address: string): string {
  const [, mapped] = MAPPED.exec(address) ?? []
  if (mapped) return mapped
  if (!address.includes(':')) return address
  const [head = '', tail = ''] = address.toLowerCase().split('::')
  const [before, after] = [groupsOf(head), groupsOf(tail)]
  const missing = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  return [...before, ...missing, ...after].slice(0, NETWORK_GROUPS).join(':')
}

const groupsOf = (text: string): string[] =>
  text === '' ? [] : text.split(':').map((group) => group.replace(/^0+(?=.)/, ''))
