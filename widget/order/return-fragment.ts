/** The address of a returning shopper: `#pay-order=<order id>.<view token>`. Pure. */
import { RETURN_PARAMETER } from '../../shared/http-bodies.ts'
import { readJws } from './jws.ts'

/** The order that an address names. */
export interface ReturnFragment {
  readonly id: string
  /** Of the scope `view`. It contains dots; the id has none. */
  readonly token: string
}

/** The order after `#`, `&`, or the `?` of a route that the page keeps in its fragment. */
const PATTERN = new RegExp(`^([^#]*#(?:.*?[?&])?)${RETURN_PARAMETER}=([\\w-]+)\\.([\\w.-]+)(&|$)`)

/**
 * Reads the order that an address names, if any. Anyone may have made the address, and with a token that pays the shopper
 * would pay a stranger's order: so such an address names none. The edge refuses a token that only pretends to view.
 */
export function readReturnFragment(address: string): ReturnFragment | undefined {
  const [, , id, token = ''] = PATTERN.exec(address) ?? []
  const { scope } = (readJws(token) ?? {}) as { scope?: unknown }
  return id && scope === 'view' ? { id, token } : undefined
}

const ORDER = `${RETURN_PARAMETER}=[\\w-]+\\.[\\w.-]+`

/** Any number of orders; at the end of the fragment with the character that joined them. */
const ORDERS = new RegExp(`[#?&]${ORDER}(?:&${ORDER})*$|([#?&])(?:${ORDER}&)+`, 'g')

/** The address without the orders it names; the rest of the fragment stays as it is. */
export const withoutReturnFragment = (address: string) =>
  address.replace(/#.*/s, (fragment) => fragment.replace(ORDERS, '$1'))

/**
 * The return address, prepared so that the edge can join the order to it. With `?`, the page's router keeps its routes in
 * the fragment, and the order goes into the route's query: `#/cart` becomes `#/cart?`.
 */
export const returnAddress = (address: string, join: string) =>
  join !== '?' || /#.*\?/.test(address) ? address : `${address}${address.includes('#') ? '?' : '#/?'}`
