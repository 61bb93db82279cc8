import { html } from 'lit'
import type { OrderName } from '../../shared/order-view.ts'

/** Draws a link to another order, by the name that people know it by. */
export const orderAnchor = ({ id, reference }: OrderName) =>
  html`<a href="#/orders/${encodeURIComponent(id)}"><code>${reference}</code></a>`
