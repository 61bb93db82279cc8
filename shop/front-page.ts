/** The first page of the shop: one product, everything for sale, and what the pages show to people who build shops. Pure. */
import { PRODUCTS, type Product, type Shelf } from './catalog.ts'
import { html, type Markup } from './html.ts'
import { shopPage } from './page-layout.ts'
import { productWords, SHOP_WORDS } from './shop-words.ts'
import type { Language } from './words.ts'

const SHELVES: readonly Shelf[] = ['goods', 'hill']

/** The product of the first screen. */
const FIRST = 'mug.html'

/**
 * Writes the front page.
 *
 * @param isDev There are a gallery and a counter.
 */
export function frontPage(edge: string, language: Language, isDev = false): string {
  const words = SHOP_WORDS[language].front
  const main = html`<div class="front">
${firstProduct(language)}
${SHELVES.map((one) => shelf(one, language))}
<p class="paying">${CARD_ICON} ${words.paying}</p>
${shown(language, isDev)}
</div>`
  const page = { language, page: 'index.html', title: 'Heather Hill' }
  return shopPage({ ...page, description: words.metaDescription, edge, main, sells: false })
}

function firstProduct(language: Language): Markup {
  const { heading, lead, pictureAlt } = SHOP_WORDS[language].front
  const { name, price } = productWords(language, FIRST)
  return html`<section class="first">
<div class="words">
<h1>${heading}</h1>
<p class="lead">${lead}</p>
<a class="buy" href="${FIRST}">${name} <span class="price">${price}</span></a>
</div>
<img class="picture" src="/img/hero.svg" width="640" height="520" alt="${pictureAlt}">
</section>`
}

function shelf(one: Shelf, language: Language): Markup {
  const products = PRODUCTS.filter((product) => product.shelf === one)
  return html`<section class="shelf" aria-labelledby="${one}">
<h2 id="${one}">${SHOP_WORDS[language].front.shelves[one]}</h2>
<ul class="cards ${one}">
${products.map((product) => card(product, language))}
</ul>
</section>`
}

function card({ page, picture }: Product, language: Language): Markup {
  const { name, price, teaser } = productWords(language, page)
  return html`<li class="card">
<img src="/img/${picture}" width="480" height="360" alt="">
<div class="words">
<h3><a href="${page}">${name}</a></h3>
<p>${teaser}</p>
<p class="price">${price}</p>
</div>
</li>`
}

function shown(language: Language, isDev: boolean): Markup {
  const { shownHeading, shown } = SHOP_WORDS[language].front
  return html`<section class="shown" aria-labelledby="shown">
<h2 id="shown">${shownHeading}</h2>
<ul>
${Object.entries(shown).map(([page, what]) => html`<li><a href="${page}">${what}</a></li>`)}
${isDev ? FOR_DEVELOPERS : ''}
</ul>
</section>`
}

/** In English alone, as the pages are that they lead to. */
const FOR_DEVELOPERS = html`<li lang="en"><a href="/gallery.html">Every state of the tag</a></li>
<li lang="en"><a href="/gallery-looks.html">The theme editor</a></li>
<li lang="en"><a href="/counter">The counter, where a server opens what is paid</a></li>`

const CARD_ICON = html`<svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2"><rect x="2" y="5" width="20" height="14" rx="3"/><path d="M2 10h20"/></svg>`
