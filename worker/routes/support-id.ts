/** The ids that shoppers quote to support: of a request, or of an order. */
import { ORDER_ID } from '../credentials/order-id.ts'
import type { EdgeContext } from './context.ts'

/** Crockford's base 32, which leaves out letters that people misread or mishear. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const LENGTH = 8

/** So many characters of an order's id begin its support ids: 48 bits, which few orders share by chance. */
const PREFIX_LENGTH = 8

/** A support id that names an order: its beginning, and the number of attempts or the id of a request. */
export const ORDER_SUPPORT_ID = /^[A-Za-z0-9_-]{8}-[0-9A-Z]{1,8}$/

/** The id that finds a request in the log. Made when it is first asked for: few requests are refused or logged. */
export function requestIdOf(c: EdgeContext): string {
  const id = c.get('supportId') ?? supportId()
  c.set('supportId', id)
  return id
}

/** 40 random bits, easy to read aloud. */
function supportId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH))
  return Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('')
}

/** The support id of a request about an order. It finds the order, even if the log has no line of the request. */
export const supportIdOf = (request: string, order: string | undefined): string =>
  order !== undefined && ORDER_ID.test(order) ? `${order.slice(0, PREFIX_LENGTH)}-${request}` : request

/** The beginning of the id of the order that a support id names. */
export const orderPrefixOf = (id: string): string => id.slice(0, PREFIX_LENGTH)
