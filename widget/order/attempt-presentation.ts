/** Where the pages of an attempt are shown: by leaving for them, in a window of their own, or in a frame. */
import type { Presentation } from '../../shared/messages.ts'
import type { OrderAction, OrderView, ShopperWay } from '../../shared/order-view.ts'
import type { BrowserEnv } from '../browser-env.ts'
import { announce } from '../element/announcer.ts'
import { PayStepEvent } from '../element/events.ts'
import { frameOf } from '../forms/method-picker.ts'
import { tryTo } from '../try-to.ts'
import type { OrderHost } from './context.ts'
import { isNavigable } from './navigable.ts'

/** An order that is resumed: which of its attempts is under way is told by its first view. */
const NOT_SEEN = -1

/** Shows the pages of one attempt at a time: of the one that was started here, or was under way at the start. */
export class AttemptPresentation {
  /** This tab is on its way to the hosted page. */
  isLeaving = false
  /** The shopper was led on in another window. What becomes of it is no outcome: a page's policy may cut it off. */
  isInPopUp = false
  readonly #host: OrderHost
  readonly #env: BrowserEnv
  readonly #refuse: () => unknown
  #awaited: number | undefined
  /** Number of the attempt whose steps are shown here. */
  #mine: number | undefined
  /** The frame that the page let the tag show. */
  #framed: string | undefined
  /** The window for the attempt's page, from the shopper's click on. */
  #popUp: Window | null = null

  /** @param refuse Called where an address is none that a shopper may be sent to. */
  constructor(host: OrderHost, env: BrowserEnv, refuse: () => unknown) {
    this.#host = host
    this.#env = env
    this.#refuse = refuse
  }

  /**
   * Number of the attempt whose address the shopper's click waits for. Only that click in this tab leads to another
   * page: no reload and no return does.
   */
  get awaited() {
    return this.#awaited
  }

  /** The step, if its frame is shown here. */
  framed(action: OrderAction | undefined): OrderAction | undefined {
    return action?.frame && action.frame === this.#framed ? action : undefined
  }

  /** Shows the steps of the attempt that the first view finds under way. */
  resume() {
    this.#mine = NOT_SEEN
  }

  /** Waits for the address of the attempt that the shopper's click starts, or goes on with. */
  awaitStep(attempt: number | undefined) {
    this.#awaited = this.#mine = attempt
  }

  /**
   * Takes a newer view in. A window whose page is over, or never came, is closed.
   *
   * @param isBusy From the click until its attempt is there, the order tells of the attempt before.
   * @returns Whether the newest attempt is shown here.
   */
  see({ attempts, action, status }: OrderView, isBusy: boolean): boolean {
    const { length } = attempts
    if (this.#mine === NOT_SEEN) this.#mine = length
    if (!action) this.isLeaving = false
    const isOfPopUp = !isBusy || this.isInPopUp || length === this.#awaited
    if (isOfPopUp && !action && status !== 'sending') this.closePopUp()
    return length === this.#mine
  }

  /** Does what the order waits for, where that is this tag's to do: once for each address. */
  step(view: OrderView) {
    const { action, attempts } = view
    if (!action || attempts.length !== this.#mine) return
    if (action.frame && !this.#env.isIsolated) this.#showFrame(view, action)
    else if (attempts.length === this.#awaited) this.#leave(view, action)
  }

  /** Fields of ours lead to a bank alone, whose page is best in a frame. No frame of a bank's runs in an isolated page. */
  presentationOf(way: ShopperWay, asked: string): Presentation {
    const wanted = frameOf(way) ? 'frame' : asked
    if (wanted === 'popup' && this.#popUp) return wanted
    return wanted === 'frame' && !this.#env.isIsolated ? wanted : 'redirect'
  }

  /** Opens a window for the address that the coming attempt leads to. Has to be called in the shopper's click. */
  openPopUp(text: string) {
    this.closePopUp()
    this.#popUp = this.#env.openPopUp()
    if (this.#popUp) this.#popUp.document.body.textContent = text
  }

  /** Brings the attempt's window to the front, if there is one within reach. */
  raisePopUp(): boolean {
    if (!this.isInPopUp || this.#popUp?.closed) return false
    this.#popUp?.focus()
    return true
  }

  closePopUp() {
    this.#popUp?.close()
    this.#popUp = null
    this.isInPopUp = false
  }

  /** Closes a window that nothing came of. */
  closeUnused() {
    if (!this.#awaited && !this.isInPopUp) this.closePopUp()
  }

  /** Puts the page away that is shown in a frame. It can be gone on with. */
  setAside() {
    this.#mine = this.#framed = undefined
    this.#host.requestUpdate()
  }

  /** Calls the journey to another page off. */
  stay() {
    this.#awaited = undefined
    this.isLeaving = false
    this.#host.requestUpdate()
  }

  /** Has nothing more to do with the attempt. */
  drop() {
    this.stay()
    this.closePopUp()
    this.setAside()
  }

  /** Shows a page in a frame, unless the page around prevents it and opens the address itself. */
  async #showFrame(view: OrderView, { type, url, frame = '' }: OrderAction) {
    if (frame === this.#framed) return
    const mine = this.#mine
    this.#mine = undefined
    if (!isNavigable(frame) || !isNavigable(url)) return this.#refuse()
    const event = type === 'redirect' ? 'pay-redirect' : 'pay-challenge'
    if (type !== 'method' && !(await announce(this.#host, new PayStepEvent(event, url, view)))) return
    this.#mine = mine
    this.#framed = frame
    this.#host.requestUpdate()
    return
  }

  /** Leaves for the address of a step, unless the page prevents it and opens the address itself. */
  async #leave(view: OrderView, { url }: OrderAction) {
    const popUp = this.#popUp
    this.#awaited = undefined
    if (!isNavigable(url)) return this.#refuse()
    this.isInPopUp = !!popUp
    this.isLeaving = !popUp
    this.#host.requestUpdate()
    if (!(await announce(this.#host, new PayStepEvent('pay-redirect', url, view)))) {
      this.closePopUp()
      this.stay()
    } else if (popUp) tryTo(() => popUp.location.replace(url))
    else this.#env.navigate(url)
    return
  }
}
