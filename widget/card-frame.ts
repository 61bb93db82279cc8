/** The edge's card form in the shop's page. What is typed there goes to the edge alone, and never through here. */
import { html, nothing } from 'lit/html.js'
import {
  type CardMessage,
  CONNECT_MESSAGE,
  type ConnectMessage,
  type TagMessage,
} from '../shared/frame-messages.ts'
import type { PayRequest } from '../shared/messages.ts'
import type { OrderView } from '../shared/order-view.ts'
import { refused } from '../shared/result.ts'
import { type Answer, LOAD_LIMIT_MS } from './api.ts'
import type { Speak } from './messages.ts'
import type { Surroundings } from './surroundings.ts'
import { TOKENS } from './tokens.ts'

/** The element that shows the form. */
export interface CardHost extends Element {
  readonly terms: { readonly edge: string; readonly locale: string }
  submit(): unknown
  /** Draws what has changed. */
  requestUpdate(): void
}

/** Talks to one card form at a time. */
export class CardFrame {
  readonly #host: CardHost
  readonly #around: Surroundings
  #frame: HTMLIFrameElement | undefined
  #port: MessagePort | undefined
  #height = 0
  /** `undefined` until the form has said so. */
  #isComplete: boolean | undefined
  #answered = (_: Awaited<Answer<OrderView>>) => {}

  constructor(host: CardHost, around: Surroundings) {
    this.#host = host
    this.#around = around
  }

  /** Whether the card can be paid with, else the form shows what is wrong; `undefined` where there is no form. */
  check(): boolean | undefined {
    if (!this.#frame?.isConnected) return
    if (this.#isComplete === false) {
      this.#frame.focus()
      this.#say({ type: 'check' })
    }
    return this.#isComplete
  }

  /** Pays as `Api.pay` does, with the card that was typed. A form that falls silent has perhaps paid. */
  readonly pay = (orderId: string, token: string, key: string, body: PayRequest): Answer<OrderView> =>
    new Promise((resolve) => {
      this.#answered = resolve
      this.#say({ type: 'pay', orderId, token, key, body })
      this.#around.pause(LOAD_LIMIT_MS).then(() => resolve(refused({ code: 'network' })))
    })

  /** The form. */
  render(say: Speak) {
    return html`<iframe part="card" title=${say('card.title')} src="${this.#host.terms.edge}/frames/card"
      height=${this.#height || nothing} @load=${this.#connect}></iframe>`
  }

  readonly #connect = ({ target }: Event) => {
    const { port1, port2 } = new MessageChannel()
    const { edge, locale } = this.#host.terms
    const style = getComputedStyle(this.#host)
    const look: Record<string, string> = {}
    for (const name in TOKENS) look[name] = style.getPropertyValue(`--_${name}`)
    const { direction, columnRuleColor: canvas } = style
    const message: ConnectMessage = { type: CONNECT_MESSAGE, locale, direction, canvas, look }
    this.#isComplete = undefined
    this.#frame = target as HTMLIFrameElement
    this.#port = port1
    port1.onmessage = ({ data }) => this.#hear(data)
    this.#frame.contentWindow?.postMessage(message, new URL(edge).origin, [port2])
  }

  #hear(message: CardMessage<Awaited<Answer<OrderView>>>) {
    if (message.type === 'state') this.#isComplete = message.isComplete
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
