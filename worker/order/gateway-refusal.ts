/** What becomes of requests that may be made again: the gateway does them, says no, or says nothing. */
import type { Failure } from '../../shared/order-view.ts'
import { type Result, refused } from '../../shared/result.ts'
import { GatewayError } from '../gateway/gateway-error.ts'

/** Why the gateway did not do what it was asked, as a merchant is told. */
export interface Unwilling {
  readonly code: 'gateway-refused' | 'gateway-silent'
  readonly gatewayCode?: string
}

/** An answer of the gateway that says no. */
export interface GatewayRefusal {
  readonly errorCode: string
  readonly errorMessage?: string | undefined
}

/** Tells a merchant that the gateway said no. */
export const unwilling = ({ errorCode }: GatewayRefusal) =>
  refused<Unwilling>({ code: 'gateway-refused', ...(errorCode && { gatewayCode: errorCode }) })

/** What is kept of an answer that says no. */
export const failureOf = ({ errorCode, errorMessage }: GatewayRefusal): Failure => ({
  code: 'refused',
  ...(errorCode && { gatewayCode: errorCode }),
  ...(errorMessage && { gatewayMessage: errorMessage }),
})

/** Turns silence into a refusal. Any other failure is passed on. */
export async function heard<Value>(
  ask: () => Promise<Result<Value, Unwilling>>,
): Promise<Result<Value, Unwilling>> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof GatewayError) return refused({ code: 'gateway-silent' })
    throw error
  }
}
