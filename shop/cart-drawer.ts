/** The cart beside a product, and the button that puts the product into it. `assets/cart.js` makes them work. Pure. */
import { type CartItem, cartContent } from './cart-content.ts'
import { mostInCart, type Product } from './catalog.ts'
import { html, type Markup } from './html.ts'
import { SHOP_WORDS } from './shop-words.ts'
import { cartTag } from './tag.ts'
import type { Language } from './words.ts'

/**
 * Writes the drawer. Its tag waits in a template until the shopper opens the cart: until then a page has the tag of its own
 * product alone.
 *
 * @param returnUrl The page of the cart, to which shoppers come back: the product's page is another's to come back to.
 */
export function cartDrawer(language: Language, items: readonly CartItem[], returnUrl: string): Markup {
  const { cart } = SHOP_WORDS[language]
  const tag = html`<template>${cartTag(cart.fallback, { 'return-url': returnUrl })}</template>`
  const way = html`<a href="cart.html">${cart.asPage}</a>`
  return html`<dialog class="drawer" closedby="any" aria-labelledby="cart-heading">
<div class="head">
<h2 id="cart-heading" tabindex="-1" autofocus>${cart.title}</h2>
<form method="dialog"><button aria-label="${cart.close}">${CROSS}</button></form>
</div>
<p class="said" role="status" data-added="${cart.added}"></p>
${cartContent({ language, items, tag, way })}
</dialog>`
}

const CROSS = html`<svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"><path d="M4 4l12 12M16 4L4 16"/></svg>`

/** Writes the button that puts a product into the cart; nothing for one that does not fit. The script shows it. */
export function addToCart(product: Product, language: Language): Markup {
  const { cart } = SHOP_WORDS[language]
  const most = mostInCart(product)
  if (!most) return html``
  return html`<div class="add" hidden>
<button type="button" data-add="${product.claims.item}" data-most="${`${most}`}">${cart.add}</button>
</div>`
}
