import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import process from 'node:process'
import { parseOfferKey } from '../cli/keys.ts'
import { buildWidget, DEV_DIR, EDGE_FRAMES_DIR, writeApiDocument } from './build.ts'
import { banner } from './dev/banner.ts'
import { type DevOptions, devSettings, optionsIn, USAGE } from './dev/dev-options.ts'
import { onChange } from './dev/watch.ts'
import { ROOT } from './root.ts'
import { runStep } from './run-step.ts'
import { addressesOf, DOCS_ORIGIN } from './stack/addresses.ts'
import { type Ports, takenPort } from './stack/ports.ts'
import { keptSecrets, merchantKeyIn, offerKeyIn, type Secrets, webhookSecretIn } from './stack/secrets.ts'
import { type Stack, shopIn, startStack } from './stack/stack.ts'
import { lookAroundSettings } from './stack/stack-settings.ts'
import { textIfPresent } from './text-if-present.ts'

/**
 * `npm run dev`: shop, edge and sandbox on this machine, with state that survives a restart, until Ctrl-C.
 *
 * @returns 0 after Ctrl-C; 1 where nothing could be started, after one line that says why.
 */
export async function main(args: string[]): Promise<number> {
  const options = optionsIn(args)
  if (typeof options === 'string') return refuse(`${options}\n\n${USAGE}`)
  const { ports } = options
  const taken = await takenPort(ports)
  if (taken) return refuse(`Port ${taken} is taken; choose others with: npm run dev -- --port-base 6000`)
  const interrupted = interruption()
  console.log('Building the tag, starting shop, edge and sandbox …')
  const failure = await buildWidget()
  if (failure) return refuse(failure)
  const secrets = await keptSecrets(DEV_DIR)
  const edge = await settingsOf(options, secrets).catch(messageOf)
  if (typeof edge === 'string') return refuse(edge)
  const starting = startStack({ ports, secrets, edge, stateDir: stateOf(ports), isWatched: true })
  const failed = await Promise.race([starting.then(() => undefined, messageOf), interrupted])
  if (failed) return refuse(failed)
  return run(await starting, options, interrupted)
}

/** @throws {Error} If a named file cannot be read; the message is for a person, and holds no key. */
async function settingsOf(options: DevOptions, secrets: Secrets): Promise<Record<string, string>> {
  const { offerKey: file, ports } = options
  const ownKey = file === undefined ? undefined : parseOfferKey(await textOf(file))
  const vars = (await textIfPresent(join(ROOT, '.dev.vars'))) ?? ''
  const addresses = addressesOf(ports)
  const defaults = { ...secrets, sites: [addresses.shop, DOCS_ORIGIN] }
  return { ...lookAroundSettings(addresses), ...devSettings(options, vars, defaults, ownKey) }
}

const textOf = (path: string) =>
  readFile(path, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    throw new Error(`${path} cannot be read (${code})`)
  })

async function run(stack: Stack, options: DevOptions, interrupted: Promise<void>): Promise<number> {
  const { ports } = options
  const [logs = '', merchantKey = '', webhookSecret = ''] = [
    stateOf(ports),
    merchantKeyIn(DEV_DIR),
    webhookSecretIn(DEV_DIR),
  ].map((path) => relative(ROOT, path))
  console.log(banner(stack.addresses, { logs, merchantKey, webhookSecret }, options))
  const unwatch = watchSources(ports)
  await interrupted
  unwatch()
  console.log('\nEnding …')
  await stack.stop()
  return 0
}

/** The state folder of a stack: stacks on other ports may run at the same time. */
export const stateOf = ({ shop }: Ports) => join(DEV_DIR, String(shop))

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

function refuse(why: string): number {
  console.error(why)
  return 1
}

/** Resolves at the first Ctrl-C, or at another signal to end. */
function interruption(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })
}

/** Builds the tag and the shop again when their sources change. Wrangler itself watches edge and sandbox. */
function watchSources(ports: Ports): () => void {
  const stops = [
    onChange(['widget', 'desk', 'shared', 'worker/assets'], async () => {
      console.log((await buildWidget()) || 'The tag is built again.')
      // The gallery contains the scripts of the edge's frames.
      await rebuildShop(ports)
    }),
    onChange(['shop', 'cli'], () => rebuildShop(ports)),
    onChange(['worker/routes'], async () => {
      const failure = await writeApiDocument()
      if (failure) console.log(failure)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Runs in a process of its own, since this one keeps the modules that it has loaded. */
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
    '--docs',
    DOCS_ORIGIN,
  ]
  const { code, output } = await runStep([process.execPath, join(ROOT, 'shop/build.ts'), ...flags])
  console.log(code === 0 ? 'The shop is built again.' : output)
}
