import { html, LitElement, nothing, type PropertyValues } from 'lit'
import type { ListedOrder, OrderSums } from '../../shared/order-list.ts'
import { listedOutcomeOf } from '../../shared/order-outcome.ts'
import type { Refusal } from '../../widget/order/api.ts'
import type { DeskContext } from '../session/desk-context.ts'
import { OrderListing } from '../session/order-listing.ts'
import { PollingController } from '../session/polling-controller.ts'
import { chartDays } from '../session/recent-sums.ts'
import { hasScope } from '../session/scopes.ts'
import type { Words } from '../texts/en.ts'
import { utcDayOf } from '../texts/formats.ts'
import { icon } from '../theme/icons.ts'
import { alertBox, loading, outcomePill, refusalBox, testBadge } from '../theme/marks.ts'
import { stylesWith } from '../theme/styles.ts'
import { isEmail, isNarrowedHere, isRequested, type LinkedEntry, listQueries } from './list-query.ts'
import sheet from './order-list.css?inline'
import { FILTER_NAMES, type Filters, orderHash, ordersHash } from './route.ts'
import { LISTED_STATUSES, statusChips, statusCounts } from './status-chips.ts'

/** Counts of thirty days change slowly. */
const COUNTS_EVERY_MS = 15 * 60_000

/** A person looks for an e-mail address, which no address of a page may have: `detail`, empty for none any more. */
export type EmailSearch = CustomEvent<string>

/**
 * The list of orders, with search and filters, and as a file. It changes by itself.
 *
 * @fires {EmailSearch} email-search - The e-mail address that is looked for is another one.
 */
export class DeskOrders extends LitElement {
  static override readonly styles = stylesWith(sheet)
  static override readonly properties = {
    desk: { attribute: false },
    filters: { attribute: false },
    email: { attribute: false },
    exporting: { state: true },
    exportRefusal: { state: true },
  }

  declare desk: DeskContext
  declare filters: Filters
  /** The e-mail address that is looked for; empty for none. It stays in memory. */
  declare email: string
  declare exporting: 'busy' | 'done' | undefined
  declare exportRefusal: Refusal | undefined
  readonly #listing = new OrderListing(this)
  readonly #month = new PollingController<readonly OrderSums[]>(this, COUNTS_EVERY_MS)
  #asked = ''

  constructor() {
    super()
    this.email = ''
  }

  protected override willUpdate(changed: PropertyValues) {
    const { desk, filters } = this
    if (changed.has('desk')) this.#month.start((signal) => chartDays(desk, signal), desk.env)
    const asked = JSON.stringify([this.#queries, filters.sort, filters.requests])
    // The address changes with every step back too, to the same filters perhaps.
    if (asked === this.#asked && !changed.has('desk')) return
    this.#asked = asked
    this.exporting = this.exportRefusal = undefined
    this.#listing.start(this.#queries, desk, {
      isOldestFirst: filters.sort === 'oldest',
      matches: (order) => isRequested(filters, order),
    })
  }

  /** None without the scope: the key may not even try an address. */
  get #queries() {
    const { desk, filters, email } = this
    return this.#isForbidden ? [] : listQueries(filters, { email, locale: desk.locale })
  }

