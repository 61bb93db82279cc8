import { describe, expect, it } from 'vitest'
import type { Measure } from '../config/metrics.ts'
import { GatewayError } from '../gateway/gateway-error.ts'
import type { Transport } from '../gateway/transport.ts'
import { timed } from './timed-transport.ts'

const REQUEST = { operation: 'sale', url: 'https://gate.example.com', headers: {}, body: '' }

/** Sends once over a line that takes a quarter of a second. */
async function measured(send: Transport) {
  const figures: unknown[] = []
  const measure: Measure = (...figure) => void figures.push(figure)
  const times = [1_000, 1_250]
  const outcome = await timed(send, measure, () => times.shift() ?? 0)(REQUEST).catch((error) => error)
  return { figures, outcome }
}

describe('a request to the gateway', () => {
  it('is measured with the status of its reply, which passes unchanged', async () => {
    const reply = { status: 200, text: 'ok' }

    const { figures, outcome } = await measured(async () => reply)

    expect(outcome).toBe(reply)
    expect(figures).toEqual([['gateway-call', { operation: 'sale', outcome: '200' }, 250]])
  })

  it('is measured with the reason why no reply came, which passes unchanged', async () => {
    const error = new GatewayError('timeout', 'sale')

    const { figures, outcome } = await measured(() => Promise.reject(error))

    expect(outcome).toBe(error)
    expect(figures).toEqual([['gateway-call', { operation: 'sale', outcome: 'timeout' }, 250]])
  })
})
