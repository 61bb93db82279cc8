/** The edge's own time and CPU, beside Workers that do less; its cold start; the memory of open sockets. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtWidget } from '../scripts/build.ts'
import type { PartResult, Row } from '../scripts/reference/bench-results.ts'
import { tablesOf } from '../scripts/reference/bench-tables.ts'
import { makeSecrets } from '../scripts/stack/secrets.ts'
import { type Stack, startStack } from '../scripts/stack/stack.ts'
import { alternate, type Measured, timed } from './alternate.ts'
import { type BareWorker, startBare } from './bare-worker.ts'
import { coldStart } from './cold-start.ts'
import {
  checkout,
  get,
  mugOffer,
  toApproval,
  toHostedAddress,
  toHostedAddressBySocket,
  viewOf,
} from './edge-shopper.ts'
import { socketMemory } from './socket-memory.ts'
import { type StandInGateway, startGateway } from './stand-in-gateway.ts'
import { type WorkerdProcess, workerdOf } from './workerd-process.ts'

const ROUNDS = 5

/** Connections at a time → acts of one sample. */
const SAMPLES: Readonly<Record<number, number>> = { 1: 10, 8: 24, 32: 32 }

/** No order asks for its status by itself while others are measured. */
const UNASKED = '{"waitingAfter":[3600000]}'

/** CPU time is counted in steps of ten milliseconds, so one sample lasts that long at least. */
const CPU_SAMPLE_MS = 1_500
const CPU_ROUNDS = 3
const CPU_CONNECTIONS = 8

/** The side that other sides are compared with, besides the first: its ratio to the first hardly moves from run to run. */
const STEADY = 'an object with one row and one alarm, signs and forwards'

/** One thing that a client does, and the Worker that does the work. */
interface Act {
  readonly worker: WorkerName
  readonly act: () => Promise<unknown>
}

type WorkerName = 'edge' | 'edge with limits' | 'bare'

/** What runs during the part. */
interface Scene {
  readonly gateway: StandInGateway
  readonly bare: BareWorker
  readonly stack: Stack
  readonly stateDir: string
  /** The same edge with `LIMITS`. */
  readonly limited: Pick<Scene, 'stack' | 'stateDir'>
}

