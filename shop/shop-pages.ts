/** The pages of the shop. Pure. */
import { PRODUCTS, type Product } from './catalog.ts'
import { tagPolicy } from './content-security-policy.ts'
import { html, type Markup } from './html.ts'
import { shopPage } from './page-layout.ts'
import { payTag, type Tag, tagScript } from './tag.ts'

/**
 * Writes the front page.
 *
 * @param isDev There are a gallery and a counter.
 */
export function frontPage(edge: string, isDev = false): string {
  const main = html`<section class="hero">
<h1>Clay, apples, and a bed for the night</h1>
<p class="lead">Heather Hill is a pottery with an orchard behind it and one guest room above it. Three things, each paid for in its own way.</p>
</section>
<ul class="cards">
${PRODUCTS.map(card)}
</ul>`
  const description = 'A pottery, an orchard and one guest room: a demo shop without a server.'
  return shopPage({ title: 'Heather Hill', description, edge, main, sells: false, isDev })
}

const card = ({ page, name, price, teaser, picture }: Product): Markup => html`<li class="card">
<img src="img/${picture}" width="480" height="360" alt="">
<div class="words">
<h2><a href="${page}">${name}</a></h2>
<p>${teaser}</p>
<p class="price">${price}</p>
</div>
</li>`

/** Writes the page of one product with its tag. */
export function productPage(product: Product, tag: Tag): string {
  const main = html`<article class="product">
<img class="picture" src="img/${product.picture}" width="480" height="360" alt="${product.pictureAlt}">
<div class="side">
<h1>${product.name}</h1>
<p class="lead">${product.teaser}</p>
<section class="pay" aria-labelledby="pay-heading">
<h2 id="pay-heading">${product.payHeading}</h2>
${payTag(tag)}
</section>
</div>
<div class="words">
${product.paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}
<dl>
${product.details.map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}
</dl>
</div>
</article>`
  const title = `${product.name} · Heather Hill`
  return shopPage({ title, description: product.teaser, edge: tag.edge, main, sells: true })
}

/** Writes the page to which a shopper comes back; its tag shows the order from the address. */
export function thanksPage(edge: string): string {
  const main = html`<section class="thanks">
<img class="picture" src="img/hill.svg" width="480" height="200" alt="">
<h1>Your payment</h1>
<pay-checkout><p>The result cannot be shown here just now. Your payment is not lost: it goes on without this page.</p></pay-checkout>
</section>`
  return shopPage({
    title: 'Your payment · Heather Hill',
    description: 'How your payment stands.',
    edge,
    main,
    sells: true,
  })
}

/** Pages of words about the shop, by file name: the addresses of `shopMerchant`. */
export const TEXT_PAGES: Readonly<Record<string, readonly [title: string, ...paragraphs: string[]]>> = {
  'terms.html': [
    'Terms of sale',
    'This shop is a demo. Nothing that you order here is sent, and no money moves.',
    'In a real shop you would read here who sells, how to return what you bought, and which law applies.',
  ],
  'privacy.html': [
    'Privacy',
    'This shop runs on one machine. What you type into it stays there.',
    'In a real shop you would read here who keeps your data, for how long, and how to have it erased.',
  ],
}

/** Writes one of the {@link TEXT_PAGES}. */
export function textPage(edge: string, [title, ...paragraphs]: readonly [string, ...string[]]): string {
  const main = html`<h1>${title}</h1>
${paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}`
  return shopPage({ title: `${title} · Heather Hill`, description: title, edge, main, sells: false })
}

/** Writes a page with nothing but a tag and the strictest policy, for tests. */
export function barePage(name: string, tag: Tag, hasSocket = true): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${tagPolicy(tag.edge, hasSocket)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
${tagScript(tag.edge)}
</head>
<body>
<main>
<h1>${name}</h1>
${payTag(tag)}
</main>
</body>
</html>
`.text
}
