/** The folders of `examples/`, and which of them a run tries. */
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../root.ts'
import { runStep } from '../run-step.ts'

/** An example, as its `package.json` describes it. */
export interface Example {
  /** Its folder in `examples/`. */
  readonly name: string
  /** The file of `e2e/packages/` that tries it: its own, where one has its name; else that of servers or that of pages. */
  readonly spec: string
}

const EXAMPLES = join(ROOT, 'examples')
const STORIES = join(ROOT, 'e2e/packages')

/** Reads all examples, in the order of their names. */
export async function readExamples(): Promise<Example[]> {
  const names = (await readdir(EXAMPLES)).toSorted()
  const found = names.filter((name) => existsSync(join(EXAMPLES, name, 'package.json')))
  return Promise.all(found.map(readExample))
}

async function readExample(name: string): Promise<Example> {
  const { scripts = {} } = JSON.parse(await readFile(join(EXAMPLES, name, 'package.json'), 'utf8'))
  const own = `${name}.spec.ts`
  // A page has nothing to start: it is built into `dist/`.
  const usual = 'start' in scripts ? 'servers.spec.ts' : 'examples.spec.ts'
  return { name, spec: existsSync(join(STORIES, own)) ? own : usual }
}

/**
 * The examples that import a package: a change of the package tries one of them, by turns, since all of them would take longer
 * than a change may wait.
 */
export const USERS: Readonly<Record<string, readonly string[]>> = {
  server: ['server-node', 'vendure'],
  tag: ['angular', 'astro', 'html', 'next', 'nuxt', 'preact', 'react', 'solid', 'svelte', 'sveltekit', 'vue'],
}

/** How many are tried where a change touches none. */
const BY_TURNS = 2

/**
 * Those that a change touches, and one for each package that it touches; where it touches none of all that, two by turns.
 *
 * @param paths What the change touches.
 * @param turn Another number for each change, such as the number of commits.
 */
export function chosenFor(names: readonly string[], paths: readonly string[], turn: number): string[] {
  const isTouched = (start: string) => paths.some((path) => path.startsWith(start))
  const touched = names.filter((name) =>
    [`examples/${name}/`, `e2e/packages/${name}/`, `e2e/packages/${name}.spec.ts`].some(isTouched),
  )
  const users = Object.entries(USERS)
    .filter(([name]) => isTouched(`packages/${name}/`))
    .map(([, importing]) => names.filter((name) => importing.includes(name)))
    .filter((importing) => !importing.some((name) => touched.includes(name)))
    .flatMap((importing) => importing.slice(turn % importing.length).slice(0, 1))
  if (touched.length + users.length > 0) return [...touched, ...users]
  const first = (turn * BY_TURNS) % names.length
  return [...names, ...names].slice(first, first + Math.min(BY_TURNS, names.length))
}

/** What the commits of this branch change, and what is not committed. Nothing where the history does not reach that far. */
export async function changedPaths(): Promise<string[]> {
  const base = (await git('merge-base', 'HEAD', 'origin/main')) || 'HEAD'
  const head = await git('rev-parse', 'HEAD')
  // On the main branch itself, the last commit is the change: with all of the branch that it merges.
  const from = base === head || base === 'HEAD' ? 'HEAD^1' : base
  return (await git('diff', '--name-only', from)).split('\n').filter(Boolean)
}

/** How many commits there are so far. */
export const commitCount = async (): Promise<number> => Number(await git('rev-list', '--count', 'HEAD')) || 0

/** @returns What git prints; nothing where it fails. */
async function git(...args: string[]): Promise<string> {
  const { code, output } = await runStep(['git', ...args])
  return code === 0 ? output.trim() : ''
}
