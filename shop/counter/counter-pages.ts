/** The pages of the counter. Pure. */

import { DECISION_BY_CODE } from '../../sandbox/cards/issuer-decision.ts'
import { PLAIN_CARD, TEST_CARDS } from '../../sandbox/cards/test-cards.ts'
import type { Presentation } from '../../shared/http-bodies.ts'
import { attributes, html, type Markup } from '../html.ts'
import { shopPage } from '../page-layout.ts'
import { WARES, type Ware } from './wares.ts'

/** Presentation of hosted pages → its name on the page. */
export const PRESENTATIONS: Readonly<Record<Presentation, string>> = {
  redirect: 'Leave this page',
  popup: 'In a pop-up',
  frame: 'In a frame',
}

/** Writes the page with everything at the counter. */
export function counterPage(edge: string): string {
  const main = html`<section class="hero">
<h1>The counter</h1>
<p class="lead">What needs a server of the merchant’s: it opens an order with its key, and the page is told the order alone. In this demo that server is a part of what npm run dev starts.</p>
</section>
<ul class="wares">
${WARES.map(({ name, title, text }) => html`<li><a href="/counter/${name}">${title}</a><br>${text}</li>`)}
</ul>`
  return page('The counter', edge, { main, sells: false })
}

/** One order at the counter. */
export interface Sold {
  readonly ware: Ware
  /** The tag's `session`: order and token. */
  readonly session: string
  readonly presentation: Presentation
  readonly edge: string
}

/** Writes the page of one order, with its tag. */
export function warePage({ ware, session, presentation, edge }: Sold): string {
  const tag = attributes({ session, presentation })
  const main = html`<section class="hero">
<h1>${ware.title}</h1>
<p class="lead">${ware.text}</p>
<nav class="chips" aria-label="How the gateway’s page is shown">
<ul>
${Object.entries(PRESENTATIONS).map(([name, title]) => presentationLink(ware, name, title, name === presentation))}
</ul>
</nav>
</section>
<div class="counter">
<div class="${roomFor(ware)}">
<p><a href="/counter/${ware.name}?presentation=${presentation}">A new order of the same</a> · <a href="/counter">Back to the counter</a></p>
<pay-checkout${tag}><p>This needs the script of the edge, which did not come.</p></pay-checkout>
</div>
${testCards()}
</div>`
  return page(ware.title, edge, { main, sells: true })
}

/** Writes the page for when the edge opens no order. */
export function refusalPage(why: string, edge: string): string {
  const main = html`<section class="hero">
<h1>No order was opened</h1>
<p class="lead">The merchant’s server says: ${why}.</p>
<p><a href="/counter">Back to the counter</a></p>
</section>`
  return page('No order', edge, { main, sells: false })
}

function page(title: string, edge: string, { main, sells }: { main: Markup; sells: boolean }): string {
  const description = 'The counter of the demo shop.'
  return shopPage({ title: `${title} · Heather Hill`, description, edge, main, sells, isForDevelopers: true })
}

/** The class that keeps room for the fields of the order. The tag learns only with the order which they are. */
function roomFor({ methods }: Ware): string {
  if (methods.includes('card') || methods.length > 1) return 'room-for-card'
  return /^hosted$|page$/.test(methods[0] ?? '') ? 'room-for-button' : 'room-for-account'
}

const presentationLink = ({ name }: Ware, presentation: string, title: string, isCurrent: boolean) => {
  const current = attributes(isCurrent ? { 'aria-current': 'page' } : {})
  return html`<li><a href="/counter/${name}?presentation=${presentation}"${current}>${title}</a></li>`
}

function testCards(): Markup {
  const codes = [...DECISION_BY_CODE].map(([code, { title }]) => row(code, title))
  const cards = Object.entries(TEST_CARDS).map(([number, { title }]) => row(spaced(number), title))
  return html`<div>
<h2>Cards of the sandbox</h2>
<p>Card ${spaced(PLAIN_CARD)}, any date to come; the security code decides.</p>
<dl>
${codes}
${row('Any other', 'declined')}
</dl>
<details>
<summary>Cards that behave in their own way</summary>
<dl>
${cards}
</dl>
</details>
</div>`
}

const row = (term: string, value: string) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`

const spaced = (number: string) => number.replace(/(\d{4})(?=\d)/g, '$1 ')
