/** What is bought, from whom and for how much: drawn above every panel, and the head of the receipt. */
import { html, nothing } from 'lit'
import { words } from '../look/controls.ts'
import { isReceipt } from '../screen/receipt-rows.ts'
import { sumLabel } from '../screen/sum-label.ts'
import type { RenderContext } from './render-context.ts'

/** Keeps the room of a sum, so that nothing moves while the shopper types one. */
const NO_SUM = '\u00a0'

/** Draws the shop's words in their own direction. */
const ownWay = (text: string) => html`<bdi .textContent=${text}></bdi>`

/** A picture that does not load is as good as none. The next one in its place may load. */
const settle = ({ target, type }: Event) => {
  ;(target as HTMLElement).hidden = type === 'error'
}

/** Draws the picture of a product on the edge's own page. It says nothing that the name beside it does not. */
const picture = (image: string | undefined, { hasPictures }: RenderContext) =>
  hasPictures && image
    ? html`<img part="picture" src=${image} alt="" width="56" height="56" referrerpolicy="no-referrer" @load=${settle} @error=${settle}>`
    : nothing

/** Draws what is bought: its description, or each line of several. */
function bought(description: string, context: RenderContext) {
  const { image, lines = [], locale, price } = context
  return lines[1]
    ? html`<dl id="description" part="lines" lang=${locale}>${lines.map(
        ({ quantity, description, image, amount }) =>
          html`<div><dt>${picture(image, context)}${quantity > 1 ? words(`${quantity} × `) : nothing}${ownWay(description)}</dt><dd translate="no" .textContent=${price(amount)}></dd></div>`,
      )}</dl>`
    : html`<p id="description" part="description" lang=${locale}>${picture(image, context)}${ownWay(description)}</p>`
}

/**
 * Draws the summary. The line of the seller keeps its room, also for the badge, until the edge has named the seller and said
 * whether it is a sandbox, so that nothing moves: on the edge's own page too, although that names the seller itself.
 */
export function orderSummary(description: string, context: RenderContext) {
  const { amount, intent, isTest, locale, merchant, pieces, say, view } = context
  const label = sumLabel(intent, view)
  return html`<header part="head">
    <p part="paper" .textContent=${view && isReceipt(view) ? say('receipt') : ''}></p>
    <slot name="logo"></slot>
    <span part="seller">${merchant && html`<bdi translate="no" .textContent=${merchant.name}></bdi>`}</span>
    ${bought(description, context)}
    <small part="pieces" lang=${locale} .textContent=${pieces}></small>
    <small .textContent=${label ? say(label) : ''}></small>
    <p part="price" translate="no" lang=${locale} .textContent=${amount || (intent === 'verify' ? '' : NO_SUM)}></p>
    ${isTest ? html`<small part="badge" .textContent=${say('test')}></small>` : nothing}
  </header><slot name="summary"></slot>`
}
