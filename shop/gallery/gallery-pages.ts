/** The pages of the gallery. Pure. */

import { TEXTS } from '../../widget/screen/english-texts.ts'
import { attributes, html, type Markup } from '../html.ts'
import { shopPage } from '../page-layout.ts'
import { type GalleryState, isAlone } from './state.ts'
import { GALLERY, GALLERY_STATES, type GalleryGroup } from './states.ts'
import { switches } from './switches.ts'
import { themeEditor } from './theme-editor.ts'

/** The colour scheme of a page; empty for the system's. */
export const THEMES = ['', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const THEME_NAMES: Readonly<Record<Theme, string>> = { '': 'As the system', light: 'Light', dark: 'Dark' }

/** Path of a page of the gallery: all states, or one. */
export const galleryPath = (theme: Theme, state = '') =>
  `${['gallery', state, theme].filter(Boolean).join('-')}.html`

/** What the pages of the gallery need. */
export interface GalleryLook {
  /** Origin of the edge. */
  readonly edge: string
  readonly theme: Theme
  /** Writes the tag of a state. */
  tag(state: GalleryState): Markup
}

/** Writes the page with all states. */
export function galleryPage(look: GalleryLook): string {
  return page(look, {
    title: 'Every state of the tag',
    lead: 'What a shopper can meet, each drawn by the real tag. Nothing here is sent anywhere: files of this shop answer in the edge’s place, so buttons lead to nothing.',
    body: html`${GALLERY.map((group) => groupOf(group, look))}`,
  })
}

/** Writes the page of one state that covers its page with a dialog. */
export function statePage(state: GalleryState, look: GalleryLook): string {
  const { happens = '' } = state
  const body = html`<section class="state"${namesOf(state)}${attributes({ 'data-happens': happens })}>
${look.tag(state)}
</section>
<p><a href="${galleryPath(look.theme)}#${state.name}">Back to the gallery</a></p>`
  return page(look, { title: state.title, lead: state.how, body }, state.name)
}

/** Name of the page with the theme editor. */
export const LOOKS = 'looks'

/** The states beside the editor: together they have nearly every part. */
const EDITED = ['open-card', 'open-ways', 'approved', 'declined', 'open-fields-wrong', 'redirect']

/** Writes the page with the theme editor. */
export function looksPage(look: GalleryLook): string {
  const states = EDITED.flatMap((name) => GALLERY_STATES.filter((state) => state.name === name))
  return page(
    look,
    {
      title: 'The looks of the tag',
      lead: 'Start from a theme or from your colour, see every part change, and take the rule with you.',
      body: html`<div class="workbench">
${themeEditor()}
<div class="states">
${states.map((state) => sectionOf(state, look))}
</div>
</div>`,
    },
    LOOKS,
  )
}

interface Words {
  readonly title: string
  readonly lead: string
  readonly body: Markup
}

function page({ edge, theme }: GalleryLook, { title, lead, body }: Words, state = ''): string {
  const main = html`<section class="hero">
<h1>${title}</h1>
<p class="lead">${lead}</p>
<nav class="chips" aria-label="Colours">
<ul>
${THEMES.map((one) => themeLink(one, state, one === theme))}
</ul>
</nav>
${state === LOOKS ? html`<details><summary>How the tags are shown</summary>${switches()}</details>` : switches()}
<p>${state === LOOKS ? html`<a href="${galleryPath(theme)}">Every state of the tag</a>` : html`<a href="${galleryPath(theme, LOOKS)}">The theme editor</a>`}</p>
</section>
${body}`
  const description = 'The gallery of the demo shop.'
  const name = `${title} · Heather Hill`
  return shopPage({
    title: name,
    description,
    edge,
    main,
    sells: true,
    theme,
    hasFakeEdge: true,
    isForDevelopers: true,
  })
}

const themeLink = (theme: Theme, state: string, isCurrent: boolean) => {
  const current = attributes(isCurrent ? { 'aria-current': 'page' } : {})
  return html`<li><a href="${galleryPath(theme, state)}"${current}>${THEME_NAMES[theme]}</a></li>`
}

const groupOf = ({ title, states }: GalleryGroup, look: GalleryLook) => html`<section class="group">
<h2>${title}</h2>
<div class="states">
${states.map((state) => sectionOf(state, look))}
</div>
</section>`

const sectionOf = (state: GalleryState, look: GalleryLook) => html`<section class="state"${namesOf(state)}>
<h3>${state.title}</h3>
<p>${state.how}</p>
${isAlone(state) ? link(state, look) : look.tag(state)}
</section>`

/** The words that a state is there for, up to the first value in them, which no script knows; empty if it has none of its own. */
export const wordsOf = ({ shows }: GalleryState): string => (shows ? TEXTS[shows].replace(/\{.*/, '') : '')

/** The page names the buttons to press before a state shows, and the text that it then has, for scripts. */
function namesOf(state: GalleryState) {
  const { name, press } = state
  const words = wordsOf(state)
  return attributes({
    id: name,
    ...(press && { 'data-press': JSON.stringify(press) }),
    ...(words && { 'data-shows': words }),
  })
}

const link = ({ name, title }: GalleryState, { theme }: GalleryLook) =>
  html`<p><a class="opens" href="${galleryPath(theme, name)}">“${title}” on a page of its own</a></p>`
