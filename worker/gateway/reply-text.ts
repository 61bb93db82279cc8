/** Splits the text of a reply into names and values, in either of its formats. Pure: no clock, no storage, no network. */

/** A name and a value as they were written. */
type Pair = readonly [name: string, value: string]

/** A name as fields are looked up: in lower case, with hyphens. */
export const normalName = (name: string) => name.trim().toLowerCase().replaceAll('_', '-')

/**
 * Collects values under their {@link normalName}. A name without a value is no name: it must not hide another spelling
 * of itself that has one.
 *
 * @param single Names that may have one value only, since an outcome hangs on them.
 * @returns `undefined` if one of them has two.
 */
export function fieldsOf(
  pairs: Iterable<Pair>,
  single: readonly string[],
): ReadonlyMap<string, string> | undefined {
  const fields = new Map<string, string>()
  for (const [written, text] of pairs) {
    const [name, value] = [normalName(written), text.trim()]
    const known = fields.get(name)
    if (known && value && known.toLowerCase() !== value.toLowerCase() && single.includes(name))
      return undefined
    if (value) fields.set(name, value)
  }
  return fields
}

/** Reads a JSON object, or form-encoded text. `undefined` for any other text, such as a proxy's page. */
export const pairsIn = (text: string, mediaType = ''): readonly Pair[] | undefined =>
  objectPairs(text) ?? (mediaType.endsWith('json') ? undefined : formPairs(text))

/** Whether a text is a whole JSON object. */
export function isObject(text: string): boolean {
  try {
    JSON.parse(text.trim())
    return text.trim().startsWith('{')
  } catch {
    return false
  }
}

/** A string, a bracket, a sign between two parts, or another scalar. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]|[^\s"{}[\]:,]+/g

/**
 * The scalar members of an object. `JSON.parse` would hide a name that comes twice, and round an identifier of 19
 * digits, so the members are read as they were written.
 */
function objectPairs(text: string): Pair[] | undefined {
  if (!isObject(text)) return undefined
  const pairs: Pair[] = []
  let [depth, name, before] = [0, '', '']
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === ':' && depth === 1) name = scalar(before)
    else if (before === ':' && depth === 1 && isScalar(token)) pairs.push([name, scalar(token)])
    depth += DEPTHS[token] ?? 0
    before = token
  }
  return pairs
}

/** Token → what it changes of the depth. */
const DEPTHS: Readonly<Partial<Record<string, number>>> = { '{': 1, '[': 1, '}': -1, ']': -1 }

/** An object or a list belongs to no field, and `null` is none. */
const isScalar = (token: string) => !(token in DEPTHS) && token !== 'null'

const scalar = (token: string) => (token.startsWith('"') ? String(JSON.parse(token)) : token)

/** A name of the form-encoded format. */
const FORM_NAME = /^[\w.-]{1,64}$/

/**
 * The gateway writes `type` first, in every reply of this format, and encodes everything else than a word. A page has
 * markup or words before its first link, whose query looks the same.
 */
function formPairs(text: string): Pair[] | undefined {
  const pairs = [...new URLSearchParams(text.trim())]
  const isForm = normalName(pairs[0]?.[0] ?? '') === 'type' && !text.includes('<')
  return isForm && pairs.every(([name]) => FORM_NAME.test(name.trim())) ? pairs : undefined
}
