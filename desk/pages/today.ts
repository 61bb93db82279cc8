import { html, LitElement, nothing, type PropertyValues } from 'lit'
import type { OrderSum, OrderSums } from '../../shared/order-list.ts'
import type { DeskContext } from '../session/desk-context.ts'
import { PollingController } from '../session/polling-controller.ts'
import { chartDays, todaySums, totals } from '../session/recent-sums.ts'
import { alertBox, loading, refusalBox, testBadge } from '../theme/marks.ts'
import { stylesWith } from '../theme/styles.ts'
import { sumsChart } from './sums-chart.ts'
import sheet from './today.css?inline'

/** The day is read often, the month seldom: its days change little, and have many rows. */
const [DAY_EVERY_MS, MONTH_EVERY_MS] = [30_000, 15 * 60_000]

/** Sums that are shown even where they are zero; the others only where there is money. */
const ALWAYS = ['taken', 'refunded'] as const
const SELDOM = ['chargedBack', 'held', 'paidOut'] as const

/** Today's totals for each currency, and what was taken on the days before. */
export class DeskToday extends LitElement {
  static override readonly styles = stylesWith(sheet)
  static override readonly properties = { desk: { attribute: false }, shown: { state: true } }

  declare desk: DeskContext
  /** The currency of the chart, as its place among all; 0 is that with the most orders. */
  declare shown: number
  readonly #today = new PollingController<OrderSums>(this, DAY_EVERY_MS)
  readonly #month = new PollingController<readonly OrderSums[]>(this, MONTH_EVERY_MS)

  constructor() {
    super()
    this.shown = 0
  }

  protected override willUpdate(changed: PropertyValues) {
    if (!changed.has('desk')) return
    const { desk } = this
    this.#today.start((signal) => todaySums(desk, signal), desk.env)
    this.#month.start((signal) => chartDays(desk, signal), desk.env)
  }

  protected override render() {
    const { words } = this.desk
    const { value, refusal } = this.#today
    return html`<section class="card" aria-labelledby="heading">
      <div class="totals">
        <h2 id="heading">${words.today.heading}</h2>
        ${value ? html`<p class="quiet-text">${this.#bounds(value)}</p>` : nothing}
        <div role="alert">${refusal ? (value ? alertBox('notice', 'alert', words.stale) : refusalBox(refusal, words)) : nothing}</div>
        ${value ? this.#sums(totals(value.sums)) : refusal ? nothing : loading(words)}
      </div>
      ${value ? this.#chart(value) : nothing}
    </section>`
  }

  /** In the reader's time zone, so that nobody has to guess where the day ends. */
  #bounds({ from, to }: OrderSums) {
    const { words, formats } = this.desk
    return words.today.bounds(formats.span(from, to))
  }

  #sums(sums: readonly OrderSum[]) {
    const { words } = this.desk
    if (sums.length === 0) return html`<p class="quiet-text none">${words.today.none}</p>`
    return sums.map((sum) => this.#currency(sum))
  }

  #currency(sum: OrderSum) {
    const { words, formats, isTest } = this.desk
    const shown = [...ALWAYS, ...SELDOM.filter((name) => Number(sum[name]) > 0)]
    return html`<div class="currency">
      <p class="net"><span class="sum">${formats.sum(sum.net, sum.currency)}</span> <small>${words.days.net}</small>
        ${sum.test && !isTest ? testBadge(words) : nothing}</p>
      <dl>${shown.map((name) => this.#fact(words.days[name], formats.sum(sum[name], sum.currency)))}
        ${this.#fact(words.days.orders, words.days.paidOf(sum.paid, sum.orders))}</dl>
    </div>`
  }

  #fact(name: string, value: string) {
    return html`<div><dt>${name}</dt><dd class="sum">${value}</dd></div>`
  }

  #chart(today: OrderSums) {
    const { value: month = [] } = this.#month
    const days = month.map((day) => (day.day === today.day ? today : day))
    const currencies = totals(days.flatMap(({ sums }) => sums))
    const of = currencies[this.shown] ?? currencies[0]
    if (!of) return nothing
    return html`<div class="month">
      ${currencies.length > 1 ? this.#choice(currencies) : nothing}
      ${sumsChart(days, of, this.desk)}
    </div>`
  }

  #choice(currencies: readonly OrderSum[]) {
    const { words, isTest } = this.desk
    const choose = ({ target }: Event) => {
      this.shown = (target as HTMLSelectElement).selectedIndex
    }
    return html`<label class="choice"><span class="unseen">${words.days.currency}</span><select @change=${choose}>${currencies.map(
      ({ currency, test }) => html`<option>${currency}${test && !isTest ? ` (${words.test})` : ''}</option>`,
    )}</select></label>`
  }
}
