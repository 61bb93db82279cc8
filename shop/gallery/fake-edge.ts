/** Answers the gallery's tags instead of the edge: its frames, and the pages of a bank. Pure. */
import { attributes, html, type Markup } from '../html.ts'

/** The folder that plays the edge, for the tag's `edge`. */
export const FAKE_EDGE = 'gallery'

/** A folder that plays the edge without its frames. */
export const FAKE_EDGE_WITHOUT_FRAMES = 'gallery/bare'

const framePage = (policy: string, head: Markup, body: Markup, more: Readonly<Record<string, string>> = {}) =>
  html`<!doctype html>
<html lang="en"${attributes(more)}>
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

/** Writes the edge's page of fields around the edge's own script in the same folder. */
export const fieldsPage = (name: string, origin: string) =>
  framePage(
    "script-src 'self'; connect-src 'self'; form-action 'none'",
    html`<script type="module" src="${name}.js"></script>`,
    html``,
    { 'data-origins': JSON.stringify([origin]), 'data-accept': '*/*' },
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
  'bank-frame': stepFrame('bank'),
  'gateway-frame': stepFrame('gateway'),
  nothing: framePage("style-src 'self'", sheet(), html``, { class: 'step' }),
  'nothing-frame': framePage("style-src 'self'", sheet(), html``, { class: 'step' }),
}

function stepFrame(name: keyof typeof ASKERS): string {
  const [title] = ASKERS[name]
  const body = html`<iframe class="step" title="${title}" src="${name}.html"></iframe>`
  return framePage("style-src 'self'; frame-src 'self'", sheet(), body, { class: 'step' })
}

function askerPage(name: keyof typeof ASKERS): string {
  const [title, text, label] = ASKERS[name]
  const body = html`<main class="asker">
<h1>${title}</h1>
<p>${text}</p>
<label>${label} <input autocomplete="off"></label>
<button type="button">Go on</button>
</main>`
  return framePage("style-src 'self'", sheet(), body, { class: 'asked' })
}

function sheet(): Markup {
  return html`<link rel="stylesheet" href="/developers.css">`
}
