/** Tells shoppers who do not see the screen that the panel or the sum has changed, or that the tag is at work. */
import type { PanelName } from './current-panel.ts'
import { arePricesReady } from './prices.ts'

/** The words of a panel that is not the form. */
const WORDS = '#status, #status-text'

/** The element whose panels change. */
interface AnnouncingHost {
  readonly renderRoot: ShadowRoot
  focus(): void
}

/** Moves the focus to the new panel if it was in the tag; else a live region reads the words out. */
export class StatusAnnouncer {
  readonly #host: AnnouncingHost
  #shown: PanelName | undefined
  #wasLong = false
  #working = ''
  #said = ''
  #hadFocus = false
  #sum = 0

  constructor(host: AnnouncingHost) {
    this.#host = host
  }

  /** Call it before drawing. @returns Whether the focus is in the tag. */
  noteFocus(): boolean {
    this.#hadFocus = !!this.#host.renderRoot.activeElement
    return this.#hadFocus
  }

  /**
   * Call it after drawing.
   *
   * @param isLong The shopper has waited for long, and the panel says more.
   * @param working What a pressed button says while the edge has not answered; empty otherwise. The button keeps the focus,
   *   so that assistive technology does not read its new words out.
   * @param sum In major units, if there is one; `NaN` while the shopper's choice has none. Where it has changed, the live region reads out the price that is drawn: of
   *   a sum that the shopper types, once they leave the field.
   */
  announce(panel: PanelName, isLong: boolean, working: string, sum: number) {
    // The drawing that follows has the sum as people write it, and it alone is read out.
    if (sum && !arePricesReady()) return
    const isTyping = this.#host.renderRoot.activeElement?.matches('#amount, #quantity')
    if (this.#shown && panel !== this.#shown) {
      if (this.#hadFocus) this.#host.focus()
      // Assistive technology reads out what has the focus.
      this.#say(this.#hadFocus ? '' : this.#textOf(WORDS))
    } else if (isLong && !this.#wasLong) this.#say(this.#textOf(WORDS))
    else if (this.#sum && sum && sum !== this.#sum && !isTyping) this.#say(this.#textOf('[part=price]'))
    else if (working ? !this.#working : this.#said === this.#working) this.#say(working)
    this.#shown = panel
    this.#wasLong = isLong
    this.#working = working
    if (!isTyping) this.#sum = sum || this.#sum
  }

  /** Empty for words that are not drawn. */
  #textOf(selector: string) {
    return [...this.#host.renderRoot.querySelectorAll(selector)]
      .map(({ textContent }) => textContent)
      .join(' ')
  }

  #say(words: string) {
    const region = this.#host.renderRoot.querySelector('#unseen')
    if (region) region.textContent = words
    this.#said = words
  }
}
