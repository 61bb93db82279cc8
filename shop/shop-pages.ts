/** The pages of the shop but the first and the cart's. Pure. */
import { addToCart } from './cart-drawer.ts'
import type { Product } from './catalog.ts'
import { tagPolicy } from './content-security-policy.ts'
import { html, type Markup } from './html.ts'
import { shopPage } from './page-layout.ts'
import { productWords, SHOP_WORDS } from './shop-words.ts'
import { payTag, type Tag, tagScript } from './tag.ts'
import type { Language, TextPage } from './words.ts'

/** What a product's page sells with: its own tag, and the cart. */
interface Till {
  readonly tag: Tag
  readonly drawer: Markup
}

/** Writes the page of one product with its tag. */
export function productPage(product: Product, language: Language, { tag, drawer }: Till): string {
  const { page, picture } = product
  const words = productWords(language, page)
  const main = html`<article class="product">
<img class="picture" src="/img/${picture}" width="480" height="360" alt="${words.pictureAlt}">
<div class="side">
<h1>${words.name}</h1>
<p class="lead">${words.teaser}</p>
${addToCart(product, language)}
<section class="pay" aria-labelledby="pay-heading">
<h2 id="pay-heading">${words.payHeading}</h2>
${payTag(tag)}
</section>
</div>
<div class="words">
${words.paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}
<dl>
${words.details.map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}
</dl>
</div>
</article>
${drawer}`
  const title = `${words.name} · Heather Hill`
  return shopPage({ language, page, title, description: words.teaser, edge: tag.edge, main, sells: true })
}

/** Writes the page to which a shopper comes back; its tag shows the order from the address. */
export function thanksPage(edge: string, language: Language): string {
  const { title, description, fallback } = SHOP_WORDS[language].thanks
  const main = html`<section class="thanks">
<img class="picture" src="/img/hill.svg" width="480" height="200" alt="">
<h1>${title}</h1>
<pay-checkout><p>${fallback}</p></pay-checkout>
</section>`
  const page = { language, page: 'thanks.html', title: `${title} · Heather Hill`, description }
  return shopPage({ ...page, edge, main, sells: true })
}

/**
 * Writes a page of words alone.
 *
 * @param page Its file name.
 */
export function textPage(
  edge: string,
  language: Language,
  page: string,
  [title, ...paragraphs]: TextPage,
): string {
  const main = html`<h1>${title}</h1>
${paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}`
  const head = { language, page, title: `${title} · Heather Hill`, description: title }
  return shopPage({ ...head, edge, main, sells: false })
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
