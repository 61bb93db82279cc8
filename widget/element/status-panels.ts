/** How the tag shows each status of an order: one map from status to mood, icon, words and the shopper's actions. */
import { html, nothing, type TemplateResult } from 'lit'
import { isMoving } from '../../shared/order-status.ts'
import type { Intent, OrderView, ShopperWay, TransactionView } from '../../shared/order-view.ts'
import { frameOf } from '../forms/method-picker.ts'
import type { FramedStep } from '../order/context.ts'
import { isNavigable } from '../order/navigable.ts'
import { lineOf, UNEXPECTED } from '../order/problems.ts'
import { alertText, pushButton, SPINNER, words } from './controls.ts'
import type { PanelName } from './current-panel.ts'
import type { PayError } from './events.ts'
import { type IconName, icon } from './icons.ts'
import type { SummaryContext } from './order-summary.ts'
import { phrase } from './phrase.ts'
import { readableReference, receipt } from './receipt.ts'
import { supportOf } from './shop-links.ts'
import { type ActionContext, actionsFor, type ShopperAction } from './shopper-actions.ts'
import { isolate } from './shopper-texts.ts'

/** Everything that the tag draws a panel with. */
export interface RenderContext
  extends SummaryContext,
    Omit<ActionContext, 'isAwaited' | 'isBeside' | 'takesAttempts'> {
  readonly view: OrderView | undefined
  readonly intent: Intent
  /** The shopper's address, if it was typed in this page or the page knows it. */
  readonly email: string
  readonly error: PayError | undefined
  /** From the click until the edge has answered: buttons are locked. */
  readonly isBusy: boolean
  readonly disabled: boolean
  /** The shopper chooses the sum, as of a donation: laws on orders do not name the button then. */
  readonly isSumChosen: boolean
  readonly isCart: boolean
  /** The chosen payment method, if there is one. */
  readonly method: ShopperWay | undefined
  /** When the chosen way to pay may be tried again; empty if it may now. */
  readonly pausedUntil: string
  /** The bank's step, where a dialog shows it beside the panel. */
  readonly bank: FramedStep | undefined
  /** The shopper pays in another window. */
  readonly isInPopUp: boolean
  /** Address of the page that the order waits for, or of the bot check; in the tag's language where it is the edge's. */
  readonly fullPage: string
  /** The page is in a frame of another site. */
  readonly isForeign: boolean
  /** Key of a text beside the panel: the browser is offline, or the edge did not answer. */
  readonly notice: string
  /** Draws the fields that the shopper fills in. */
  fields(): unknown
  /** The fields stay in the page while nobody can use them. */
  readonly isKept: boolean
  act(action: ShopperAction): void
}

/** How the tag shows one status. */
interface Panel {
  readonly mood: 'busy' | 'notice' | 'good' | 'bad' | 'calm'
  /** Without an icon, a spinner. */
  readonly icon?: IconName
  /** Each is offered wherever it is possible, the most likely first. */
  readonly actions?: readonly ShopperAction[]
  /** Key of the words; default: the panel's name. */
  readonly words?: string
}

const WAITING: Panel = { mood: 'notice', icon: 'clock', actions: ['check'] }
const DECLINED: Panel = { mood: 'bad', icon: 'cross', actions: ['retry'], words: 'declined' }
const OVER: Panel = { mood: 'calm', icon: 'cross', actions: ['restart'] }
const PAID: Panel = { mood: 'good', icon: 'check', actions: ['back', 'print', 'again'], words: 'approved' }
const UNDONE: Panel = { mood: 'calm', icon: 'back', actions: ['again'] }
const BANK: Panel = { mood: 'busy', actions: ['continue', 'cancel'] }
/** The shopper cancelled on the gateway's own page: no bank declined anything. */
const GIVEN_UP: Panel = { ...DECLINED, mood: 'calm', words: 'cancelled' }

