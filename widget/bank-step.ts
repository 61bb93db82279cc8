/** The bank's step in the page: unseen where it needs no shopper, else a dialog around the edge's frame. */
import { html, nothing } from 'lit/html.js'
import type { OrderAction } from '../shared/order-view.ts'
import { LOAD_LIMIT_MS } from './api.ts'
import type { Speak } from './messages.ts'
import type { Surroundings } from './surroundings.ts'

/** With these no bank's page can move the shop's, and each keeps its own origin and storage. */
const SANDBOX =
  'allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-modals'

/** The element that shows the step. */
export interface BankHost {
  readonly renderRoot: ParentNode
  readonly updateComplete: Promise<void>
  /** Draws what has changed. */
  requestUpdate(): void
}

/** Shows one step until the order says that it is over. */
export class BankStep {
  readonly #host: BankHost
  readonly #around: Surroundings
  readonly #stop: () => void
  #frame: string | undefined
  #shown = new AbortController()
  /** The shopper is asked whether the payment is to be stopped. */
  #isAsking = false
  #isLoaded = false
  #isBlank = false
  #isLate = false

  /** @param stop Gives the payment up. */
  constructor(host: BankHost, around: Surroundings, stop: () => void) {
    this.#host = host
    this.#around = around
    this.#stop = stop
  }

  /** Notes which step is to be drawn, if any. The dialog of one that is over gives the focus back. */
  begin(action: OrderAction | undefined) {
    if (action?.frame === this.#frame) return
    this.#dialog?.close()
    this.#shown.abort()
    this.#shown = new AbortController()
    this.#frame = action?.frame
    this.#isAsking = this.#isLoaded = this.#isBlank = this.#isLate = false
    if (!action) return
    this.#after(LOAD_LIMIT_MS, () => {
      this.#isBlank = this.#isEmpty(action)
    })
    this.#after((action.secondsLeft ?? 0) * 1000, () => {
      this.#isLate = true
    })
  }

  /** Draws the step. */
  render(action: OrderAction, say: Speak) {
    const { type, frame, url } = action
    const isUnseen = type === 'method'
    // A page of the gateway's brings its sandbox in a header, which spares the bank's page after it.
    const framed = html`<iframe part="frame" title=${say('bank')} src=${frame} ?hidden=${isUnseen}
      sandbox=${type === 'page' ? nothing : SANDBOX} allow="publickey-credentials-get *; payment *"
      @load=${this.#loaded}></iframe>`
    if (isUnseen) return framed
    const isPressing = this.#isLate || this.#isBlank
    return html`<dialog part="bank" aria-labelledby="bank" @cancel=${this.#ask} @close=${() => this.#host.requestUpdate()}>
        <header part="actions">
          <h2 id="bank" part="status" tabindex="-1" autofocus>${say(this.#isAsking ? 'stop' : 'confirm')}</h2>
          ${
            this.#isAsking
              ? html`${this.#button('secondary', say('stop.no'), this.#ask)}${this.#button('primary', say('stop.yes'), this.#stop)}`
              : this.#button('quiet', say('cancel'), this.#ask)
          }
        </header>
        ${framed}
        <div role="alert">${this.#isBlank ? html`<p part="alert">${say('blank')}</p>` : nothing}</div>
        <a part="button ${isPressing ? 'primary' : 'quiet'}" href=${url}>${say(isPressing ? 'page.late' : 'page')}</a>
      </dialog>`
  }

  /** Called after drawing. A dialog that was moved in the page, or that the browser closed, is no modal one any more. */
  updated() {
    const dialog = this.#dialog
    if (!dialog || dialog.matches(':modal')) return
    dialog.close()
    dialog.showModal()
  }

  /** Whether a message came out of one of the tag's frames. */
  isFrom(source: MessageEventSource | null): boolean {
    return source !== null && this.#iframe?.contentWindow === source
  }

  get #dialog() {
    return this.#host.renderRoot.querySelector('dialog')
  }

  get #iframe() {
    return this.#host.renderRoot.querySelector<HTMLIFrameElement>('[part=frame]')
  }

  /** A frame that was blocked "loads" too, but the edge's own pages have the bank's within. */
  #isEmpty({ type }: OrderAction) {
    return !this.#isLoaded || (type !== 'page' && !this.#iframe?.contentWindow?.length)
  }

  readonly #loaded = () => {
    this.#isLoaded = true
  }

  /** Asks whether to stop, or takes the question back. */
  readonly #ask = (event: Event) => {
    event.preventDefault()
    this.#isAsking = !this.#isAsking
    this.#host.requestUpdate()
    this.#host.updateComplete.then(() => this.#dialog?.querySelector('h2')?.focus())
  }

  #button(rank: string, text: string, press: (event: Event) => void) {
    return html`<button part="button ${rank}" type="button" @click=${press}>${text}</button>`
  }

  #after(ms: number, work: () => void) {
    const { signal } = this.#shown
    this.#around.pause(ms, signal).then(() => {
      if (signal.aborted) return
      work()
      this.#host.requestUpdate()
    })
  }
}
