/** The pseudo-locale: every text as long as a language may make it, with accents. It shows what does not fit. Pure. */

import { FIELD_TEXTS } from '../../widget/frames/fields/field-texts.ts'
import type { Note } from '../../widget/languages/note.ts'
import { NOTES } from '../../widget/languages/notes.ts'
import { TEXTS } from '../../widget/screen/english-texts.ts'

/** BCP 47 tag, as other software names it. The tag has no file for it: its texts come as a page's own wording. */
export const PSEUDO_LOCALE = 'en-XA'

const PLAIN = 'AEIOUYaceinosuyz'
const ACCENTED = 'ÅÉÎÖÛÝåçéîñöšûýž'

/** Words of all lengths, since a long one does not wrap. */
const FILLER = 'wörd žahlüngspflïchtig öf ünaussprechlïcherweise thrée '.repeat(8)

/**
 * Makes a text as long as its note allows: accents on it, brackets around it, so that a cut is seen, and words after it.
 * Placeholders stay as they are.
 */
export function lengthened(text: string, max: number): string {
  const accented = text
    .split(/(\{\w+\})/)
    .map((part) => (part.startsWith('{') ? part : part.replace(/[a-z]/gi, accent)))
    .join('')
  const room = max - accented.length - '[ ]'.length
  return room < 1 ? accented : `[${accented} ${FILLER.slice(0, room).trim()}]`
}

const accent = (letter: string) => ACCENTED[PLAIN.indexOf(letter)] ?? letter

const all = (texts: Readonly<Record<string, string>>, notes: Readonly<Record<string, Note>>, before = '') =>
  Object.entries(texts).map(([key, text]) => [before + key, lengthened(text, notes[key]?.max ?? 0)] as const)

/** The tag's `labels` in the pseudo-locale, those of its frames among them. */
export const longestTexts = (): Readonly<Record<string, string>> =>
  Object.fromEntries([...all(TEXTS, NOTES.tag), ...all(FIELD_TEXTS, NOTES.fields, 'frame.')])
