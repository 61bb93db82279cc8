/** Where a shopper goes after a hosted page, and how the address says which order it was. Pure text. */
import { RETURN_PARAMETER } from '../../shared/messages.ts'

/** The page of the edge itself, where every order can be looked at. */
export const PAY_PATH = '/pay'

/** Leaves room in a header line for the token that is added. An offer in the fragment fits. */
const MAX_CHARACTERS = 8000

/** The edge's own page as a return address. */
export const payPage = (publicUrl: string) => publicUrl + PAY_PATH

/** Reads an address that a browser may be sent to; `undefined` for any other text. */
export function parseWebAddress(text: string): URL | undefined {
  const url = text.length <= MAX_CHARACTERS ? URL.parse(text) : null
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password ? url : undefined
}

/**
 * Reads an address that a page wants its shopper to be sent back to.
 *
 * @param origins Origins of the shop, as the offer or the settings name them.
 * @returns The address without any order in its fragment; `undefined` if it lies elsewhere.
 */
export function parseReturnUrl(
  text: string,
  allowed: { readonly origins: readonly string[]; readonly publicUrl: string },
): string | undefined {
  const url = parseWebAddress(text)
  if (!url) return undefined
  const isOwn = url.origin === allowed.publicUrl && url.pathname === PAY_PATH
  return isOwn || allowed.origins.includes(url.origin) ? withoutOrder(url.href) : undefined
}

/** A route that lies in the fragment may have a parameter of this name, whose value has no token. */
const ORDER = `${RETURN_PARAMETER}=[^&.]+\\.[^&]*`

/** Any number of them: what joined them to the rest goes with those at the end, but for the `?` of a route. */
const NAMED = new RegExp(`(?:&|(^|\\?))${ORDER}(?:&${ORDER})*$|(^|[?&])(?:${ORDER}&)+`, 'g')

/** Removes all orders that earlier returns left in the fragment, and nothing else. */
export function withoutOrder(url: string): string {
  const [address = '', ...rest] = url.split('#')
  const kept = rest.join('#').replace(NAMED, '$1$2')
  return kept ? `${address}#${kept}` : address
}

/**
 * The address of a page as it is kept, to lead back to: a fragment may hold a token, unless it is a router's, or that of
 * the edge's own page, which is an offer.
 */
export function keptPage(url: string, publicUrl: string): string {
  const page = withoutOrder(url)
  return page.startsWith(`${payPage(publicUrl)}#`) ? page : page.replace(/#(?!\/).*/s, '')
}

/**
 * Names an order at the end of the fragment, in place of any that it named before. A page whose router takes the
 * fragment for its own says how by its last character: after `#/thanks?` the order stands in the route's query.
 */
export function withOrder(url: string, order: { readonly id: string; readonly token: string }): string {
  const kept = withoutOrder(url)
  const joined = kept.includes('#') ? kept.replace(/[^?&]$/, '$&&') : `${kept}#`
  return `${joined}${RETURN_PARAMETER}=${order.id}.${order.token}`
}
