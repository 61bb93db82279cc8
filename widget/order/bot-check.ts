/** The edge's check that a person pays. The edge asks for it before an attempt, and only where it sees signs of an attack. */
import type { BrowserEnv } from '../browser/browser-env.ts'
import type { FramedStep, OrderHost } from './context.ts'

/** Shows one check at a time. */
export class BotCheck {
  /** What the dialog shows, while it shows a check. */
  declare step: FramedStep | undefined
  readonly #host: OrderHost
  readonly #env: BrowserEnv
  #ended = (_: string) => {}

  constructor(host: OrderHost, env: BrowserEnv) {
    this.#host = host
    this.#env = env
  }

  /**
   * Asks the shopper to pass a check for an order. From an isolated page, in which no other site's frame runs, the tag
   * leaves for the check, which returns with the token in the fragment.
   *
   * @returns The verifier's token; empty if the check ends without one.
   */
  ask(id: string): Promise<string> {
    const { edge, checkUrl, language } = this.#host.terms
    const url = `${edge}/frames/check?lang=${language}#order=${id}&return=${encodeURIComponent(checkUrl)}`
    if (this.#env.isIsolated) this.#env.navigate(url)
    else this.step = { type: 'check', url, frame: url }
    this.#host.requestUpdate()
    return new Promise((resolve) => {
      this.#ended = resolve
      if (!this.step) resolve('')
    })
  }

  /** Ends the check. Repeating is harmless. @param token Absent: the shopper does not want to pass it. */
  end(token = '') {
    this.step = undefined
    this.#ended(token)
    this.#host.requestUpdate()
  }
}
