import { html, LitElement, nothing, type PropertyValues } from 'lit'
import type { OrderDetails } from '../../shared/order-history.ts'
import { outcomeOf } from '../../shared/order-outcome.ts'
import { isMoving, isPayable } from '../../shared/order-status.ts'
import type { Refusal } from '../../widget/order/api.ts'
import type { DeskContext } from '../session/desk-context.ts'
import { hasScope } from '../session/scopes.ts'
import type { Formats } from '../texts/formats.ts'
import { icon } from '../theme/icons.ts'
import { alertBox, loading, outcomePill, refusalBox, testBadge } from '../theme/marks.ts'
import { stylesWith } from '../theme/styles.ts'
import {
  ACTION_RULES,
  type Action,
  allowedActions,
  isDecision,
  mostOf,
  waitingRefunds,
} from './allowed-actions.ts'
import { customerCard } from './customer-card.ts'
import { isDeclinedRebill } from './declined-rebill.ts'
import { type HistoryLine, historyLines, subjectOf } from './history-lines.ts'
import { LiveOrder } from './live-order.ts'
import { mailList } from './mail-list.ts'
import { orderAnchor } from './order-anchor.ts'
import { orderFacts } from './order-facts.ts'
import sheet from './order-page.css?inline'
import { printPackingSlip, slipLanguage } from './packing-slip.ts'
import { waitingBoxes } from './waiting-refunds.ts'

/** Actions that are seldom meant. */
const QUIET: readonly Action[] = ['refresh', 'mail-receipt', 'note', 'resend', 'erase']

/** Most mails are at the platform by then. */
const MAIL_MS = 3_000

/** One order: its state, what can be done with it, its history in words, and its facts. It changes by itself. */
export class DeskOrder extends LitElement {
  static override readonly styles = stylesWith(sheet)
  static override readonly properties = {
    desk: { attribute: false },
    orderId: { attribute: false },
    action: { state: true },
    isWhole: { state: true },
  }

  declare desk: DeskContext
  declare orderId: string
  /** The action that a person has begun, if any. */
  declare action: Action | undefined
  /** The history shows the machine's events too. */
  declare isWhole: boolean
  readonly #live = new LiveOrder(this)

  constructor() {
    super()
    this.isWhole = false
  }

  protected override willUpdate(changed: PropertyValues) {
    if (!changed.has('orderId') && !changed.has('desk')) return
    this.action = undefined
    this.#live.follow(this.orderId, this.desk)
  }

  protected override render() {
    const { words } = this.desk
    const { order, refusal } = this.#live
    return html`<a class="back" href="#/orders">${icon('back')}${words.order.back}</a>
      ${order ? this.#order(order, refusal) : this.#missing(refusal)}`
  }

