/** The address of a shopper who comes back: `#pay-order=<order id>.<view token>`. Pure. */
import { RETURN_PARAMETER } from '../../shared/messages.ts'
import { readJws } from './jws.ts'

/** The order that an address names. */
export interface ReturnFragment {
  readonly id: string
  /** Scope `view`; has dots of its own, the id has none. */
  readonly token: string
}

/** After `#`, `&`, or the `?` of a route that the page keeps in its fragment. */
const PATTERN = new RegExp(`^([^#]*#(?:.*?[?&])?)${RETURN_PARAMETER}=([\\w-]+)\\.([\\w.-]+)(&|$)`)

/**
 * Reads the order that an address names, if any. Anybody may have made the address: one with a token that pays would
 * have the shopper pay a stranger's order, so it names none. A token that says `view` and is none is refused by the edge.
 */
export function readReturnFragment(address: string): ReturnFragment | undefined {
  const [, , id, token = ''] = PATTERN.exec(address) ?? []
  const { scope } = (readJws(token) ?? {}) as { scope?: unknown }
  return id && scope === 'view' ? { id, token } : undefined
}

const ORDER = `${RETURN_PARAMETER}=[\\w-]+\\.[\\w.-]+`

/** Any number of orders; what joined them to the rest goes with those at the end. */
const ORDERS = new RegExp(`[#?&]${ORDER}(?:&${ORDER})*$|([#?&])(?:${ORDER}&)+`, 'g')

/** The address without any named order; whatever else the fragment held stays to the letter. */
export const withoutReturnFragment = (address: string) =>
  address.replace(/#.*/s, (fragment) => fragment.replace(ORDERS, '$1'))

/**
 * An address to come back to, as the edge is to join the order to it. With `?` the page's router has its routes in the
 * fragment, and the order goes into the route's query: `#/cart` becomes `#/cart?`.
 */
export const returnAddress = (address: string, join: string) =>
  join !== '?' || /#.*\?/.test(address) ? address : `${address}${address.includes('#') ? '?' : '#/?'}`
