import type { Call } from './call.ts'
import { type ApiError, apiError, ERRORS } from './error-codes.ts'
import { clientOrderIdOf } from './params.ts'

/** Names and values of a reply. */
export type Body = Readonly<Record<string, string | number>>

/** What a request is answered with. */
export interface Reply {
  /** 504 goes out as text, without the body. */
  readonly status: 200 | 400 | 401 | 500 | 504
  readonly body: Body
  /** For the list of requests: `accepted` or the name of a refusal. */
  readonly outcome: string
}

/** Keeps what has a value: a reply has no empty fields. */
export function withoutEmpty(params: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

/** The reply to a request that was carried out. */
export function successReply(
  call: Call,
  type: string,
  params: Readonly<Record<string, string | undefined>>,
): Reply {
  const body = withoutEmpty({ type, 'serial-number': call.serialNumber, ...params })
  return { status: 200, body, outcome: 'accepted' }
}

/**
 * The reply to a request that was not carried out.
 *
 * @param orderId Named only where the order exists.
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

/** The reply when the gateway itself failed, which says nothing of what was done before. */
export function failureReply(call: Call, detail: string): Reply {
  const { body, outcome } = errorReply(call, apiError('SYSTEM_ERROR', detail))
  return { status: 500, body: { ...body, type: 'error' }, outcome }
}

/** What a machine in between says when the gateway does not answer. */
export const TIMED_OUT: Reply = { status: 504, body: {}, outcome: 'timed out' }
