/** The bank's step, or the payment page, in the shop's page: unseen where it needs no shopper, else a dialog around the edge's frame. */
import { html } from 'lit'
import { DONE_MESSAGE } from '../../shared/frame-messages.ts'
import type { OrderAction } from '../../shared/order-view.ts'
import type { BrowserEnv } from '../browser-env.ts'
import { LOAD_LIMIT_MS } from '../durations.ts'
import { pushButton } from '../element/controls.ts'
import type { Speak } from '../element/messages.ts'
import type { FormHost } from '../forms/customer-form.ts'
import type { OrderController } from '../order/order-controller.ts'

/** With these no bank's page can move the shop's, and each keeps its own origin and storage. */
const SANDBOX =
  'allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-modals'

/** Shows one step until the order says that it is over. */
export class BankDialog {
  readonly #host: FormHost
  readonly #env: BrowserEnv
  readonly #order: OrderController
  #frame: string | undefined
  #shown = new AbortController()
  /** The shopper is asked whether the payment is to be stopped. */
  #isAsking = false
  /** Nothing came in time, so the full page is named more strongly. */
  #isLate = false

  constructor(host: FormHost, env: BrowserEnv, order: OrderController) {
    this.#host = host
    this.#env = env
    this.#order = order
  }

  /** Notes which step is to be drawn, if any. The dialog of one that is over gives the focus back. */
  begin(action?: OrderAction) {
    if (action?.frame === this.#frame) return
    this.#dialog?.close()
    this.#shown.abort()
    this.#shown = new AbortController()
    this.#frame = action?.frame
    this.#isAsking = this.#isLate = false
    if (!action) return
    const { type, secondsLeft } = action
    const { signal } = this.#shown
    const hear = ({ source, data }: MessageEvent) =>
      // A bank may say nothing of use, and its page is gone then.
      data === DONE_MESSAGE &&
      source === this.#window &&
      this.#order.refresh().then(() => this.#press(signal))
    addEventListener('message', hear, { signal })
    // What a page opens over the bank's dialog, or opens again around it, makes it of no use.
    for (const type of ['toggle', 'focusin'])
      document.addEventListener(type, this.#raise, { capture: true, signal })
    this.#env.pause(LOAD_LIMIT_MS, signal).then(() => {
      // A blocked frame "loads" too, but the edge's own pages have the bank's within.
      if (!this.#window?.length) this.#press(signal)
    })
    if (secondsLeft === undefined) return
    this.#env.pause(secondsLeft * 1000, signal).then(() => {
      if (type !== 'method') this.#press(signal)
      else if (!signal.aborted) this.#order.endMethod()
    })
  }

  /** Draws the step. */
  render({ type, frame, url }: OrderAction, say: Speak) {
    const isUnseen = type === 'method'
    const isHosted = this.#order.isHosted
    const framed = html`<iframe part="frame" title=${say(isHosted ? 'hosted' : 'bank')} src=${frame} .hidden=${isUnseen}
      sandbox=${SANDBOX} allow="publickey-credentials-get *; payment *"></iframe>`
    if (isUnseen) return framed
    // A payment page that is put away still waits, and the shopper may choose another way.
    const away = (event: Event) => {
      event.preventDefault()
      this.#order.presentation.setAside()
    }
    const leave = isHosted ? away : this.#ask
    const ask = pushButton(say(isHosted ? 'later' : this.#isAsking ? 'stop.no' : 'cancel'), 'quiet', leave)
    return html`<dialog part="bank" aria-labelledby="bank" @cancel=${leave} @close=${() => this.#host.requestUpdate()}>
        <h2 id="bank" tabindex="-1" autofocus .textContent=${say(this.#isAsking ? 'stop' : isHosted ? 'hosted' : 'confirm')}></h2>
        ${framed}
        <small role="alert" .textContent=${this.#isLate ? say('late') : ''}></small>
        <div part="actions">
          ${ask}${
            this.#isAsking
              ? pushButton(say('stop.yes'), 'primary', () => this.#order.cancel())
              : html`<a part="button ${this.#isLate ? 'primary' : 'secondary'}" href=${url} target="_top" .textContent=${say('page')}></a>`
          }
        </div>
      </dialog>`
  }

  /** Called after drawing. A dialog that the browser closed is no modal one any more. */
  updated() {
    const dialog = this.#dialog
    if (!dialog || dialog.matches(':modal')) return
    dialog.close()
    dialog.showModal()
  }

  /** Puts the dialog on top again where something of the page's has come over it. The bank's page in it stays as it is. */
  readonly #raise = () => {
    const dialog = this.#dialog
    const isCovered = !dialog?.contains(
      this.#host.renderRoot.elementFromPoint(innerWidth / 2, innerHeight / 2),
    )
    if (!dialog?.checkVisibility() || !isCovered) return
    dialog.close()
    dialog.showModal()
  }

  get #dialog() {
    return this.#host.renderRoot.querySelector('dialog')
  }

  get #window() {
    return this.#host.renderRoot.querySelector<HTMLIFrameElement>('[part=frame]')?.contentWindow
  }

  #press({ aborted }: AbortSignal) {
    if (aborted) return
    this.#isLate = true
    this.#host.requestUpdate()
  }

  /** Asks whether to stop, or takes the question back. */
  readonly #ask = (event: Event) => {
    event.preventDefault()
    this.#isAsking = !this.#isAsking
    this.#host.requestUpdate()
    this.#host.updateComplete.then(() => this.#dialog?.querySelector('h2')?.focus())
  }
}
