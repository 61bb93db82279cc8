/** The network of an internet address: the one definition of who is the same stranger, for every limit of the edge. */

/** Groups of an IPv6 address that name what one customer of a provider may have (RFC 6177). */
const SITE_GROUPS = 3

const GROUPS = 8

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

const IPV4 = /^\d+\.\d+\.\d+\.\d+$/

/**
 * The network of an address: the first 24 bits of IPv4 and 48 of IPv6, since who attacks often has a whole one. A device
 * chooses the rest of its IPv6 address itself, and changes it (RFC 8981).
 *
 * @returns A text that is the same for all addresses of the network; what is no address stands for itself.
 */
export function networkPrefix(address: string): string {
  const [, mapped = address] = MAPPED.exec(address) ?? []
  if (IPV4.test(mapped)) return mapped.replace(/\.\d+$/, '.0')
  if (!address.includes(':')) return address
  const [head = '', tail = ''] = address.toLowerCase().split('::')
  const [before, after] = [groupsOf(head), groupsOf(tail)]
  const missing = Array<string>(Math.max(0, GROUPS - before.length - after.length)).fill('0')
  return [...before, ...missing, ...after].slice(0, SITE_GROUPS).join(':')
}

const groupsOf = (text: string): string[] =>
  text === '' ? [] : text.split(':').map((group) => group.replace(/^0+(?=.)/, ''))
