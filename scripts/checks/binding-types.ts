import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../root.ts'
import { nodeTool, runStep } from '../run-step.ts'
import type { Check } from './run-checks.ts'

/** What the platform passes to the Worker, by its own generator, is what the code takes. */
export const bindingTypes: Check = {
  name: 'the bindings of wrangler.toml have the types that the edge expects',
  problems: async () => bindingProblems(await readFile(join(ROOT, 'wrangler.toml'), 'utf8')),
}

/** Compiles only if every binding that the code takes is there with its type. */
const ASSERTION = `import type { Env as Expected } from '../../worker/order/env.ts'
export const bindings = (given: Cloudflare.Env): Expected => given
`

/** The Worker's tests bring the types of Node along when the Worker itself is compiled. */
const TYPES = ['@cloudflare/workers-types', 'node']

const TSCONFIG = {
  extends: '../../worker/tsconfig.json',
  compilerOptions: {
    ...{ composite: false, incremental: false, emitDeclarationOnly: false, noEmit: true },
    types: TYPES,
  },
  include: ['*.ts'],
  exclude: [],
  references: [],
}

/** @param config A configuration of wrangler, with paths as in the project's own. */
export async function bindingProblems(config: string): Promise<string[]> {
  // Two folders below the root: the paths above count from there.
  const parent = join(ROOT, '.tsbuild')
  await mkdir(parent, { recursive: true })
  const folder = await mkdtemp(join(parent, 'bindings-'))
  try {
    await writeFile(join(folder, 'wrangler.toml'), config.replace('main = "', 'main = "../../'))
    await writeFile(join(folder, 'assertion.ts'), ASSERTION)
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG))
    const generate = ['types', join(folder, 'generated.d.ts'), '-c', join(folder, 'wrangler.toml')]
    const env = { CI: '1', WRANGLER_SEND_METRICS: 'false', WRANGLER_LOG_PATH: folder }
    const steps = [
      nodeTool('wrangler/bin/wrangler.js', ...generate, '--include-runtime=false'),
      nodeTool('typescript/bin/tsc', '-p', folder),
    ]
    for (const step of steps) {
      const { code, output } = await runStep(step, { env })
      if (code !== 0) return [output]
    }
    return []
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