  #missing(refusal: Refusal | undefined) {
    const { words } = this.desk
    if (!refusal) return html`<h1 class="unseen" tabindex="-1">${words.loading}</h1>${loading(words)}`
    return html`<h1 tabindex="-1">${words.order.missing}</h1>
      <div role="alert">${refusalBox(refusal, words)}</div>`
  }

  #order(order: OrderDetails, refusal: Refusal | undefined) {
    const { words, formats } = this.desk
    return html`<header class="stack">
        <div class="title">
          <h1 tabindex="-1"><span class="sum">${formats.sum(order.amount, order.currency)}</span></h1>
          ${outcomePill(outcomeOf(order), words)} ${order.test && !this.desk.isTest ? testBadge(words) : nothing}
          <p>${order.description}</p>
        </div>
        <div role="alert">${refusal ? alertBox('notice', 'alert', words.stale) : nothing}</div>
        ${attention(order, this.desk)}
      </header>
      ${this.#actions(order)} ${this.#cards(order)}`
  }

  #cards(order: OrderDetails) {
    const { words } = this.desk
    return html`<div class="columns">
        <section class="card customer" aria-labelledby="customer">
          <div class="head"><h2 id="customer">${words.customer.heading}</h2>${order.customer ? this.#slip(order) : nothing}</div>
          ${customerCard(order, this.desk)}
        </section>
        <section class="card facts" aria-labelledby="details">
          <div class="head"><h2 id="details">${words.order.details}</h2>${this.#liveMark(order)}</div>
          ${orderFacts(order, this.desk)}
          ${this.#mails(order)}
          ${this.#link(order)}
        </section>
        <section class="card events" aria-labelledby="history"><h2 id="history">${words.order.history}</h2>${this.#history(order)}</section>
      </div>`
  }

  /** Only a key that may read who ordered has an address to print. */
  #slip(order: OrderDetails) {
    const { formats, locale } = this.desk
    const [language, words] = slipLanguage(locale)
    const print = () => printPackingSlip(order, { words, language, moment: formats.exactly })
    return html`<button type="button" class="quiet" data-action="packing-slip" @click=${print}>${words.title} …</button>`
  }

  #history(order: OrderDetails) {
    const { words, formats } = this.desk
    const lines = historyLines(order.history, {
      ...{ words, formats, currency: order.currency },
      subject: subjectOf(order),
      followUps: order.followUps,
    })
    if (lines.length === 0) return html`<p class="empty">${words.order.noHistory}</p>`
    const technical = lines.filter(({ isTechnical }) => isTechnical).length
    const isFolded = !this.isWhole && technical < lines.length
    return html`<ol class="history" id="events">${lines
      .filter(({ isTechnical }) => !isFolded || !isTechnical)
      .map((line) => historyItem(line, formats))}</ol>
      ${technical > 0 && technical < lines.length ? this.#fold(technical) : nothing}`
  }

  /** The machine's events, in one line that opens. */
  #fold(count: number) {
    const { order: words } = this.desk.words
    return html`<button type="button" class="quiet fold" aria-expanded=${this.isWhole ? 'true' : 'false'} aria-controls="events"
      @click=${() => {
        this.isWhole = !this.isWhole
      }}>${icon('chevron')}${words.technical(count)}</button>`
  }

  /** Folded, since the person who asks for the link is seldom the one who looks at the order. */
  #link({ payUrl, status, description, amount, currency }: OrderDetails) {
    const { words, formats } = this.desk
    if (!payUrl || !isPayable(status)) return nothing
    const said = `${description}: ${formats.sum(amount, currency)}`
    return html`<details><summary>${words.payment.link.heading}</summary>
      <desk-pay-link .desk=${this.desk} .url=${payUrl} .said=${said} .sum=${formats.sum(amount, currency)}></desk-pay-link></details>`
  }

  #mails({ mails }: OrderDetails) {
    if (!mails?.length) return nothing
    return html`<h3>${this.desk.words.mail.heading}</h3>${mailList(mails, this.desk)}`
  }

  /** A mail changes nothing of the order, so no socket tells what became of it. */
  async #acted() {
    const { env, signal } = this.desk
    const isMail = this.action && ACTION_RULES[this.action].mail !== undefined
    await this.#live.reload()
    if (!isMail) return
    await env.pause(MAIL_MS, signal)
    if (!signal.aborted) await this.#live.reload()
  }

  #liveMark(order: OrderDetails) {
    const { order: words } = this.desk.words
    if (!this.#live.isListening)
      return isMoving(order.status) ? html`<small>${words.notLive}</small>` : nothing
    return html`<span class="pill good" title=${words.liveHint}>${words.live}</span>`
  }

  #actions(order: OrderDetails) {
    const { words } = this.desk
    const rank = (action: Action) => Number(QUIET.includes(action))
    const actions = allowedActions(order, this.desk).toSorted((one, other) => rank(one) - rank(other))
    return html`<section class="actions" aria-label=${words.order.actions}>
      ${this.#again(order)}
      ${
        actions.length > 0
          ? actions.map((action) => this.#button(action, order))
          : html`<p class="quiet-text">${words.actions.none}</p>`
      }
      ${
        this.action
          ? html`<desk-action-dialog
              .desk=${this.desk} .order=${order} .action=${this.action}
              @close=${this.#closed} @acted=${() => this.#acted()}
            ></desk-action-dialog>`
          : nothing
      }
    </section>`
  }

  #again(order: OrderDetails) {
    const { words, scopes } = this.desk
    if (!hasScope('charge', scopes) || !isDeclinedRebill(order)) return nothing
    return html`<a class="button" href="#/new?again=${encodeURIComponent(order.id)}">${words.order.again}</a>`
  }

  #button(action: Action, order: OrderDetails) {
    const rank = QUIET.includes(action) ? 'quiet' : ''
    return html`<button type="button" class=${rank} data-action=${action} @click=${() => {
      this.action = action
    }}>${this.#label(action, order)} …</button>`
  }

  /** Of several refunds that wait, the one that is decided on next. */
  #label(action: Action, order: OrderDetails) {
    const { words, formats, name } = this.desk
    const label = words.actions[action]
    if (!isDecision(action) || waitingRefunds(order).length < 2) return label
    return words.approvals.decide(label, formats.sum(mostOf(action, order, name), order.currency))
  }

  /** The focus goes back to the button that began it, if it is still there, else to the heading. */
  async #closed() {
    const begun = this.action
    this.action = undefined
    await this.updateComplete
    const button = this.renderRoot.querySelector<HTMLElement>(`[data-action="${begun}"]`)
    ;(button ?? this.renderRoot.querySelector<HTMLElement>('h1'))?.focus()
  }
}

/** Why a person has to look at it: open questions, then chargebacks, then a hold that ends. */
function attention(order: OrderDetails, desk: DeskContext) {
  const { attention, chargebacks, hold, currency, intent, link } = order
  const { words, formats } = desk
  const others = attention.filter((reason) => reason !== 'follow-up-waiting')
  const boxes = [
    ...waitingBoxes(order, desk),
    ...others.map((reason) => alertBox('notice', 'alert', words.reasons[intent][reason] ?? reason)),
    ...chargebacks.map(({ at, amount }) =>
      alertBox(
        'bad',
        'alert',
        [words.attention.chargeback(formats.exactly(at)), formats.sum(amount, currency)].join(': '),
      ),
    ),
    link === 'ended' && alertBox('notice', 'alert', words.mail.linkEnded),
    link === 'former' && alertBox('notice', 'clock', words.mail.linkFormer),
    hold && alertBox('notice', 'clock', holdText(hold, { words, formats })),
  ].filter((one) => one !== undefined && one !== false)
  return boxes.length > 0 ? html`<div class="boxes">${boxes}</div>` : nothing
}

const holdText = (
  { endsAt, since }: NonNullable<OrderDetails['hold']>,
  { words, formats }: Pick<DeskContext, 'words' | 'formats'>,
) =>
  endsAt
    ? words.attention.holdEnds(formats.distance(endsAt), formats.exactly(endsAt))
    : words.attention.holdSince(formats.exactly(since))

function historyItem({ at, text, amount, order, detail, mood, isTechnical }: HistoryLine, formats: Formats) {
  return html`<li class="${mood} ${isTechnical ? 'technical' : ''}">
    <p class="what"><span>${text}${order ? html` ${orderAnchor(order)}` : nothing}</span>${amount ? html` <span class="sum">${amount}</span>` : nothing}</p>
    <p class="when"><time datetime=${at} title=${formats.exactly(at)}>${formats.moment(at)}</time>${detail ? html` · ${detail}` : nothing}</p>
  </li>`
}
