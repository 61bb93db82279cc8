/** Puts the built-ins that the tag takes at load in the place of the page's, and finds names that a page may have changed. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vite'

const FILE = fileURLToPath(new URL('../browser/built-ins.ts', import.meta.url))

/** For the bundler: where a name comes from that a file uses and does not declare. */
export const pageBuiltIns = (): Record<string, [file: string, name: string]> =>
  Object.fromEntries(namesIn(readFileSync(FILE, 'utf8')).map((name) => [name, [FILE, name]]))

/** The exports of the file: each alone, and those taken together. */
const namesIn = (source: string): string[] => [
  ...[...source.matchAll(/^export const (\w+)/gm)].map(([, name = '']) => name),
  ...[...source.matchAll(/^export const \{([^}]*)\}/gm)].flatMap(
    ([, names = '']) => names.match(/\w+/g) ?? [],
  ),
]

/** What no page can hide or replace, since browsers refuse the variable, and what is no variable. */
const UNCHANGING = ['document', 'location', 'globalThis', 'undefined', 'arguments']

/** What the tag names all the same: a page that replaces one of these cannot run itself. */
const TRUSTED = [
  ...['Boolean', 'Error', 'RegExp', 'WeakMap', 'Uint8Array', 'encodeURIComponent', 'decodeURIComponent'],
  ...['Document', 'HTMLElement', 'CSSStyleSheet', 'customElements'],
]

/** Names that a script uses and declares nowhere, without those that no page can change. */
export function barePageNames(code: string): string[] {
  const names: Names = { used: new Set(), declared: new Set([...UNCHANGING, ...TRUSTED]) }
  for (const statement of parseAst(code).body) visit(statement, names)
  return [...names.used].filter((name) => !names.declared.has(name))
}

interface Names {
  readonly used: Set<string>
  readonly declared: Set<string>
}

/** Fields that declare variables, by their names in any node of the syntax tree. */
const DECLARING = ['id', 'params', 'param']

/** Fields that hold the name of a property, a label or an export, unless they are computed. */
const LABELS = ['property', 'key', 'label', 'exported', 'meta']

/** @param isDeclaring The value is a pattern of variables. */
function visit(value: unknown, names: Names, isDeclaring = false): void {
  if (Array.isArray(value)) for (const one of value) visit(one, names, isDeclaring)
  if (!value || typeof value !== 'object' || Array.isArray(value)) return
  const node: Record<string, unknown> = { ...value }
  if (node.type === 'Identifier') names[isDeclaring ? 'declared' : 'used'].add(String(node.name))
  // A default value uses what it names.
  for (const [field, child] of Object.entries(node))
    if (node.computed || !LABELS.includes(field))
      visit(child, names, DECLARING.includes(field) || (isDeclaring && field !== 'right'))
}
