import { Hono } from 'hono'
import type { Backend } from '../backend.ts'
import { advanceClock, type ChargeStores } from '../cards/scheduled-charges.ts'
import { parseFaultRules } from '../faults/fault-rule-store.ts'
import { settleBatch } from '../money/settlement.ts'
import { OPERATIONS } from '../operations/operation-table.ts'
import { ledger } from './ledger.ts'
import { orderControls } from './order-controls.ts'

/** Control paths, by which tests and people inspect and disturb the gateway. No real gateway has them. */
export function sandboxControls(backend: Backend): Hono {
  const routes = new Hono()
  routes.get('/ledger', (c) => c.json(ledger(backend, c.req.query('clientOrderId'))))
  routes.post('/reset', (c) => {
    const { store, records, callbacks, deadlines, reordered, nonces, recurringPayments } = backend
    for (const part of [store, records, callbacks, deadlines, reordered, nonces, recurringPayments])
      part.clear()
    backend.faults.replace([])
    return c.body(null, 204)
  })
  routes.get('/faults', (c) => c.json(backend.faults.report()))
  routes.put('/faults', async (c) => {
    backend.faults.replace(parseFaultRules(await c.req.json(), Object.keys(OPERATIONS)))
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

/** The longest single advance: ten years of daily charges take a few seconds. */
const MAX_ADVANCE_MS = 10 * 366 * 86_400_000

/** Control paths that read and advance the sandbox's clock. */
function clockControl(backend: ChargeStores): Hono {
  const routes = new Hono()
  routes.get('/', (c) => c.json(reading(backend)))
  routes.post('/', async (c) => {
    const advanceMs = parseAdvance(await c.req.json())
    const charges = advanceClock(advanceMs, backend)
    return c.json({ ...reading(backend), charges })
  })
  routes.onError((error, c) => c.json({ error: error.message }, 400))
  return routes
}

const reading = ({ clock }: ChargeStores) => ({
  now: new Date(clock.now()).toISOString(),
  aheadMs: clock.aheadMs(),
})

function parseAdvance({ advanceMs }: { advanceMs?: unknown }): number {
  const isUsable = typeof advanceMs === 'number' && Number.isInteger(advanceMs) && advanceMs >= 0
  if (isUsable && advanceMs <= MAX_ADVANCE_MS) return advanceMs
  throw new TypeError('advanceMs is no whole number of milliseconds, or more than ten years')
}
