import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { packPackage } from '../../scripts/packages/pack.ts'
import { SCOPE } from '../../scripts/packages/scope.ts'
import { ROOT } from '../../scripts/root.ts'
import { runStep } from '../../scripts/run-step.ts'

/** An example in a folder of its own, as a developer has it who has followed its guide. */
export interface Project {
  readonly folder: string
  /** Installs what its lock file says, and then the packed packages that its sources import. */
  readonly install: () => Promise<void>
  /** Runs one of its scripts. @throws {Error} With what the script printed, if it fails. */
  readonly run: (script: string) => Promise<void>
  readonly remove: () => Promise<void>
}

/** What stands in an example → the value of its developer. */
export type Values = Readonly<Record<string, string>>

/** A folder of an example that its developer makes. */
const MADE = /^(?:node_modules|dist)(?:\/|$)/

/** Vitest's own, and makers who would count our builds. */
export const ENVIRONMENT = {
  ...{ NODE_ENV: '', VITEST: '', TEST: '', CI: '1' },
  ...{ DO_NOT_TRACK: '1', ASTRO_TELEMETRY_DISABLED: '1', NEXT_TELEMETRY_DISABLED: '1' },
  ...{ NG_CLI_ANALYTICS: 'false', NUXT_TELEMETRY_DISABLED: '1' },
}

/** Copies an example out of the repository, with a developer's own values in its files. */
export async function copyExample(name: string, values: Values): Promise<Project> {
  const place = await mkdtemp(join(tmpdir(), `pay-checkout-example-${name}-`))
  const folder = join(place, name)
  const source = join(ROOT, 'examples', name)
  const isOwn = (path: string) => !MADE.test(relative(source, path))
  await cp(source, folder, { recursive: true, filter: isOwn })
  const packages = await adapt(folder, values)
  const run = (...args: string[]) => npm(folder, ...args)
  return {
    folder,
    install: async () => {
      await run('ci')
      const packed = packages.map((name) => packPackage(`packages/${name}`, join(place, 'packages')))
      const archives = (await Promise.all(packed)).map(({ archive }) => archive)
      if (archives.length > 0) await run('install', '--no-save', ...archives)
    },
    run: (script) => run('run', script),
    remove: () => rm(place, { recursive: true, force: true }),
  }
}

/** @returns The packages of this project that its files import. */
async function adapt(folder: string, values: Values): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const imported = new Set<string>()
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name)
    const text = await readFile(path, 'utf8')
    for (const [, name = ''] of text.matchAll(new RegExp(`${SCOPE}/(\\w+)`, 'g'))) imported.add(name)
    const own = Object.entries(values).reduce((all, [example, value]) => all.replaceAll(example, value), text)
    if (own !== text) await writeFile(path, own)
  }
  return [...imported]
}

/** An `npm install` that hangs must not take the others' time. */
const LIMIT_MS = 280_000

async function npm(folder: string, ...args: string[]): Promise<void> {
  const flags = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']
  const command = ['npm', ...flags, '--prefix', folder, ...args]
  const { code, output } = await runStep(command, { env: ENVIRONMENT, limitMs: LIMIT_MS })
  if (code !== 0) throw new Error(output || `npm ${args.join(' ')} ended with ${code}`)
}
