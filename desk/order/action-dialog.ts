import { html, LitElement, nothing } from 'lit'
import type { FollowUpView, MerchantOrderView } from '../../shared/order-view.ts'
import { readTypedAmount, UNCLEAR } from '../../widget/forms/typed-amount.ts'
import type { CommandAnswer } from '../session/desk-api.ts'
import type { DeskContext } from '../session/desk-context.ts'
import { refusalText } from '../session/refusal-text.ts'
import type { SentCommand } from '../session/sent-commands.ts'
import { alertBox, refusalBox } from '../theme/marks.ts'
import { stylesWith } from '../theme/styles.ts'
import sheet from './action-dialog.css?inline'
import {
  type ActionField,
  bodyOf,
  type FieldName,
  type FieldValues,
  fieldsOf,
  wrongField,
} from './action-fields.ts'
import { type Outcome, outcomeOfFollowUp } from './action-outcome.ts'
import { actionRequest } from './action-request.ts'
import { actionWords } from './action-words.ts'
import {
  ACTION_RULES,
  type Action,
  isDecision,
  mostOf,
  waitingIn,
  waitingRefunds,
} from './allowed-actions.ts'
import { type Doubt, doubtOf } from './doubt.ts'
import { fieldInputs } from './field-inputs.ts'
import { waitingText } from './waiting-refunds.ts'

/** Actions that cannot be undone. */
const GRAVE: readonly Action[] = ['approve', 'void', 'return', 'cancel', 'erase', 'not-accepted']

/** A click this soon after the sum changed was meant for the sum before. */
const HASTY_MS = 1_000

/**
 * Asks before it acts, with the sum and the effect, acts once, and shows the result.
 *
 * One decision has one `Idempotency-Key`. While no certain answer came, the edge may have acted, and only the very same request can
 * be sent again, also after the dialog was closed and opened once more.
 *
 * @fires acted - The order may have changed.
 * @fires close - The person closed it.
 */
export class ActionDialog extends LitElement {
  static override readonly styles = stylesWith(sheet)
  static override readonly properties = {
    desk: { attribute: false },
    order: { attribute: false },
    action: { attribute: false },
    isPart: { state: true },
    typed: { state: true },
    problem: { state: true },
    isBusy: { state: true },
    outcome: { state: true },
    values: { state: true },
    wrong: { state: true },
  }

  declare desk: DeskContext
  declare order: MerchantOrderView
  declare action: Action
  /** The person chose a part of the sum. */
  declare isPart: boolean
  declare typed: string
  /** Why the typed sum is not usable; empty if it is. */
  declare problem: string
  declare isBusy: boolean
  declare outcome: Outcome | undefined
  /** What the person typed into the fields of the action. */
  declare values: FieldValues
  /** The field whose text is not usable. */
  declare wrong: FieldName | undefined
  /** The sum and the request, once sent. The order on the page changes meanwhile; these do not. */
  #sent: SentCommand | undefined
  /** What is possible at most: it follows the order until the person has decided. */
  #most = ''
  #fields: readonly ActionField[] = []
  /** When the order last changed before the person decided, in milliseconds since the epoch. */
  #changedAt: number | undefined
  #doubt: Doubt | undefined
  /** The refund that is decided on, which stays the same however the order changes. */
  #waiting: FollowUpView | undefined
  /** The command was sent before, so the sum was chosen before. */
  #isReopened = false

  constructor() {
    super()
    this.isPart = this.isBusy = false
    this.typed = this.problem = ''
    this.values = {}
  }

  protected override firstUpdated() {
    this.renderRoot.querySelector('dialog')?.showModal()
  }

