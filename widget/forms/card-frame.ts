/** The edge's form for a card or a payout, in a frame of the shop's page. What the shopper types goes to the edge alone. */

import { html, nothing, type ReactiveController } from 'lit'
import {
  type CardMessage,
  CONNECT_MESSAGE,
  type ConnectMessage,
  type TagMessage,
  type Theme,
} from '../../shared/frame-messages.ts'
import type { CheckoutReply } from '../../shared/http-bodies.ts'
import type { OrderView } from '../../shared/order-view.ts'
import { refused } from '../../shared/result.ts'
import type { BrowserEnv } from '../browser/browser-env.ts'
import { type Deferred, deferred } from '../browser/deferred.ts'
import { page } from '../browser/page.ts'
import { GREETING_LIMIT_MS, LOAD_LIMIT_MS, PAY_LIMIT_MS, PONG_LIMIT_MS } from '../durations.ts'
import { announce } from '../events/announcer.ts'
import { PayFailedEvent } from '../events/events.ts'
import type { Labels } from '../languages/labels.ts'
import { alertText, pushButton } from '../look/controls.ts'
import type { Answer } from '../order/api.ts'
import { attemptKey, type Payer } from '../order/submission.ts'
import { frameOf, type PayOption } from '../order/ways.ts'
import type { Speak } from '../screen/english-texts.ts'
import { TOKENS } from '../theme/tokens.ts'

/** The element that shows the form. */
export interface CardFrameHost extends Element {
  addController(controller: ReactiveController): void
  readonly terms: { readonly edge: string; readonly locale: string; readonly language: string }
  readonly labels: Labels
  readonly renderRoot: ShadowRoot
  submit(): unknown
  /** Draws the element soon. */
  requestUpdate(): void
  readonly updateComplete: Promise<unknown>
}

/** What the form asks for. */
export interface FrameRequest extends PayOption {
  readonly mayKeepCard: boolean | undefined
}

/** What the tag knows of the form that it shows. */
interface Form {
  readonly request?: FrameRequest
  /** Address and request of the form: another one loads another form. */
  readonly key: string
  /** The order whose payment the form has sent. It sends no other's. */
  readonly orderId?: string | undefined
  /** Key of the payment that it has sent last, until that failed. */
  readonly paidKey: string
  readonly height: number
  /** The look at the last drawing, as JSON. */
  readonly theme: string
  /** The shopper's name that the form has. */
  readonly name: string
  /** `undefined` until the form has said whether it is. */
  readonly isComplete?: boolean | undefined
  readonly isLate: boolean
  /** Codes of the declines that it says at a field. */
  readonly says: readonly unknown[]
  /** The number of the attempt of whose decline it says so. */
  readonly saidAttempt?: number | undefined
}

/** What a form that loads has said so far. */
const SILENT = { isComplete: undefined, isLate: false, says: [], saidAttempt: undefined } as const

/** Loads one form at a time, and exchanges messages with it. */
export class CardFrame implements ReactiveController {
  readonly #host: CardFrameHost
  readonly #env: BrowserEnv
  readonly #carryOut
  #form: Form = { ...SILENT, key: '', paidKey: '', height: 0, theme: '', name: '' }
  #port: MessagePort | undefined
  #shown = new AbortController()
  /** Resolves once the form that loads has sent its state, or is late. */
  #stateKnown = deferred<void>()
  /** Resolves once the form has answered `check`. */
  #checked: Deferred<void> | undefined
  #answered = (_: Awaited<Answer<never>>) => {}

  /** @param carryOut The boundary around the form's messages. */
  constructor(host: CardFrameHost, env: BrowserEnv, carryOut: (work: () => unknown) => unknown) {
    this.#host = host
    this.#env = env
    this.#carryOut = carryOut
    host.addController(this)
  }

  /** Has the form show its errors beside those of the tag's own fields, one of which gets the focus. */
  showErrors() {
    this.#send({ type: 'check', isBeside: true })
  }

