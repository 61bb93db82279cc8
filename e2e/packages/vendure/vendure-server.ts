import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { tether } from '../../../scripts/stack/tethered.ts'
import { patiently } from '../../engines/patience.ts'
import { ENVIRONMENT, type Project } from '../project.ts'

/** What the shop needs to know. */
export interface VendureSettings {
  readonly port: number
  readonly database: string
  readonly edge: string
  readonly key: string
  readonly webhookSecret: string
  /** Cron pattern, with seconds. */
  readonly reconcileAt: string
}

/** The server of a shop, which may be killed at any moment. */
export interface VendureServer {
  readonly origin: string
  readonly password: string
  /** Starts it, and waits until it answers. */
  readonly start: () => Promise<void>
  /** Kills it, in the middle of whatever it does. */
  readonly kill: () => Promise<void>
  /** What it printed last. */
  readonly printed: () => string
  /** In how many of its lines so far a text occurs. */
  readonly linesWith: (text: string) => number
}

/** Longer than a busy machine takes. */
const STARTS_WITHIN_MS = 240_000
const MOST_PRINTED = 20_000
const LOOKS_EVERY_MS = 50

/** A built shop, filled with its first product. It is not started. */
export async function populatedVendure(project: Project, settings: VendureSettings): Promise<VendureServer> {
  const { port, database, edge, key, webhookSecret, reconcileAt } = settings
  const password = randomBytes(12).toString('hex')
  const env = {
    ...{ ...process.env, ...ENVIRONMENT, PORT: String(port), HOST: '127.0.0.1', DATABASE_URL: database },
    ...{
      PAY_EDGE: edge,
      PAY_MERCHANT_KEY: key,
      PAY_WEBHOOK_SECRET: webhookSecret,
      RECONCILE_AT: reconcileAt,
    },
    ...{ VENDURE_DISABLE_TELEMETRY: 'true', SUPERADMIN_PASSWORD: password, COOKIE_SECRET: password },
  }
  let printed = ''
  let server: { readonly child: ChildProcess; readonly release: () => void } | undefined
  const begin = (program: string) => {
    const child = spawn(process.execPath, [`dist/${program}.js`], {
      ...{ cwd: project.folder, env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        printed += chunk
      })
    return { child, release: tether(child.pid ?? 0) }
  }
  const filling = begin('populate')
  const [code] = await once(filling.child, 'exit')
  filling.release()
  if (code !== 0) throw new Error(`the shop was not filled: ${printed}`)
  const origin = `http://127.0.0.1:${port}`
  const answers = async () => {
    if (server?.child.exitCode != null) throw new Error(`the shop ended: ${printed}`)
    return { value: await fetch(`${origin}/health`) }
  }
  return {
    ...{ origin, password, printed: () => printed.slice(-MOST_PRINTED) },
    linesWith: (text) => printed.split('\n').filter((line) => line.includes(text)).length,
    start: async () => {
      server = begin('server')
      await patiently(answers, async () => `the shop: ${printed}`, STARTS_WITHIN_MS)
    },
    kill: async () => {
      const former = server
      server = undefined
      if (!former || former.child.exitCode !== null || former.child.signalCode !== null) return
      former.child.kill('SIGKILL')
      await once(former.child, 'exit')
      former.release()
    },
  }
}

/** Kills a server and starts it again, each time it is due, until all is over. @returns How often. */
export async function killNowAndThen(
  server: VendureServer,
  { isDue, isOver }: { readonly isDue: () => boolean; readonly isOver: () => boolean },
): Promise<number> {
  for (let deaths = 0; ; deaths += 1) {
    while (!isDue() && !isOver()) await pause(LOOKS_EVERY_MS)
    if (isOver()) return deaths
    await server.kill()
    await server.start()
  }
}