/** Status → panel. While the money may have moved, no panel offers to pay. */
export const PANELS: Readonly<Record<Exclude<PanelName, 'open' | 'empty'>, Panel>> = {
  starting: { mood: 'busy' },
  broken: { mood: 'bad', icon: 'alert' },
  sending: { mood: 'busy' },
  leaving: { mood: 'busy', actions: ['continue'] },
  redirect: { mood: 'notice', icon: 'clock', actions: ['continue', 'another', 'cancel'] },
  method: BANK,
  challenge: { ...BANK, words: 'bank' },
  processing: WAITING,
  unknown: WAITING,
  approved: PAID,
  captured: PAID,
  voided: UNDONE,
  returned: UNDONE,
  'partially-returned': UNDONE,
  'charged-back': UNDONE,
  declined: DECLINED,
  // An edge of an older version tells it apart.
  filtered: DECLINED,
  error: { mood: 'bad', icon: 'cross', actions: ['retry'] },
  cancelled: OVER,
  expired: OVER,
}

/** Actions that the tag offers without drawing the eye to them. */
const QUIET: readonly ShopperAction[] = ['again', 'cancel', 'print']

/** Draws a panel. */
export function renderPanel(panel: PanelName, context: RenderContext): TemplateResult {
  const { say, fields, mayPay, isKept } = context
  if (panel === 'empty')
    return context.isCart
      ? html`<p .textContent=${say('empty.cart')}></p>`
      : html`<slot><p .textContent=${say('empty')}></p></slot>`
  const status = panel === 'open' ? undefined : statusPanel(panel, context)
  const takesPayment = !status || (mayPay && status.actions.includes('retry'))
  // The fields have one place in every panel, so that a frame in them stays as it is from a payment to its decline.
  return html`${status?.drawn}
    ${takesPayment || isKept ? html`<div part="fields" .hidden=${!takesPayment}>${fields()}</div>` : nothing}
    ${panel === 'broken' ? html`<slot></slot>` : problem(context, { isAlone: !status, takesPayment })}
    <div part="actions">
      ${takesPayment ? payButton(payLabel(context), context) : nothing}
      ${status?.actions.map((action, index) => button(action, index, context))}${outside(context)}${status?.help}
    </div>`
}

