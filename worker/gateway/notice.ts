/** What a callback or a browser return says of itself. It never decides an outcome. */
import { isControl } from '../signing/control.ts'

/** A callback or return, read. */
export interface Notice {
  /** Its control is right: the gateway made it. */
  readonly isGenuine: boolean
  /** The gateway's identifier of the transaction it tells of; empty if it names none. */
  readonly gatewayId: string
}

/**
 * Reads a callback or a browser return.
 *
 * @param fields As they came, by name. The merchant's order may stand under either of two names.
 * @see gateway manual, merchant callbacks: control over status, orderid, client_orderid
 */
export async function readNotice(fields: Readonly<Record<string, string>>, key: string): Promise<Notice> {
  const { status = '', orderid = '', client_orderid, merchant_order, control = '' } = fields
  const values = [status, orderid, client_orderid ?? merchant_order ?? ''].map((value) => value.trim())
  return { isGenuine: await isControl(control, values, key), gatewayId: orderid.trim() }
}
