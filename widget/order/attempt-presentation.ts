/** Shows the pages of an attempt: by leaving for them, in a window of their own, or in a frame. */
import type { Presentation } from '../../shared/http-bodies.ts'
import type { OrderAction, OrderView, ShopperWay } from '../../shared/order-view.ts'
import type { BrowserEnv } from '../browser/browser-env.ts'
import { deferred } from '../browser/deferred.ts'
import { announce } from '../element/announcer.ts'
import { PayStepEvent } from '../element/events.ts'
import { frameOf } from '../forms/method-picker.ts'
import {
  type AttemptLocation,
  afterView,
  awaitedAttempt,
  awaitStep,
  callOff,
  closeWindow,
  isOurs,
  leaveFor,
  NONE,
  showInFrame,
  UNSEEN,
} from './attempt-location.ts'
import type { OrderHost } from './context.ts'
import { isNavigable } from './navigable.ts'
import { PaymentWindow } from './payment-window.ts'

/** Shows the pages of one attempt at a time: of the one that this tag started, or found under way. */
export class AttemptPresentation {
  readonly #host: OrderHost
  readonly #env: BrowserEnv
  readonly #refuse: () => unknown
  readonly #window: PaymentWindow
  #location: AttemptLocation = NONE
  #begun = deferred<undefined>()

  /** @param refuse Called with an address to which the tag may send no shopper. */
  constructor(host: OrderHost, env: BrowserEnv, refuse: () => unknown) {
    this.#host = host
    this.#env = env
    this.#refuse = refuse
    this.#window = new PaymentWindow(env)
  }

  /** This tab is on its way to the payment page. */
  get isLeaving(): boolean {
    return this.#location.at === 'leaving'
  }

  /** The shopper pays in another window. That it closes is no outcome: a page's policy may cut it off from us. */
  get isInPopUp(): boolean {
    return this.#location.at === 'popup'
  }

  /**
   * Number of the attempt whose address the shopper's click waits for. Only that click in this tab leads to another
   * page: no reload and no return does.
   */
  get awaited(): number | undefined {
    return awaitedAttempt(this.#location)
  }

  /** The step, if this tag shows its frame. */
  framed(action: OrderAction | undefined): OrderAction | undefined {
    const location = this.#location
    return location.at === 'framed' && action?.frame === location.frame ? action : undefined
  }

  /** Shows the steps of the attempt that the first view finds under way. */
  resume() {
    this.#location = UNSEEN
  }

  /** Waits for the address of the attempt that the shopper starts, or goes on with. */
  awaitStep(attempt: number) {
    this.#location = awaitStep(this.#location, attempt)
  }

  /** Resolves once a newer view contains our attempt. */
  begun(): Promise<undefined> {
    this.#begun = deferred()
    return this.#begun.promise
  }

  /**
   * Takes a newer view. Closes a window whose page is over, or never came.
   *
   * @param isBusy From the click until its attempt begins, views are about the attempt before.
   */
  see(view: OrderView, isBusy: boolean) {
    this.#location = afterView(this.#location, view)
    const { action, status, attempts } = view
    const isOfWindow = !isBusy || this.isInPopUp || attempts.length === this.awaited
    if (isOfWindow && !action && status !== 'sending') this.closePopUp()
    if (isOurs(this.#location, view)) this.#begun.resolve(undefined)
  }

  /** Shows the step that the order waits for, if that is this tag's task: once for each address. */
  step(view: OrderView) {
    const { action, attempts } = view
    if (!action || !isOurs(this.#location, view)) return
    if (this.framed(action)) return
    if (action.frame && !this.#env.isIsolated) this.#showFrame(view, action, action.frame)
    else if (attempts.length === this.awaited) this.#leave(view, action)
  }

  /** Our own fields lead only to a bank, whose page is best in a frame. In an isolated page no bank's frame runs. */
  presentationOf(method: ShopperWay, requested: string): Presentation {
    const wanted = frameOf(method) ? 'frame' : requested
    if (wanted === 'popup' && this.#window.isOpen) return wanted
    return wanted === 'frame' && !this.#env.isIsolated ? wanted : 'redirect'
  }

  /** Opens a window for the page of the coming attempt. Call it in the shopper's click. */
  openPopUp(text: string) {
    this.closePopUp()
    this.#window.open(text)
  }

  /** Brings the attempt's window to the front. @returns Whether there is one within reach. */
  raisePopUp(): boolean {
    return this.isInPopUp && this.#window.raise()
  }

  closePopUp() {
    this.#window.close()
    this.#location = closeWindow(this.#location)
  }

  /** Closes a window that no attempt uses. */
  closeUnused() {
    if (!this.awaited && !this.isInPopUp) this.closePopUp()
  }

  /** Puts the framed page aside. The shopper can continue with it. */
  setAside() {
    this.#move(NONE)
  }

  /** Cancels a pending navigation. */
  stay() {
    this.#move(callOff(this.#location))
  }

  /** Shows nothing more of the attempt. */
  drop() {
    this.#window.close()
    this.#move(NONE)
  }

  /** Shows a page in a frame, unless the shop's page prevents it and opens the address itself. */
  async #showFrame(view: OrderView, { type, url }: OrderAction, frame: string) {
    const before = this.#location
    // While the shop's page decides, the attempt is not ours, so that the same step does not come twice.
    this.#location = NONE
    if (!isNavigable(frame) || !isNavigable(url)) return this.#refuse()
    const event = type === 'redirect' ? 'pay-redirect' : 'pay-challenge'
    if (type !== 'method' && !(await announce(this.#host, new PayStepEvent(event, url, view)))) return
    this.#move(showInFrame(before, view.attempts.length, frame))
    return
  }

  /** Leaves for the address of a step, unless the shop's page prevents it and opens the address itself. */
  async #leave(view: OrderView, { url }: OrderAction) {
    const hasWindow = this.#window.isOpen
    this.#location = callOff(this.#location)
    if (!isNavigable(url)) return this.#refuse()
    this.#move(leaveFor(view.attempts.length, hasWindow))
    if (!(await announce(this.#host, new PayStepEvent('pay-redirect', url, view)))) {
      this.closePopUp()
      this.stay()
    } else if (hasWindow) this.#window.navigate(url)
    else this.#env.navigate(url)
    return
  }

  #move(location: AttemptLocation) {
    this.#location = location
    this.#host.requestUpdate()
  }
}
