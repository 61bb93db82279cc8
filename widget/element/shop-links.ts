/** Addresses of the shop to which the tag leads. Pure. */
import type { Merchant } from '../../shared/http-bodies.ts'
import { parseUrl } from '../browser/parse-url.ts'

/** The address of the shop's support; empty where the merchant has named none to which the tag may lead. */
export const supportOf = ({ support = '' }: Partial<Merchant> = {}): string =>
  /^(https?|mailto|tel):/.test(support) ? support : ''

/** The shop's page to withdraw from a contract; empty where the merchant has named none to which the tag may lead. */
export const withdrawalOf = ({ withdrawal = '' }: Partial<Merchant> = {}): string =>
  /^https?:/.test(withdrawal) ? withdrawal : ''

/** Resolves an address that the page gave. It may be relative, as links are, or no address at all: then it is empty. */
export const resolveAddress = (address: string, base: string): string =>
  (address && parseUrl(address, base)?.href) || ''

/** Where the shopper is. */
interface Place {
  readonly pageUrl: string
  readonly edge: string
}

/**
 * The shop's page to which the shopper can go back: the page that opened the order, else the front page of this site; empty
 * on the edge's own page, which belongs to no shop. Of fragments the edge keeps only a router's.
 */
export function wayBack({ pageUrl: here, edge }: Place, opened = ''): string {
  if (/^https?:/.test(opened) && opened !== here && opened !== here.split('#')[0]) return opened
  const front = resolveAddress('/', here)
  return /^https?:/.test(front) && !front.startsWith(`${edge}/`) ? front : ''
}
