/** Addresses of the shop's that the tag leads back to. Pure. */

/** An address that the page gave, which may be relative, as its links are, and may be no address at all. */
export const resolveAddress = (address: string, base: string): string =>
  address && URL.canParse(address, base) ? new URL(address, base).href : ''

/** Where the shopper is. */
interface Place {
  readonly pageUrl: string
  readonly edge: string
}

/**
 * The shop's page that a shopper can go back to: where the order was opened, else the front page of the site that this one
 * belongs to. The edge's own page belongs to no shop. Empty where there is none. The edge keeps no fragment but a router's.
 */
export function wayBack({ pageUrl: here, edge }: Place, opened = ''): string {
  if (/^https?:/.test(opened) && opened !== here && opened !== here.split('#')[0]) return opened
  const front = resolveAddress('/', here)
  return /^https?:/.test(front) && !front.startsWith(`${edge}/`) ? front : ''
}