  get #isForbidden() {
    return this.email !== '' && !hasScope('personal', this.desk.scopes)
  }

  /** The file is the edge's, which has nothing of who has seen a request. */
  get #canExport() {
    return this.#queries.length > 0 && !isNarrowedHere(this.filters)
  }

  protected override render() {
    const { words } = this.desk
    return html`<div class="head">
        <h1 tabindex="-1">${words.list.heading}</h1>
        ${this.#canExport ? this.#exportButton() : nothing}
      </div>
      <div role="status">${this.exporting === 'done' ? alertBox('good', 'check', words.list.csvDone) : nothing}</div>
      <div role="alert">${this.exportRefusal ? refusalBox(this.exportRefusal, words) : nothing}</div>
      ${this.#form()}
      ${this.#isFiltered ? html`<a class="clear" href="#/orders" @click=${() => this.#searchEmail('')}>${words.list.clear}</a>` : nothing}
      ${statusChips(this.filters, statusCounts(this.#month.value ?? []), words)}
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
    return html`<form role="search" @submit=${this.#submit} @change=${this.#change}>
      ${this.#searchField()} ${this.#more()}
    </form>`
  }

  #searchField() {
    const { words } = this.desk
    const { filters } = this
    return html`<div class="field search">
        <label for="search" class="unseen">${words.list.search}</label>
        <div class="entry">
          <input id="search" name="search" type="search" autocomplete="off" spellcheck="false" .value=${this.email || (filters.search ?? '')} aria-describedby="search-hint" maxlength="120" />
          <button class="primary">${icon('search')}<span class="unseen">${words.list.apply}</span></button>
        </div>
        <small id="search-hint">${words.list.searchHint}</small>
      </div>`
  }

  /** Seldom needed beside the chips; open while one of them narrows the list. */
  #more() {
    const { list } = this.desk.words
    const { currency, from, to } = this.filters
    return html`<details ?open=${!!(currency || from || to)}><summary>${list.moreFilters}</summary>
      <div class="fields">${this.#fields()} ${this.#choices()}</div></details>`
  }

  #fields() {
    const { words } = this.desk
    const { filters } = this
    return html`<div class="field">
        <label for="status">${words.list.status}</label>
        <select id="status" name="status">
          <option value="" .selected=${!filters.status}>${words.list.anyStatus}</option>
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
    return html`<div class="choices">
        <label class="check"><input type="checkbox" name="attention" value="true" .checked=${!!filters.attention} />${words.list.attention}</label>
        <label class="check"><input type="checkbox" name="held" value="true" .checked=${!!filters.held} />${words.list.held}</label>
      </div>`
  }

  #statusOptions() {
    const { statuses } = this.desk.words
    return LISTED_STATUSES.map(
      (status) =>
        html`<option value=${status} .selected=${this.filters.status === status}>${statuses[status]}</option>`,
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
    const { search = '', currency = '' } = filters
    this.#searchEmail(isEmail(search) ? search : '')
    const { sort = '', requests = '' } = this.filters
    location.hash = ordersHash({
      ...{ ...filters, sort, requests, currency: currency.toUpperCase() },
      ...(isEmail(search) && { search: '' }),
    })
  }

  /** Browsers remember the addresses of pages, and people share them. */
  #searchEmail(email: string) {
    if (email !== this.email) this.dispatchEvent(new CustomEvent('email-search', { detail: email }))
  }

  get #isFiltered() {
    return this.email !== '' || FILTER_NAMES.some((name) => name !== 'sort' && this.filters[name])
  }

  #results() {
    const { words } = this.desk
    const { orders, refusal, hasMore, isLoadingMore } = this.#listing
    if (this.#isForbidden)
      return html`<div class="pad">${alertBox('notice', 'lock', words.list.personalNeeded)}</div>`
    const isFiltered = this.#isFiltered
    if (!orders)
      return refusal
        ? html`<div class="pad" role="alert">${refusalBox(refusal, words)}</div>`
        : loading(words)
    return html`<div class="pad" role="alert">${refusal ? alertBox('notice', 'alert', words.stale) : nothing}</div>
      ${this.filters.requests === 'ended' && orders.length > 0 ? html`<div class="pad">${alertBox('notice', 'alert', words.list.endedHint)}</div>` : nothing}
      ${orders.length > 0 ? this.#table(orders) : hasMore ? nothing : html`<p class="empty">${isFiltered ? words.list.noMatch : words.list.none}</p>`}
      ${
        hasMore
          ? html`<div class="more">
              ${isFiltered ? html`<p class="quiet-text">${words.list.searching}</p>` : nothing}
              <button type="button" aria-disabled=${isLoadingMore ? 'true' : 'false'} @click=${() => this.#listing.loadMore()}>
                ${isLoadingMore ? html`<span class="spinner"></span>` : nothing}${this.filters.sort === 'oldest' ? words.list.newer : words.list.more}
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
        ${this.#timeHeading()}
        <th role="columnheader" scope="col">${list.order}</th>
        <th role="columnheader" scope="col">${list.state}</th>
        <th role="columnheader" scope="col" class="end">${list.amount}</th>
      </tr></thead>
      <tbody role="rowgroup">${orders.map((order) => this.#row(order))}</tbody>
    </table>`
  }

  /** The edge sorts by the start alone, so no other heading is a control. */
  #timeHeading() {
    const { list } = this.desk.words
    const isOldest = this.filters.sort === 'oldest'
    const other = ordersHash({ ...this.filters, sort: isOldest ? '' : 'oldest' })
    return html`<th role="columnheader" scope="col" aria-sort=${isOldest ? 'ascending' : 'descending'}>
      <a class="sort" href=${other} title=${isOldest ? list.newestFirst : list.oldestFirst}>${list.started}<span aria-hidden="true"> ${isOldest ? '↑' : '↓'}</span></a></th>`
  }

  #row(order: ListedOrder) {
    const { words, formats } = this.desk
    const { id, description, reference, method, startedAt } = order
    return html`<tr role="row">
      <td role="cell" class="time"><time datetime=${startedAt} title=${formats.exactly(startedAt)}>${formats.moment(startedAt)}</time></td>
      <th role="rowheader" scope="row" class="order">
        <a data-row href=${orderHash(id)}>${description || reference}</a>
        <code>${reference}</code> ${method ? html`<small>${words.methods[method]}</small>` : nothing}
      </th>
      <td role="cell" class="state">
        ${outcomePill(listedOutcomeOf(order), words)} ${this.#seen(order)}
        ${order.needsAttention ? html`<span class="flag">${icon('alert')}<span>${reasonOf(order, words)}</span></span>` : nothing}
      </td>
      ${this.#money(order)}
    </tr>`
  }

  #money({ amount, currency, returned, captured = amount, test }: ListedOrder) {
    const { words, formats, isTest } = this.desk
    const isRefunded = returned && Number(returned) > 0 && Number(captured) > 0
    return html`<td role="cell" class="end money">
        <span class="sums"><span class="sum">${formats.sum(amount, currency)}</span>
          ${isRefunded ? html`<small class="sum">−${formats.sum(returned, currency)}</small>` : nothing}</span>
        ${test && !isTest ? testBadge(words) : nothing}
      </td>`
  }

  /** Open orders are in the list as requests alone. */
  #seen({ status, seenAt, link }: ListedOrder & LinkedEntry) {
    const { words, formats } = this.desk
    if (status !== 'open') return nothing
    const isSeen = seenAt ? words.list.seen(formats.moment(seenAt)) : words.list.unseen
    return html`<small>${link === 'ended' ? words.list.linkEnded : isSeen}</small>`
  }

  async #export() {
    if (this.exporting === 'busy') return
    this.exporting = 'busy'
    this.exportRefusal = undefined
    const { api, env, signal } = this.desk
    const answer = await api.csv(this.#queries)
    if (signal.aborted) return
    this.exporting = answer.ok ? 'done' : undefined
    if (answer.ok) env.save(answer.value, `orders-${utcDayOf(env.now())}.csv`)
    else this.exportRefusal = answer.reason
  }
}

/** Why an order needs a person, in a few words. An older edge says only that it does. */
const reasonOf = ({ intent, attention = [] }: ListedOrder, { list, shortReasons }: Words) =>
  attention.map((reason) => shortReasons[intent][reason] ?? reason).join(', ') || list.attentionMark
