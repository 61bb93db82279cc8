/** What the cart's page and its drawer have in common. `assets/cart.js` makes them work. Pure. */
import { mostInCart, type Product } from './catalog.ts'
import { html, type Markup } from './html.ts'
import { productWords, SHOP_WORDS } from './shop-words.ts'
import type { Language } from './words.ts'

/** A product that may be in the cart, with the offer that its page sells. */
export interface CartItem {
  readonly product: Product
  readonly offer: string
}

/** The two places of a cart differ in these. */
interface CartPlace {
  readonly language: Language
  readonly items: readonly CartItem[]
  readonly tag: Markup
  /** Leads out of the cart. */
  readonly way: Markup
}

/**
 * Writes the lines of the cart and its tag. There is a line for every product that may be in the cart, with its offer, and
 * the script shows those that are: the browser stores no price, and the offers are as new as the page.
 */
export function cartContent({ language, items, tag, way }: CartPlace): Markup {
  const { cart } = SHOP_WORDS[language]
  return html`<div class="cart">
<div class="chosen">
<ul class="lines" aria-labelledby="cart-heading">
${items.map((item) => line(item, language))}
</ul>
<p class="said" role="status" data-removed="${cart.removed}"></p>
</div>
<p class="way-back">${way}</p>
<section class="pay" aria-labelledby="cart-pay-heading">
<h2 id="cart-pay-heading">${cart.payHeading}</h2>
${tag}
</section>
</div>`
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
