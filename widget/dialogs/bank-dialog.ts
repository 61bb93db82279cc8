/** Shows the bank's step, the payment page or the bot check in a frame of the edge: in a dialog, or hidden where it needs no shopper. */

import { html, nothing } from 'lit'
import { type CheckMessage, DONE_MESSAGE } from '../../shared/frame-messages.ts'
import type { Merchant } from '../../shared/http-bodies.ts'
import { directionOf } from '../../shared/languages.ts'
import type { BrowserEnv } from '../browser/browser-env.ts'
import { page } from '../browser/page.ts'
import { BANK_WAIT_MS, LOAD_LIMIT_MS } from '../durations.ts'
import { pushButton, SPINNER } from '../look/controls.ts'
import type { FormHost } from '../look/form-host.ts'
import { icon } from '../look/icons.ts'
import type { FramedStep } from '../order/context.ts'
import type { OrderController } from '../order/order-controller.ts'
import { bankScreenOf } from '../screen/bank.ts'
import type { Speak } from '../screen/english-texts.ts'
import type { Situation } from '../screen/situation.ts'

/** With these, a bank's page cannot navigate the shop's, and keeps its own origin and storage. */
const SANDBOX =
  'allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-modals'

/** What the dialog says, of what, and where its link leads. */
interface BankContext extends Pick<Situation, 'intent' | 'fullPage'> {
  readonly say: Speak
  /** In the shopper's language. */
  readonly amount: string
  readonly merchant: Merchant | undefined
  /** Draws words around that amount. */
  phrase(text: string): unknown
}

/** The element that shows the dialog. Its language does not change while a step is shown, which would load the page again. */
type BankDialogHost = FormHost & { readonly terms: { readonly language: string } }

/** Shows one step until the order says that the step is over. */
export class BankDialog {
  readonly #host: BankDialogHost
  readonly #env: BrowserEnv
  readonly #order: OrderController
  #frame: string | undefined
  #shown = new AbortController()
  /** The dialog asks whether to stop the payment. */
  #isConfirmingStop = false
  /**
   * How prominent the link to the full page is: a button once the shopper has been on the page for long, the main one where the
   * page did not load in time.
   */
  #wayOut: 'quiet' | 'secondary' | 'primary' = 'quiet'
  /** The page of the bank is there. */
  #isLoaded = false

  constructor(host: BankDialogHost, env: BrowserEnv, order: OrderController) {
    this.#host = host
    this.#env = env
    this.#order = order
  }

  /** Takes the step to draw, if any. The dialog of the step before closes, which gives the focus back. */
  setStep(action?: FramedStep) {
    if (action?.frame === this.#frame) return
    this.#dialog?.close()
    this.#shown.abort()
    this.#shown = new AbortController()
    this.#frame = action?.frame
    this.#isConfirmingStop = this.#isLoaded = false
    this.#wayOut = 'quiet'
    if (action) this.#watch(action, this.#shown.signal)
  }

  /** Follows the step until another one is set: its end, its time limit, and whether its page loads. */
  #watch({ type, secondsLeft }: FramedStep, signal: AbortSignal) {
    const { carryOut } = this.#order
    const receive = ({ source, data }: MessageEvent<typeof DONE_MESSAGE | CheckMessage | null>) => {
      if (source !== this.#window) return
      // The bank's page may be over without a result; the link to the full page then helps.
      if (data === DONE_MESSAGE) carryOut(() => this.#order.refresh().then(() => this.#showLate(signal)))
      else if (data?.check) this.#order.send({ type: 'bot-check-ended', token: data.check })
    }
    page.addEventListener('message', receive, { signal })
    // The shop's page may open something over the dialog, which would make it unusable.
    for (const type of ['toggle', 'focusin'])
      document.addEventListener(type, this.#keepOnTop, { capture: true, signal })
    this.#env.pause(LOAD_LIMIT_MS, signal).then(() => {
      // A blocked frame "loads" too, but the edge's own pages have the bank's frame in them.
      if (!this.#window?.length) this.#showLate(signal)
    })
    this.#env.pause(BANK_WAIT_MS, signal).then(() => {
      if (this.#wayOut === 'quiet' && !signal.aborted) this.#wayOut = 'secondary'
      this.#host.requestUpdate()
    })
    if (secondsLeft === undefined) return
    this.#env.pause(secondsLeft * 1000, signal).then(() => {
      if (type !== 'method') this.#showLate(signal)
      else if (!signal.aborted) carryOut(() => this.#order.endMethod())
    })
  }

