/** What `npm run new` writes, and where a new entry goes in a file that exists. Pure. */

/** Reads a file, by its path from the root of the repository. */
export type Read = (path: string) => string

/** Whether there is such a file, which a new one would overwrite. */
export function exists(path: string, read: Read): boolean {
  try {
    read(path)
    return true
  } catch {
    return false
  }
}

/** What one command writes. */
export interface Creation {
  /** Path from the root of the repository → its text. */
  readonly files: Readonly<Record<string, string>>
  /** What a person does next, one sentence each, in order. */
  readonly left: readonly string[]
}

/** A creation; or one line that says why there is none. */
export type Created = Creation | string

/** The place of a new entry: an object literal at the top level of a file. */
export interface Place {
  readonly path: string
  /** The start of the line that opens the object. */
  readonly opening: string
}

/** An entry, as one line or several without the indentation of the object. */
export interface Entry {
  readonly key: string
  readonly value: string
  /** The sentence of the doc comment above it. */
  readonly comment?: string
}

/**
 * Adds an entry to an object: behind the last one whose key has the same first word, else at the end.
 *
 * @returns The whole new file, which the formatter has not seen yet.
 * @throws {TypeError} If the file has no such object.
 */
export function withEntry(source: string, { path, opening }: Place, { key, value, comment }: Entry): string {
  const lines = source.split('\n')
  const start = lines.findIndex((line) => line.startsWith(opening))
  const end = lines.findIndex((line, index) => index > start && line.startsWith('}'))
  if (start < 0 || end < 0) throw new TypeError(`${path} has no line that starts with: ${opening}`)
  const body = lines.slice(start + 1, end)
  const at = start + 1 + placeIn(body, key)
  const entry = [...(comment ? [`/** ${comment} */`] : []), `${quoted(key)}: ${value},`]
  return [...lines.slice(0, at), ...entry.map((line) => `  ${line}`), ...lines.slice(at)].join('\n')
}

const KEY = /^ {2}(?:'([^']+)'|([\w$]+)):/

/** @returns The line of the body at which an entry with this key goes in. */
function placeIn(body: readonly string[], key: string): number {
  const keys = body.map((line) => KEY.exec(line)?.slice(1).find(Boolean))
  const last = keys.findLastIndex((other) => other !== undefined && firstWord(other) === firstWord(key))
  if (last < 0) return body.length
  const next = keys.findIndex((other, index) => index > last && other !== undefined)
  if (next < 0) return body.length
  // A comment or a blank line above the next entry belongs to that.
  const lines = body.slice(0, next)
  return lines.findLastIndex((line) => line.trim() !== '' && !/^ {2}\/?\*|^ {3}\*|^ {2}\/\//.test(line)) + 1
}

const firstWord = (key: string) => key.split('.')[0]

/** A text in single quotes, as the formatter writes it. */
export const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`

/**
 * Replaces a text that occurs once in a file.
 *
 * @throws {TypeError} If the file does not have it, or has it twice.
 */
export function replacedOnce(source: string, path: string, find: string | RegExp, text: string): string {
  const parts = source.split(find)
  if (parts.length !== 2)
    throw new TypeError(`${path} must have this once, and has it ${parts.length - 1} times: ${find}`)
  return parts.join(text)
}
