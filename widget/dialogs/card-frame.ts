/** The edge's form in the shop's page: a card, or where money goes. What is typed goes to the edge alone. */
import { html, nothing } from 'lit'
import {
  type CardMessage,
  CONNECT_MESSAGE,
  type ConnectMessage,
  type TagMessage,
} from '../../shared/frame-messages.ts'
import type { PayRequest } from '../../shared/messages.ts'
import type { OrderView } from '../../shared/order-view.ts'
import { refused } from '../../shared/result.ts'
import type { BrowserEnv } from '../browser-env.ts'
import { LOAD_LIMIT_MS } from '../durations.ts'
import { announce } from '../element/announcer.ts'
import { alertText } from '../element/controls.ts'
import { PayFailedEvent } from '../element/events.ts'
import type { Speak } from '../element/messages.ts'
import { frameOf, type PayOption } from '../forms/method-picker.ts'
import type { Answer } from '../order/api.ts'
import { TOKENS } from '../theme/tokens.ts'

/** The element that shows the form. */
export interface CardFrameHost extends Element {
  readonly terms: { readonly edge: string; readonly locale: string }
  readonly renderRoot: ParentNode
  submit(): unknown
  /** Draws what has changed. */
  requestUpdate(): void
}

/** What a form asks for. */
export interface Asked extends PayOption {
  readonly mayKeepCard: boolean | undefined
}

/** Talks to one form at a time. */
export class CardFrame {
  readonly #host: CardFrameHost
  readonly #env: BrowserEnv
  #asked: Asked | undefined
  #key = ''
  #port: MessagePort | undefined
  #height = 0
  /** `undefined` until the form has said so. */
  #isComplete: boolean | undefined
  #isLate = false
  #shown = new AbortController()
  /** Goes on with whoever waits for the form to say how it stands, or to be late. */
  #heard = () => {}
  #answered = (_: Awaited<Answer<OrderView>>) => {}

  constructor(host: CardFrameHost, env: BrowserEnv) {
    this.#host = host
    this.#env = env
  }

  /** Whether it can be paid with, else the form shows what is wrong. One that did not come is asked for again. */
  async check(): Promise<boolean> {
    if (this.#isLate) this.#load()
    // Whoever is quicker than the form is not told that something is wrong.
    while (this.#isComplete === undefined && !this.#isLate)
      await new Promise<void>((resolve) => {
        this.#heard = resolve
      })
    if (this.#isComplete === false) {
      this.#frame?.focus()
      this.#say({ type: 'check' })
    }
    return !!this.#isComplete
  }

  /** Pays as `Api.pay` does, with what was typed. A form that falls silent has perhaps paid. */
  readonly pay = (orderId: string, token: string, key: string, body: PayRequest): Answer<OrderView> =>
    new Promise((resolve) => {
      this.#answered = resolve
      this.#say({ type: 'pay', orderId, token, key, body })
      this.#env.pause(LOAD_LIMIT_MS, this.#shown.signal).then(() => resolve(refused({ code: 'network' })))
    })

  /** The form. Another question is asked by a form that begins anew. */
  render(asked: Asked, say: Speak) {
    const src = `${this.#host.terms.edge}/frames/${frameOf(asked.method)}`
    const key = JSON.stringify(asked)
    this.#asked = asked
    // Drawn anew, as after a decline, it has to come again.
    if (key !== this.#key || !this.#frame) {
      this.#key = key
      this.#load()
    }
    return html`<iframe part="card ${asked.method}" title=${say('fields')} src=${src}
      height=${this.#height || nothing} .hidden=${this.#isLate} @load=${this.#connect}></iframe>
      <div role="alert">${this.#isLate ? alertText(say('error.network')) : nothing}</div>`
  }

  #load() {
    this.#begin()
    // The same address is loaded anew, and leaves no entry in the history.
    if (this.#frame) this.#frame.src += ''
  }

  /** Waits for a form that has not said anything yet. */
  #begin() {
    this.#shown.abort()
    this.#shown = new AbortController()
    const { signal } = this.#shown
    // A form that another one takes the place of is neither heard nor asked to pay.
    this.#isComplete = this.#port = undefined
    this.#isLate = false
    this.#env.pause(LOAD_LIMIT_MS, signal).then(() => {
      if (!signal.aborted && this.#isComplete === undefined) this.#miss()
    })
  }

  /** Says in place of the form that it is not there. It may still come. */
  #miss() {
    this.#isLate = true
    this.#heard()
    // Nobody misses one that has left the page.
    if (!this.#frame?.isConnected) return
    this.#host.requestUpdate()
    announce(this.#host, new PayFailedEvent({ code: 'frame-unreachable', recoverable: true, supportId: '' }))
  }

  get #frame() {
    return this.#host.renderRoot.querySelector<HTMLIFrameElement>('[part~=card]')
  }

  readonly #connect = () => {
    const { port1, port2 } = new MessageChannel()
    const { edge, locale } = this.#host.terms
    const { method: way, card: savedCard, mayKeepCard } = this.#asked ?? {}
    const style = getComputedStyle(this.#host)
    const look: Record<string, string> = {}
    for (const name in TOKENS) look[name] = style.getPropertyValue(`--_${name}`)
    const { direction, columnRuleColor: canvas } = style
    const type = CONNECT_MESSAGE
    const message = { type, way, savedCard, mayKeepCard, locale, direction, canvas, look } as ConnectMessage
    if (this.#isComplete !== undefined) this.#begin()
    this.#port = port1
    port1.onmessage = ({ data }) => port1 === this.#port && this.#hear(data)
    this.#frame?.contentWindow?.postMessage(message, new URL(edge).origin, [port2])
  }

  #hear(message: CardMessage<Awaited<Answer<OrderView>>>) {
    if (message.type === 'state') {
      this.#isComplete = message.isComplete
      this.#isLate = false
      this.#heard()
      this.#host.requestUpdate()
    }
    if (message.type === 'answer') this.#answered(message.answer)
    if (message.type === 'submit') this.#host.submit()
    if (message.type !== 'height') return
    this.#height = message.height
    this.#host.requestUpdate()
  }

  #say(message: TagMessage) {
    this.#port?.postMessage(message)
  }
}
