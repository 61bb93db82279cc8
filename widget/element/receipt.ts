/** Draws the receipt of a payment below the summary of the order. */
import { html, nothing } from 'lit'
import { isContract } from '../../shared/order-outcome.ts'
import { isOwnReference } from '../../shared/readable-reference.ts'
import { cardName } from '../forms/method-picker.ts'
import { words } from '../look/controls.ts'
import { type ReceiptRow, receiptRows } from '../screen/receipt-rows.ts'
import type { RenderContext } from './render-context.ts'
import { withdrawalOf } from './shop-links.ts'

/** Draws the receipt. */
export function receipt(context: RenderContext) {
  const { view, say, merchant, email, support } = context
  if (!view) return nothing
  const card = view.card ? cardName(view.card) : ''
  const withdrawal = withdrawalFrom(context)
  const rows = receiptRows({
    view,
    email,
    card,
    seller: merchant ?? {},
    support,
    withdrawal,
  })
  return html`<dl part="receipt">${rows.map(
    (row) =>
      html`<div class="${row.key} ${row.isForPaper ? 'paper' : ''}"><dt .textContent=${say(row.key)}></dt><dd translate="no">${drawValue(row, context)}</dd></div>`,
  )}</dl><small part="tax" .textContent=${isContract(view) ? (merchant?.taxNote ?? '') : ''}></small>`
}

/** Leads to the shop's page to withdraw from the contract: paper has its address in a row. */
export function withdrawalLink(context: RenderContext) {
  const address = withdrawalFrom(context)
  return address
    ? html`<a part="button quiet" href=${address} target="_blank" .textContent=${context.say('withdraw')}></a>`
    : nothing
}

const withdrawalFrom = ({ view, merchant }: RenderContext) =>
  view && isContract(view) ? withdrawalOf(merchant) : ''

function drawValue({ key, value }: ReceiptRow, { view, locale }: RenderContext) {
  if (key === 'date') return new Date(value).toLocaleString(locale, { dateStyle: 'long', timeStyle: 'short' })
  if (key !== 'reference') return value
  // What the edge made stands in groups of four. Styles alone part them, so a copy has no blanks.
  const groups = view && isOwnReference(view) && value.match(/.{4}/g)
  return html`<bdi dir="ltr">${groups ? groups.map(words) : value}</bdi>`
}
