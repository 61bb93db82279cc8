/** Draws the receipt of a payment below the summary of the order. */
import { html, nothing } from 'lit'
import { cardName } from '../forms/method-picker.ts'
import { words } from '../look/controls.ts'
import { type ReceiptRow, receiptRows } from '../screen/receipt-rows.ts'
import { isOwnReference } from '../screen/reference.ts'
import type { RenderContext } from './render-context.ts'

/** Draws the receipt. */
export function receipt(context: RenderContext) {
  const { view, say, merchant, email, support } = context
  if (!view) return nothing
  const card = view.card ? cardName(view.card) : ''
  const rows = receiptRows({ view, email, card, seller: merchant?.name ?? '', support })
  return html`<dl part="receipt">${rows.map(
    (row) =>
      html`<div class=${row.key}><dt .textContent=${say(row.key)}></dt><dd translate="no">${drawValue(row, context)}</dd></div>`,
  )}</dl>`
}

function drawValue({ key, value }: ReceiptRow, { view, locale }: RenderContext) {
  if (key === 'date') return new Date(value).toLocaleString(locale, { dateStyle: 'long', timeStyle: 'short' })
  if (key !== 'reference') return value
  // What the edge made stands in groups of four. Styles alone part them, so a copy has no blanks.
  const groups = view && isOwnReference(view) && value.match(/.{4}/g)
  return html`<bdi dir="ltr">${groups ? groups.map(words) : value}</bdi>`
}
