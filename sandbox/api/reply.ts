import type { Call } from './call.ts'
import { type ApiError, apiError, ERRORS } from './error-codes.ts'
import { clientOrderIdOf } from './params.ts'

/** The names and values of a reply. */
export type Body = Readonly<Record<string, string | number>>

/** The answer to a request. */
export interface Reply {
  /** A proxy answers 502 and 504, in plain text and without `body`. */
  readonly status: 200 | 400 | 401 | 500 | 502 | 504
  readonly body: Body
  /** For the ledger: `accepted`, or the name of an error. */
  readonly outcome: string
}

/** Drops empty values: a reply never contains one. */
export function withoutEmpty(params: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

/** The reply to a request that the gateway executed. */
export function successReply(
  call: Call,
  type: string,
  params: Readonly<Record<string, string | undefined>>,
): Reply {
  const body = withoutEmpty({ type, 'serial-number': call.serialNumber, ...params })
  return { status: 200, body, outcome: 'accepted' }
}

/**
 * The reply to a request that the gateway refused.
 *
 * @param orderId Only if the order exists.
 */
export function errorReply(call: Call, { name, detail }: ApiError, orderId?: string): Reply {
  const { code, status, type } = ERRORS[name]
  const body = withoutEmpty({
    type,
    'error-message': `${name}: ${detail}`,
    'error-code': code,
    'serial-number': call.serialNumber,
    'merchant-order-id': clientOrderIdOf(call.params),
    'paynet-order-id': orderId,
  })
  return { status, body, outcome: name }
}

/** The reply if the gateway itself failed. It does not say how far the gateway got. */
export function failureReply(call: Call, detail: string): Reply {
  const { body, outcome } = errorReply(call, apiError('SYSTEM_ERROR', detail))
  return { status: 500, body: { ...body, type: 'error' }, outcome }
}

/** What a proxy answers if the gateway does not. */
export const TIMED_OUT: Reply = { status: 504, body: {}, outcome: 'timed out' }

/** What a proxy answers if it cannot reach the gateway, or loses it. */
export const BAD_GATEWAY: Reply = { status: 502, body: {}, outcome: 'bad gateway' }

/** Whether the answer is a proxy's, so that nothing of the gateway's is in it. */
export const isFromProxy = ({ status }: Reply) => status === 502 || status === 504
