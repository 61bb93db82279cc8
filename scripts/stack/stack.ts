import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OfferKey } from '../../cli/keys.ts'
import { buildShop, type ExtraPage } from '../../shop/build.ts'
import { counterRoute } from '../../shop/counter/counter.ts'
import { buildGallery } from '../../shop/gallery/build-gallery.ts'
import { galleryRoute } from '../../shop/gallery/gallery-route.ts'
import { serveFolder } from '../../shop/static-server.ts'
import { EDGE_FRAMES_DIR } from '../build.ts'
import { type Addresses, addressesOf, DOCS_ORIGIN } from './addresses.ts'
import { makeTables } from './index-tables.ts'
import { freePorts, type Ports } from './ports.ts'
import { makeSecrets, type Secrets } from './secrets.ts'
import { edgeSettings, sandboxSettings } from './stack-settings.ts'
import { startWorker, type WorkerOptions, type WorkerProcess } from './worker-process.ts'

/** The two Workers of a stack. */
export type WorkerName = 'edge' | 'sandbox'

/** How a stack starts. Every option has a default that suits tests. */
export interface StackOptions {
  /** Default: ports that are free. */
  readonly ports?: Ports
  /** The folder for orders and the gateway's ledger. Default: a new one, removed at the end. */
  readonly stateDir?: string
  /** Default: new ones. A kept state folder needs its old secrets. */
  readonly secrets?: Secrets
  /** The folder for the shop's pages. Default: within the state folder. */
  readonly shopDir?: string
  /** Pages that only tests need: name → what they sell. */
  readonly extra?: Readonly<Record<string, ExtraPage>>
  /** Settings of the edge and the sandbox, added to those of every stack or replacing them. */
  readonly edge?: Readonly<Record<string, string>>
  readonly sandbox?: Readonly<Record<string, string>>
  /** A file that runs in place of the edge's entry, relative to the root of the repository. */
  readonly edgeEntry?: string
  /** The sandbox of a running stack, in place of an own one: two shops at one gateway account. */
  readonly gatewayOf?: Pick<Stack, 'addresses' | 'secrets' | 'logs'>
  /** Whether edge and sandbox are built again whenever their sources change. */
  readonly isWatched?: boolean
}

/** Shop, edge and sandbox, running. */
export interface Stack {
  readonly addresses: Addresses
  readonly secrets: Secrets
  /** Signs the shop's offers; tests sign bad ones with it too. */
  readonly offerKey: OfferKey
  /** Log files of the two Workers. */
  readonly logs: { readonly edge: string; readonly sandbox: string }
  /** Ends the process of a Worker and waits until it has ended; its stored state stays. Repeatable. */
  readonly end: (worker: WorkerName) => Promise<void>
  /**
   * Starts an ended Worker on the same state, as after a deploy or a crash, and waits until it answers.
   *
   * @param changes Settings that differ from the first start's, for this run of the Worker alone.
   */
  readonly start: (worker: WorkerName, changes?: Readonly<Record<string, string>>) => Promise<void>
  /** Ends everything and waits until it has ended. Repeatable. */
  readonly stop: () => Promise<void>
}

/** The default folder for the shop's pages within a state folder. */
export const shopIn = (stateDir: string) => join(stateDir, 'shop')

