/** The edge's side of every exchange with the gateway: describe, sign, send, read. */
import { control, type LetterCase } from '../signing/control.ts'
import { GatewayError } from './gateway-error.ts'
import { type Input, type OperationName, operations } from './operations.ts'
import { type FormReply, readFormReply, readStatusReply, type StatusReply } from './reply.ts'
import { type Destination, describeRequest, type Values } from './request.ts'
import type { SignedRequest, Transport } from './transport.ts'

/** What a client needs to know of one gateway. */
export interface GatewaySettings {
  readonly controlKey: string
  readonly controlCase: LetterCase
  readonly callbackField: string
}

/** Operations that open a hosted form. */
export type FormName = Exclude<OperationName, 'status'>

/** Calls to the gateway. Each throws {@link GatewayError} where no usable answer came, and sends once. */
export interface Gateway {
  /** Opens a hosted form. Never to be repeated under the same `clientOrderId`. */
  openForm<Name extends FormName>(name: Name, to: Destination, input: Input<Name>): Promise<FormReply>
  /** Asks where a transaction stands. Harmless, however often. */
  status(to: Destination, input: Input<'status'>, exponent: number): Promise<StatusReply>
}

/** Makes a client of one gateway. */
export function gatewayClient(settings: GatewaySettings, send: Transport): Gateway {
  const call = async (name: OperationName, to: Destination, input: Values) =>
    send(await signedRequest(name, to, input, settings))

  return {
    openForm: async (name, to, input) => understood(readFormReply(await call(name, to, input)), name),
    status: async (to, input, exponent) =>
      understood(readStatusReply(await call('status', to, input), exponent), 'status'),
  }
}

/** Signs a described request. The body is encoded as the platform does it; controls cover the plain values. */
async function signedRequest(
  name: OperationName,
  to: Destination,
  input: Values,
  { controlKey, controlCase, callbackField }: GatewaySettings,
): Promise<SignedRequest> {
  const { url, fields, controlValues } = describeRequest(operations[name], to, input, {
    server_callback_url: callbackField,
  })
  const proof = await control(controlValues, controlKey, controlCase)
  return {
    operation: name,
    url,
    headers: { accept: 'application/vnd.pay+json', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams([...fields.map(([key, value]) => [key, value]), ['control', proof]]).toString(),
  }
}

function understood<Reply>(reply: Reply | undefined, name: OperationName): Reply {
  if (reply === undefined) throw new GatewayError('garbled', name)
  return reply
}
