import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ROOT } from '../root.ts'
import { nodeTool, runStep } from '../run-step.ts'
import { inScratch } from './bundle.ts'

/** One finding of the linter. */
export interface Finding {
  /** Relative to the root. */
  readonly path: string
  /** Counted from 1. */
  readonly line: number
  /** Such as `lint/style/noRestrictedImports`. */
  readonly rule: string
}

/** Lints texts by the repository's rules as if they stood at these paths; the repository is not touched. */
export function lintFiles(files: Readonly<Record<string, string>>): Promise<Finding[]> {
  return inScratch(async (folder) => {
    const config = JSON.parse(await readFile(join(ROOT, 'biome.json'), 'utf8'))
    const all = {
      ...files,
      'biome.json': JSON.stringify({ ...config, vcs: { enabled: false } }),
      'biome.layers.generated.json': await readFile(join(ROOT, 'biome.layers.generated.json'), 'utf8'),
    }
    await Promise.all(Object.entries(all).map(([path, text]) => write(join(folder, path), text)))
    const flags = ['--reporter=json', '--max-diagnostics=none', `--config-path=${folder}`]
    const { output } = await runStep(nodeTool('@biomejs/biome/bin/biome', 'lint', ...flags, folder))
    return findingsIn(output, folder)
  })
}

async function write(path: string, text: string) {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

/** The part of Biome's report that this file reads. It is one line of JSON among lines for people. */
interface Report {
  readonly diagnostics: readonly { readonly category: string; readonly location: Location }[]
}

interface Location {
  readonly path: string
  readonly start: { readonly line: number }
}

function findingsIn(output: string, folder: string): Finding[] {
  const line = output.split('\n').find((text) => text.startsWith('{'))
  if (!line) throw new Error(`the linter gave no report:\n${output}`)
  const { diagnostics }: Report = JSON.parse(line)
  return diagnostics.map(({ category, location: { path, start } }) => ({
    ...{ rule: category, line: start.line },
    path: path.replace(`${folder}/`, ''),
  }))
}
