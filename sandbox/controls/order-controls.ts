import { type Context, Hono } from 'hono'
import type { ApiError } from '../api/error-codes.ts'
import { type Outcome, STATUSES } from '../api/outcome.ts'
import { decideChargeback } from '../money/follow-up-rules.ts'
import { type SettlementStores, settleNow } from '../money/settlement.ts'
import type { Stages } from '../store/transaction.ts'
import { laterStage } from '../store/transaction.ts'

/** Control paths for one order: here tests and people act as the bank. */
export function orderControls(stores: SettlementStores): Hono {
  const routes = new Hono()
  routes.post('/settle', async (c) => {
    const body = parseOrder(await c.req.json())
    const status = parseStatus(body.status)
    const newest = stagesOf(body, stores).at(-1)
    if (!newest) return unknownOrder(c)
    const isSettled = settleNow({ status }, newest, stores)
    return isSettled ? c.body(null, 204) : c.json({ error: `the order is ${newest.status}` }, 409)
  })
  routes.post('/chargeback', async (c) => {
    const [first, ...later] = stagesOf(parseOrder(await c.req.json()), stores)
    if (!first) return unknownOrder(c)
    const problem = chargeBack([first, ...later], stores)
    return problem ? c.json({ error: problem.detail }, 409) : c.body(null, 204)
  })
  routes.onError((error, c) => c.json({ error: error.message }, 400))
  return routes
}

const unknownOrder = (c: Context) => c.json({ error: 'there is no such order' }, 404)

interface OrderNames {
  readonly clientOrderId: string
  /** Default: the newest order under the merchant's id, or else under one that begins with it and a full stop. */
  readonly orderId?: string
}

function parseOrder(body: Record<string, unknown>): OrderNames & { readonly status: unknown } {
  const { clientOrderId, orderId, status } = body
  if (typeof clientOrderId !== 'string') throw new TypeError('clientOrderId is missing')
  if (orderId !== undefined && typeof orderId !== 'string') throw new TypeError('orderId is no text')
  return { clientOrderId, status, ...(orderId !== undefined && { orderId }) }
}

function parseStatus(status: unknown): Outcome['status'] {
  const isOutcome = (name: unknown): name is Outcome['status'] =>
    STATUSES.slice(1).some((known) => known === name)
  if (isOutcome(status)) return status
  throw new TypeError('status is no outcome')
}

function stagesOf({ clientOrderId, orderId }: OrderNames, { store }: SettlementStores) {
  // A merchant's own name may be only how the merchant order id begins, before a full stop.
  const begins = () => store.transactions(`${clientOrderId}.`).at(-1)
  const found = orderId ?? (store.newest('clientOrderId', clientOrderId) ?? begins())?.orderId ?? ''
  const isNamed = (name: string) => name === clientOrderId || name.startsWith(`${clientOrderId}.`)
  return store.stages(found).filter((stage) => isNamed(stage.clientOrderId))
}

/**
 * Charges an order back: the cardholder's bank takes everything that the merchant has of it. Adds a stage.
 *
 * @returns An error if there is nothing to take back. So a second call changes nothing.
 */
function chargeBack(stages: Stages, stores: SettlementStores): ApiError | undefined {
  const decision = decideChargeback(stages)
  if ('name' in decision) return decision
  const [first] = stages
  const origin = { serialNumber: crypto.randomUUID(), endpoint: first.endpoint }
  const stage = { ...laterStage(origin, first), ...decision, createdAt: stores.now() }
  stores.store.add(stage)
  settleNow({ status: 'approved' }, stage, stores)
  return undefined
}