function statusPanel(panel: Exclude<PanelName, 'open' | 'empty'>, context: RenderContext) {
  const { say, view, intent, error, isLong, mayPay, isInPopUp } = context
  const { code = '', supportId: orderSupportId } = view?.error ?? {}
  const shown = code === 'cancelled-at-gateway' ? GIVEN_UP : PANELS[panel]
  const { mood, icon: drawing, actions: usual = [], words: key = panel } = shown
  // With a token that may only look, the shopper has no part in what the order waits for.
  const isLooking = !mayPay && usual.includes('continue')
  const isPaid = mood === 'good' || shown === UNDONE
  const charges = surplusOf(context)
  const isOwed = charges.some(isTaken)
  const actions = actionsFor(panel, usual, {
    ...context,
    isAwaited: !!view?.action && !context.bank,
    isBeside: !!context.bank,
    // An order that takes no more attempts names no method. Beside a charge by mistake, no shopper would like to try again.
    takesAttempts: !!view?.methods.length && !isOwed,
  })
  const supportId =
    error?.supportId ||
    (shown !== GIVEN_UP && orderSupportId) ||
    (view && (shown === WAITING || isLong) ? readableReference(view) : '')
  const isSpecial = panel === 'approved' && intent !== 'sale'
  const words = isSpecial ? intent : panel === 'redirect' && isInPopUp ? 'popup' : key
  const sum = movedSum(context)
  const reason = error?.code ?? ''
  const isFailure = usual[0] === 'retry'
  const isForShop = (isFailure || shown === OVER) && actions[0] !== usual[0]
  const money = shown === OVER && !charges.length && moneyText(panel, context)
  const refusal = say(`${words}.${reason}`) || (OF_CART.test(reason) && say(`${words}.cart`))
  const text =
    // Beside a charge, the tag must not say that nothing was charged; while it waits, it says not to pay again.
    (isOwed && /bad|calm/.test(mood) && ' ') ||
    (isLooking && say('elsewhere')) ||
    (isLong && say(`${words}.long`)) ||
    (refusal && ofItem(refusal, context)) ||
    (isFailure && say(`failed.${intent}`)) ||
    [
      isFailure
        ? !charges.length && (say(`failed.${code}`) || say(isForShop ? 'verify.text' : `${words}.text`))
        : say(`${words}.${view?.cancelledBy}`) || say(`${words}.text`, { amount: sum }),
      money,
      // Some words name the shop already.
      isForShop && !view?.cancelledBy && money !== say('failed.payout') && say('over'),
    ]
      .filter(Boolean)
      .join(' ')
  // A page that cannot show a payment does not know how it ended.
  const heading = (isFailure && mood === 'bad' && say(`declined.${intent}`)) || say(words)
  const drawn = html`<div part="panel ${mood}">
      <div part="mark">${drawing ? icon(drawing) : SPINNER}</div>
      <h2 id="status" part="status" tabindex="-1" aria-describedby="status-text" .textContent=${heading}></h2>
      <p id="status-text" part="text">${phrase(text, sum, context.locale)}</p>
      <slot name=${mood === 'good' ? 'success' : mood === 'bad' ? 'error' : mood}></slot>
      ${isPaid ? receipt(context) : html`<small part="support" .textContent=${supportId ? say('support', { id: supportId }) : ''}></small>`}
      ${surplusTexts(context)}
    </div>`
  // The words of a payout that did not arrive send the shopper to the shop.
  const isUnsent = intent === 'payout' && /bad|calm/.test(mood)
  const needsHelp = supportId || isOwed || isPaid || isUnsent || /broken|cancelled/.test(panel)
  return { drawn, actions, help: needsHelp ? contact(context) : nothing }
}

/**
 * Says what became of the money of a payment that was cancelled, or has expired. What the shopper sent to a bank or typed
 * at a form may still be approved: after a cancellation it goes back, but a payout may arrive.
 */
function moneyText(panel: PanelName, { view, intent, say }: RenderContext): string {
  const statuses = view?.attempts.map(({ status }) => status) ?? []
  // A payout that was sent and came back: what the shopper has now, only the shop knows.
  if (statuses.includes('approved')) return ''
  if (intent === 'verify' || !statuses.some(isMoving)) return say(`failed.${intent}`) || say('verify.text')
  return panel === 'cancelled' ? say(`stop.${intent}`) || say('stop.text') : ''
}

/** The shopper can always open a page by itself that a frame does not show well. */
const outside = ({ fullPage, bank, isInPopUp, isForeign, mayPay, say }: RenderContext) =>
  isForeign && !isInPopUp && mayPay && !bank && isNavigable(fullPage)
    ? html`<a part="button secondary" href=${fullPage} target="_top" .textContent=${say('page')}></a>`
    : nothing

/** Leads to the shop's support, where the merchant has named one. The payment's page stays open. */
const contact = ({ merchant, say }: RenderContext) =>
  supportOf(merchant)
    ? html`<a part="button quiet" href=${supportOf(merchant)} target="_blank" .textContent=${say('contact')}></a>`
    : nothing

/** A charge beyond the payment, or after the shopper cancelled, that is still to go back. */
const isTaken = ({ surplus, reversed }: TransactionView) => !!surplus && !reversed

/** Charges beyond the payment. A verification and a payout charge nothing. */
const surplusOf = ({ view, intent }: RenderContext) =>
  /sale|preauth/.test(intent) ? (view?.transactions.filter(({ surplus }) => surplus) ?? []) : []

/** Says what becomes of charges by mistake. Nothing else on the panel may hide them. */
const surplusTexts = (context: RenderContext) =>
  surplusOf(context).map((charge) => {
    const { view, say, price } = context
    const amount = price(charge.amount)
    return isTaken(charge)
      ? alertText(say('surplus', { amount, id: view && readableReference(view) }))
      : news(say('surplus.back', { amount }))
  })

