import type { BrowserEnv } from '../browser/browser-env.ts'
import { tryTo } from '../browser/try-to.ts'

/** The window for an attempt's page. The security policy of the page in it may cut it off from us. */
export class PaymentWindow {
  readonly #env: BrowserEnv
  #window: Window | null = null

  constructor(env: BrowserEnv) {
    this.#env = env
  }

  /**
   * Opens the window with a text in it. The browser allows that in the shopper's click alone. Browsers in apps, blockers and
   * functions of the page give something else: nothing, an error, a stub, a frame, or the page itself. None of these is used.
   *
   * @returns Whether the window is open.
   */
  open(text: string): boolean {
    this.close()
    tryTo(() => {
      const opened = this.#env.openPopUp()
      if (opened?.closed !== false || opened !== opened.top || opened.document.body.firstChild) return
      opened.document.body.textContent = text
      this.#window = opened
    })
    return !!this.#window
  }

  /** Brings the window to the front. @returns Whether there is one within reach. */
  raise(): boolean {
    if (!this.#window || this.#window.closed) return false
    this.#window.focus()
    return true
  }

  navigate(url: string) {
    tryTo(() => this.#window?.location.replace(url))
  }

  /** Repeating is harmless. */
  close() {
    this.#window?.close()
    this.#window = null
  }
}
