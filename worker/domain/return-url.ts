/** Return URLs: where a shopper goes after a hosted page, with the order in the fragment. Pure. */
import { RETURN_PARAMETER } from '../../shared/http-bodies.ts'

/** The edge's own page, which shows any order. */
const PAY_PATH = '/pay'

/** An offer in the fragment fits, and a header line has room left for the token. */
const MAX_CHARACTERS = 8000

/** The edge's own page as a return URL. */
export const payPage = (publicUrl: string) => publicUrl + PAY_PATH

/** Parses an http or https address without credentials; `undefined` for any other text. */
export function parseWebAddress(text: string): URL | undefined {
  const url = text.length <= MAX_CHARACTERS ? URL.parse(text) : null
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password ? url : undefined
}

/**
 * Parses a return URL that a page or a server asks for.
 *
 * @param allowed Origins of the shop, from the offer or the settings, and the edge's own.
 * @returns The address without any order in its fragment; `undefined` if no allowed origin has it.
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

/** The parameter with a token in its value. A route in the fragment may have a parameter of the same name. */
const ORDER = `${RETURN_PARAMETER}=[^&.]+\\.[^&]*`

/** One or more of them, with the separators that would be left over. The `?` of a route stays. */
const NAMED = new RegExp(`(?:&|(^|\\?))${ORDER}(?:&${ORDER})*$|(^|[?&])(?:${ORDER}&)+`, 'g')

/** Removes the orders that earlier returns left in the fragment, and nothing else. */
export function withoutOrder(url: string): string {
  const [address = '', ...rest] = url.split('#')
  const kept = rest.join('#').replace(NAMED, '$1$2')
  return kept ? `${address}#${kept}` : address
}

/**
 * The page's address as the order stores it. It drops a fragment, which may contain a token, unless a router made it or
 * it is an offer on the edge's own page.
 */
export function keptPage(url: string, publicUrl: string): string {
  const page = withoutOrder(url)
  return page.startsWith(`${payPage(publicUrl)}#`) ? page : page.replace(/#(?!\/).*/s, '')
}

/**
 * Adds an order at the end of the fragment and removes earlier ones. A shop whose router uses the fragment chooses the
 * place by the last character: after `#/thanks?` the order becomes part of the route's query.
 */
export function withOrder(url: string, order: { readonly id: string; readonly token: string }): string {
  const kept = withoutOrder(url)
  const joined = kept.includes('#') ? kept.replace(/[^?&]$/, '$&&') : `${kept}#`
  return `${joined}${RETURN_PARAMETER}=${order.id}.${order.token}`
}
