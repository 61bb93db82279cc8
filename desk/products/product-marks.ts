/** Small drawings of products. */
import { html, nothing } from 'lit'
import type { Product } from '../../shared/product.ts'
import type { Words } from '../texts/en.ts'
import { stockLevel, unitsLeft } from './units.ts'

/** Shown or hidden, and whether it is or will soon be sold out. */
export function stateMarks(product: Product, { products }: Words) {
  const level = stockLevel(product)
  return html`<span class="pill ${product.shown ? 'good' : 'calm'}">${product.shown ? products.shown : products.hidden}</span>
    ${level === 'out' ? html`<span class="pill bad">${products.soldOut}</span>` : nothing}
    ${level === 'low' ? html`<span class="pill notice">${products.low}</span>` : nothing}`
}

/** How many are left of how many. @param locale BCP 47 tag. */
export function leftText({ units, sold }: Product, { products }: Words, locale: string): string {
  if (units === undefined) return products.uncounted
  const all = units.toLocaleString(locale)
  return products.left(sold === undefined ? '?' : unitsLeft({ units, sold }).toLocaleString(locale), all)
}
