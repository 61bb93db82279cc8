/** The way to the hosted page. Only the shopper's own click in this tab leads there: no reload and no return does. */
import type { OrderView } from '../shared/order-view.ts'
import type { Announcer } from './announcer.ts'
import { PayRedirectEvent } from './events.ts'
import { isNavigable } from './navigable.ts'
import type { Surroundings } from './surroundings.ts'

/** Leaves the page for one attempt at a time. */
export class Departure {
  /** The page is about to go. */
  underWay = false
  readonly #around: Surroundings
  readonly #announcer: Announcer
  #attempt: number | undefined

  constructor(around: Surroundings, announcer: Announcer) {
    this.#around = around
    this.#announcer = announcer
  }

  /** Number of the attempt whose address the shopper's click waits for. */
  get awaited(): number | undefined {
    return this.#attempt
  }

  /** Notes the shopper's click: the page leaves once this attempt has an address. */
  await(attempt: number) {
    this.#attempt = attempt
  }

  /** Calls the journey off. */
  stay() {
    this.#attempt = undefined
    this.underWay = false
  }

  /** Whether a view has the address that is waited for. */
  isDue({ attempts, action }: OrderView): boolean {
    return attempts.length === this.#attempt && action?.type === 'redirect'
  }

  /**
   * Leaves for the address of a view, unless the page prevents it and opens the address itself.
   *
   * @returns False if it is no address that a shopper may be sent to.
   */
  async go(view: OrderView): Promise<boolean> {
    const url = view.action?.url ?? ''
    this.#attempt = undefined
    if (!isNavigable(url)) return false
    this.underWay = true
    if (await this.#announcer.tell(new PayRedirectEvent(url, view))) this.#around.navigate(url)
    else this.stay()
    return true
  }
}
