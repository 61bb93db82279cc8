import { html, LitElement, nothing, type PropertyValues } from 'lit'
import { type ListedOrder, type ListedStatus, listedStatus } from '../../shared/order-list.ts'
import { listedOutcomeOf } from '../../shared/order-outcome.ts'
import { ORDER_PHASES, type OrderStatus } from '../../shared/order-status.ts'
import type { Refusal } from '../../widget/order/api.ts'
import type { DeskContext } from '../session/desk-context.ts'
import { OrderListing } from '../session/order-listing.ts'
import type { Words } from '../texts/en.ts'
import { utcDayOf } from '../texts/formats.ts'
import { icon } from '../theme/icons.ts'
import { alertBox, loading, outcomePill, refusalBox, testBadge } from '../theme/marks.ts'
import { stylesWith } from '../theme/styles.ts'
import { listQueries } from './list-query.ts'
import sheet from './order-list.css?inline'
import { FILTER_NAMES, type Filters, orderHash, ordersHash } from './route.ts'

/** The choices of the filter, in the order of the interface's document. */
const LISTED_STATUSES = (Object.keys(ORDER_PHASES) as OrderStatus[]).filter(
  (status): status is ListedStatus => listedStatus(status) === status,
)

/** The list of orders, newest first, with search and filters, and as a file. It changes by itself. */
export class DeskOrders extends LitElement {
  static override readonly styles = stylesWith(sheet)
  static override readonly properties = {
    desk: { attribute: false },
    filters: { attribute: false },
    exporting: { state: true },
    exportRefusal: { state: true },
  }

  declare desk: DeskContext
  declare filters: Filters
  declare exporting: 'busy' | 'done' | undefined
  declare exportRefusal: Refusal | undefined
  readonly #listing = new OrderListing(this)
  #asked = ''

  protected override willUpdate(changed: PropertyValues) {
    const asked = JSON.stringify(listQueries(this.filters))
    // The address changes with every step back too, to the same filters perhaps.
    if (asked === this.#asked && !changed.has('desk')) return
    this.#asked = asked
    this.exporting = this.exportRefusal = undefined
    this.#listing.start(listQueries(this.filters), this.desk)
  }

  protected override render() {
    const { words } = this.desk
    return html`<div class="head">
        <h1 tabindex="-1">${words.list.heading}</h1>
        ${listQueries(this.filters).length > 0 ? this.#exportButton() : nothing}
      </div>
      <div role="status">${this.exporting === 'done' ? alertBox('good', 'check', words.list.csvDone) : nothing}</div>
      <div role="alert">${this.exportRefusal ? refusalBox(this.exportRefusal, words) : nothing}</div>
      ${this.#form()}
      <section class="card" aria-label=${words.list.heading}>${this.#results()}</section>`
  }

  #exportButton() {
    const { list } = this.desk.words
    const isBusy = this.exporting === 'busy'
    return html`<button type="button" aria-disabled=${isBusy ? 'true' : 'false'} @click=${this.#export}>
      ${isBusy ? html`<span class="spinner"></span>${list.csvBusy}` : html`${icon('download')}${list.csv}`}
    </button>`
  }

