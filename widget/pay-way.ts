/** Lets the shopper choose among the ways to pay that the order offers and this tag can carry out. */
import { html, nothing } from 'lit/html.js'
import type { Way } from '../shared/order-view.ts'
import { chip } from './chip.ts'
import type { FormHost } from './customer-form.ts'
import type { Speak } from './messages.ts'

/** A way to pay of this tag's. */
export type PayWay = 'card' | 'hosted'

/** Holds what the shopper chose. */
export class WayChoice {
  readonly #host: FormHost
  #chosen: PayWay | undefined

  constructor(host: FormHost) {
    this.#host = host
  }

  /** The way that is paid by: the chosen one, else the merchant's favourite, else the hosted page. */
  of(offered: readonly Way[]): PayWay {
    const ways = offered.filter(isKnown)
    return ways.find((way) => way === this.#chosen) ?? ways[0] ?? 'hosted'
  }

  /** The choice; nothing where there is none. */
  render(offered: readonly Way[], say: Speak) {
    const ways = offered.filter(isKnown)
    const choose = (way: PayWay) => {
      this.#chosen = way
      this.#host.requestUpdate()
    }
    return ways.length > 1
      ? html`<fieldset part="suggested" aria-label=${say('way')}>
          ${ways.map((way) => chip('way', say(way), way === this.of(offered), () => choose(way)))}
        </fieldset>`
      : nothing
  }
}

const isKnown = (way: Way): way is PayWay => way === 'card' || way === 'hosted'
