/** A small chart of what was taken on each day, with a table behind it. */
import { html, svg } from 'lit'
import type { OrderSum, OrderSums } from '../../shared/order-list.ts'
import { sumOf } from '../../widget/order/amount.ts'
import type { DeskContext } from '../session/desk-context.ts'

/** A bar and the gap beside it, and the height of the chart, in its own units; the page stretches them. */
const [STEP, BAR, HEIGHT] = [10, 7, 100]

/** A day without orders has a mark all the same: it is no gap in what is known. */
const LEAST = 1

/** A day's sum in one currency; `undefined` where nothing was sold in it. */
type Day = OrderSums & { readonly sum: OrderSum | undefined }

/** Draws one currency of the days, today last. @param of The currency, of the sandbox or not. */
export function sumsChart(
  days: readonly OrderSums[],
  of: Pick<OrderSum, 'currency' | 'test'>,
  desk: DeskContext,
) {
  const { words, formats } = desk
  const own = days.map((day) => ({ ...day, sum: day.sums.find((sum) => isOf(sum, of)) }))
  const most = own.reduce((best, day) => (takenOn(day) > takenOn(best) ? day : best))
  const all = formats.sum(sumOf(own.map(({ sum }) => sum?.taken ?? zeroLike(own))), of.currency)
  const label = words.chart.about(all, formats.sum(most.sum?.taken ?? '0', of.currency), dayName(most, desk))
  return html`<figure>
    <figcaption><span>${words.chart.heading(days.length)}</span><strong class="sum">${all}</strong></figcaption>
    <svg viewBox="0 0 ${days.length * STEP} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label=${label}>
      ${own.map((day, place) => bar(day, { place, share: takenOn(day) / (takenOn(most) || 1) }, desk))}
    </svg>
    <p class="axis" aria-hidden="true"><span>${own[0] ? dayName(own[0], desk) : ''}</span><span>${words.today.heading}</span></p>
    <details><summary>${words.chart.table}</summary>${table(own, of.currency, desk)}</details>
  </figure>`
}

const isOf = (sum: OrderSum, { currency, test }: Pick<OrderSum, 'currency' | 'test'>) =>
  sum.currency === currency && sum.test === test

/** For heights alone; sums are added as minor units. */
const takenOn = ({ sum }: Day) => Number(sum?.taken ?? 0)

/** Nothing, with the decimals of the currency. */
const zeroLike = (days: readonly Day[]) =>
  (days.find(({ sum }) => sum)?.sum?.taken ?? '0.00').replace(/\d/g, '0').replace(/^0+(?=0)/, '')

const dayName = ({ day }: Pick<OrderSums, 'day'>, { formats }: DeskContext) => formats.shortDay(day)

function bar(
  day: Day,
  { place, share }: { readonly place: number; readonly share: number },
  desk: DeskContext,
) {
  const height = Math.max(LEAST, share * HEIGHT)
  const taken = desk.formats.sum(day.sum?.taken ?? '0', day.sum?.currency ?? 'EUR')
  return svg`<rect x=${place * STEP} y=${HEIGHT - height} width=${BAR} height=${height}>
    <title>${dayName(day, desk)}${day.sum ? `: ${taken}` : ''}</title></rect>`
}

function table(days: readonly Day[], currency: string, desk: DeskContext) {
  const { words, formats } = desk
  const cell = (amount: string | undefined) =>
    html`<td role="cell" class="end sum">${amount ? formats.sum(amount, currency) : '–'}</td>`
  return html`<div class="scroll" tabindex="0" role="group" aria-label=${words.chart.table}><table role="table">
    <thead role="rowgroup"><tr role="row">
      ${[words.chart.day, words.days.taken, words.days.refunded, words.days.net].map(
        (name, place) =>
          html`<th role="columnheader" scope="col" class=${place > 0 ? 'end' : ''}>${name}</th>`,
      )}
    </tr></thead>
    <tbody role="rowgroup">${days.toReversed().map(
      (day) => html`<tr role="row"><th role="rowheader" scope="row">${dayName(day, desk)}</th>
        ${cell(day.sum?.taken)}${cell(day.sum?.refunded)}${cell(day.sum?.net)}</tr>`,
    )}</tbody>
  </table></div>`
}