  #form() {
    return html`<form class="card" role="search" @submit=${this.#submit} @change=${this.#change}>
      ${this.#searchField()} ${this.#fields()} ${this.#choices()}
    </form>`
  }

  #searchField() {
    const { words } = this.desk
    const { filters } = this
    return html`<div class="field search">
        <label for="search">${words.list.search}</label>
        <div class="entry">
          <input id="search" name="search" type="search" autocomplete="off" spellcheck="false" .value=${filters.search ?? ''} aria-describedby="search-hint" maxlength="120" />
          <button class="primary">${icon('search')}<span class="unseen">${words.list.apply}</span></button>
        </div>
        <small id="search-hint">${words.list.searchHint}</small>
      </div>`
  }

  #fields() {
    const { words } = this.desk
    const { filters } = this
    return html`<div class="field">
        <label for="status">${words.list.status}</label>
        <select id="status" name="status">
          <option value="" ?selected=${!filters.status}>${words.list.anyStatus}</option>
          ${this.#statusOptions()}
        </select>
      </div>
      <div class="field">
        <label for="currency">${words.list.currency}</label>
        <input id="currency" name="currency" maxlength="3" pattern="[A-Za-z]{3}" autocapitalize="characters" autocomplete="off" spellcheck="false" placeholder=${words.list.anyCurrency} .value=${filters.currency ?? ''} />
      </div>
      <div class="field">
        <label for="from">${words.list.from}</label>
        <input id="from" name="from" type="date" max=${utcDayOf(this.desk.env.now())} .value=${filters.from ?? ''} />
      </div>
      <div class="field">
        <label for="to">${words.list.to}</label>
        <input id="to" name="to" type="date" .value=${filters.to ?? ''} />
      </div>`
  }

  #choices() {
    const { words } = this.desk
    const { filters } = this
    const isFiltered = FILTER_NAMES.some((name) => filters[name])
    return html`<div class="choices">
        <label class="check"><input type="checkbox" name="attention" value="true" .checked=${!!filters.attention} />${words.list.attention}</label>
        <label class="check"><input type="checkbox" name="held" value="true" .checked=${!!filters.held} />${words.list.held}</label>
        ${isFiltered ? html`<a class="clear" href="#/orders">${words.list.clear}</a>` : nothing}
      </div>`
  }

  #statusOptions() {
    const { statuses } = this.desk.words
    return LISTED_STATUSES.map(
      (status) =>
        html`<option value=${status} ?selected=${this.filters.status === status}>${statuses[status]}</option>`,
    )
  }

  #submit(event: Event) {
    event.preventDefault()
    this.#apply(event.currentTarget as HTMLFormElement)
  }

  /** Choices apply at once; texts when the person leaves the field or presses Enter. */
  #change({ currentTarget }: Event) {
    const form = currentTarget as HTMLFormElement
    if (form.checkValidity()) this.#apply(form)
  }

  #apply(form: HTMLFormElement) {
    const given = new FormData(form)
    const filters = Object.fromEntries(
      FILTER_NAMES.map((name) => [name, String(given.get(name) ?? '').trim()]),
    )
    location.hash = ordersHash({ ...filters, currency: filters.currency?.toUpperCase() ?? '' })
  }

  #results() {
    const { words } = this.desk
    const { orders, refusal, hasMore, isLoadingMore } = this.#listing
    const isFiltered = FILTER_NAMES.some((name) => this.filters[name])
    if (!orders)
      return refusal
        ? html`<div class="pad" role="alert">${refusalBox(refusal, words)}</div>`
        : loading(words)
    return html`<div class="pad" role="alert">${refusal ? alertBox('notice', 'alert', words.stale) : nothing}</div>
      ${orders.length > 0 ? this.#table(orders) : hasMore ? nothing : html`<p class="empty">${isFiltered ? words.list.noMatch : words.list.none}</p>`}
      ${
        hasMore
          ? html`<div class="more">
              ${isFiltered ? html`<p class="quiet-text">${words.list.searching}</p>` : nothing}
              <button type="button" aria-disabled=${isLoadingMore ? 'true' : 'false'} @click=${() => this.#listing.loadMore()}>
                ${isLoadingMore ? html`<span class="spinner"></span>` : nothing}${words.list.more}
              </button>
            </div>`
          : nothing
      }
      <p class="unseen" role="status">${words.list.count(orders.length)}</p>`
  }

  #table(orders: readonly ListedOrder[]) {
    const { list } = this.desk.words
    return html`<table role="table">
      <caption class="unseen">${list.caption}</caption>
      <thead role="rowgroup"><tr role="row">
        <th role="columnheader" scope="col">${list.order}</th>
        <th role="columnheader" scope="col">${list.state}</th>
        <th role="columnheader" scope="col">${list.started}</th>
        <th role="columnheader" scope="col" class="end">${list.amount}</th>
      </tr></thead>
      <tbody role="rowgroup">${orders.map((order) => this.#row(order))}</tbody>
    </table>`
  }

  #row(order: ListedOrder) {
    const { words, formats } = this.desk
    const { id, description, reference, startedAt, amount, currency, returned, captured = amount } = order
    return html`<tr role="row">
      <th role="rowheader" scope="row" class="order">
        <a data-row href=${orderHash(id)}>${description || reference}</a>
        <code>${reference}</code>
      </th>
      <td role="cell" class="state">
        ${outcomePill(listedOutcomeOf(order), words)}
        ${order.needsAttention ? html`<span class="flag">${icon('alert')}<span>${reasonOf(order, words)}</span></span>` : nothing}
      </td>
      <td role="cell" class="time"><time datetime=${startedAt} title=${formats.exactly(startedAt)}>${formats.moment(startedAt)}</time></td>
      <td role="cell" class="end money">
        <span class="sum">${formats.sum(amount, currency)}</span>
        ${returned && Number(returned) > 0 && Number(captured) > 0 ? html`<small class="sum">−${formats.sum(returned, currency)}</small>` : nothing}
        ${order.test && !this.desk.isTest ? testBadge(words) : nothing}
      </td>
    </tr>`
  }

  async #export() {
    if (this.exporting === 'busy') return
    this.exporting = 'busy'
    this.exportRefusal = undefined
    const { api, env, signal } = this.desk
    const answer = await api.csv(listQueries(this.filters))
    if (signal.aborted) return
    this.exporting = answer.ok ? 'done' : undefined
    if (answer.ok) env.save(answer.value, `orders-${utcDayOf(env.now())}.csv`)
    else this.exportRefusal = answer.reason
  }
}

/** Why an order needs a person, in a few words. An older edge says only that it does. */
const reasonOf = ({ intent, attention = [] }: ListedOrder, { list, shortReasons }: Words) =>
  attention.map((reason) => shortReasons[intent][reason] ?? reason).join(', ') || list.attentionMark
