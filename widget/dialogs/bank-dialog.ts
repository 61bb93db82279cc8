/** Shows the bank's step, or the payment page, in a frame of the edge: in a dialog, or hidden where it needs no shopper. */
import { html } from 'lit'
import { DONE_MESSAGE } from '../../shared/frame-messages.ts'
import type { OrderAction } from '../../shared/order-view.ts'
import type { BrowserEnv } from '../browser-env.ts'
import { LOAD_LIMIT_MS } from '../durations.ts'
import { pushButton } from '../element/controls.ts'
import type { Speak } from '../element/shopper-texts.ts'
import type { FormHost } from '../forms/customer-form.ts'
import type { OrderController } from '../order/order-controller.ts'

/** With these, a bank's page cannot navigate the shop's, and keeps its own origin and storage. */
const SANDBOX =
  'allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-modals'

/** Shows one step until the order says that the step is over. */
export class BankDialog {
  readonly #host: FormHost
  readonly #env: BrowserEnv
  readonly #order: OrderController
  #frame: string | undefined
  #shown = new AbortController()
  /** The dialog asks whether to stop the payment. */
  #isConfirmingStop = false
  /** The page did not load in time, so the link to the full page becomes prominent. */
  #isLate = false

  constructor(host: FormHost, env: BrowserEnv, order: OrderController) {
    this.#host = host
    this.#env = env
    this.#order = order
  }

  /** Takes the step to draw, if any. The dialog of the step before closes, which gives the focus back. */
  setStep(action?: OrderAction) {
    if (action?.frame === this.#frame) return
    this.#dialog?.close()
    this.#shown.abort()
    this.#shown = new AbortController()
    this.#frame = action?.frame
    this.#isConfirmingStop = this.#isLate = false
    if (action) this.#watch(action, this.#shown.signal)
  }

  /** Follows the step until another one is set: its end, its time limit, and whether its page loads. */
  #watch({ type, secondsLeft }: OrderAction, signal: AbortSignal) {
    const receive = ({ source, data }: MessageEvent) =>
      // The bank's page may be over without a result; the link to the full page then helps.
      data === DONE_MESSAGE &&
      source === this.#window &&
      this.#order.refresh().then(() => this.#showLate(signal))
    addEventListener('message', receive, { signal })
    // The shop's page may open something over the dialog, which would make it unusable.
    for (const type of ['toggle', 'focusin'])
      document.addEventListener(type, this.#keepOnTop, { capture: true, signal })
    this.#env.pause(LOAD_LIMIT_MS, signal).then(() => {
      // A blocked frame "loads" too, but the edge's own pages have the bank's frame in them.
      if (!this.#window?.length) this.#showLate(signal)
    })
    if (secondsLeft === undefined) return
    this.#env.pause(secondsLeft * 1000, signal).then(() => {
      if (type !== 'method') this.#showLate(signal)
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
    // The order still waits for a payment page that the shopper puts aside to choose another method.
    const setAside = (event: Event) => {
      event.preventDefault()
      this.#order.presentation.setAside()
    }
    const leave = isHosted ? setAside : this.#toggleStop
    const leaveButton = pushButton(
      say(isHosted ? 'later' : this.#isConfirmingStop ? 'stop.no' : 'cancel'),
      'quiet',
      leave,
    )
    return html`<dialog part="bank" aria-labelledby="bank" @cancel=${leave} @close=${() => this.#host.requestUpdate()}>
        <h2 id="bank" tabindex="-1" autofocus .textContent=${say(this.#isConfirmingStop ? 'stop' : isHosted ? 'hosted' : 'confirm')}></h2>
        ${framed}
        <small role="alert" .textContent=${this.#isLate ? say('late') : ''}></small>
        <div part="actions">
          ${leaveButton}${
            this.#isConfirmingStop
              ? pushButton(say('stop.yes'), 'primary', () => this.#order.cancel())
              : html`<a part="button ${this.#isLate ? 'primary' : 'secondary'}" href=${url} target="_top" .textContent=${say('page')}></a>`
          }
        </div>
      </dialog>`
  }

  /** Called after drawing. Opens the dialog, also where the browser has closed it. */
  updated() {
    const dialog = this.#dialog
    if (!dialog || dialog.matches(':modal')) return
    dialog.close()
    dialog.showModal()
  }

  /** Puts the dialog on top again if the shop's page has covered it. The bank's page in it stays as it is. */
  readonly #keepOnTop = () => {
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

  #showLate({ aborted }: AbortSignal) {
    if (aborted) return
    this.#isLate = true
    this.#host.requestUpdate()
  }

  /** Asks whether to stop the payment, or withdraws the question. */
  readonly #toggleStop = (event: Event) => {
    event.preventDefault()
    this.#isConfirmingStop = !this.#isConfirmingStop
    this.#host.requestUpdate()
    this.#host.updateComplete.then(() => this.#dialog?.querySelector('h2')?.focus())
  }
}
