/** Why a call got no usable reply. */
export type GatewayErrorCode = 'timeout' | 'unreachable' | 'garbled'

/**
 * A call to the gateway that got no usable reply. A refusal or a decline is a reply.
 *
 * The gateway may have acted on any such call, even if it seems unreachable: a connection can break after the request
 * was sent. So the edge never resends a charge after this error; it asks for the status.
 */
export class GatewayError extends Error {
  override readonly name = 'GatewayError'
  readonly code: GatewayErrorCode
  readonly operation: string

  constructor(code: GatewayErrorCode, operation: string, cause?: unknown) {
    super(`${operation}: ${code}`, { cause })
    this.code = code
    this.operation = operation
  }
}
