import { html, LitElement, nothing, type PropertyValues } from 'lit'
import type { OrderSum, OrderSums } from '../../shared/order-list.ts'
import type { DeskContext } from '../session/desk-context.ts'
import { PollingController } from '../session/polling-controller.ts'
import { dayBeside, utcDayOf } from '../texts/formats.ts'
import { icon } from '../theme/icons.ts'
import { alertBox, loading, refusalBox, testBadge } from '../theme/marks.ts'
import { stylesWith } from '../theme/styles.ts'
import sheet from './day-sums.css?inline'

/** Columns of money: member of a sum → shown even where it is zero. */
const COLUMNS = ['taken', 'refunded', 'chargedBack', 'net', 'held', 'paidOut'] as const
const ALWAYS: readonly string[] = ['taken', 'refunded', 'net']

/** The money of one day of UTC, a row per currency. */
export class DeskDays extends LitElement {
  static override readonly styles = stylesWith(sheet)
  static override readonly properties = { desk: { attribute: false }, day: { state: true } }

  declare desk: DeskContext
  /** `YYYY-MM-DD`, UTC. */
  declare day: string
  readonly #sums = new PollingController<OrderSums>(this, 30_000)

  protected override willUpdate(changed: PropertyValues) {
    const { env, api } = this.desk
    this.day ||= utcDayOf(env.now())
    if (changed.has('desk') || changed.has('day'))
      this.#sums.start((signal) => api.sums(this.day, signal), env)
  }

  protected override render() {
    const { words } = this.desk
    const { value, refusal } = this.#sums
    return html`<section class="card" aria-labelledby="heading">
      <div class="head">
        <h2 id="heading">${words.days.heading}</h2>
        ${this.#picker()}
      </div>
      <div role="alert" class="notes">${refusal ? (value ? alertBox('notice', 'alert', words.stale) : refusalBox(refusal, words)) : nothing}</div>
      ${value ? this.#table(value) : refusal ? nothing : loading(words)}
    </section>`
  }

  #picker() {
    const { words, env } = this.desk
    const today = utcDayOf(env.now())
    const isToday = this.day >= today
    return html`<div class="picker">
      <button type="button" aria-label=${words.days.before} title=${words.days.before} @click=${() => this.#move(-1)}>${icon('chevronBack')}</button>
      <label><span class="unseen">${words.days.day}</span><input type="date" .value=${this.day} max=${today} @change=${this.#choose} /></label>
      <button type="button" aria-label=${words.days.after} title=${words.days.after} ?disabled=${isToday} @click=${() => this.#move(1)}>${icon('chevron')}</button>
    </div>`
  }

  #move(days: number) {
    this.day = dayBeside(this.day, days)
  }

  /** An emptied field goes back to the day that is shown. */
  #choose({ target }: Event) {
    const field = target as HTMLInputElement
    if (field.value) this.day = field.value
    else field.value = this.day
  }

  #table({ sums, incomplete }: OrderSums) {
    const { words, formats } = this.desk
    const columns = COLUMNS.filter(
      (name) => ALWAYS.includes(name) || sums.some((sum) => Number(sum[name]) > 0),
    )
    const note = incomplete
      ? html`<div class="notes">${alertBox('notice', 'alert', words.days.incomplete(incomplete))}</div>`
      : nothing
    if (sums.length === 0) return html`<p class="empty">${words.days.none}</p>${note}`
    return html`<table role="table">
        <caption class="quiet-text">${formats.day(this.day)}. ${words.days.about}</caption>
        <thead role="rowgroup"><tr role="row">
          <th role="columnheader" scope="col">${words.days.currency}</th>
          ${columns.map((name) => html`<th role="columnheader" scope="col" class="end">${words.days[name]}</th>`)}
          <th role="columnheader" scope="col" class="end">${words.days.orders}</th>
        </tr></thead>
        <tbody role="rowgroup">${sums.map((sum) => this.#row(sum, columns))}</tbody>
      </table>${note}`
  }

  #row(sum: OrderSum, columns: readonly (typeof COLUMNS)[number][]) {
    const { words, formats } = this.desk
    const cell = (name: (typeof COLUMNS)[number]) =>
      html`<td role="cell" class="end ${name}" data-label=${words.days[name]}><span class="sum">${formats.sum(sum[name], sum.currency)}</span></td>`
    return html`<tr role="row">
      <th role="rowheader" scope="row" class="currency">${sum.currency} ${sum.test && !this.desk.isTest ? testBadge(words) : nothing}</th>
      ${columns.map(cell)}
      <td role="cell" class="end" data-label=${words.days.orders}>${words.days.paidOf(sum.paid, sum.orders)}</td>
    </tr>`
  }
}
