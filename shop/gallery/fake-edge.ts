/** Answers the gallery's tags instead of the edge: its frames, and the pages of a bank. Pure. */
import type { Settings } from '../../shared/http-bodies.ts'
import { directionOf } from '../../shared/languages.ts'
import { attributes, html, type Markup } from '../html.ts'

/** The folder that plays the edge, for the tag's `edge`. */
export const FAKE_EDGE = 'gallery'

/** A folder that plays the edge without its frames. */
export const FAKE_EDGE_WITHOUT_FRAMES = 'gallery/bare'

/** A folder that plays the edge of a seller who has shoppers agree to terms. It has no frames either. */
export const FAKE_EDGE_WITH_TERMS = 'gallery/terms'

/** The folder that plays the edge of one state, whose answers are more than files. */
export const fakeEdgeOf = (name: string) => `${FAKE_EDGE}/as/${name}`

/** Writes the public settings: the seller, in test mode. */
export function settingsText(origin: string, edge: string): string {
  const page = `${origin}/index.html`
  const asked = edge === FAKE_EDGE_WITH_TERMS && { terms: page, termsRequired: true }
  const cards = ['Visa', 'Mastercard', 'Amex', 'JCB', 'UnionPay', 'Discover']
  const merchant = { name: 'Heather Hill', support: page, cards, ...asked }
  const settings: Settings = { methods: ['hosted'], collect: {}, test: true, locales: ['en'], merchant }
  return JSON.stringify(settings)
}

const framePage = (policy: string, head: Markup, body: Markup, more: Readonly<Record<string, string>> = {}) =>
  html`<!doctype html>
<html${attributes({ lang: 'en', ...more })}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; ${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Heather Hill gallery</title>
${head}
</head>
<body>
${body}
</body>
</html>
`.text

/** A language of the edge's frames, with their texts as JSON. */
export interface FrameLanguage {
  readonly language: string
  readonly texts: string
}

/** Writes the edge's page of fields around the edge's own script, in English unless it gets another language. */
export const fieldsPage = (name: string, origin: string, other?: FrameLanguage) =>
  framePage(
    "script-src 'self'; connect-src 'self'; form-action 'none'",
    html`<script type="module" src="/${FAKE_EDGE}/frames/${name}.js"></script>`,
    html``,
    {
      ...(other && { lang: other.language, dir: directionOf(other.language), 'data-texts': other.texts }),
      ...{ 'data-origins': JSON.stringify([origin]), 'data-accept': '*/*' },
    },
  )

/** Who challenges the shopper on the page of a step. */
const ASKERS = {
  bank: ['Demo bank', 'Enter the code that we sent you, to pay €12.50 to Heather Hill.', 'Code'],
  gateway: ['Demo gateway', 'Enter your card, to pay €12.50 to Heather Hill.', 'Card number'],
} as const

/** Pages of steps, by name. A frame contains the challenger's page, as the edge's own frames do. */
export const STEP_PAGES: Readonly<Record<string, string>> = {
  bank: askerPage('bank'),
  gateway: askerPage('gateway'),
  'bank-frame': stepFrame('bank', ASKERS.bank[0]),
  'gateway-frame': stepFrame('gateway', ASKERS.gateway[0]),
  verifier: verifierPage(),
  nothing: framePage("style-src 'self'", sheet(), html``, { class: 'step' }),
  'nothing-frame': framePage("style-src 'self'", sheet(), html``, { class: 'step' }),
}

/** The page of the edge's bot check. */
export const checkPage = () => stepFrame('verifier', 'Demo check')

function stepFrame(name: keyof typeof ASKERS | 'verifier', title: string): string {
  const body = html`<iframe class="step" title="${title}" src="/${FAKE_EDGE}/steps/${name}.html"></iframe>`
  return framePage("style-src 'self'; frame-src 'self'", sheet(), body, { class: 'step' })
}

function askerPage(name: keyof typeof ASKERS): string {
  const [title, text, label] = ASKERS[name]
  const body = html`<main class="asker" aria-label="${title}">
<h1>${title}</h1>
<p>${text}</p>
<label>${label} <input autocomplete="off"></label>
<button type="button">Go on</button>
</main>`
  return framePage("style-src 'self'", sheet(), body, { class: 'asked' })
}

function verifierPage(): string {
  const body = html`<main class="asker" aria-label="Demo check">
<label class="same"><input type="checkbox"> I am a person</label>
</main>`
  return framePage("style-src 'self'", sheet(), body, { class: 'asked' })
}

function sheet(): Markup {
  return html`<link rel="stylesheet" href="/developers.css">`
}