/** The sum that the words name: after a refund it may be a part. */
const movedSum = ({ view, price, amount }: RenderContext) =>
  view?.status.endsWith('returned') ? price(view.returned) : amount

/** What the button says. It names the sum or, while the shopper's choice has none, only leads on: to the field that is wrong. */
const payLabel = (context: RenderContext) => {
  const { say, intent, amount, isSumChosen } = context
  if (!amount && intent !== 'verify') return say('continue')
  return say(`pay.${intent}`, context) || say(isSumChosen ? 'pay.open' : 'pay', context)
}

/**
 * While the edge works on the click, the button is locked and says so; it does not disappear. Where its words lack the sum,
 * as laws on orders ask in some countries, the sum stands above it: the head may have scrolled away.
 */
const payButton = (
  label: string,
  { isBusy, disabled, say, method, amount, locale, pausedUntil }: RenderContext,
) => html`<slot name="terms"></slot><p id="total" part="total" translate="no" lang=${locale} .textContent=${label.includes(amount) ? '' : amount}></p><button
  part="button primary" aria-describedby="total" .disabled=${!method || disabled || !!pausedUntil} aria-disabled=${isBusy}
>${isBusy ? html`${SPINNER}${words(say('working'))}` : phrase(label, amount, locale)}</button>
${!method || frameOf(method) ? nothing : html`<small part="note">${icon('lock')}${words(say('note'))}</small>`}`

function button(action: ShopperAction, index: number, context: RenderContext) {
  const { say, isBusy, disabled, mayPay, wayBack } = context
  // The button that pays stands for it.
  if (action === 'retry' && mayPay) return nothing
  const rank = QUIET.includes(action) ? 'quiet' : index ? 'secondary' : 'primary'
  if (action === 'back')
    return html`<a part="button ${rank}" href=${wayBack} .textContent=${say(action)}></a>`
  const label = action === 'continue' && context.isInPopUp ? 'reopen' : action
  return pushButton(say(label), rank, () => context.act(action), isBusy, disabled)
}

/** Codes by which the edge refuses a cart as a whole. The shopper may pay for fewer items. */
const OF_CART = /^cart|^line|differ$|disjoint$/

/** The words on what the edge refused, after the item of the cart, if it is one. */
const ofItem = (text: string, { error, lines = [] }: RenderContext) => {
  const { description } = lines[Number(lineOf(error?.field))] ?? {}
  return description ? `${isolate(description, text)}: ${text}` : text
}

/** Says that nothing was charged, and so it is about a try to pay. */
const PAUSED = 'error.too-many-requests'

/** What is around the words on a failure. */
interface Surroundings {
  /** No status above says that it takes long. */
  readonly isAlone: boolean
  /** The button that pays is there. Elsewhere money may have moved since the edge asked for a pause. */
  readonly takesPayment: boolean
}

/** Says why the last click failed, or why the next one would, above the button that the shopper may press again. */
function problem(context: RenderContext, { isAlone, takesPayment }: Surroundings) {
  const { error, say, isBusy, isLong, notice, pausedUntil: date } = context
  const key = `error.${error?.code}`
  const failure =
    takesPayment && date
      ? say(PAUSED, { date })
      : error &&
        ofItem((key !== PAUSED && say(key)) || say(error.field ? 'error.fields' : 'error.retry'), context)
  const text = say(notice) || (isBusy ? isAlone && isLong && say('working.long') : failure)
  // Nothing is wrong where there is no news, or where the answer takes long.
  const draw = notice === 'checked' || (isBusy && !notice) ? news : alertText
  // Nothing was sent, so that the page's own link in the tag may lead to the edge's page.
  return html`<div role="alert">${text ? draw(text) : nothing}</div>${error === UNEXPECTED ? html`<slot></slot>` : nothing}`
}

const news = (text: string) => html`<small part="note" .textContent=${text}></small>`
