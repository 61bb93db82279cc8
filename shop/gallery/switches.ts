/** The controls of the gallery: how its tags are shown, and the theme editor. `assets/gallery.js` acts on them. Pure. */
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

/** A control of the editor: a token, its words, and what the browser draws for it. */
type Control = readonly [token: string, label: string, input: Readonly<Record<string, string>> | Options]

const CONTROLS: readonly Control[] = [
  ['accent', 'Accent', { type: 'color', value: '#2447c9' }],
  ['surface', 'Surface', { type: 'color', value: '#ffffff' }],
  ['text', 'Text', { type: 'color', value: '#16181d' }],
  ['radius', 'Corners', { type: 'range', min: '0', max: '40', value: '12', 'data-unit': 'px' }],
  [
    'radius-container',
    'Corners of the tag',
    { type: 'range', min: '0', max: '40', value: '12', 'data-unit': 'px' },
  ],
  [
    'border-width',
    'Borders',
    { type: 'range', min: '1', max: '4', step: '0.5', value: '1', 'data-unit': 'px' },
  ],
  [
    'control-size',
    'Height of controls',
    { type: 'range', min: '2.75', max: '4', step: '0.125', value: '2.875', 'data-unit': 'rem' },
  ],
  ['label-weight', 'Weight of labels', { type: 'range', min: '400', max: '800', step: '50', value: '650' }],
  [
    'shadow',
    'Shadow',
    [
      ['0 0 2em #8883', 'Soft'],
      ['0 .25rem 1rem #0004', 'Deep'],
      ['none', 'None'],
    ],
  ],
  [
    'font',
    'Type',
    [
      ['400 1rem/1.5 system-ui,sans-serif', 'Of the system'],
      ['400 1.0625rem/1.5 Georgia,serif', 'Serif'],
      ['400 .9375rem/1.5 ui-monospace,monospace', 'Monospace'],
    ],
  ],
]

/** Writes the theme editor. The rule that it prints is empty until something is changed. */
export const editor = (): Markup => html`<form class="editor" aria-label="Looks">
${CONTROLS.map(([token, label, input]) => html`<label>${label} ${control(token, input)}</label>`)}
<button type="reset">Start again</button>
</form>
<h2>The rule for your page</h2>
<pre dir="ltr"><code id="css">pay-checkout {
}</code></pre>`

const control = (token: string, input: Control[2]): Markup =>
  Array.isArray(input)
    ? html`<select name="${token}" autocomplete="off">
${(input as Options).map(([value, words]) => html`<option value="${value}">${words}</option>`)}
</select>`
    : html`<input name="${token}" autocomplete="off"${attributes(input as Readonly<Record<string, string>>)}>`
