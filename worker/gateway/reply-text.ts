/** Splits the text of a reply into names and values, in either of its formats. Pure: no clock, no storage, no network. */
import { type Member, objectMembers } from '../../shared/json-members.ts'

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
  pairs: Iterable<Member>,
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
export const pairsIn = (text: string, mediaType = ''): readonly Member[] | undefined =>
  objectMembers(text) ?? (mediaType.endsWith('json') ? undefined : formPairs(text))

/** A name of the form-encoded format. */
const FORM_NAME = /^[\w.-]{1,64}$/

/** Names of which every reply of this format has one. Their place is nowhere prescribed. */
const MARKS = ['type', 'status']

/**
 * The gateway encodes everything else than a word. A page has markup or words before its first link, whose query looks
 * the same.
 */
function formPairs(text: string): Member[] | undefined {
  // A bare query is a link's. `URLSearchParams` would drop the mark that it begins with.
  if (/^\s*\?|</.test(text)) return undefined
  const pairs = [...new URLSearchParams(text.trim())]
  const isForm = pairs.some(([name]) => MARKS.includes(normalName(name)))
  return isForm && pairs.every(([name]) => FORM_NAME.test(name.trim())) ? pairs : undefined
}
