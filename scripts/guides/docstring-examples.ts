/** The `@example` blocks of what merchants call, as snippets. Pure. */
import { dirname, join } from 'node:path'
import { ROOT } from '../root.ts'
import type { Snippet } from './snippets.ts'

const EXAMPLE = /^ *\* @example\n((?: *\*(?! @|\/).*\n)+)/gm

/** How a shell command of an example starts. */
export const COMMAND = 'npx --no pay-checkout '

/** A program of a server's imports what it uses; an example of the tag speaks of the page's `checkout`. */
function languageOf(text: string): string {
  if (text.startsWith(COMMAND)) return 'sh'
  return text.startsWith('import ') ? 'ts' : 'js'
}

/** Reads the examples of one source file, in its order. */
export function examplesOf(path: string, source: string): Snippet[] {
  return [...source.matchAll(EXAMPLE)].map(({ index, 1: body = '' }) => {
    const text = body.replace(/^ *\* ?/gm, '')
    return {
      path,
      line: source.slice(0, index).split('\n').length,
      language: languageOf(text),
      stays: false,
      text: text.replace(
        /from '(\.\/[\w-]+)\.ts'/g,
        (_, file) => `from '${join(ROOT, dirname(path), file)}'`,
      ),
    }
  })
}

/** @returns The members of an interface above which no example stands. */
export function withoutExample(source: string, name: string): string[] {
  const [, body = ''] = source.split(new RegExp(`^export interface ${name}\\b.*\\{\\n`, 'm'))
  const [members = ''] = body.split(/^\}/m)
  return [...members.matchAll(/^( {3}\*\/\n)? {2}(?:readonly )?'?([\w-]+)'?[:(<]/gm)]
    .filter(([, comment]) => comment === undefined)
    .map(([, , member = '']) => member)
}
