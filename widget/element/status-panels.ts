/** How each status of an order is shown: one map from status to mood, words and what the shopper can do. */
import { html, nothing, type TemplateResult } from 'lit'
import type { Intent, OrderAction, OrderView, ShopperWay } from '../../shared/order-view.ts'
import { frameOf } from '../forms/method-picker.ts'
import { isNavigable } from '../order/navigable.ts'
import { alertText, pushButton } from './controls.ts'
import type { PanelName } from './current-panel.ts'
import type { PayError } from './events.ts'
import { type IconName, icon } from './icons.ts'
import type { Speak } from './messages.ts'
import { phrase } from './phrase.ts'
import { receipt } from './receipt.ts'
import { type ActionContext, actionsFor, type ShopperAction } from './shopper-actions.ts'

/** Everything that a panel is drawn with. */
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
  /** What is paid by, if by anything. */
  readonly method: ShopperWay | undefined
  /** The bank's step, where it is shown beside. */
  readonly bank: OrderAction | undefined
  /** The order waits for what the shopper does in another window. */
  readonly isInPopUp: boolean
  /** The page is in a frame of another site's. */
  readonly isForeign: boolean
  /** Key of what is to be said beside: the browser is offline, or there is nothing new. */
  readonly notice: string
  readonly locale: string
  /** Fields for what the offer leaves open and for what is asked of the shopper. */
  fields(): unknown
  act(what: ShopperAction): void
}

/** Mood, icon (a spinner without one), what can be done, and under which key the words are. */
type Panel = readonly [mood: string, icon?: IconName | '', acts?: readonly ShopperAction[], words?: string]

const WAITING: Panel = ['notice', 'clock', ['check']]
const DECLINED: Panel = ['bad', 'cross', ['retry'], 'declined']
const OVER: Panel = ['calm', 'cross', ['restart']]
const PAID: Panel = ['good', 'check', ['print', 'again'], 'approved']
const UNDONE: Panel = ['calm', 'back', ['again']]
const BANK: Panel = ['busy', '', ['continue', 'cancel'], 'bank']

/** Status → how it is shown. Nothing that pays is offered while the money may have moved. */
export const PANELS: Readonly<Record<Exclude<PanelName, 'open' | 'empty'>, Panel>> = {
  starting: ['busy'],
  broken: ['bad', 'alert'],
  sending: ['busy'],
  leaving: ['busy', '', ['continue']],
  redirect: ['notice', 'clock', ['continue', 'another', 'cancel']],
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
  error: ['bad', 'cross', ['retry']],
  cancelled: OVER,
  expired: OVER,
}

/** Acts that nobody is to be led to. */
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
  const look = PANELS[panel]
  const [mood, drawing, usual = [], key = panel] = look
  // Who may only look has no part in what the order waits for.
  const isLooking = !mayPay && usual.includes('continue')
  const acts = actionsFor(panel, usual, {
    ...context,
    isAwaited: !!view?.action && !context.bank,
    isBeside: !!context.bank,
    // An order that takes no more attempts names no method.
    takesAttempts: !!view?.methods.length,
  })
  const supportId =
    error?.supportId || view?.error?.supportId || (look === WAITING || isLong ? view?.reference : '')
  const isSpecial = panel === 'approved' && context.intent !== 'sale'
  const words = isSpecial ? context.intent : panel === 'redirect' && context.isInPopUp ? 'popup' : key
  const alerts = surplus(context)
  const sum = moved(context)
  const told =
    // That nothing was charged is not said beside a charge.
    (alerts.length && mood === 'bad' && ' ') ||
    (isLooking && say('elsewhere')) ||
    (isLong && say(`${words}.long`)) ||
    say(`${words}.${error?.code}`) ||
    (usual[0] === 'retry' && say(`failed.${context.intent}`)) ||
    (usual[0] === 'retry' && acts[0] !== 'retry' && say('retry.shop')) ||
    say(`${words}.${view?.cancelledBy}`) ||
    (look === OVER && !context.mayBuyAgain && say('over')) ||
    say(`${words}.text`, { amount: sum })
  return html`<div part="panel ${mood}">
      <div part="mark">${drawing ? icon(drawing) : SPINNER}</div>
      <h2 id="status" part="status" tabindex="-1" aria-describedby="status-text" .textContent=${say(words)}></h2>
      <p id="status-text" part="text">${phrase(told, sum, context.locale)}</p>
      ${mood === 'good' ? receipt(context) : html`<small part="support" .textContent=${supportId ? say('support', { id: supportId }) : ''}></small>`}
      ${alerts}
    </div>
    ${panel === 'broken' ? html`<slot></slot>` : problem(context)}
    <div part="actions">${acts.map((act, index) => button(act, index, context))}${outside(context)}</div>`
}

/** A page that a window or a frame does not show well can always be opened by itself. */
function outside({ view, bank, isInPopUp, isForeign, mayPay, say }: RenderContext) {
  const { url = '' } = view?.action ?? {}
  return (isInPopUp || isForeign) && mayPay && !bank && isNavigable(url)
    ? html`<a part="button secondary" href=${url} target=${isInPopUp ? '_blank' : '_top'} .textContent=${say('page')}></a>`
    : nothing
}

/** Money that was taken beyond the payment, or after giving up. Nothing else on the panel may hide that. */
function surplus({ view, say, price }: RenderContext) {
  const taken = view?.transactions.filter(({ surplus, reversed }) => surplus && !reversed) ?? []
  return taken.map(({ amount }) =>
    alertText(say('surplus', { amount: price(amount), id: view?.reference ?? '' })),
  )
}

const SPINNER = html`<span part="spinner"></span>`

/** What the words are about: after a capture or a refund that is not the whole sum. */
const moved = ({ view, price, amount }: RenderContext) => {
  if (view?.status === 'captured') return price(view.captured)
  return view?.status.endsWith('returned') ? price(view.returned) : amount
}

/** Locked while the edge is asked; it says so instead of disappearing. */
const payButton = (
  label: string,
  { isBusy, disabled, say, method, amount, locale }: RenderContext,
) => html`<button
  part="button primary" .disabled=${!method || disabled} aria-disabled=${isBusy}
>${isBusy ? html`${SPINNER}<span .textContent=${say('working')}></span>` : phrase(label, amount, locale)}</button>`

function button(act: ShopperAction, index: number, context: RenderContext) {
  const { say, isBusy, disabled, mayPay, fields, wayBack } = context
  if (act === 'retry' && mayPay) return html`${fields()}${payButton(say(act), context)}`
  const rank = QUIET.includes(act) ? 'quiet' : index ? 'secondary' : 'primary'
  if (act === 'back') return html`<a part="button ${rank}" href=${wayBack} .textContent=${say(act)}></a>`
  return pushButton(say(act), rank, () => context.act(act), isBusy, disabled)
}

/** Why the last click came to nothing, or why the next one would, above the button that may be pressed again. */
function problem({ error, say, isBusy, isLong, notice }: RenderContext) {
  const failure = error && (say(error.field ? 'error.fields' : `error.${error.code}`) || say('error.retry'))
  const text = say(notice) || (isBusy ? isLong && say('working.long') : failure)
  return html`<div role="alert">${text && alertText(text)}</div>`
}