  /** Whether the form is complete; else it shows its errors. A form that did not load is loaded again. */
  async check(): Promise<boolean> {
    if (this.#form.isLate) this.#load()
    // A shopper who is quicker than the form gets no error.
    while (this.#form.isComplete === undefined && !this.#form.isLate) await this.#stateKnown.promise
    // The form's last word may be older than the shopper's last key.
    if (this.#form.isComplete === false && !(await this.#ask())) this.#frame?.focus()
    return !!this.#form.isComplete
  }

  /** Has the form show its errors. @returns Whether it is complete; of a silent form, what it said before. */
  async #ask(): Promise<boolean | undefined> {
    this.#checked ??= deferred()
    this.#send({ type: 'check' })
    await Promise.race([this.#checked.promise, this.#env.pause(PONG_LIMIT_MS, this.#shown.signal)])
    return this.#form.isComplete
  }

  /** Pays as `Api.pay` does, with the form's values. */
  readonly pay: Payer['pay'] = (orderId, token, key, body) => {
    this.#know({ orderId, paidKey: key })
    return this.#sendPayment({ type: 'pay', orderId, token, key, body })
  }

  /** Opens an order and pays as `Api.checkout` does, with the form's values. */
  readonly checkout: Payer['checkout'] = async (key, body) => {
    this.#know({ paidKey: attemptKey(key, 1) })
    const answer: Awaited<Answer<CheckoutReply>> = await this.#sendPayment({ type: 'checkout', key, body })
    if (answer.ok && answer.value.body.order.attempts.length)
      this.#know({ orderId: answer.value.body.order.id })
    return answer
  }

  /** A form that falls silent may have paid. */
  #sendPayment<Body>(message: TagMessage): Answer<Body> {
    return new Promise((resolve) => {
      this.#answered = resolve
      this.#send(message)
      this.#env.pause(PAY_LIMIT_MS, this.#shown.signal).then(() => resolve(refused({ code: 'network' })))
    })
  }

  /** Whether the form that is shown has sent a payment of this order. */
  hasPaid(orderId: string): boolean {
    return orderId === this.#form.orderId && !!this.#frame
  }

  /** Whether the form did not load in time. It may still come. */
  get isLate(): boolean {
    return this.#form.isLate
  }

  /**
   * Tells the form, once, that the order's last attempt failed, if that is the payment which the form has sent.
   *
   * @param takesFocus Whether the focus goes to the field that the decline is about.
   */
  decline({ id, attempts, error }: OrderView, takesFocus: boolean) {
    // The key of an attempt ends with its number. A form that has sent nothing has nothing to put back.
    if (!this.#form.paidKey.endsWith(`.${attempts.length}`)) return
    // A form whose answer was lost does not know the order, and pays no other: another form loads, which says nothing.
    this.#know({ paidKey: '', orderId: this.#form.orderId ?? '' })
    if (this.hasPaid(id) && this.#form.says.includes(error?.code))
      this.#know({ saidAttempt: attempts.length })
    this.#send({ type: 'declined', code: error?.code, takesFocus })
  }

  /** Whether the form says at a field why the order's last attempt failed. */
  saysDecline({ attempts }: OrderView): boolean {
    return this.#form.saidAttempt === attempts.length && !!this.#frame
  }

  /** Hands the shopper's name to the form, which asks for the one on the card. */
  name(name: string) {
    if (!this.#port || name === this.#form.name) return
    this.#know({ name })
    this.#send({ type: 'name', name })
  }

  /** Draws the form. Another request, or another order than the one it has paid, loads another form. */
  render(request: FrameRequest, orderId: string | undefined, say: Speak) {
    const { edge, language } = this.#host.terms
    const src = `${edge}/frames/${frameOf(request.method)}?lang=${language}`
    const key = src + JSON.stringify(request)
    const { key: shown, orderId: paid } = this.#form
    this.#know({ request })
    const isSpent = paid !== undefined && paid !== orderId
    // A frame that was removed loads again.
    if (key !== shown || isSpent || !this.#frame) {
      this.#know({ key, orderId: undefined, height: 0 })
      this.#load()
    }
    const { height, isLate } = this.#form
    // Without a height, browsers draw 150 pixels, more than some forms have.
    return html`<iframe part="card ${request.method}" class=${request.mayKeepCard ? 'keeps' : ''} title=${say('fields')} src=${src}
      height=${height} .hidden=${isLate} @load=${() => this.#carryOut(this.#connect)}></iframe>
      <div role="alert">${isLate ? [alertText(say('error.network')), pushButton(say('retry'), 'primary', this.#retry)] : nothing}</div>`
  }

  readonly #retry = () => {
    this.#load()
    this.#show(true)
  }

  /**
   * Draws the form, or the button that loads it in its place. The focus goes from one to the other.
   *
   * @param isPressed The button is. Safari gives it no focus for that.
   */
  async #show(isPressed?: boolean) {
    const frame = this.#frame
    const alert = frame?.nextElementSibling
    const { activeElement } = this.#host.renderRoot
    // With the form, the button that pays goes too.
    const isLeaving = this.#form.isLate
      ? activeElement === frame || activeElement?.matches('button:not([type])')
      : alert?.contains(activeElement)
    const hadFocus = isPressed || isLeaving
    this.#host.requestUpdate()
    await this.#host.updateComplete
    if (hadFocus) (this.#form.isLate ? alert?.querySelector('button') : frame)?.focus()
  }

  #load() {
    this.#awaitState()
    // Loading the same address again leaves no entry in the history.
    if (this.#frame) this.#frame.src += ''
  }

  /** Waits for the state of a form that is loading, or has loaded. */
  #awaitState(limitMs = LOAD_LIMIT_MS) {
    this.#shown.abort()
    this.#shown = new AbortController()
    const { signal } = this.#shown
    // The form before is neither listened to nor asked to pay any more.
    this.#port = this.#checked = undefined
    this.#know(SILENT)
    this.#env.pause(limitMs, signal).then(() => {
      if (!signal.aborted && this.#form.isComplete === undefined) this.#showLate()
    })
  }

  /** Says in place of the form that it did not load. It may still come. */
  #showLate() {
    this.#know({ isLate: true })
    this.#toldState()
    // A form that has left the page needs no message.
    if (!this.#frame?.isConnected) return
    announce(this.#host, new PayFailedEvent({ code: 'frame-unreachable', recoverable: true, supportId: '' }))
    // The page may have moved the focus when it heard of that.
    this.#show()
  }

  get #frame() {
    return this.#host.renderRoot.querySelector<HTMLIFrameElement>('[part~=card]')
  }

  readonly #connect = () => {
    const { port1, port2 } = new page.MessageChannel()
    const { edge, locale } = this.#host.terms
    const { method: way, card: savedCard, mayKeepCard } = this.#form.request ?? {}
    const labels: Record<string, string> = {}
    for (const [name, text] of Object.entries(this.#host.labels)) if (text) labels[name] = `${text}`
    const theme = this.#themeNow
    const message = {
      type: CONNECT_MESSAGE,
      way,
      savedCard,
      mayKeepCard,
      locale,
      labels,
      ...theme,
    } as ConnectMessage
    this.#know({ theme: JSON.stringify(theme), name: '' })
    // A page of errors loads too, and says nothing. No shopper should read one for long, nor of one failure twice.
    if (!this.#form.isLate) this.#awaitState(GREETING_LIMIT_MS)
    this.#port = port1
    port1.onmessage = ({ data }) => port1 === this.#port && this.#carryOut(() => this.#receive(data))
    this.#frame?.contentWindow?.postMessage(message, new URL(edge).origin, [port2])
  }

  /** Called after each drawing: hands the look of the tag to the form again where it has changed. */
  hostUpdated() {
    // A form that is not there yet gets the look as it loads. Reading it here too would delay the first drawings.
    if (!this.#port) return
    const theme = this.#themeNow
    const written = JSON.stringify(theme)
    if (written !== this.#form.theme) this.#send({ type: 'theme', ...theme })
    this.#know({ theme: written })
  }

  get #themeNow(): Theme {
    const { renderRoot } = this.#host
    const style = page.getComputedStyle(renderRoot.querySelector('#unseen') ?? this.#host)
    const look: Record<string, string> = {}
    for (const name in TOKENS) look[name] = style.getPropertyValue(`--_${name}`)
    return {
      direction: page.getComputedStyle(this.#frame ?? this.#host).direction,
      canvas: style.columnRuleColor,
      rem: style.columnGap,
      look,
    }
  }

  #receive(message: CardMessage<Awaited<Answer<never>>>) {
    if ('isComplete' in message) {
      this.#know({ isComplete: message.isComplete, isLate: false })
      this.#toldState()
      this.#show()
    }
    if (message.type === 'says' && Array.isArray(message.codes)) this.#know({ says: message.codes })
    if (message.type === 'checked') {
      this.#checked?.resolve()
      this.#checked = undefined
    }
    if (message.type === 'answer') {
      // A form that pays another order alone makes room for one that pays this.
      if (!message.answer.ok && message.answer.reason.code === 'body-malformed') this.#know({ orderId: '' })
      this.#answered(message.answer)
    }
    if (message.type === 'submit') this.#host.submit()
    // A form out of sight has no height.
    if (message.type !== 'height' || !message.height) return
    this.#know({ height: message.height })
    this.#host.requestUpdate()
  }

  #know(change: Partial<Form>) {
    this.#form = { ...this.#form, ...change }
  }

  #toldState() {
    this.#stateKnown.resolve()
    this.#stateKnown = deferred()
  }

  #send(message: TagMessage) {
    this.#port?.postMessage(message)
  }
}
