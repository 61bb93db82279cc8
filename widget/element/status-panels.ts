/** How each status of an order is shown: one map from status to mood, words and what the shopper can do. */
import { html, nothing, type TemplateResult } from 'lit'
import type { OrderStatus } from '../../shared/order-status.ts'
import type { Intent, OrderAction, OrderView, ShopperWay } from '../../shared/order-view.ts'
import { cardName, frameOf } from '../forms/method-picker.ts'
import { isNavigable } from '../order/navigable.ts'
import { alertText } from './alert-text.ts'
import { pushButton } from './controls.ts'
import type { PayError } from './events.ts'
import { type IconName, icon } from './icons.ts'
import type { Speak } from './messages.ts'
import { phrase } from './phrase.ts'
import { referenceText } from './receipt.ts'
import { type ActionContext, actionsFor, type ShopperAction } from './shopper-actions.ts'

/** What the tag shows: where the order stands, or that there is none. */
export type PanelName = OrderStatus | 'starting' | 'leaving' | 'empty' | 'broken'

/** Everything that a stage is drawn with. */
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

/** Draws a stage. */
export function draw(stage: PanelName, scene: RenderContext): TemplateResult {
  const { say, fields } = scene
  if (stage === 'empty') return html`<slot><p .textContent=${say('empty')}></p></slot>`
  if (stage !== 'open') return panel(stage, scene)
  return html`${fields()} ${problem(scene)}
    <div part="actions">${payButton(say(`pay.${scene.intent}`, scene) || say('pay', scene), scene)}</div>
    ${!scene.method || frameOf(scene.method) ? nothing : html`<small part="note">${icon('lock')}<span .textContent=${say('note')}></span></small>`}`
}

function panel(stage: Exclude<PanelName, 'open' | 'empty'>, scene: RenderContext) {
  const { say, view, error, isLong, mayPay } = scene
  const look = PANELS[stage]
  const [mood, drawing, usual = [], key = stage] = look
  // Who may only look has no part in what the order waits for.
  const isLooking = !mayPay && usual.includes('continue')
  const acts = actionsFor(stage, usual, {
    ...scene,
    isAwaited: !!view?.action && !scene.bank,
    isBeside: !!scene.bank,
    // An order that takes no more attempts names no method.
    takesAttempts: !!view?.methods.length,
  })
  const supportId =
    error?.supportId || view?.error?.supportId || (look === WAITING || isLong ? view?.reference : '')
  const isSpecial = stage === 'approved' && scene.intent !== 'sale'
  const words = isSpecial ? scene.intent : stage === 'redirect' && scene.isInPopUp ? 'popup' : key
  const alerts = surplus(scene)
  const sum = moved(scene)
  const told =
    // That nothing was charged is not said beside a charge.
    (alerts.length && mood === 'bad' && ' ') ||
    (isLooking && say('elsewhere')) ||
    (isLong && say(`${words}.long`)) ||
    say(`${words}.${error?.code}`) ||
    (usual[0] === 'retry' && say(`failed.${scene.intent}`)) ||
    (usual[0] === 'retry' && acts[0] !== 'retry' && say('retry.shop')) ||
    say(`${words}.${view?.cancelledBy}`) ||
    (look === OVER && !scene.mayBuyAgain && say('over')) ||
    say(`${words}.text`, { amount: sum })
  return html`<div part="panel ${mood}">
      <div part="mark">${drawing ? icon(drawing) : SPINNER}</div>
      <h2 id="status" part="status" tabindex="-1" aria-describedby="status-text" .textContent=${say(words)}></h2>
      <p id="status-text" part="text">${phrase(told, sum, scene.locale)}</p>
      ${mood === 'good' ? receipt(scene) : html`<small part="support" .textContent=${supportId ? say('support', { id: supportId }) : ''}></small>`}
      ${alerts}
    </div>
    ${stage === 'broken' ? html`<slot></slot>` : problem(scene)}
    <div part="actions">${acts.map((act, index) => button(act, index, scene))}${outside(scene)}</div>`
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

function button(act: ShopperAction, index: number, scene: RenderContext) {
  const { say, isBusy, disabled, mayPay, fields, wayBack } = scene
  if (act === 'retry' && mayPay) return html`${fields()}${payButton(say(act), scene)}`
  const rank = QUIET.includes(act) ? 'quiet' : index ? 'secondary' : 'primary'
  if (act === 'back') return html`<a part="button ${rank}" href=${wayBack} .textContent=${say(act)}></a>`
  return pushButton(say(act), rank, () => scene.act(act), isBusy, disabled)
}

/** Why the last click came to nothing, or why the next one would, above the button that may be pressed again. */
function problem({ error, say, isBusy, isLong, notice }: RenderContext) {
  const failure = error && (say(error.field ? 'error.fields' : `error.${error.code}`) || say('error.retry'))
  const text = say(notice) || (isBusy ? isLong && say('working.long') : failure)
  return html`<div role="alert">${text && alertText(text)}</div>`
}

function receipt({ view, say, locale }: RenderContext) {
  const paid = view?.attempts.find(({ status }) => status === 'approved')
  const rows = {
    card: view?.card && words(cardName(view.card)),
    reference: view && referenceText(view.reference),
    date: paid && words(new Date(paid.startedAt).toLocaleString(locale)),
  }
  return html`<dl part="receipt">${Object.entries(rows).map(
    ([key, value]) =>
      value && html`<div><dt .textContent=${say(key)}></dt><dd translate="no">${value}</dd></div>`,
  )}</dl>`
}

const words = (text: string) => html`<span .textContent=${text}></span>`
