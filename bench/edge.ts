/** The edge's own time and CPU, beside Workers that do less; its cold start; the memory of open sockets. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtWidget } from '../scripts/build.ts'
import type { PartResult, Row } from '../scripts/reference/bench-results.ts'
import { tablesOf } from '../scripts/reference/bench-tables.ts'
import { makeSecrets } from '../scripts/stack/secrets.ts'
import { type Stack, startStack } from '../scripts/stack/stack.ts'
import { alternate, timed } from './alternate.ts'
import { type BareWorker, startBare } from './bare-worker.ts'
import { coldStart } from './cold-start.ts'
import { checkout, get, mugOffer, toApproval, toHostedAddress, viewOf } from './edge-shopper.ts'
import { socketMemory } from './socket-memory.ts'
import { type StandInGateway, startGateway } from './stand-in-gateway.ts'
import { type WorkerdProcess, workerdOf } from './workerd-process.ts'

const ROUNDS = 3

/** Connections at a time → acts of one sample. */
const SAMPLES: Readonly<Record<number, number>> = { 1: 4, 8: 16, 32: 32 }

/** CPU time is counted in steps of ten milliseconds, so one sample lasts that long at least. */
const CPU_SAMPLE_MS = 1_500
const CPU_ROUNDS = 2
const CPU_CONNECTIONS = 8

/** One thing that a client does, and the Worker that does the work. */
interface Act {
  readonly worker: 'edge' | 'bare'
  readonly act: () => Promise<unknown>
}

/** What runs during the part. */
interface Scene {
  readonly gateway: StandInGateway
  readonly bare: BareWorker
  readonly stack: Stack
  readonly stateDir: string
}

/** The edge beside bare Workers. */
export async function edge(): Promise<readonly PartResult[]> {
  const failure = await builtWidget()
  if (failure) throw new Error(failure)
  const stateDir = await mkdtemp(join(tmpdir(), 'pay-checkout-bench-'))
  const secrets = await makeSecrets()
  const gateway = await startGateway(secrets.controlKey)
  const [bare, stack] = await Promise.all([
    startBare(gateway.url),
    startStack({
      ...{ stateDir, secrets },
      edge: {
        ...{ GATEWAY_URL: gateway.url, CHECKOUT_METHODS: '["hosted"]' },
        // No order asks for its status by itself while others are measured.
        ORDER_TIMES: '{"waitingAfter":[3600000]}',
      },
    }),
  ])
  try {
    return await measured({ gateway, bare, stack, stateDir })
  } finally {
    await Promise.all([bare.stop(), stack.stop()])
    await gateway.stop()
    await rm(stateDir, { recursive: true, force: true })
  }
}

async function measured(scene: Scene): Promise<PartResult[]> {
  const acts = await actsOf(scene)
  const parts = [
    () => times(acts),
    () => cpuTimes(acts, scene.stateDir),
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

async function actsOf({ bare, stack, gateway }: Scene): Promise<Readonly<Record<string, Act>>> {
  const { edge } = stack.addresses.local
  const offer = await mugOffer(stack)
  const opened = await checkout(edge, offer)
  return {
    'a Worker that signs and forwards': { worker: 'bare', act: () => get(`${bare.url}/signer`) },
    'pay-checkout: offer to hosted address': { worker: 'edge', act: () => toHostedAddress(edge, offer) },
    'an object with one row and one alarm, signs and forwards': {
      worker: 'bare',
      act: () => get(`${bare.url}/row`),
    },
    'pay-checkout: offer to approval, by callback and live socket': {
      worker: 'edge',
      act: () => toApproval(edge, offer, gateway),
    },
    'pay-checkout: checkout': { worker: 'edge', act: () => checkout(edge, offer) },
    'pay-checkout: a look at an order': { worker: 'edge', act: () => viewOf(edge, opened) },
    'pay-checkout: settings': { worker: 'edge', act: () => get(`${edge}/v1/settings`) },
    'a Worker that writes one row into D1': { worker: 'bare', act: () => get(`${bare.url}/list`) },
    'a Worker that does nothing': { worker: 'bare', act: () => get(`${bare.url}/null`) },
  }
}

async function times(acts: Readonly<Record<string, Act>>): Promise<PartResult> {
  const rows: Row[] = []
  for (const [connections, count] of Object.entries(SAMPLES)) {
    const sides = Object.entries(acts).map(([name, { act }]) => ({
      name,
      sample: () => perAct(act, Number(connections), count),
    }))
    rows.push(...(await alternate(sides, ROUNDS)).map((one) => ({ connections, ...one })))
  }
  const counts = Object.entries(SAMPLES).map(([connections, count]) => `${count} acts at ${connections}`)
  return {
    title: 'The edge beside bare Workers, milliseconds per act',
    rows,
    notes: [
      `${ROUNDS} samples in turn, of ${counts.join(', ')} connections. The gateway answers at once.`,
      'A ratio is beside a Worker that signs and forwards without storing anything.',
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

async function cpuTimes(acts: Readonly<Record<string, Act>>, stateDir: string): Promise<PartResult> {
  const processes = { edge: await workerdOf(join(stateDir, 'edge.json')), bare: await workerdOf() }
  const sides = Object.entries(acts).map(([name, { worker, act }]) => ({
    name,
    sample: () => cpuPerAct(act, processes[worker]),
  }))
  return {
    title: 'CPU time of workerd, milliseconds per act',
    rows: (await alternate(sides, CPU_ROUNDS)).map((one) => ({ ...one })),
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
