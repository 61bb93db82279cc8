/** How long a new process of workerd takes until the edge in it has answered. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare, type MiniflareOptions } from 'miniflare'
import type { PartResult } from '../scripts/reference/bench-results.ts'
import { type LeanOptions, miniflareOptions } from '../scripts/stack/lean-options.ts'
import { alternate, timed } from './alternate.ts'
import { get } from './edge-shopper.ts'

const ROUNDS = 5

const ONE_LINE = `export default { fetch: () => new Response('{}') }`

/**
 * Starts the edge, and a Worker of one line, in turn.
 *
 * @param stateDir Of a stack that runs: its bundle and its settings are taken.
 */
export async function coldStart(stateDir: string): Promise<PartResult> {
  const kept = JSON.parse(await readFile(join(stateDir, 'edge.json'), 'utf8')) as LeanOptions
  const edge = await miniflareOptions({ ...kept, port: 0, persistTo: join(stateDir, 'cold') })
  const bare = convertV4MiniflareOptions({
    host: '127.0.0.1',
    workers: [
      {
        name: 'bare',
        compatibilityDate: '2026-10-01',
        modules: [{ type: 'ESModule', path: 'bare.js', contents: ONE_LINE }],
      },
    ],
  })
  const sides = Object.entries({ 'a Worker of one line': bare, 'pay-checkout': edge })
  const measured = await alternate(
    sides.map(([name, options]) => ({ name, sample: () => started(options) })),
    ROUNDS,
  )
  return {
    title: 'Cold start: a new workerd until its first answer, milliseconds',
    rows: measured.map((one) => ({ ...one })),
    notes: [
      `${ROUNDS} starts each, in turn. Most of it is workerd itself; the difference is the Worker’s script and its bindings, which Miniflare simulates.`,
    ],
  }
}

async function started(options: MiniflareOptions): Promise<number> {
  let worker: Miniflare | undefined
  try {
    return await timed(async () => {
      worker = new Miniflare(options)
      const { origin } = await worker.ready
      await get(`${origin}/healthz`)
    })
  } finally {
    await worker?.dispose()
  }
}
