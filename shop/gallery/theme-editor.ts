/** The theme editor of the gallery. `assets/theme-editor.js` acts on it. Pure. */
import { RADII, SHADOWS } from '../../shared/design.ts'
import { BRAND_THEMES, type BrandTheme } from '../../widget/theme/brand-themes.ts'
import type { TOKENS } from '../../widget/theme/tokens.ts'
import { attributes, html, type Markup } from '../html.ts'

type Options = readonly (readonly [value: string, words: string])[]

/** A control: a token, its words, and what the browser draws for it. */
type Control = readonly [
  token: keyof typeof TOKENS,
  label: string,
  input: Readonly<Record<string, string>> | Options,
]

const REM_PX = 16

const range = (least: number, most: number, step: number, value: number, unit: string) => ({
  type: 'range',
  min: `${least}`,
  max: `${most}`,
  step: `${step}`,
  value: `${value}`,
  'data-unit': unit,
})

/** What makes a brand known: most shops need no more. */
const FIRST: readonly Control[] = [
  ['accent', 'Colour', { type: 'color', value: '#2447c9' }],
  [
    'font',
    'Typeface',
    [
      ['400 1rem/1.5 system-ui,sans-serif', 'The system’s'],
      ['400 1.25rem/1.5 system-ui,sans-serif', 'The system’s, large'],
      ['400 1rem/1.5 Seravek,"Gill Sans Nova",Ubuntu,Calibri,sans-serif', 'Humanist'],
      ['400 1rem/1.5 "Helvetica Neue",Arial,sans-serif', 'Grotesque'],
      ['400 1rem/1.5 ui-rounded,Nunito,system-ui,sans-serif', 'Rounded'],
      ['400 1.0625rem/1.5 Georgia,serif', 'Serif'],
      ['400 .9375rem/1.5 ui-monospace,monospace', 'Monospace'],
    ],
  ],
  ['radius', 'Corners', range(0, 32, 1, RADII.control * REM_PX, 'px')],
]

const MORE: readonly Control[] = [
  ['surface', 'Surface', { type: 'color', value: '#ffffff' }],
  ['text', 'Text', { type: 'color', value: '#16181d' }],
  ['radius-container', 'Corners of the tag', range(0, 40, 1, RADII.container * REM_PX, 'px')],
  ['border-width', 'Borders', range(1, 4, 0.5, 1, 'px')],
  ['control-size', 'Height of controls', range(2.75, 4, 0.125, 2.875, 'rem')],
  ['label-weight', 'Weight of labels', range(400, 800, 50, 650, '')],
  [
    'shadow',
    'Shadow',
    [
      [SHADOWS.card, 'Of a card'],
      ['0 .5rem 2rem #7a4a1a2e', 'Warm'],
      ['0 0 2.5rem #0006', 'Deep'],
      ['.375rem .375rem 0 #000', 'Hard'],
      ['none', 'None'],
    ],
  ],
]

/** What is judged as somebody types: `WCAG 2.2`, 1.4.3 and 1.4.11. */
const CHECKS: readonly (readonly [
  token: keyof typeof TOKENS,
  ground: keyof typeof TOKENS,
  least: string,
  words: string,
])[] = [
  ['on-accent', 'accent', '4.5', 'Words on the colour'],
  ['text', 'surface', '4.5', 'Text'],
  ['muted', 'surface', '4.5', 'Quiet text'],
  ['ink', 'surface', '4.5', 'Links and icons'],
  ['border', 'surface', '3', 'Borders of controls'],
]

/** Writes the theme editor. The rule that it prints is empty until something is changed. */
export const themeEditor = (): Markup => html`<div class="tools">
<form class="editor" aria-label="Looks">
<fieldset class="themes">
<legend>Start from</legend>
${Object.values(BRAND_THEMES).map(starter)}
<button type="reset">Default</button>
</fieldset>
${FIRST.map(labelled)}
<details>
<summary>More</summary>
${MORE.map(labelled)}
</details>
</form>
<h2>Contrast</h2>
<div role="status" aria-atomic="false">
<ul class="checks">
${CHECKS.map(check)}
</ul>
</div>
<h2>The rule for your page</h2>
<pre dir="ltr" tabindex="0"><code id="css">pay-checkout {
}</code></pre>
</div>`

/** A press is a reset to the theme. The script draws the button in it. */
const starter = ({ title, tokens }: BrandTheme) =>
  html`<button type="reset"${attributes({ 'data-tokens': JSON.stringify(tokens) })}>${title}</button>`

const check = ([token, ground, least, words]: (typeof CHECKS)[number]) =>
  html`<li${attributes({ 'data-token': token, 'data-ground': ground, 'data-least': least })}>${words}: <b></b></li>`

const labelled = ([token, label, input]: Control) =>
  html`<label>${label} ${Array.isArray(input) ? choice(token, input) : html`<input name="${token}" autocomplete="off"${attributes(input as Readonly<Record<string, string>>)}>`}</label>`

const choice = (token: string, options: Options) => html`<select name="${token}" autocomplete="off">
${options.map(([value, words]) => html`<option value="${value}">${words}</option>`)}
</select>`
