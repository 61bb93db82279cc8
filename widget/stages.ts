/** How each status of an order is shown: one map from status to mood, words and what the shopper can do. */
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Intent, OrderAction, OrderStatus, OrderView } from '../shared/order-view.ts'
import type { PayError } from './events.ts'
import { type IconName, icon } from './icons.ts'
import type { Speak } from './messages.ts'
import type { PayWay } from './pay-way.ts'
import { pushButton } from './push-button.ts'

/** What the tag shows: where the order stands, or that there is none. */
export type Stage = OrderStatus | 'starting' | 'leaving' | 'empty' | 'broken'

/** What the shopper can do. The names are also those of the buttons' texts. */
export type Act = 'another' | 'continue' | 'cancel' | 'again' | 'restart' | 'retry' | 'refresh'

/** Everything that a stage is drawn with. */
export interface Scene {
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
  /** Whether this tag may start attempts of the order. */
  readonly mayPay: boolean
  /** Whether this tag may make a new order. */
  readonly mayBuyAgain: boolean
  readonly way: PayWay
  /** The bank's step, where it is shown beside. */
  readonly bank: OrderAction | undefined
  /** Fields for what the offer leaves open and for what is asked of the shopper. */
  readonly fields: unknown
  act(what: Act): void
}

/** Mood, icon (a spinner without one), what can be done, and under which key the words are. */
type Look = readonly [mood: string, icon?: IconName | '', acts?: readonly Act[], words?: string]

const WAITING: Look = ['notice', 'clock', ['refresh']]
const FAILED: Look = ['bad', 'cross', ['retry']]
const OVER: Look = ['calm', 'cross', ['restart']]
const PAID: Look = ['good', 'check', ['again']]
const UNDONE: Look = ['calm', 'check', ['again']]
const BANK: Look = ['busy', '', ['continue', 'cancel'], 'bank']

/** Status → how it is shown. Nothing that pays is offered while the money may have moved. */
export const STAGES: Readonly<Record<Exclude<Stage, 'open' | 'empty'>, Look>> = {
  starting: ['busy'],
  broken: ['bad', 'alert'],
  sending: ['busy'],
  leaving: ['busy', '', ['continue']],
  redirect: ['notice', 'arrow', ['continue', 'another', 'cancel']],
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
  declined: FAILED,
  filtered: FAILED,
  error: FAILED,
  cancelled: OVER,
  expired: OVER,
}

/** Acts that need a token that pays, acts upon what the order waits for, and acts that make a new order. */
const PAYS: readonly Act[] = ['another', 'retry', 'cancel']
const STEPS: readonly Act[] = ['continue', 'cancel']
const RENEWS: readonly Act[] = ['again', 'restart']

/** Acts that nobody is to be led to. */
const QUIET: readonly Act[] = ['again', 'refresh', 'cancel']

/** Draws a stage. */
export function draw(stage: Stage, scene: Scene): TemplateResult {
  const { say, fields } = scene
  if (stage === 'empty') return html`<slot><p>${say('empty')}</p></slot>`
  if (stage !== 'open') return panel(stage, scene)
  return html`${fields} ${problem(scene)}
    <div part="actions">${payButton(say(`pay.${scene.intent}`, scene) || say('pay', scene), scene)}</div>
    ${scene.way === 'hosted' ? html`<small part="note">${icon('lock')}${say('note')}</small>` : nothing}`
}

function panel(stage: Exclude<Stage, 'open' | 'empty'>, scene: Scene) {
  const { say, view, error } = scene
  const [mood, drawing, acts = [], key = stage] = STAGES[stage]
  const supportId =
    error?.supportId || view?.error?.supportId || (STAGES[stage] === WAITING && view?.reference)
  const words = stage === 'approved' && scene.intent !== 'sale' ? scene.intent : key
  const told = say(`${words}.${error?.code}`) || say(`${words}.text`, { amount: moved(scene) })
  return html`<div part="panel ${mood}">
      <div part="mark">${drawing ? icon(drawing) : SPINNER}</div>
      <h2 id="status" part="status" tabindex="-1" aria-describedby="status-text">${say(words)}</h2>
      <p id="status-text" part="text">${told}</p>
      ${mood !== 'good' && supportId ? html`<small part="support">${say('support', { id: supportId })}</small>` : nothing}
      ${mood === 'good' ? receipt(scene) : nothing}
      ${surplus(scene)}
    </div>
    ${stage === 'broken' ? html`<slot></slot>` : problem(scene)}
    <div part="actions">${acts.map((act, index) => button(act, index, scene))}</div>`
}

/** Money that was taken beyond the payment, or after giving up. Nothing else on the panel may hide that. */
function surplus({ view, say, price }: Scene) {
  const taken = view?.transactions.filter(({ surplus, reversed }) => surplus && !reversed) ?? []
  return taken.map(
    ({ amount }) =>
      html`<p part="alert">${icon('alert')}<span>${say('surplus', { amount: price(amount), id: view?.reference ?? '' })}</span></p>`,
  )
}

const SPINNER = html`<span part="spinner"></span>`

/** What the words are about: after a capture or a refund that is not the whole sum. */
const moved = ({ view, price, amount }: Scene) => {
  if (view?.status === 'captured') return price(view.captured)
  return view?.status.endsWith('returned') ? price(view.returned) : amount
}

/** Locked while the edge is asked; it says so instead of disappearing. */
const payButton = (label: string, { isBusy, disabled, say }: Scene) => html`<button
  part="button primary" ?disabled=${disabled} aria-disabled=${isBusy}
>${isBusy ? html`${SPINNER}${say('working')}` : label}</button>`

function button(act: Act, index: number, scene: Scene) {
  const { say, isBusy, disabled, mayPay, mayBuyAgain, fields, view } = scene
  if (RENEWS.includes(act) && !mayBuyAgain) return
  if (STEPS.includes(act) && (!view?.action || scene.bank)) return
  // An order that takes no more attempts names no method.
  if (act === 'another' && !view?.methods.length) return
  if (act === 'retry' && mayPay) return html`${fields}${payButton(say(act), scene)}`
  // With a token that may only look, trying again is a new order.
  if (PAYS.includes(act) && !mayPay && !(act === 'retry' && mayBuyAgain)) return
  const rank = QUIET.includes(act) ? 'quiet' : index ? 'secondary' : 'primary'
  return pushButton(say(act), rank, () => scene.act(act), isBusy, disabled)
}

/** Why the last click came to nothing, above the button that may be pressed again. */
function problem({ error, say, isBusy }: Scene) {
  const text = say(error?.field ? 'error.fields' : `error.${error?.code}`) || say('error.retry')
  return html`<div role="alert">${error && !isBusy ? html`<p part="alert">${icon('alert')}<span>${text}</span></p>` : nothing}</div>`
}

function receipt({ view, say }: Scene) {
  const rows = { card: view?.card && `${view.card.brand} ${view.card.masked}`, reference: view?.reference }
  return html`<dl part="receipt">${Object.entries(rows).map(
    ([key, value]) => value && html`<div><dt>${say(key)}</dt><dd>${value}</dd></div>`,
  )}</dl>`
}
