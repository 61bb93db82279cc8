/** Tells shoppers who do not see the screen that the panel has changed. */
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
  #hadFocus = false

  constructor(host: AnnouncingHost) {
    this.#host = host
  }

  /** Call it before drawing. @returns Whether the focus is in the tag. */
  noteFocus(): boolean {
    this.#hadFocus = !!this.#host.renderRoot.activeElement
    return this.#hadFocus
  }

  /** Call it after drawing. @param isLong The shopper has waited for long, and the panel says more. */
  announce(panel: PanelName, isLong: boolean) {
    if (this.#shown && panel !== this.#shown) {
      if (this.#hadFocus) this.#host.focus()
      // Assistive technology reads out what has the focus.
      this.#say(!this.#hadFocus)
    } else if (isLong && !this.#wasLong) this.#say(true)
    this.#shown = panel
    this.#wasLong = isLong
  }

  #say(isNeeded: boolean) {
    const find = (selector: string) => this.#host.renderRoot.querySelector<HTMLElement>(selector)
    const [status, text, region] = [find('#status'), find('#status-text'), find('#unseen')]
    if (region) region.textContent = isNeeded && status ? `${status.textContent} ${text?.textContent}` : ''
  }
}
