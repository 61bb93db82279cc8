import { html } from 'lit'
import { words } from '../look/controls.ts'
import { arePricesReady } from './prices.ts'

/**
 * Draws words around a sum. Each part is a node of its own, whose whole text is replaced when it changes: a program that
 * translates the page puts its own nodes in place of texts, and a sum within one of those would never change again. Such
 * programs leave the sum itself alone.
 *
 * @param lang The language of the sum.
 */
export function phrase(text: string, sum: string, lang: string) {
  // Words beside a sum in plain text would move once it is written in full.
  const at = sum && arePricesReady() ? text.indexOf(sum) : -1
  if (at < 0) return words(text)
  return html`<span>${words(text.slice(0, at))}<bdi translate="no" lang=${lang} .textContent=${sum}></bdi>${words(text.slice(at + sum.length))}</span>`
}
