/** The pages of the gallery. Pure. */

import { attributes, html, type Markup } from '../html.ts'
import { shopPage } from '../page-layout.ts'
import { type GalleryState, isAlone } from './state.ts'
import { GALLERY, type GalleryGroup } from './states.ts'

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
  const body = html`<section class="state"${namesOf(state)}>
${look.tag(state)}
</section>
<p><a href="${galleryPath(look.theme)}#${state.name}">Back to the gallery</a></p>`
  return page(look, { title: state.title, lead: state.how, body }, state.name)
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

/** The page names the button to press before a state shows, so that a script can press it. */
const namesOf = ({ name, press }: GalleryState) =>
  attributes({ id: name, ...(press && { 'data-press': press }) })

const link = ({ name, title }: GalleryState, { theme }: GalleryLook) =>
  html`<p><a class="opens" href="${galleryPath(theme, name)}">“${title}” on a page of its own</a></p>`
