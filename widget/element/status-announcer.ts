/** Tells shoppers who do not see the screen that the panel has changed, or that the tag is at work. */
import type { PanelName } from './current-panel.ts'

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
   */
  announce(panel: PanelName, isLong: boolean, working: string) {
    if (this.#shown && panel !== this.#shown) {
      if (this.#hadFocus) this.#host.focus()
      // Assistive technology reads out what has the focus.
      this.#say(this.#hadFocus ? '' : this.#words)
    } else if (isLong && !this.#wasLong) this.#say(this.#words)
    else if (working ? !this.#working : this.#said === this.#working) this.#say(working)
    this.#shown = panel
    this.#wasLong = isLong
    this.#working = working
  }

  /** The words of the panel; empty for the form. */
  get #words() {
    return [...this.#host.renderRoot.querySelectorAll('#status, #status-text')]
      .map(({ textContent }) => textContent)
      .join(' ')
  }

  #say(words: string) {
    const region = this.#host.renderRoot.querySelector('#unseen')
    if (region) region.textContent = words
    this.#said = words
  }
}