  /** The button that had the focus is gone with what the order allowed. */
  protected override updated() {
    if (!this.#isPossible && !this.shadowRoot?.activeElement) this.#focusButton()
  }

  protected override willUpdate() {
    if (this.#most) return this.#followOrder()
    const { action, desk, order } = this
    this.#most = mostOf(action, order, desk.name)
    this.#waiting = isDecision(action) ? waitingIn(order, desk.name) : undefined
    this.#fields = fieldsOf(action, order, desk.env.now())
    this.#doubt = action === 'not-accepted' ? doubtOf(order) : undefined
    this.#sent = desk.sent.find(order.id, this.#decision)
    this.#isReopened = this.#sent !== undefined
    if (this.#sent) this.outcome = { is: 'unanswered', refusal: this.#sent.refusal ?? { code: 'network' } }
  }

  /** What a command without an answer is kept by: another refund is another decision. */
  get #decision() {
    return this.#waiting ? `${this.action} ${this.#waiting.number}` : this.action
  }

  /** What is possible changes with the order. A request that was sent does not, nor what a declaration is about. */
  #followOrder() {
    const { action, order, outcome } = this
    if (outcome?.is === 'pending') this.outcome = this.#endOf(outcome)
    if (this.#sent || !ACTION_RULES[action].takesPart) return
    const most = mostOf(action, order)
    if (most === this.#most && this.#isPossible) return
    this.#most = most
    this.#changedAt = this.desk.env.now()
    // A message about the sum before would be wrong beside the new one.
    this.problem = ''
  }

  /** Whether the order still allows what nobody has sent yet. */
  get #isPossible() {
    const { action, order } = this
    const { isPossible, takesPart } = ACTION_RULES[action]
    if (this.#sent) return true
    if (isDecision(action))
      return waitingRefunds(order).some(({ number }) => number === this.#waiting?.number)
    return !takesPart || isPossible(order, this.desk)
  }

  get #isHasty() {
    return this.#changedAt !== undefined && this.desk.env.now() - this.#changedAt < HASTY_MS
  }

  /** The order tells how a follow-up ended that was under way when its request was answered. */
  #endOf(pending: Extract<Outcome, { readonly is: 'pending' }>): Outcome {
    const followUp = this.order.followUps.find(({ number }) => number === pending.number)
    return followUp ? outcomeOfFollowUp(followUp) : pending
  }

  get #words() {
    const { intent, card } = this.order
    const doubt = this.#sent?.doubt ?? this.#doubt?.kind
    return actionWords(this.action, { intent, card, doubt, waiting: this.#waiting }, this.desk.words)
  }

  protected override render() {
    const { outcome } = this
    return html`<dialog aria-labelledby="heading" @cancel=${this.#cancel} @close=${this.#closed}>
      <form @submit=${this.#submit} novalidate>
        <h2 id="heading">${this.#words.heading}</h2>
        ${outcome && ['done', 'pending', 'waiting'].includes(outcome.is) ? nothing : this.#question()}
        <div role="alert">${this.#result()}</div>
        <div class="buttons">${this.#buttons()}</div>
      </form>
    </dialog>`
  }

  #question() {
    const { words } = this.desk
    const { takesPart } = ACTION_RULES[this.action]
    const chosen = this.#chosen()
    if (!this.#isPossible) return nothing
    return html`${takesPart && !this.#isReopened ? this.#sumFields() : nothing}
      ${chosen === undefined ? nothing : html`<p class="effect">${this.#words.effect(this.#sum(chosen))}</p>`}
      ${this.#waiting ? html`<p>${waitingText(this.#waiting, words)}</p>` : nothing}
      ${this.#isReopened ? nothing : this.#inputs()}
      <p class="quiet-text">${this.order.description} · <code>${this.order.reference}</code>${this.order.card ? ` · ${this.order.card.brand} ${this.order.card.masked}` : ''}</p>
      ${this.order.test ? html`<p class="quiet-text">${words.testHint}</p>` : nothing}`
  }

  #inputs() {
    return fieldInputs(this.#fields, {
      ...{
        words: this.desk.words,
        formats: this.desk.formats,
        values: this.values,
        isLocked: this.#isLocked,
        wrong: this.wrong,
      },
      change: (name, text) => {
        this.values = { ...this.values, [name]: text }
        this.wrong = undefined
      },
    })
  }

  #sumFields() {
    const { confirm: words } = this.desk.words
    const most = this.#sum(this.#most)
    return html`<fieldset ?disabled=${this.#isLocked}>
      <legend class="unseen">${words.amount}</legend>
      <label class="check"><input type="radio" name="part" .checked=${!this.isPart} @change=${() => this.#choose(false)} />${words.all(most)}</label>
      <label class="check"><input type="radio" name="part" .checked=${this.isPart} @change=${() => this.#choose(true)} />${words.part}</label>
      <div class="field" ?hidden=${!this.isPart}>
        <label for="amount">${words.amount} (${this.order.currency})</label>
        <input id="amount" inputmode="decimal" autocomplete="off" .value=${this.typed}
          aria-describedby="amount-hint" aria-invalid=${this.problem ? 'true' : 'false'} @input=${this.#type} />
        <small id="amount-hint">${this.problem || words.most(most)}</small>
      </div>
    </fieldset>`
  }

  #choose(isPart: boolean) {
    this.isPart = isPart
    this.problem = ''
    if (isPart)
      void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>('#amount')?.focus())
  }

  #type({ target }: Event) {
    this.typed = (target as HTMLInputElement).value
    this.problem = ''
  }

  /** Once a request may have acted, no other sum can be chosen. */
  get #isLocked() {
    return this.isBusy || this.#isInDoubt
  }

  get #isInDoubt() {
    return this.outcome?.is === 'unanswered'
  }

  /** The sum as decimal text; `undefined` where the typed one is not usable. */
  #chosen(): string | undefined {
    if (this.#sent) return this.#sent.amount
    if (!this.isPart) return this.#most
    const read = this.#readTyped()
    return typeof read === 'string' && Number(read) > 0 && Number(read) <= Number(this.#most)
      ? read
      : undefined
  }

  #readTyped() {
    const { order, desk } = this
    const decimals = this.#most.split('.')[1]?.length ?? 0
    return readTypedAmount(this.typed, { currency: order.currency, decimals, locale: desk.locale })
  }

  #sum(amount: string) {
    return this.desk.formats.sum(amount, this.order.currency)
  }

  #result() {
    const { outcome, desk } = this
    const { confirm: words } = desk.words
    if (outcome === undefined) return this.#change()
    if (outcome.is === 'done')
      return alertBox(
        'good',
        'check',
        this.#words.done(this.#sum(outcome.amount ?? this.#sent?.amount ?? '')),
      )
    if (outcome.is === 'pending') return alertBox('notice', 'clock', words.pending)
    if (outcome.is === 'waiting') return alertBox('notice', 'clock', desk.words.approvals.sent)
    if (!outcome.refusal) return alertBox('bad', 'alert', words.failed)
    if (outcome.is === 'failed') return refusalBox(outcome.refusal, desk.words)
    const { text, codes } = refusalText(outcome.refusal, desk.words)
    const why = outcome.refusal.code === 'network' ? words.noAnswer : text
    return alertBox('notice', 'alert', `${why} ${words.lost}`, codes)
  }

  /** A person who read another sum before is told. */
  #change() {
    const { confirm: words, problems } = this.desk.words
    // A refund that another person approved was sent.
    const noLonger = isDecision(this.action) ? problems['not-waiting'] : words.noLonger
    if (!this.#isPossible) return alertBox('notice', 'alert', noLonger)
    if (this.#changedAt === undefined) return nothing
    return alertBox('notice', 'alert', words.changed(this.#sum(this.#most)))
  }

  #buttons() {
    const { confirm: words } = this.desk.words
    const isOver = (this.outcome !== undefined && !this.#isInDoubt) || !this.#isPossible
    if (isOver)
      return html`<button type="button" class="primary" autofocus @click=${this.#close}>${words.close}</button>`
    const rank = GRAVE.includes(this.action) ? 'primary danger' : 'primary'
    const label = this.#isInDoubt ? words.again : this.#doing
    return html`<button type="button" aria-disabled=${this.isBusy ? 'true' : 'false'} @click=${this.#close}>${words.back}</button>
      <button class=${rank} aria-disabled=${this.isBusy ? 'true' : 'false'}>
        ${this.isBusy ? html`<span class="spinner"></span>${words.working}` : label}
      </button>`
  }

  /** What the button does. It names no sum while the typed one is not usable: any other would be wrong beside it. */
  get #doing() {
    const chosen = this.#chosen()
    return chosen === undefined ? this.desk.words.actions[this.action] : this.#words.do(this.#sum(chosen))
  }

  async #submit(event: Event) {
    event.preventDefault()
    if (this.isBusy || this.#isHasty || !this.#isPossible || (this.outcome && !this.#isInDoubt)) return
    const amount = this.#chosen()
    if (amount === undefined) return this.#refuseSum()
    this.wrong = this.#sent ? undefined : wrongField(this.#fields, this.values)
    if (this.wrong) return this.renderRoot.querySelector<HTMLElement>(`#field-${this.wrong}`)?.focus()
    this.#sent ??= this.#newCommand(amount)
    this.isBusy = true
    this.outcome = await this.#send(this.#sent)
    this.isBusy = false
    this.dispatchEvent(new Event('acted'))
    await this.updateComplete
    this.#focusButton()
  }

  #focusButton() {
    this.renderRoot.querySelector<HTMLElement>('.buttons .primary')?.focus()
  }

  #newCommand(amount: string): SentCommand {
    const doubt = this.#doubt
    const key = this.desk.env.randomKey()
    return {
      amount,
      command: actionRequest(this.action, this.order, {
        ...{ amount, key, doubt, waiting: this.#waiting },
        typed: bodyOf(this.#fields, this.values),
      }),
      ...(doubt && { doubt: doubt.kind }),
    }
  }

  async #send(sent: SentCommand): Promise<Outcome> {
    const { desk, order } = this
    const place = [order.id, this.#decision] as const
    const { answer, isCertain } = await desk.sent.send(place, sent, () =>
      desk.api.command(order.id, sent.command),
    )
    if (answer.ok) return this.#outcomeOf(answer.value)
    return { is: isCertain ? 'failed' : 'unanswered', refusal: answer.reason }
  }

  #refuseSum() {
    const { confirm: words } = this.desk.words
    this.problem = this.#readTyped() === UNCLEAR ? words.unclear : words.wrong(this.#sum(this.#most))
    this.renderRoot.querySelector<HTMLElement>('#amount')?.focus()
  }

  /** What a follow-up came to stands in the order: its request has only been taken. */
  #outcomeOf({ order: { followUps }, followUp: number }: CommandAnswer): Outcome {
    if (!ACTION_RULES[this.action].isFollowUp) return { is: 'done' }
    const followUp = number === undefined ? followUps.at(-1) : followUps.find((one) => one.number === number)
    return followUp ? outcomeOfFollowUp(followUp) : { is: 'failed' }
  }

  /** While the request is under way, the person stays and sees its result. */
  #cancel(event: Event) {
    if (this.isBusy) event.preventDefault()
  }

  #close() {
    if (!this.isBusy) this.renderRoot.querySelector('dialog')?.close()
  }

  #closed() {
    this.dispatchEvent(new Event('close'))
  }
}
