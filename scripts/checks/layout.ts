import { repositoryPaths } from './repository.ts'
import type { Check } from './run-checks.ts'

/** Entries that a platform names: those of the Workers, and of the site's theme. */
const ENTRIES = ['worker/index.ts', 'sandbox/index.ts', 'docs-site/.vitepress/theme/index.ts']

/** Frameworks name the files of their shops. */
const EXAMPLES = 'examples/'

/** Names that say nothing about what is inside. */
const VAGUE_FOLDERS = /(^|\/)(utils?|helpers?|common|lib|misc)\//
const VAGUE_FILES = /(^|\/)(types|utils?|helpers?|constants|common|misc)\.[jt]s$/

/** Where each test stands beside a source and bears its name. Stories of several files have a folder of their own. */
const BESIDE_SOURCES = 'worker/order/'
const STORIES = 'worker/order/stories/'

/** Files and folders are named after what they hold. */
export const layout: Check = {
  name: 'files and folders are named after what they hold',
  problems: async () => {
    const paths = await repositoryPaths()
    return [...paths.flatMap(misnamed), ...strayTests(paths)]
  },
}

/** @returns What is wrong with the name of a file; nothing for most. */
export function misnamed(path: string): string[] {
  const isSource = /\.[jt]s$/.test(path) && !path.startsWith(EXAMPLES)
  if (!isSource) return []
  if (/(^|\/)index\.[jt]s$/.test(path) && !ENTRIES.includes(path))
    return [`${path}: only an entry that a platform names is an index`]
  if (VAGUE_FOLDERS.test(path) || VAGUE_FILES.test(path)) return [`${path}: the name says nothing`]
  const name = path.split('/').at(-1) ?? ''
  return /^[a-z0-9-]+(\.[a-z]+)*\.[jt]s$/.test(name) ? [] : [`${path}: file names are kebab-case`]
}

/** @returns The tests of the order that bear the name of no file beside them: `three-ds-method.test.ts` is of `three-ds.ts`. */
export function strayTests(paths: readonly string[]): string[] {
  const known = new Set(paths)
  return paths
    .filter((path) => path.startsWith(BESIDE_SOURCES) && !path.startsWith(STORIES))
    .filter((path) => path.endsWith('.test.ts') && !sourcesOf(path).some((source) => known.has(source)))
    .map((path) => `${path}: no file beside it has its name; stories of several files stand in ${STORIES}`)
}

/** Every file that a test could be of: `a/b-c.test.ts` of `a/b-c.ts` and of `a/b.ts`. */
function sourcesOf(test: string): string[] {
  const folder = test.slice(0, test.lastIndexOf('/') + 1)
  const words = test.slice(folder.length, -'.test.ts'.length).split('-')
  return words.map((_, index) => `${folder}${words.slice(0, index + 1).join('-')}.ts`)
}
