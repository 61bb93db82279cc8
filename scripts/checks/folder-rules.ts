/**
 * The linter's rules for the layers, written from their table. Pure.
 *
 * Of several rules for one file the linter takes the last one whole, in `overrides` and in a folder's own configuration
 * alike. So a rule for tests repeats that of their folder, and is better written by a script than by hand.
 */
import { posix } from 'node:path'

/** A folder with all that is below it, or one file: what it may import besides itself. */
export interface Layer {
  /** From the root. */
  readonly of: string
  /** Folders and files from the root, and packages. A package's parts are `name/**`. */
  readonly imports: readonly string[] | 'anything'
  /** What it may not import although `imports` has it. */
  readonly except?: readonly string[]
  /** Names that it may not import, by file. */
  readonly withoutNames?: Readonly<Record<string, readonly string[]>>
  /** What its tests may import besides. Without it, no rule is for its tests. */
  readonly tests?: readonly string[]
  /** Its test support is a layer of its own. */
  readonly noTestSupport?: true
  /** How many levels of folders it has, with itself. Default: one, so a folder inside is closed in itself. */
  readonly levels?: number
  /** Why. Default: the table says so. */
  readonly why?: string
}

/** Names that every script finds, and that a folder may not use. */
export interface DeniedGlobals {
  readonly in: readonly string[]
  /** Files and folders inside that may use them. */
  readonly except?: readonly string[]
  /** Each name, and why. */
  readonly names: Readonly<Record<string, string>>
}

/** One entry of `overrides` in the linter's configuration. */
interface Override {
  readonly includes: readonly string[]
  readonly linter: { readonly rules: { readonly style: Readonly<Record<string, unknown>> } }
}

const TESTS = '**/*.test.ts'

/** The folder with what a layer's tests share. */
const TEST_SUPPORT = 'testing'

/** The text of `biome.layers.generated.json`, one rule a line. The same table gives the same text. */
export function folderRules(layers: readonly Layer[], denied: readonly DeniedGlobals[]): string {
  const overrides = [...layers.flatMap(importRules), ...denied.map(globalsRule)]
  return `{\n  "overrides": [\n    ${overrides.map((one) => JSON.stringify(one)).join(',\n    ')}\n  ]\n}\n`
}

/** Whether a path is one file and no folder. */
const isFile = (path: string) => /\.[jt]s$/.test(path)

function importRules(layer: Layer): Override[] {
  if (isFile(layer.of)) return [rule([layer.of], options(layer, posix.dirname(layer.of), []))]
  return [
    ...Array.from({ length: layer.levels ?? 1 }, (_, depth) => rulesAt(layer, depth)).flat(),
    ...supportRules(layer),
  ]
}

/** What a layer has of itself, seen from a folder that many levels below its own. */
const ownAt = (depth: number) => [
  ...['!./**', './../**'],
  ...(depth > 0 ? ['!../**', `${'../'.repeat(depth + 1)}**`] : []),
]

/** What tests share may import what they may. */
function supportRules(layer: Layer): Override[] {
  const { of, noTestSupport, tests } = layer
  if (noTestSupport || !tests || layer.imports === 'anything') return []
  const folder = `${of}/${TEST_SUPPORT}`
  return [rule([`${folder}/**`], options(ofTests(layer, tests), folder, ownAt(1)))]
}

/** The layer as its tests have it. */
function ofTests({ except: _pure, withoutNames: _names, ...layer }: Layer, tests: readonly string[]): Layer {
  return layer.imports === 'anything' ? layer : { ...layer, imports: [...layer.imports, ...tests] }
}

/** The rules for the files that many folders below the layer's own. Later rules replace earlier ones. */
function rulesAt(layer: Layer, depth: number): Override[] {
  const folder = layer.of + '/*'.repeat(depth)
  const own = ownAt(depth)
  if (layer.imports === 'anything') return [rule([`${folder}/**`], options(layer, folder, own))]
  // Support is for tests, however the way there is written.
  const rules = options(layer, folder, [...own, `**/${TEST_SUPPORT}/**`])
  if (!layer.tests) return [rule([`${folder}/**`, `!${TESTS}`], rules)]
  const tested = options(ofTests(layer, layer.tests), folder, own)
  return [rule([`${folder}/**`], rules), rule([`${folder}/${TESTS}`], tested)]
}

function rule(includes: readonly string[], imports: unknown): Override {
  const noRestrictedImports = { level: 'error', options: imports }
  return { includes, linter: { rules: { style: { noRestrictedImports } } } }
}

/** @param own What the layer has of itself, seen from the folder. */
function options(layer: Layer, folder: string, own: readonly string[]) {
  const { imports, except = [], withoutNames = {} } = layer
  const message = layer.why ?? `${layer.of} may not import this: scripts/checks/layers.ts says what it may`
  const refused = except.map((path) => pattern(path, folder))
  const group =
    imports === 'anything'
      ? except.map(anywhere)
      : ['**', ...own, ...imports.flatMap((path) => allowed(path, folder)), ...refused]
  const paths = Object.entries(withoutNames).map(([path, importNames]) => [
    pattern(path, folder),
    { importNames, message },
  ])
  return { ...(paths.length > 0 && { paths: Object.fromEntries(paths) }), patterns: [{ group, message }] }
}

/** A folder allows nothing of what lies outside it, however the way there is written. */
const allowed = (path: string, folder: string) =>
  path === folder ? ['!./**', './../**'] : [`!${pattern(path, folder)}`]

/** The folders of the root whose files are meant, where a name could also be a package's. */
const TOP_FOLDERS = ['shared', 'widget', 'desk', 'worker', 'sandbox', 'packages']

const isPackage = (path: string) => !TOP_FOLDERS.includes(path.split('/', 1)[0] ?? '')

/** How a file in the folder writes the path: relative to itself. */
function pattern(path: string, folder: string): string {
  if (isPackage(path)) return path
  const relative = posix.relative(folder, path)
  return `${relative.startsWith('.') ? '' : './'}${relative}${isFile(path) ? '' : '/**'}`
}

const anywhere = (path: string) => (isPackage(path) ? path : `**/${path}`)

function globalsRule({ in: folders, except = [], names }: DeniedGlobals): Override {
  const includes = [...folders.map(within), `!${TESTS}`, ...except.map((path) => `!${within(path)}`)]
  const noRestrictedGlobals = { level: 'error', options: { deniedGlobals: names } }
  return { includes, linter: { rules: { style: { noRestrictedGlobals } } } }
}

const within = (path: string) => (isFile(path) ? path : `${path}/**`)
