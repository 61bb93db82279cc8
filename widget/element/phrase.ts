/** Words as they are drawn. */
import { html } from 'lit'
import { arePricesReady } from './prices.ts'

/**
 * Words around a sum. Each part is a node of its own whose whole text is set anew when it changes: programs that
 * translate pages put nodes of theirs in place of texts, and a sum that is in one of those would stay as it was. The sum
 * itself is not for them to touch.
 *
 * @param lang The language that the sum is written in.
 */
export function phrase(text: string, sum: string, lang: string) {
  // What stays beside a sum that is soon written otherwise would move.
  const at = sum && arePricesReady() ? text.indexOf(sum) : -1
  if (at < 0) return html`<span .textContent=${text}></span>`
  return html`<span><span .textContent=${text.slice(0, at)}></span>${sumText(sum, lang)}<span .textContent=${text.slice(at + sum.length)}></span></span>`
}

/** A sum alone. */
export const sumText = (sum: string, lang: string) =>
  html`<bdi translate="no" lang=${lang} .textContent=${sum}></bdi>`
