import { Hono } from 'hono'
import type { Backend } from '../backend.ts'
import { parseFaultRules } from '../faults/fault-input.ts'
import { settleBatch } from '../money/settlement.ts'
import { clockControl } from './clock-control.ts'
import { ledger } from './ledger.ts'
import { orderControls } from './order-controls.ts'

/** The paths by which tests and people look into the gateway and disturb it. No real gateway has them. */
export function sandboxControls(backend: Backend): Hono {
  const routes = new Hono()
  routes.get('/ledger', (c) => c.json(ledger(backend, c.req.query('clientOrderId'))))
  routes.post('/reset', (c) => {
    const { store, records, callbacks, deadlines, overtaking, nonces, recurringPayments } = backend
    for (const part of [store, records, callbacks, deadlines, overtaking, nonces, recurringPayments])
      part.clear()
    backend.faults.replace([])
    return c.body(null, 204)
  })
  routes.get('/faults', (c) => c.json(backend.faults.report()))
  routes.put('/faults', async (c) => {
    backend.faults.replace(parseFaultRules(await c.req.json()))
    return c.body(null, 204)
  })
  routes.route('/', orderControls(backend))
  routes.post('/settle-batch', (c) => {
    settleBatch(backend)
    return c.body(null, 204)
  })
  routes.route('/clock', clockControl(backend))
  routes.onError((error, c) => c.json({ error: error.message }, 400))
  return routes
}
