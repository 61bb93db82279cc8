/** The switches of the gallery: how its tags are shown. `assets/gallery.js` acts on them. Pure. */
import { LANGUAGES } from '../../shared/languages.ts'
import { attributes, html, type Markup } from '../html.ts'
import { longestTexts, PSEUDO_LOCALE } from './longest-texts.ts'

type Options = readonly (readonly [value: string, words: string])[]

/** The English name of a language, with its tag. */
const nameOf = (language: string) =>
  `${new Intl.DisplayNames('en', { type: 'language' }).of(language)} (${language})`

/** Name in the address → words and options; the first is that of a page without the name. */
const SWITCHES: Readonly<Record<string, readonly [label: string, options: Options]>> = {
  language: [
    'Language',
    [
      ['', 'English'],
      [PSEUDO_LOCALE, `Longest texts (${PSEUDO_LOCALE})`],
      ...LANGUAGES.map((one) => [one, nameOf(one)] as const),
    ],
  ],
  direction: [
    'Direction',
    [
      ['', 'As the language'],
      ['ltr', 'Left to right'],
      ['rtl', 'Right to left'],
    ],
  ],
  width: [
    'Width of a tag',
    [
      ['', 'What there is'],
      ['288', '288 px: a phone of 320'],
      ['358', '358 px: a phone of 390'],
      ['480', '480 px'],
    ],
  ],
  letters: [
    'Size of letters',
    [
      ['', '100 %'],
      ['200', '200 %'],
    ],
  ],
  contrast: [
    'Contrast',
    [
      ['', 'Usual'],
      ['more', 'More'],
    ],
  ],
}

/** Writes the switches, with the texts of the pseudo-locale for the script. */
export const switches =
  (): Markup => html`<form class="switches" aria-label="How the tags are shown"${attributes({ 'data-longest': JSON.stringify(longestTexts()) })}>
${Object.entries(SWITCHES).map(
  ([name, [label, options]]) => html`<label>${label} <select name="${name}" autocomplete="off">
${options.map(([value, words]) => html`<option value="${value}">${words}</option>`)}
</select></label>`,
)}
</form>`
