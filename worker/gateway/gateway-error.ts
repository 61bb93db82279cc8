/** Why a call gave no usable answer. */
export type GatewayErrorCode = 'timeout' | 'unreachable' | 'garbled'

/**
 * A call to the gateway that gave no usable answer. A refusal or a decline is an answer.
 *
 * The gateway may have acted on every such call, also on one that seems not to have reached it: a connection can
 * break after the request went out. So a charge is never sent again after this; its status is asked.
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
