/** What a callback or a browser return says of itself. It never decides an outcome. */
import { isControl } from '../signing/control.ts'

/** A callback or return that the gateway vouches for. */
export interface AuthenticCallback {
  /** The gateway's identifier of the transaction it tells of. */
  readonly gatewayId: string
  readonly clientOrderId: string
}

/** The control joins values with nothing between them, so each has to be what it can be: `approved1` is no status. */
const STATUS = /^(approved|declined|error|filtered|processing|unknown)$/i
const IDENTIFIER = /^[\w.-]{1,128}$/

/**
 * Reads a callback or a browser return.
 *
 * @param fields As they came, by name. The merchant's order may stand under either of two names.
 * @returns `undefined` if it was not the gateway that made it.
 * @see gateway manual, merchant callbacks: control over status, orderid, client_orderid
 */
export async function authenticCallback(
  fields: Readonly<Record<string, string>>,
  key: string,
): Promise<AuthenticCallback | undefined> {
  const { status = '', orderid = '', client_orderid, merchant_order, control = '' } = fields
  const values = [status, orderid, client_orderid ?? merchant_order ?? ''].map((value) => value.trim())
  const [word = '', gatewayId = '', clientOrderId = ''] = values
  const isPlausible = STATUS.test(word) && IDENTIFIER.test(gatewayId) && IDENTIFIER.test(clientOrderId)
  return isPlausible && (await isControl(control, values, key)) ? { gatewayId, clientOrderId } : undefined
}
