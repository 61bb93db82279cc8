/**
 * The demo of the packed command line: the edge's own bundle in workerd, the sandbox in another, and the demo shop. Runs from
 * the package's folder `dist/demo`, where `build-demo.ts` puts all that it reads.
 */
import { once } from 'node:events'
import { createWriteStream, rmSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import type { DemoOptions } from '../../cli/demo-program.ts'
import { buildShop } from '../../shop/build.ts'
import { counterRoute } from '../../shop/counter/counter.ts'
import { serveFolder } from '../../shop/static-server.ts'
import { firstPayment } from '../dev/banner.ts'
import { type Addresses, addressesOf, DOCS_ORIGIN } from '../stack/addresses.ts'
import { DEFAULT_PORTS, type Ports, portsFrom, takenPort } from '../stack/ports.ts'
import { makeSecrets, type Secrets } from '../stack/secrets.ts'
import { serverOptions } from '../stack/server-options.ts'
import { edgeSettings, lookAroundSettings, sandboxSettings } from '../stack/stack-settings.ts'
import { endWithStarter } from '../starter-watch.ts'
import type { DemoWorker, DemoWorkers } from './demo-workers.ts'
import { loadMiniflare } from './miniflare.ts'

const HERE = import.meta.dirname

/** A part of the demo that runs. */
interface Part {
  readonly stop: () => Promise<unknown>
}

/** Runs until it is interrupted. Nothing outlives this process, and what it stored is removed at the end. */
export async function runDemo({ portBase, tell, show, interruption }: DemoOptions): Promise<void> {
  // Before `interruption`, so that the first signal ends in order.
  endWithStarter()
  const signal = interruption()
  const ports = portBase === undefined ? DEFAULT_PORTS : portsFrom(portBase)
  const taken = await takenPort(ports)
  if (taken !== undefined) throw new Error(`port ${taken} is taken; choose others by --port-base 6000`)
  const miniflare = await loadMiniflare(HERE, { tell, signal })
  tell('Starting shop, edge and sandbox …')
  const secrets = await makeSecrets()
  const folder = await mkdtemp(join(tmpdir(), 'pay-checkout-demo-'))
  removeAtExit(folder, signal)
  const parts: Part[] = []
  try {
    await startParts(parts, { folder, ports, secrets, miniflare })
    show(linesOf(addressesOf(ports), secrets, folder))
    if (!signal.aborted) await once(signal, 'abort')
  } finally {
    await Promise.all(parts.map((part) => part.stop()))
  }
}

/** Miniflare kills its workerd at a signal and exits at once, so that nothing else can be done but here. */
function removeAtExit(folder: string, signal: AbortSignal): void {
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    // An end that was asked for is no failure.
    if (signal.aborted) process.exitCode = 0
  })
}

interface Plan {
  readonly folder: string
  readonly ports: Ports
  readonly secrets: Secrets
  readonly miniflare: typeof import('miniflare')
}

async function startParts(parts: Part[], { folder, ports, secrets, miniflare }: Plan): Promise<void> {
  const addresses = addressesOf(ports)
  const pages = join(folder, 'shop')
  const shop = { edge: addresses.edge, origin: addresses.shop, key: secrets.offerKey }
  await buildShop({ ...shop, docs: DOCS_ORIGIN, out: pages })
  parts.push(await serveFolder(pages, ports.shop, counterRoute(addresses, secrets.merchantKey)))
  const workers: DemoWorkers = JSON.parse(await readFile(join(HERE, 'workers.json'), 'utf8'))
  // The tables of the edge's list of orders, empty.
  await mkdir(join(folder, 'edge'))
  await cp(join(HERE, 'tables/edge'), join(folder, 'edge'), { recursive: true })
  const start = async (name: keyof DemoWorkers, port: number, settings: Readonly<Record<string, string>>) => {
    const persistTo = join(folder, name)
    const options = await workerOptions(name, workers[name], { port, persistTo, settings })
    const log = createWriteStream(join(folder, `${name}.log`))
    // On the terminal they would push away what to do first.
    const handleStructuredLogs = ({ message }: { readonly message: string }) => log.write(`${message}\n`)
    const server = new miniflare.Miniflare(
      miniflare.convertV4MiniflareOptions({ ...options, handleStructuredLogs }),
    )
    parts.push({ stop: () => server.dispose() })
    await server.ready
  }
  await start('sandbox', ports.sandbox, sandboxSettings(addresses, secrets))
  await start('edge', ports.edge, { ...edgeSettings(addresses, secrets), ...lookAroundSettings(addresses) })
}

type Served = Pick<Parameters<typeof serverOptions>[0], 'port' | 'persistTo' | 'settings'>

async function workerOptions(name: keyof DemoWorkers, { bindings, assets }: DemoWorker, served: Served) {
  const file = `${name}.js`
  const script = { name: file, contents: await readFile(join(HERE, file), 'utf8') }
  const files = assets && { assets: { ...assets, directory: join(HERE, 'edge') } }
  return { rootPath: HERE, ...serverOptions({ workerOptions: { ...bindings, ...files }, script, ...served }) }
}

function linesOf({ shop, edge, gateway, bank }: Addresses, { merchantKey }: Secrets, logs: string): string[] {
  const text = `
  Shop      ${shop}
  Desk      ${edge}/desk   the key, until it ends: ${merchantKey}
  Edge      ${edge}
  Gateway   ${gateway}   a sandbox: no money moves; ${gateway}/__sandbox/ledger says what it did
  Bank      ${bank}
  Logs      ${logs}

  Security code 116 declines, 321 asks for 3-D Secure (the code word is hint).
  Saved cards, verification and payouts, which need a server of the merchant's: ${shop}/counter
  It stores nothing beyond its end. Your own product on your own page needs a clone: docs/five-minutes.md there.

${firstPayment({ shop, edge })}`
  return text.trimEnd().split('\n')
}
