/** `npm run new -- text`: a text that shoppers read, with its note for translators. Pure but for the texts that exist. */
import { ENGLISH, textProblems } from '../../widget/languages/language-file.ts'
import { type Created, type Place, quoted, type Read, withEntry } from './creation.ts'

/** Where the texts of a section are, and their notes. */
interface Section {
  readonly texts: Place
  readonly notes: Place
  /** The kinds of places on the screen that its notes have; the first is the default. */
  readonly places: readonly string[]
  /** How the code takes a text of this section. */
  readonly use: (key: string) => string
}

const FRAME_NOTES = 'widget/languages/frame-notes.ts'

const SECTIONS: Readonly<Record<keyof typeof ENGLISH, Section>> = {
  tag: {
    texts: { path: 'widget/screen/english-texts.ts', opening: 'export const TEXTS = {' },
    notes: { path: 'widget/languages/tag-notes.ts', opening: 'export const TAG_NOTES' },
    places: ['line', 'pay', 'button', 'row', 'label', 'choice', 'heading', 'long', 'alert', 'hint', 'badge'],
    use: (key) => `Show it: say(${quoted(key)}) in widget/.`,
  },
  fields: {
    texts: { path: 'widget/frames/fields/field-texts.ts', opening: 'export const FIELD_TEXTS' },
    notes: { path: FRAME_NOTES, opening: 'export const FIELD_NOTES' },
    places: ['wrong', 'label', 'hint'],
    use: () => 'Show it in widget/frames/fields/.',
  },
  check: {
    texts: { path: 'widget/frames/check/check-texts.ts', opening: 'export const CHECK_TEXTS' },
    notes: { path: FRAME_NOTES, opening: 'export const CHECK_NOTES' },
    places: ['check'],
    use: () => 'Show it in widget/frames/check/.',
  },
  pages: {
    texts: { path: 'shared/page-texts.ts', opening: 'export const PAGE_TEXTS' },
    notes: { path: FRAME_NOTES, opening: 'export const PAGE_NOTES' },
    places: ['text', 'title', 'button'],
    use: () => 'Show it in worker/routes/pages/.',
  },
  mail: {
    texts: { path: 'shared/mail-texts.ts', opening: 'export const MAIL_TEXTS' },
    notes: { path: 'widget/languages/mail-notes.ts', opening: 'export const MAIL_NOTES' },
    places: ['line', 'subject', 'row', 'link'],
    use: () => 'Say it in worker/mail/.',
  },
}

/** What the command line says of a text. */
export interface TextWish {
  readonly key: string
  readonly english: string
  /** A section of the languages' files. Default: `tag`. */
  readonly section?: string
  /** The kind of place on the screen, which decides how long the text may be. */
  readonly place?: string
  /** Where exactly the shopper reads it. */
  readonly where?: string
}

const KEY = /^[a-z][\w-]*(\.[\w-]+)*$/i

const isSection = (name: string): name is keyof typeof ENGLISH => Object.hasOwn(ENGLISH, name)

/** Adds a text in English and its note. No language has it then, so all show it in English. */
export function newText({ section = 'tag', ...wish }: TextWish, read: Read): Created {
  if (!isSection(section)) return `--section must be one of ${Object.keys(ENGLISH).join(', ')}`
  const { places } = SECTIONS[section]
  const [usual = ''] = places
  const { key, english, place = usual, where = '' } = wish
  if (!places.includes(place)) return `--place must be one of ${places.join(', ')}`
  if (!KEY.test(key))
    return `${key} is no key: it has letters, digits, dashes and dots, such as error.network`
  if (key in ENGLISH[section]) return `${key} exists already: change it in ${SECTIONS[section].texts.path}`
  const problems = textProblems(key, english, english, { where: place, max: longest(place, section, read) })
  return problems.length > 0
    ? `The text ${problems.join(', and ')}`
    : written(section, { key, english, place, where }, read)
}

/** @returns How many characters a text at such a place may have, as the file of the notes says. */
function longest(place: string, section: keyof typeof ENGLISH, read: Read): number {
  const { path } = SECTIONS[section].notes
  const [, max] = new RegExp(`^const ${place} = notesOf\\(.*, (\\d+)\\)$`, 'm').exec(read(path)) ?? []
  if (max === undefined) throw new TypeError(`${path} has no place named ${place}`)
  return Number(max)
}

function written(
  section: keyof typeof ENGLISH,
  { key, english, place, where }: Required<Omit<TextWish, 'section'>>,
  read: Read,
): Created {
  const { texts, notes, use } = SECTIONS[section]
  const note = `${place}(${where && quoted(where)})`
  return {
    files: {
      [texts.path]: withEntry(read(texts.path), texts, { key, value: quoted(english) }),
      [notes.path]: withEntry(read(notes.path), notes, { key, value: note }),
    },
    left: [
      use(key),
      ...(where ? [] : [`Say where the shopper reads it: ${quoted(key)} in ${notes.path}.`]),
      `If money hangs on it, add it to MONEY_TEXTS in scripts/checks/money-texts.ts; every language must have it then.`,
      `Translate it: add "${key}" under "${section}" in widget/languages/*.json. Until then shoppers read it in English.`,
    ],
  }
}
