/** The page of the cart. Pure. */
import { type CartItem, cartContent } from './cart-content.ts'
import { html } from './html.ts'
import { shopPage } from './page-layout.ts'
import { SHOP_WORDS } from './shop-words.ts'
import { cartTag } from './tag.ts'
import type { Language } from './words.ts'

/** Writes the page of the cart. */
export function cartPage(edge: string, language: Language, items: readonly CartItem[]): string {
  const { cart } = SHOP_WORDS[language]
  const way = html`<a href="index.html">${cart.lookAround}</a>`
  const main = html`<h1 id="cart-heading" tabindex="-1">${cart.title}</h1>
<noscript><p>${cart.withoutScript}</p></noscript>
${cartContent({ language, items, way, tag: cartTag(cart.fallback) })}`
  const page = { language, page: 'cart.html', title: `${cart.title} · Heather Hill` }
  return shopPage({ ...page, description: cart.description, edge, main, sells: true })
}