/** The edge beside bare Workers. */
export async function edge(): Promise<readonly PartResult[]> {
  const failure = await builtWidget()
  if (failure) throw new Error(failure)
  const folder = await mkdtemp(join(tmpdir(), 'pay-checkout-bench-'))
  const secrets = await makeSecrets()
  const gateway = await startGateway(secrets.controlKey)
  const started = async (name: string, settings: Readonly<Record<string, string>>) => {
    const stateDir = join(folder, name)
    await mkdir(stateDir)
    const stack = await startStack({
      ...{ stateDir, secrets },
      edge: { ...settings, GATEWAY_URL: gateway.url, CHECKOUT_METHODS: '["hosted"]', ORDER_TIMES: UNASKED },
    })
    return { stateDir, stack }
  }
  const [bare, free, limited] = await Promise.all([
    startBare(gateway.url),
    started('free', {}),
    started('limited', { LIMITS: '{}' }),
  ])
  try {
    return await measured({ gateway, bare, ...free, limited })
  } finally {
    await Promise.all([bare.stop(), free.stack.stop(), limited.stack.stop()])
    await gateway.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measured(scene: Scene): Promise<PartResult[]> {
  const acts = await actsOf(scene)
  const parts = [
    () => times(acts),
    () => cpuTimes(acts, scene),
    () => coldStart(scene.stateDir),
    () => socketMemory(scene),
  ]
  const results: PartResult[] = []
  for (const part of parts) {
    const result = await part()
    results.push(result)
    console.log(tablesOf(result))
  }
  return results
}

async function actsOf({ bare, stack, limited, gateway }: Scene): Promise<Readonly<Record<string, Act>>> {
  const { edge } = stack.addresses.local
  const offer = await mugOffer(stack)
  const opened = await checkout(edge, offer)
  const within = limited.stack.addresses.local.edge
  const limitedOffer = await mugOffer(limited.stack)
  const ofEdge = (act: Act['act']): Act => ({ worker: 'edge', act })
  const ofLimited = (act: Act['act']): Act => ({ worker: 'edge with limits', act })
  const ofBare = (path: string): Act => ({ worker: 'bare', act: () => get(`${bare.url}/${path}`) })
  return {
    'a Worker that signs and forwards': ofBare('signer'),
    [STEADY]: ofBare('row'),
    'pay-checkout: click to hosted address, one request': ofEdge(() => toHostedAddress(edge, offer)),
    'pay-checkout: the same by two requests and a socket': ofEdge(() => toHostedAddressBySocket(edge, offer)),
    'pay-checkout with limits: click to hosted address, one request': ofLimited(() =>
      toHostedAddress(within, limitedOffer),
    ),
    'pay-checkout with limits: the same by two requests and a socket': ofLimited(() =>
      toHostedAddressBySocket(within, limitedOffer),
    ),
    'pay-checkout: click to approval, by callback and live socket': ofEdge(() =>
      toApproval(edge, offer, gateway),
    ),
    'pay-checkout: checkout': ofEdge(() => checkout(edge, offer)),
    'pay-checkout: a look at an order': ofEdge(() => viewOf(edge, opened)),
    'pay-checkout: settings': ofEdge(() => get(`${edge}/v1/settings`)),
    'a Worker that writes one row into D1': ofBare('list'),
    'a Worker that does nothing': ofBare('null'),
  }
}

async function times(acts: Readonly<Record<string, Act>>): Promise<PartResult> {
  const rows: Row[] = []
  for (const [connections, count] of Object.entries(SAMPLES)) {
    const sides = Object.entries(acts).map(([name, { act }]) => ({
      name,
      sample: () => perAct(act, Number(connections), count),
    }))
    rows.push(...compared(await alternate(sides, ROUNDS)).map((one) => ({ connections, ...one })))
  }
  const counts = Object.entries(SAMPLES).map(([connections, count]) => `${count} acts at ${connections}`)
  return {
    title: 'The edge beside bare Workers, milliseconds per act',
    rows,
    notes: [
      `${ROUNDS} samples in turn, of ${counts.join(', ')} connections. The gateway answers at once.`,
      'A ratio is beside a Worker that signs and forwards without storing anything; “of object” is beside an object with one row and one alarm.',
    ],
  }
}

/** @returns Milliseconds from first to last, per act, times the connections: the time that one client waits. */
async function perAct(act: Act['act'], connections: number, count: number): Promise<number> {
  let left = count
  const whole = await timed(() =>
    onConnections(connections, async () => {
      if (left <= 0) return false
      left -= 1
      await act()
      return true
    }),
  )
  return (whole * connections) / count
}

/** Repeats a step on each connection until it says that it did nothing. */
function onConnections(connections: number, step: () => Promise<boolean>): Promise<unknown> {
  const connection = async () => {
    while (await step());
  }
  return Promise.all(Array.from({ length: connections }, connection))
}

/** Adds each side's ratio to the steady one. */
function compared(sides: readonly Measured[]): Row[] {
  const steady = sides.find(({ side }) => side === STEADY)?.median ?? Number.NaN
  return sides.map(({ load, ...one }) => ({ ...one, 'of object': one.median / steady, load }))
}

async function cpuTimes(acts: Readonly<Record<string, Act>>, scene: Scene): Promise<PartResult> {
  const { stateDir, limited } = scene
  const processes: Readonly<Record<WorkerName, WorkerdProcess>> = {
    edge: await workerdOf(join(stateDir, 'edge.json')),
    'edge with limits': await workerdOf(join(limited.stateDir, 'edge.json')),
    bare: await workerdOf(),
  }
  const sides = Object.entries(acts).map(([name, { worker, act }]) => ({
    name,
    sample: () => cpuPerAct(act, processes[worker]),
  }))
  return {
    title: 'CPU time of workerd, milliseconds per act',
    rows: compared(await alternate(sides, CPU_ROUNDS)),
    notes: [
      `${CPU_ROUNDS} samples of ${CPU_SAMPLE_MS / 1000} s each at ${CPU_CONNECTIONS} connections, in turn: all of the runtime’s process, its storage and the reading of sockets included. A ratio is beside a Worker that signs and forwards.`,
    ],
  }
}

async function cpuPerAct(act: Act['act'], process: WorkerdProcess): Promise<number> {
  const until = performance.now() + CPU_SAMPLE_MS
  const before = await process.cpuMs()
  let count = 0
  await onConnections(CPU_CONNECTIONS, async () => {
    if (performance.now() >= until) return false
    await act()
    count += 1
    return true
  })
  return ((await process.cpuMs()) - before) / count
}
