/** The page of the cart, and the button that fills it. `assets/cart.js` makes them work. Pure. */
import { mostInCart, type Product } from './catalog.ts'
import { html, type Markup } from './html.ts'
import { shopPage } from './page-layout.ts'
import { productWords, SHOP_WORDS } from './shop-words.ts'
import type { Language } from './words.ts'

/** A product that may be in the cart, with the offer that its page sells. */
export interface CartItem {
  readonly product: Product
  readonly offer: string
}

/**
 * Writes the page of the cart. It names every product that may be in the cart, with its offer, and the script shows those
 * that are: the browser stores no price, and the offers are as new as the page.
 */
export function cartPage(edge: string, language: Language, items: readonly CartItem[]): string {
  const { cart } = SHOP_WORDS[language]
  const main = html`<h1 id="cart-heading" tabindex="-1">${cart.title}</h1>
<noscript><p>${cart.withoutScript}</p></noscript>
<div class="cart">
<div class="chosen">
<ul class="lines" aria-labelledby="cart-heading">
${items.map((item) => line(item, language))}
</ul>
<p class="said" role="status" data-removed="${cart.removed}"></p>
</div>
<p class="way-back"><a href="index.html">${cart.lookAround}</a></p>
<section class="pay" aria-labelledby="pay-heading">
<h2 id="pay-heading">${cart.payHeading}</h2>
<pay-checkout data-cart><p>${cart.fallback}</p></pay-checkout>
</section>
</div>`
  const page = { language, page: 'cart.html', title: `${cart.title} · Heather Hill` }
  return shopPage({ ...page, description: cart.description, edge, main, sells: true })
}

function line({ product, offer }: CartItem, language: Language): Markup {
  const { page, picture, claims } = product
  const { name, price } = productWords(language, page)
  const { cart } = SHOP_WORDS[language]
  return html`<li data-item="${claims.item}" data-offer="${offer}" hidden>
<img src="/img/${picture}" width="480" height="360" alt="">
<h2><a href="${page}">${name}</a></h2>
<p class="price">${price}</p>
<div class="amount">
<label>${cart.quantity} <input type="number" min="1" max="${`${mostInCart(product)}`}" inputmode="numeric" aria-label="${cart.quantity}: ${name}"></label>
<button type="button" aria-label="${cart.remove}: ${name}">${cart.remove}</button>
</div>
</li>`
}

/** Writes the button that puts a product into the cart; nothing for one that does not fit. The script shows it. */
export function addToCart(product: Product, language: Language): Markup {
  const { cart } = SHOP_WORDS[language]
  const most = mostInCart(product)
  if (!most) return html``
  return html`<div class="add" hidden>
<button type="button" data-add="${product.claims.item}" data-most="${`${most}`}">${cart.add}</button>
<p class="said" role="status" data-added="${cart.added}"></p>
</div>`
}
