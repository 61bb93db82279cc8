/** The address of a returning shopper: `#pay-order=<order id>.<view token>`, or `#pay-check=` after a bot check. */
import { CHECK_PARAMETER, RETURN_PARAMETER } from '../../shared/http-bodies.ts'
import type { BrowserEnv } from '../browser/browser-env.ts'
import { tryTo } from '../browser/try-to.ts'
import { readJws } from './jws.ts'

/** The order that an address names. */
export interface ReturnFragment {
  readonly id: string
  /** Of the scope `view`. It contains dots; the id has none. */
  readonly token: string
}

/** The order after `#`, `&`, or the `?` of a route that the page keeps in its fragment. */
const PATTERN = new RegExp(`^[^#]*#(?:.*?[?&])?${RETURN_PARAMETER}=([\\w-]+)\\.([\\w.-]+)(?:&|$)`)

/**
 * Reads the order that an address names, if any. Anyone may have made the address, and with a token that pays the shopper
 * would pay a stranger's order: so such an address names none. The edge refuses a token that only pretends to view.
 */
export function readReturnFragment(address: string): ReturnFragment | undefined {
  const [, id, token = ''] = PATTERN.exec(address) ?? []
  const { scope } = (readJws(token) ?? {}) as { scope?: unknown }
  return id && scope === 'view' ? { id, token } : undefined
}

const ORDER = `(?:${RETURN_PARAMETER}|${CHECK_PARAMETER})=[\\w-]+\\.[\\w.%-]+`

const CHECK = new RegExp(`[#?&]${CHECK_PARAMETER}=[\\w-]+\\.([\\w.%-]+)`)

/** Any number of orders and checks; at the end of the fragment with the character that joined them. */
const ORDERS = new RegExp(`[#?&]${ORDER}(?:&${ORDER})*$|([#?&])(?:${ORDER}&)+`, 'g')

/** The address without the orders and checks it names; the rest of the fragment stays as it is. */
export const withoutReturnFragment = (address: string) =>
  address.replace(/#.*/s, (fragment) => fragment.replace(ORDERS, '$1'))

/**
 * Takes a passed check out of the address. It counts once, and the edge takes it only for its order: the tag does not know
 * the id of an order that has yet to be opened.
 */
export function takeCheck(env: BrowserEnv): string | undefined {
  const [, token] = CHECK.exec(env.address()) ?? []
  if (token) cleanAddress(env)
  return token && tryTo(() => decodeURIComponent(token))
}

/**
 * Takes orders and checks out of the address. Browsers refuse too frequent changes of it; the tag goes on all the same.
 */
export const cleanAddress = ({ history, address }: BrowserEnv) =>
  tryTo(() => history.replaceState(history.state, '', withoutReturnFragment(address())))

/** An address whose fragment is a route of the page. */
const ROUTED = /^[^#]*#!?\//

/**
 * The return address, prepared so that the edge can join the order to it. With `?`, the page's router keeps its routes in
 * the fragment, and the order goes into the route's query: `#/cart` becomes `#/cart?`.
 *
 * @param join Empty where the page does not say it: then a fragment that begins like a route is one.
 */
export function returnAddress(address: string, join: string): string {
  const isQuery = join ? join === '?' : ROUTED.test(address)
  if (!isQuery || /^[^#]*#[^?]*\?/.test(address)) return address
  return `${address}${address.includes('#') ? '?' : '#/?'}`
}
