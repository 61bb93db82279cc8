/** Draws the receipt of a payment below the summary of the order. */
import { html, nothing } from 'lit'
import { cardName } from '../forms/method-picker.ts'
import { words } from '../look/controls.ts'
import { isContract, type ReceiptRow, receiptRows } from '../screen/receipt-rows.ts'
import { isOwnReference } from '../screen/reference.ts'
import type { RenderContext } from './render-context.ts'
import { withdrawalOf } from './shop-links.ts'

/** Draws the receipt, and on a screen a link to withdraw from the contract: paper has its address in a row. */
export function receipt(context: RenderContext) {
  const { view, say, merchant, email, support } = context
  if (!view) return nothing
  const card = view.card ? cardName(view.card) : ''
  const withdrawal = isContract(view) ? withdrawalOf(merchant) : ''
  const rows = receiptRows({ view, email, card, seller: merchant?.name ?? '', support, withdrawal })
  return html`<dl part="receipt">${rows.map(
    (row) =>
      html`<div class=${row.key}><dt .textContent=${say(row.key)}></dt><dd translate="no">${drawValue(row, context)}</dd></div>`,
  )}</dl>${
    withdrawal
      ? html`<a part="button quiet" href=${withdrawal} target="_blank" .textContent=${say('withdraw')}></a>`
      : nothing
  }`
}

function drawValue({ key, value }: ReceiptRow, { view, locale }: RenderContext) {
  if (key === 'date') return new Date(value).toLocaleString(locale, { dateStyle: 'long', timeStyle: 'short' })
  if (key !== 'reference') return value
  // What the edge made stands in groups of four. Styles alone part them, so a copy has no blanks.
  const groups = view && isOwnReference(view) && value.match(/.{4}/g)
  return html`<bdi dir="ltr">${groups ? groups.map(words) : value}</bdi>`
}
