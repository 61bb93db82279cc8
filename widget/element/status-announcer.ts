/** Tells a shopper who does not see the screen that another panel is shown. */
import type { PanelName } from './current-panel.ts'

/** The element whose panels change. */
interface AnnouncingHost {
  readonly renderRoot: ShadowRoot
  focus(): void
}

/** Moves the shopper's focus to what took its place; without focus in the tag, a live region has the words. */
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

  /** Call it after drawing. @param isLong The shopper has waited for long, and reads more. */
  announce(panel: PanelName, isLong: boolean) {
    if (this.#shown && panel !== this.#shown) {
      if (this.#hadFocus) this.#host.focus()
      // The focus is on the words then, so assistive technology says them already.
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
