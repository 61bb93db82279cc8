/** Reads flat JSON objects of strangers. Pure. */

/** A name and a value as they were written. */
export type Member = readonly [name: string, value: string]

/** Whether a text is a whole JSON object. */
export function isObject(text: string): boolean {
  const trimmed = text.trim()
  // An error of the parser costs more than the rest of a reply's reading, and most texts that are no object are a form.
  if (!trimmed.startsWith('{')) return false
  try {
    JSON.parse(trimmed)
    return true
  } catch {
    return false
  }
}

/** A string, a bracket, a sign between two parts, or another scalar. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]|[^\s"{}[\]:,]+/g

/**
 * Reads the scalar members of an object, in their order. `JSON.parse` would hide a name that comes twice, and round an
 * identifier of 19 digits, so the values are read as they were written.
 *
 * @returns `undefined` for any other text. Lists, objects and `null` are left out.
 */
export function objectMembers(text: string): Member[] | undefined {
  if (!isObject(text)) return undefined
  const members: Member[] = []
  let [depth, name, before] = [0, '', '']
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === ':' && depth === 1) name = scalar(before)
    else if (before === ':' && depth === 1 && isScalar(token)) members.push([name, scalar(token)])
    depth += DEPTHS[token] ?? 0
    before = token
  }
  return members
}

/** Token → what it changes of the depth. */
const DEPTHS: Readonly<Partial<Record<string, number>>> = { '{': 1, '[': 1, '}': -1, ']': -1 }

/** An object or a list belongs to no field, and `null` is none. */
const isScalar = (token: string) => !(token in DEPTHS) && token !== 'null'

const scalar = (token: string) => (token.startsWith('"') ? String(JSON.parse(token)) : token)
