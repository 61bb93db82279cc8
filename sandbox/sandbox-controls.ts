import { Hono } from 'hono'
import type { Backend } from './backend.ts'
import { clockControl } from './clock-control.ts'
import { parseFaultRules } from './fault-input.ts'
import { ledger } from './ledger.ts'
import { settleBatch, settleWith } from './settlement.ts'
import { type Outcome, STATUSES } from './transactions.ts'

/** The paths by which tests and people look into the gateway and disturb it. No real gateway has them. */
export function sandboxControls(backend: Backend): Hono {
  const routes = new Hono()
  routes.get('/ledger', (c) => c.json(ledger(backend)))
  routes.post('/reset', (c) => {
    const { store, records, callbacks, nonces, recurringPayments } = backend
    for (const part of [store, records, callbacks, nonces, recurringPayments]) part.clear()
    backend.faults.replace([])
    return c.body(null, 204)
  })
  routes.put('/faults', async (c) => {
    backend.faults.replace(parseFaultRules(await c.req.json()))
    return c.body(null, 204)
  })
  routes.post('/settle', async (c) => {
    const { clientOrderId, status } = parseSettle(await c.req.json())
    const transaction = backend.store.newest('clientOrderId', clientOrderId)
    if (!transaction) return c.json({ error: 'there is no such order' }, 404)
    const settled = settleWith({ status }, transaction, backend)
    return settled ? c.body(null, 204) : c.json({ error: `the order is ${transaction.status}` }, 409)
  })
  routes.post('/settle-batch', (c) => {
    settleBatch(backend)
    return c.body(null, 204)
  })
  routes.route('/clock', clockControl(backend))
  routes.onError((error, c) => c.json({ error: error.message }, 400))
  return routes
}

function parseSettle(body: { clientOrderId?: unknown; status?: unknown }) {
  const { clientOrderId, status } = body
  const isOutcome = (name: unknown): name is Outcome['status'] =>
    STATUSES.slice(1).some((known) => known === name)
  if (typeof clientOrderId !== 'string') throw new TypeError('clientOrderId is missing')
  if (!isOutcome(status)) throw new TypeError('status is no outcome')
  return { clientOrderId, status }
}
