/** The facts of an order, as a list of names and values. */
import { html, nothing } from 'lit'
import type { OrderDetails } from '../../shared/order-history.ts'
import type { DeskContext } from '../session/desk-context.ts'
import { refundable } from './allowed-actions.ts'
import { orderAnchor } from './order-anchor.ts'

/** Draws money first, then the card, then names and times. */
export function orderFacts(order: OrderDetails, { words, formats }: DeskContext) {
  const { order: labels } = words
  const { currency, card, captured, returned, hold, chargebacks, status, intent } = order
  const sum = (amount: string) => html`<span class="sum">${formats.sum(amount, currency)}</span>`
  // The gateway also says “returned” of a hold that it released: nothing was taken, so nothing is given back.
  const isMoved = Number(captured) > 0
  return html`<dl>
      ${hold ? fact(labels.held, sum(hold.amount)) : nothing}
      ${isMoved ? fact(labels.captured[intent], sum(captured)) : nothing}
      ${isMoved && Number(returned) > 0 ? fact(labels.returned[intent], sum(returned)) : nothing}
      ${chargebacks.map(({ amount }) => fact(labels.chargedBack, sum(amount)))}
      ${isMoved && intent !== 'payout' && status !== 'charged-back' ? fact(labels.kept, html`<strong>${sum(refundable(order))}</strong>`) : nothing}
      ${fact(labels.intent, words.intents[intent])}
      ${order.act ? fact(labels.act, words.acts[order.act]) : nothing}
      ${card ? fact(labels.card, html`${card.brand} ${card.masked}${card.expires ? html` <small>${labels.expires(card.expires)}</small>` : nothing}`) : nothing}
      ${names(order, labels)}
      ${times(order, { words, formats })}
    </dl>
    ${order.lines ? lines(order.lines, order, { words, formats }) : nothing}`
}

/** What the order is called, and the orders that it names. */
const names = (order: OrderDetails, labels: DeskContext['words']['order']) =>
  html`${fact(labels.reference, html`<code>${order.reference}</code>`)}
      ${order.id === order.reference ? nothing : fact(labels.id, html`<code>${order.id}</code>`)}
      ${order.follows ? fact(labels.follows, orderAnchor(order.follows)) : nothing}
      ${
        order.followedBy
          ? fact(
              labels.followedBy,
              order.followedBy.map((one) => html`${orderAnchor(one)} `),
            )
          : nothing
      }`

/** When things happened or end, and what people wrote down. */
const times = (
  order: OrderDetails,
  { words: { order: labels }, formats }: Pick<DeskContext, 'words' | 'formats'>,
) =>
  html`${order.expiresAt ? fact(labels.payableUntil, html`<time datetime=${order.expiresAt}>${formats.exactly(order.expiresAt)}</time>`) : nothing}
      ${order.sentAt ? fact(labels.sent, sentFact(order, order.sentAt, formats)) : nothing}
      ${order.note ? fact(labels.note, html`<span class="note">${order.note}</span>`) : nothing}
      ${order.error ? fact(labels.supportId, html`<code>${order.error.supportId}</code>`) : nothing}
      ${fact(labels.updated, html`<time datetime=${order.updatedAt}>${formats.exactly(order.updatedAt)}</time>`)}`

/** When the goods were sent, and how; the number leads to the carrier's page where the edge has one. */
function sentFact({ shipment = {} }: OrderDetails, sentAt: string, formats: DeskContext['formats']) {
  const { carrier, parcel, url } = shipment
  const name = [carrier, parcel].filter(Boolean).join(' ')
  const isWeb = URL.parse(url ?? '')?.protocol === 'https:'
  const shown = isWeb
    ? html`<a href=${url} target="_blank" rel="noopener noreferrer">${name || url}</a>`
    : name || nothing
  return html`<time datetime=${sentAt}>${formats.exactly(sentAt)}</time> ${shown}`
}

const fact = (name: string, value: unknown) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`

const lines = (
  lines: NonNullable<OrderDetails['lines']>,
  { currency }: OrderDetails,
  { words, formats }: Pick<DeskContext, 'words' | 'formats'>,
) =>
  html`<h3>${words.order.items}</h3>
    <ul class="lines">${lines.map(
      ({ description, quantity, amount }) =>
        html`<li><span>${quantity > 1 ? `${words.order.pieces(quantity)} ` : ''}${description}</span><span class="sum">${formats.sum(amount, currency)}</span></li>`,
    )}</ul>`