  /** Draws the step. */
  render(
    { type, frame }: FramedStep,
    { say, phrase, intent, amount, merchant, fullPage }: BankContext,
    lang: string,
  ) {
    const isUnseen = type === 'method'
    const isCheck = type === 'check'
    const isAsking = this.#isConfirmingStop
    const screen = bankScreenOf({ type, intent, isAsking, isLate: this.#wayOut === 'primary' })
    const src = isCheck ? frame : `${frame}?lang=${this.#host.terms.language}`
    const framed = html`<iframe part="frame" title=${say(screen.frame)} src=${src} .hidden=${isUnseen} .inert=${isAsking} @load=${this.#onLoad}
      sandbox=${SANDBOX} allow="publickey-credentials-get *; payment *"></iframe>`
    if (isUnseen) return framed
    const setAside = (event: Event) => {
      event.preventDefault()
      this.#order.send(isCheck ? { type: 'bot-check-ended', token: '' } : { type: 'frame-left' })
    }
    const leave = screen.isSetAside ? setAside : this.#toggleStop
    const label = say(screen.leave)
    const seller = merchant?.name ?? ''
    const name = html`<bdi translate="no" .textContent=${seller}></bdi>`
    // Programs that translate the page leave the seller's name alone, also within words.
    const asking = (text: string) =>
      html`<span>${text.split(seller).map((part, index) => [index ? name : nothing, phrase(part)])}</span>`
    return html`<dialog part="bank" class=${type} lang=${lang} dir=${directionOf(lang)} aria-labelledby="bank" aria-describedby="payee" @cancel=${leave} @close=${() => this.#host.requestUpdate()}>
        <header>
          <div>
            <h2 id="bank" tabindex="-1" autofocus .textContent=${say(screen.heading)}></h2>
            <small part="payee" id="payee">${
              screen.asks && seller
                ? asking(say(screen.asks, { amount, seller }))
                : html`<bdi translate="no" .textContent=${amount}></bdi>${name}`
            }</small>
          </div>
          ${isAsking ? nothing : html`<button part="button close" type="button" aria-label=${label} @click=${leave}>${icon('cross')}</button>`}
        </header>
        ${framed}${this.#isLoaded || isAsking ? nothing : SPINNER}
        <small role="alert" .textContent=${screen.alert ? say(screen.alert) : ''}></small>
        <div part="actions">
          ${
            isAsking
              ? [
                  pushButton(say(screen.goOn), 'primary', leave),
                  pushButton(say(screen.stop), 'danger', () =>
                    this.#order.carryOut(() => this.#order.cancel()),
                  ),
                ]
              : html`<a part="button ${this.#wayOut}" href=${fullPage} target="_top" .textContent=${say('page')}></a>`
          }
        </div>
      </dialog>`
  }

  /**
   * Called after drawing. Opens the dialog, also where the browser has closed it. The page is inert below it, so that it is
   * closed while the page hides the tag, and the bank's page in it stays as it is. The tag itself may have no box of its own.
   */
  updated() {
    const dialog = this.#dialog
    if (this.#host.renderRoot.querySelector('#unseen')?.checkVisibility?.() === false) dialog?.close()
    else if (dialog?.matches(':not(:modal)')) this.#open(dialog)
  }

  /** Puts the dialog on top again if the shop's page has covered it. The bank's page in it stays as it is. */
  readonly #keepOnTop = () => {
    const dialog = this.#dialog
    const isCovered = !dialog?.contains(
      this.#host.renderRoot.elementFromPoint(page.innerWidth / 2, page.innerHeight / 2),
    )
    if (dialog?.getClientRects().length && isCovered) this.#open(dialog)
  }

  /** Opens the dialog on top of everything, also one that is open. */
  #open(dialog: HTMLDialogElement) {
    dialog.close()
    dialog.showModal()
  }

  get #dialog() {
    return this.#host.renderRoot.querySelector('dialog')
  }

  get #window() {
    return this.#host.renderRoot.querySelector<HTMLIFrameElement>('[part=frame]')?.contentWindow
  }

  /** The edge's own page may come without the bank's. The one of the bot check has none. */
  readonly #onLoad = () => {
    this.#isLoaded = !!this.#window?.length || !!this.#order.state.check
    this.#host.requestUpdate()
  }

  #showLate({ aborted }: AbortSignal) {
    if (aborted) return
    this.#wayOut = 'primary'
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
