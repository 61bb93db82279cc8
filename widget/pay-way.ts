/** Lets the shopper choose among the ways to pay that the order offers and this tag can carry out. */
import { html, nothing } from 'lit/html.js'
import type { Way } from '../shared/order-view.ts'
import { chip } from './chip.ts'
import type { Speak } from './messages.ts'

const WAYS = ['card', 'hosted'] as const

/** A way to pay of this tag's. */
export type PayWay = (typeof WAYS)[number]

/** Holds what the shopper chose. */
export class WayChoice {
  readonly #redraw: () => void
  #chosen: PayWay | undefined

  constructor(redraw: () => void) {
    this.#redraw = redraw
  }

  /** Those of the offered ways that this tag knows, the merchant's favourite first; the hosted page, if none is. */
  among(offered: readonly Way[]): PayWay[] {
    const known = offered.filter((way) => WAYS.includes(way as PayWay)) as PayWay[]
    return known.length ? known : ['hosted']
  }

  /** The way that is paid by. */
  of(offered: readonly Way[]): PayWay {
    const ways = this.among(offered)
    return ways.find((way) => way === this.#chosen) ?? ways[0] ?? 'hosted'
  }

  /** The choice; nothing where there is none. */
  render(offered: readonly Way[], say: Speak) {
    const ways = this.among(offered)
    const choose = (way: PayWay) => {
      this.#chosen = way
      this.#redraw()
    }
    return ways.length > 1
      ? html`<fieldset part="suggested" aria-label=${say('way')}>
          ${ways.map((way) => chip('way', say(way), way === this.of(offered), () => choose(way)))}
        </fieldset>`
      : nothing
  }
}
