import { html, LitElement, nothing, type PropertyValues } from 'lit'
import type { ListedOrder } from '../../shared/order-list.ts'
import { listedOutcomeOf } from '../../shared/order-outcome.ts'
import { accepted, type Result } from '../../shared/result.ts'
import type { Refusal } from '../../widget/order/api.ts'
import type { ListQuery, OrderPage } from '../session/desk-api.ts'
import type { DeskContext } from '../session/desk-context.ts'
import { PollingController } from '../session/polling-controller.ts'
import { icon } from '../theme/icons.ts'
import { alertBox, loading, outcomePill, refusalBox } from '../theme/marks.ts'
import { stylesWith } from '../theme/styles.ts'
import sheet from './attention.css?inline'
import { type Filters, orderHash, ordersHash } from './route.ts'

const DAY_MS = 86_400_000

/** Banks give a merchant weeks to contest a chargeback; older ones are in the list of orders. */
const CHARGEBACK_DAYS = 90

/** Of each group that many are shown; all of them are in the list of orders. */
const SHOWN = 5

/** A hold that ends this soon stands out. */
const HOLD_NEAR_DAYS = 3

/** One question for two groups. */
const OPEN: ListQuery = { needsAttention: 'true', sort: 'oldest', limit: '100' }

/** The questions, the most pressing first: the list with these filters, and where all of them are. */
const GROUPS = {
  chargebacks: {
    query: { status: 'charged-back', sort: 'status-newest' },
    filters: { status: 'charged-back' },
  },
  waiting: { query: OPEN, filters: { attention: 'true' } },
  doubts: { query: OPEN, filters: { attention: 'true' } },
  holds: { query: { held: 'true', sort: 'oldest' }, filters: { held: 'true' } },
} as const satisfies Record<string, { query: Readonly<Record<string, string>>; filters: Filters }>
type Group = keyof typeof GROUPS

/** What the edge answers to the questions. */
type Answers = Readonly<Record<Group, OrderPage>>

/** What needs a person first: chargebacks with their dates, open questions, and holds that near their end. */
export class DeskAttention extends LitElement {
  static override readonly styles = stylesWith(sheet)
  static override readonly properties = { desk: { attribute: false } }

  declare desk: DeskContext
  readonly #answers = new PollingController<Answers>(this)

  protected override willUpdate(changed: PropertyValues) {
    if (changed.has('desk')) this.#answers.start((signal) => this.#ask(signal), this.desk.env)
  }

