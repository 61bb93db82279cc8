import type { Measure } from '../config/metrics.ts'
import { GatewayError } from '../gateway/gateway-error.ts'
import type { Transport } from '../gateway/transport.ts'

/** Notes how long each request to the gateway takes and how it ends. It changes nothing about either. */
export const timed =
  (send: Transport, measure: Measure, clock = Date.now): Transport =>
  async (request) => {
    const startedAt = clock()
    const end = (outcome: string) =>
      measure('gateway-call', { operation: request.operation, outcome }, clock() - startedAt)
    try {
      const reply = await send(request)
      end(String(reply.status))
      return reply
    } catch (error) {
      end(error instanceof GatewayError ? error.code : 'error')
      throw error
    }
  }
