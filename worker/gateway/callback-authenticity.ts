/** Tells genuine callbacks and browser returns from forged ones. Neither kind ever decides an outcome. */
import { isControl } from '../signing/control.ts'
import { first } from './reply-fields.ts'
import { fieldsOf } from './reply-text.ts'

/** A callback or return with a valid control. */
export interface AuthenticCallback {
  /** The gateway's id of the transaction. */
  readonly gatewayId: string
  readonly clientOrderId: string
}

/** The control joins values without a separator, so each must be plausible by itself: `approved1` is no status. */
const STATUS = /^(approved|declined|error|filtered|processing|unknown)$/i
const IDENTIFIER = /^[\w.-]{1,128}$/

/** Name of each value that the control covers, and its other names. */
const COVERED = [['status'], ['orderid', 'order-id'], ['client-orderid', 'client-order-id', 'merchant-order']]

/**
 * Verifies the control of a callback or a browser return.
 *
 * @param fields The parameters as received. The merchant's order id has one of several names, and some may be empty.
 * @returns `undefined` if the gateway did not make it.
 * @see gateway manual, merchant callbacks: control over status, orderid, client_orderid
 */
export async function authenticCallback(
  fields: Readonly<Record<string, string>>,
  key: string,
): Promise<AuthenticCallback | undefined> {
  const told = fieldsOf(Object.entries(fields), COVERED.flat())
  if (!told) return undefined
  const values = COVERED.map((names) => first(told, names) ?? '')
  const [word = '', gatewayId = '', clientOrderId = ''] = values
  const isPlausible = STATUS.test(word) && IDENTIFIER.test(gatewayId) && IDENTIFIER.test(clientOrderId)
  return isPlausible && (await isControl(told.get('control') ?? '', values, key))
    ? { gatewayId, clientOrderId }
    : undefined
}