  async #ask(signal: AbortSignal): Promise<Result<Answers, Refusal>> {
    const { api } = this.desk
    const names = Object.keys(GROUPS) as Group[]
    const queries = [...new Set<ListQuery>(names.map((name) => GROUPS[name].query))]
    const answers = await Promise.all(queries.map((query) => api.orders(query, signal)))
    const failed = answers.find((answer) => !answer.ok)
    if (failed && !failed.ok) return failed
    const pages = names.map((name) => {
      const answer = answers[queries.indexOf(GROUPS[name].query)]
      return [name, answer?.ok ? answer.value : undefined]
    })
    return accepted(Object.fromEntries(pages) as Answers)
  }

  protected override render() {
    const { words } = this.desk
    const { value, refusal } = this.#answers
    return html`<section class="card" aria-labelledby="heading">
      <h2 id="heading">${words.attention.heading}</h2>
      <div role="alert">${refusal ? (value ? alertBox('notice', 'alert', words.stale) : refusalBox(refusal, words)) : nothing}</div>
      ${value ? this.#groups(value) : refusal ? nothing : loading(words)}
    </section>`
  }

  #groups(answers: Answers) {
    const { words } = this.desk
    const attack = answers.doubts.attack ? alertBox('bad', 'alert', words.attention.attack) : nothing
    const drawn = (Object.keys(GROUPS) as Group[]).map((name) => this.#group(name, answers[name]))
    const isEmpty = drawn.every((group) => group === nothing)
    return html`${attack}${
      isEmpty
        ? html`<div class="none">${icon('check')}<div><p><strong>${words.attention.none}</strong></p>
            <p class="quiet-text">${words.attention.noneAbout}</p></div></div>`
        : drawn
    }`
  }

  #group(name: Group, { orders, cursor }: OrderPage) {
    const { words } = this.desk
    const shown = this.#sorted(name, orders)
    // Of chargebacks that are too old to be shown, the further pages have older ones alone.
    const hasMore = cursor !== undefined && (name !== 'chargebacks' || shown.length === orders.length)
    if (shown.length === 0) return hasMore ? this.#elsewhere(name, orders.length) : nothing
    const count = `${shown.length}${hasMore ? '+' : ''}`
    const isCut = hasMore || shown.length > SHOWN
    return html`<h3>${words.attention.groups[name]} <span class="count">${count}</span>
        ${isCut ? html`<a class="all" href=${ordersHash(GROUPS[name].filters)} aria-label=${`${words.attention.all(count)}: ${words.attention.groups[name]}`}>${words.attention.all(count)}</a>` : nothing}</h3>
      <ul>${shown.slice(0, SHOWN).map((order) => this.#item(name, order))}</ul>`
  }

  /** All orders of the page are of the other group. The further pages may have some of this one. */
  #elsewhere(name: Group, count: number) {
    const { attention } = this.desk.words
    return html`<h3>${attention.groups[name]}</h3>
      <p>${attention.elsewhere(count)} <a href=${ordersHash(GROUPS[name].filters)}>${attention.all(`${count}+`)}</a></p>`
  }

  /** The hold that ends first is the first. The edge has sorted the others. */
  #sorted(name: Group, orders: readonly ListedOrder[]) {
    const now = this.desk.env.now()
    if (name === 'holds') return orders.toSorted((one, other) => endOf(one) - endOf(other))
    if (name === 'waiting' || name === 'doubts')
      return orders.filter((order) => isWaiting(order) === (name === 'waiting'))
    return orders.filter(({ statusSince }) => now - Date.parse(statusSince) < CHARGEBACK_DAYS * DAY_MS)
  }

  #item(name: Group, order: ListedOrder) {
    const { words, formats } = this.desk
    return html`<li class=${this.#isUrgent(name, order) ? 'urgent' : ''}>
      <div class="what">
        <a data-row href=${orderHash(order.id)}>${order.description || order.reference}</a>
        <code>${order.reference}</code>
        <p class="quiet-text">${this.#reason(name, order)}</p>
      </div>
      <div class="money"><span class="sum">${formats.sum(order.amount, order.currency)}</span>${outcomePill(listedOutcomeOf(order), words)}</div>
    </li>`
  }

  #isUrgent(name: Group, { holdEndsAt }: ListedOrder) {
    if (name !== 'holds') return true
    return holdEndsAt !== undefined && Date.parse(holdEndsAt) - this.desk.env.now() < HOLD_NEAR_DAYS * DAY_MS
  }

  #reason(name: Group, { intent, attention: reasons = [], statusSince, holdEndsAt }: ListedOrder): string {
    const { words, formats } = this.desk
    const { attention } = words
    if (name === 'chargebacks') return attention.chargeback(formats.exactly(statusSince))
    if (name === 'waiting' || name === 'doubts')
      return reasons.map((reason) => words.reasons[intent][reason] ?? reason).join(' ') || attention.doubt
    return holdEndsAt
      ? attention.holdEnds(formats.distance(holdEndsAt), formats.exactly(holdEndsAt))
      : attention.holdSince(formats.exactly(statusSince))
  }
}

/** A refund of it waits for a decision. */
const isWaiting = ({ attention = [] }: ListedOrder) => attention.includes('follow-up-waiting')

/** Where the end of a hold is not known, its beginning orders it after those whose end is. */
const endOf = ({ holdEndsAt, startedAt }: ListedOrder) =>
  holdEndsAt ? Date.parse(holdEndsAt) : Number.MAX_SAFE_INTEGER / 2 + Date.parse(startedAt)
