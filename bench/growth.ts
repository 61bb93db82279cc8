/** What grows: the rows that a list reads as the index fills, and what one more attempt or callback costs an order. */
import { builtWidget } from '../scripts/build.ts'
import type { PartResult, Row } from '../scripts/reference/bench-results.ts'
import { makeSecrets } from '../scripts/stack/secrets.ts'
import { type Stack, startStack } from '../scripts/stack/stack.ts'
import type { Figures } from '../worker/testing/cost-counters.ts'
import { timed } from './alternate.ts'
import { checkout, get, mugOffer, payHosted, statusIs } from './edge-shopper.ts'
import { indexGrowth } from './index-growth.ts'
import { loadNow } from './machine-load.ts'
import { type StandInGateway, startGateway } from './stand-in-gateway.ts'

const CALLBACKS = [1, 10, 100]
const ATTEMPTS = [1, 4, 8]

/** The index, and orders. */
export async function growth(): Promise<readonly PartResult[]> {
  const failure = await builtWidget()
  if (failure) throw new Error(failure)
  return [await indexGrowth(), await orderGrowth()]
}

interface Scene {
  readonly stack: Stack
  readonly gateway: StandInGateway
  readonly offer: string
}

async function orderGrowth(): Promise<PartResult> {
  const secrets = await makeSecrets()
  const gateway = await startGateway(secrets.controlKey)
  const stack = await startStack({
    ...{ secrets, edgeEntry: 'worker/testing/edge.ts' },
    edge: { GATEWAY_URL: gateway.url, CHECKOUT_METHODS: '["hosted"]' },
  })
  try {
    const scene = { stack, gateway, offer: await mugOffer(stack) }
    const rows: Row[] = []
    for (const count of CALLBACKS) rows.push(await withCallbacks(scene, count))
    for (const count of ATTEMPTS) rows.push(await withAttempts(scene, count))
    return {
      title: 'One order with many callbacks or attempts',
      rows,
      notes: [
        'Callbacks: of one approval, repeated. Attempts: each declined by a callback, and then paid again. State: what the object keeps, as JSON. The milliseconds are of one callback, or of one attempt.',
      ],
    }
  } finally {
    await stack.stop()
    await gateway.stop()
  }
}

async function withCallbacks({ stack, gateway, offer }: Scene, count: number): Promise<Row> {
  const { edge } = stack.addresses.local
  const opened = await checkout(edge, offer)
  await payHosted(edge, opened)
  const { id } = opened.order
  const whole = await timed(async () => {
    for (let sent = 0; sent < count; sent += 1) await gateway.settle(id, edge)
  })
  await statusIs(edge, opened, 'approved')
  return { of: 'callbacks', count, ...(await grown(stack, id)), 'ms each': whole / count, load: loadNow() }
}

async function withAttempts({ stack, gateway, offer }: Scene, count: number): Promise<Row> {
  const { edge } = stack.addresses.local
  const opened = await checkout(edge, offer)
  const { id } = opened.order
  const whole = await timed(async () => {
    for (let made = 0; made < count; made += 1) {
      await payHosted(edge, opened)
      await gateway.settle(id, edge, 'declined')
      await statusIs(edge, opened, 'declined')
    }
  })
  return { of: 'attempts', count, ...(await grown(stack, id)), 'ms each': whole / count, load: loadNow() }
}

async function grown({ addresses }: Stack, id: string): Promise<Row> {
  const inside = `${addresses.local.edge}/__testing`
  const { rows } = JSON.parse(await get(`${inside}/figures/${id}`)) as Figures
  return {
    'rows written': Object.values(rows).reduce((sum, written) => sum + written, 0),
    'state, bytes': (await get(`${inside}/orders/${id}`)).length,
  }
}
