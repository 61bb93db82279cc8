/** How the tag shows each status of an order: one map from status to mood, icon, words and the shopper's actions. */
import { html, nothing, type TemplateResult } from 'lit'
import type { Intent, OrderAction, OrderView, ShopperWay } from '../../shared/order-view.ts'
import { frameOf } from '../forms/method-picker.ts'
import { isNavigable } from '../order/navigable.ts'
import { alertText, pushButton } from './controls.ts'
import type { PanelName } from './current-panel.ts'
import type { PayError } from './events.ts'
import { type IconName, icon } from './icons.ts'
import { phrase } from './phrase.ts'
import { receipt } from './receipt.ts'
import { type ActionContext, actionsFor, type ShopperAction } from './shopper-actions.ts'
import type { Speak } from './shopper-texts.ts'

/** Everything that the tag draws a panel with. */
export interface RenderContext extends Omit<ActionContext, 'isAwaited' | 'isBeside' | 'takesAttempts'> {
  readonly say: Speak
  readonly view: OrderView | undefined
  readonly intent: Intent
  /** The sum in the shopper's language; empty for an offer without a price. */
  readonly amount: string
  /** Writes an amount of the order in the shopper's language. */
  price(amount: string): string
  readonly error: PayError | undefined
  /** From the click until the edge has answered: buttons are locked. */
  readonly isBusy: boolean
  readonly disabled: boolean
  /** The chosen payment method, if there is one. */
  readonly method: ShopperWay | undefined
  /** The bank's step, where a dialog shows it beside the panel. */
  readonly bank: OrderAction | undefined
  /** The shopper pays in another window. */
  readonly isInPopUp: boolean
  /** The page is in a frame of another site. */
  readonly isForeign: boolean
  /** Key of a text beside the panel: the browser is offline, or the edge did not answer. */
  readonly notice: string
  readonly locale: string
  /** Draws the fields that the shopper fills in. */
  fields(): unknown
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
const PAID: Panel = { mood: 'good', icon: 'check', actions: ['print', 'again'], words: 'approved' }
const UNDONE: Panel = { mood: 'calm', icon: 'back', actions: ['again'] }
const BANK: Panel = { mood: 'busy', actions: ['continue', 'cancel'], words: 'bank' }

/** Status → panel. While the money may have moved, no panel offers to pay. */
export const PANELS: Readonly<Record<Exclude<PanelName, 'open' | 'empty'>, Panel>> = {
  starting: { mood: 'busy' },
  broken: { mood: 'bad', icon: 'alert' },
  sending: { mood: 'busy' },
  leaving: { mood: 'busy', actions: ['continue'] },
  redirect: { mood: 'notice', icon: 'clock', actions: ['continue', 'another', 'cancel'] },
  method: BANK,
  challenge: BANK,
  processing: WAITING,
  unknown: WAITING,
  approved: PAID,
  captured: PAID,
  voided: UNDONE,
  returned: UNDONE,
  'partially-returned': UNDONE,
  'charged-back': UNDONE,
  declined: DECLINED,
  filtered: DECLINED,
  error: { mood: 'bad', icon: 'cross', actions: ['retry'] },
  cancelled: OVER,
  expired: OVER,
}

/** Actions that the tag offers without drawing the eye to them. */
const QUIET: readonly ShopperAction[] = ['again', 'check', 'cancel']

/** Draws a panel. */
export function renderPanel(panel: PanelName, context: RenderContext): TemplateResult {
  const { say, fields } = context
  if (panel === 'empty') return html`<slot><p .textContent=${say('empty')}></p></slot>`
  if (panel !== 'open') return statusPanel(panel, context)
  return html`${fields()} ${problem(context)}
    <div part="actions">${payButton(say(`pay.${context.intent}`, context) || say('pay', context), context)}</div>
    ${!context.method || frameOf(context.method) ? nothing : html`<small part="note">${icon('lock')}<span .textContent=${say('note')}></span></small>`}`
}

function statusPanel(panel: Exclude<PanelName, 'open' | 'empty'>, context: RenderContext) {
  const { say, view, error, isLong, mayPay } = context
  const shown = PANELS[panel]
  const { mood, icon: drawing, actions: usual = [], words: key = panel } = shown
  // With a token that may only look, the shopper has no part in what the order waits for.
  const isLooking = !mayPay && usual.includes('continue')
  const actions = actionsFor(panel, usual, {
    ...context,
    isAwaited: !!view?.action && !context.bank,
    isBeside: !!context.bank,
    // An order that takes no more attempts names no method.
    takesAttempts: !!view?.methods.length,
  })
  const supportId =
    error?.supportId || view?.error?.supportId || (shown === WAITING || isLong ? view?.reference : '')
  const isSpecial = panel === 'approved' && context.intent !== 'sale'
  const words = isSpecial ? context.intent : panel === 'redirect' && context.isInPopUp ? 'popup' : key
  const alerts = surplusAlerts(context)
  const sum = movedSum(context)
  const text =
    // Beside a charge, the tag must not say that nothing was charged.
    (alerts.length && mood === 'bad' && ' ') ||
    (isLooking && say('elsewhere')) ||
    (isLong && say(`${words}.long`)) ||
    say(`${words}.${error?.code}`) ||
    (usual[0] === 'retry' && say(`failed.${context.intent}`)) ||
    (usual[0] === 'retry' && actions[0] !== 'retry' && say('retry.shop')) ||
    say(`${words}.${view?.cancelledBy}`) ||
    (shown === OVER && !context.mayBuyAgain && say('over')) ||
    say(`${words}.text`, { amount: sum })
  return html`<div part="panel ${mood}">
      <div part="mark">${drawing ? icon(drawing) : SPINNER}</div>
      <h2 id="status" part="status" tabindex="-1" aria-describedby="status-text" .textContent=${say(words)}></h2>
      <p id="status-text" part="text">${phrase(text, sum, context.locale)}</p>
      ${mood === 'good' ? receipt(context) : html`<small part="support" .textContent=${supportId ? say('support', { id: supportId }) : ''}></small>`}
      ${alerts}
    </div>
    ${panel === 'broken' ? html`<slot></slot>` : problem(context)}
    <div part="actions">${actions.map((action, index) => button(action, index, context))}${outside(context)}</div>`
}

/** The shopper can always open a page by itself that a window or a frame does not show well. */
function outside({ view, bank, isInPopUp, isForeign, mayPay, say }: RenderContext) {
  const { url = '' } = view?.action ?? {}
  return (isInPopUp || isForeign) && mayPay && !bank && isNavigable(url)
    ? html`<a part="button secondary" href=${url} target=${isInPopUp ? '_blank' : '_top'} .textContent=${say('page')}></a>`
    : nothing
}

/** Alerts about charges beyond the payment, or after the shopper cancelled. Nothing else on the panel may hide them. */
function surplusAlerts({ view, say, price }: RenderContext) {
  const taken = view?.transactions.filter(({ surplus, reversed }) => surplus && !reversed) ?? []
  return taken.map(({ amount }) =>
    alertText(say('surplus', { amount: price(amount), id: view?.reference ?? '' })),
  )
}

const SPINNER = html`<span part="spinner"></span>`

/** The sum that the words name: after a capture or a refund it may be a part. */
const movedSum = ({ view, price, amount }: RenderContext) => {
  if (view?.status === 'captured') return price(view.captured)
  return view?.status.endsWith('returned') ? price(view.returned) : amount
}

/** While the edge works on the click, the button is locked and says so; it does not disappear. */
const payButton = (
  label: string,
  { isBusy, disabled, say, method, amount, locale }: RenderContext,
) => html`<button
  part="button primary" .disabled=${!method || disabled} aria-disabled=${isBusy}
>${isBusy ? html`${SPINNER}<span .textContent=${say('working')}></span>` : phrase(label, amount, locale)}</button>`

function button(action: ShopperAction, index: number, context: RenderContext) {
  const { say, isBusy, disabled, mayPay, fields, wayBack } = context
  if (action === 'retry' && mayPay) return html`${fields()}${payButton(say(action), context)}`
  const rank = QUIET.includes(action) ? 'quiet' : index ? 'secondary' : 'primary'
  if (action === 'back')
    return html`<a part="button ${rank}" href=${wayBack} .textContent=${say(action)}></a>`
  return pushButton(say(action), rank, () => context.act(action), isBusy, disabled)
}

/** Says why the last click failed, or why the next one would, above the button that the shopper may press again. */
function problem({ error, say, isBusy, isLong, notice }: RenderContext) {
  const failure = error && (say(error.field ? 'error.fields' : `error.${error.code}`) || say('error.retry'))
  const working = isLong ? say('working.long') : ''
  const text = say(notice) || (isBusy ? working : failure)
  return html`<div role="alert">${text && alertText(text)}</div>`
}
