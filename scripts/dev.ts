import { join, relative } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { METHODS } from '../shared/order-view.ts'
import { addressesOf } from './addresses.ts'
import { banner } from './banner.ts'
import { buildWidget, DEV_DIR, EDGE_FRAMES_DIR } from './build.ts'
import { DEFAULT_PORTS, type Ports, portsFrom, takenPort } from './ports.ts'
import { ROOT } from './root.ts'
import { runStep } from './run-step.ts'
import { keptSecrets, merchantKeyIn, offerKeyIn } from './secrets.ts'
import { type Stack, shopIn, startStack } from './stack.ts'
import { onChange } from './watch.ts'

const USAGE = 'Usage: npm run dev [-- --port-base 6000]   (shop 6000, edge 6001, sandbox 6002)'

/** What the counter sells by. Products of the shop itself name the hosted page. */
const EVERY_WAY = { CHECKOUT_METHODS: JSON.stringify(METHODS) }

/**
 * `npm run dev`: shop, edge and sandbox on this machine, with state that survives a restart, until Ctrl-C.
 *
 * @returns 0 after Ctrl-C; 1 where nothing could be started, after one line that says why.
 */
export async function main(args: string[]): Promise<number> {
  const ports = portsIn(args)
  if (!ports) return refuse(USAGE)
  const taken = await takenPort(ports)
  if (taken) return refuse(`Port ${taken} is taken; choose others with: npm run dev -- --port-base 6000`)
  const interrupted = interruption()
  console.log('Building the tag, starting shop, edge and sandbox …')
  const failure = await buildWidget()
  if (failure) return refuse(failure)
  const secrets = await keptSecrets(DEV_DIR)
  const starting = startStack({ ports, secrets, edge: EVERY_WAY, stateDir: stateOf(ports), isWatched: true })
  const failed = await Promise.race([starting.then(() => undefined, messageOf), interrupted])
  if (failed) return refuse(failed)
  return run(await starting, ports, interrupted)
}

async function run(stack: Stack, ports: Ports, interrupted: Promise<void>): Promise<number> {
  const [logs = '', merchantKey = ''] = [stateOf(ports), merchantKeyIn(DEV_DIR)].map((path) =>
    relative(ROOT, path),
  )
  console.log(banner(stack.addresses, { logs, merchantKey }))
  const unwatch = watchSources(ports)
  await interrupted
  unwatch()
  console.log('\nEnding …')
  await stack.stop()
  return 0
}

/** Stacks on other ports run side by side, so each has a folder of its own. */
export const stateOf = ({ shop }: Ports) => join(DEV_DIR, String(shop))

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

function refuse(why: string): number {
  console.error(why)
  return 1
}

/** Resolves at the first Ctrl-C, or when asked to end in another way. */
function interruption(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })
}

/** Ports for the command line; nothing if it cannot be understood. */
export function portsIn(args: string[]): Ports | undefined {
  try {
    const { values } = parseArgs({ args, options: { 'port-base': { type: 'string' } } })
    const text = values['port-base']
    if (text === undefined) return DEFAULT_PORTS
    const base = /^\d+$/.test(text) ? Number(text) : 0
    return base >= 1 && base <= 65_533 ? portsFrom(base) : undefined
  } catch {
    return undefined
  }
}

/** Edge and sandbox are watched by wrangler itself. */
function watchSources(ports: Ports): () => void {
  const stops = [
    onChange(['widget', 'shared', 'worker/assets'], async () => {
      console.log((await buildWidget()) || 'The tag is built again.')
      // The gallery has the scripts of the edge's frames too.
      await rebuildShop(ports)
    }),
    onChange(['shop', 'cli'], () => rebuildShop(ports)),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** In a process of its own, since this one keeps the modules that it has loaded. */
async function rebuildShop(ports: Ports) {
  const { edge, shop } = addressesOf(ports)
  const flags = [
    '--edge',
    edge,
    '--origin',
    shop,
    '--key',
    offerKeyIn(DEV_DIR),
    '--out',
    shopIn(stateOf(ports)),
    '--frames',
    EDGE_FRAMES_DIR,
  ]
  const { code, output } = await runStep([process.execPath, join(ROOT, 'shop/build.ts'), ...flags])
  console.log(code === 0 ? 'The shop is built again.' : output)
}