/**
 * Starts shop, edge and sandbox on this machine and waits until they answer.
 *
 * Builds the shop's pages and the gallery for these addresses; the tag itself must have been built before. The shop also
 * serves the counter, where the merchant's own server opens orders. Nothing outlives this process, however it ends.
 *
 * @throws {Error} If a part does not start; the others are ended first.
 */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const plan = await planOf(options)
  const parts: Part[] = []
  const stop = async () => {
    await Promise.all(parts.map((part) => part.stop()))
    if (!options.stateDir) await rm(plan.stateDir, { recursive: true, force: true })
  }
  try {
    return await startParts(plan, parts, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

/** A part that ends with the stack. */
interface Part {
  readonly stop: () => Promise<void>
}

interface Plan extends StackOptions {
  readonly ports: Ports
  readonly stateDir: string
  readonly shopDir: string
  readonly secrets: Secrets
  readonly addresses: Addresses
}

async function planOf(options: StackOptions): Promise<Plan> {
  const ports = options.ports ?? (await freePorts())
  const stateDir = options.stateDir ?? (await mkdtemp(join(tmpdir(), 'pay-checkout-stack-')))
  const shopDir = options.shopDir ?? shopIn(stateDir)
  const secrets = options.secrets ?? (await makeSecrets())
  const plan = { ...options, ports, stateDir, shopDir, secrets, addresses: addressesOf(ports) }
  return options.gatewayOf ? { ...plan, ...atSameAccount(plan, options.gatewayOf) } : plan
}

/** The same gateway account, called by another host name, so that the sandbox's ledger tells the two edges apart. */
function atSameAccount(
  { ports, secrets }: Pick<Plan, 'ports' | 'secrets'>,
  { addresses: other, secrets: { login, controlKey, gatewayKeys } }: Pick<Stack, 'addresses' | 'secrets'>,
): Pick<Plan, 'addresses' | 'secrets'> {
  const addresses = addressesOf({ ...ports, sandbox: Number(new URL(other.gateway).port) })
  const gateway = addresses.local.gateway.replace('127.0.0.1', 'localhost')
  return {
    addresses: { ...addresses, local: { ...addresses.local, gateway } },
    secrets: { ...secrets, login, controlKey, gatewayKeys },
  }
}

async function startParts(plan: Plan, parts: Part[], stop: Stack['stop']): Promise<Stack> {
  const { addresses, secrets, ports, shopDir, extra = {} } = plan
  const { offerKey } = secrets
  const shop = { edge: addresses.edge, origin: addresses.shop, key: offerKey, out: shopDir }
  await buildShop({ ...shop, extra, docs: DOCS_ORIGIN, isDev: true })
  await buildGallery({ ...shop, frames: EDGE_FRAMES_DIR })
  const routes = [counterRoute(addresses, secrets.merchantKey), galleryRoute(addresses.shop)]
  parts.push(await serveFolder(shopDir, ports.shop, ...routes))
  const starts = [startSandbox(plan), startEdge(plan)] as const
  // Awaits both before it throws, so that neither starts after the others were ended.
  const started = await Promise.allSettled(starts)
  parts.push(...started.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : [])))
  const [sandbox, edge] = await Promise.all(starts)
  const logs = { edge: edge.log, sandbox: sandbox.log }
  const workers = { edge, sandbox }
  const start = async (name: WorkerName, changes: Readonly<Record<string, string>> = {}) => {
    workers[name] = await STARTS[name]({ ...plan, [name]: { ...plan[name], ...changes } })
    parts.push(workers[name])
  }
  return { addresses, secrets, offerKey, logs, end: (name) => workers[name].stop(), start, stop }
}

async function startEdge(plan: Plan): Promise<WorkerProcess> {
  await makeTables(plan.stateDir)
  return startWorker(edgeOf(plan))
}

const startSandbox = async (plan: Plan): Promise<WorkerProcess> =>
  plan.gatewayOf
    ? { log: plan.gatewayOf.logs.sandbox, stop: async () => undefined }
    : startWorker(sandboxOf(plan))

const STARTS: Readonly<Record<WorkerName, (plan: Plan) => Promise<WorkerProcess>>> = {
  edge: startEdge,
  sandbox: startSandbox,
}

function edgeOf({
  addresses,
  secrets,
  ports,
  stateDir,
  edge,
  edgeEntry: entry,
  isWatched = false,
}: Plan): WorkerOptions {
  const settings = { ...edgeSettings(addresses, secrets), ...edge }
  const readyAt = `${addresses.local.edge}/healthz`
  const worker = {
    name: 'edge',
    config: 'wrangler.toml',
    port: ports.edge,
    host: new URL(addresses.edge).host,
    readyAt,
    stateDir,
    settings,
    isWatched,
  }
  return entry === undefined ? worker : { ...worker, entry }
}

function sandboxOf({ addresses, secrets, ports, stateDir, sandbox, isWatched = false }: Plan): WorkerOptions {
  const settings = { ...sandboxSettings(addresses, secrets), ...sandbox }
  const readyAt = `${addresses.local.gateway}/__sandbox/ledger`
  return {
    name: 'sandbox',
    config: 'sandbox/wrangler.toml',
    port: ports.sandbox,
    readyAt,
    stateDir,
    settings,
    isWatched,
  }
}
