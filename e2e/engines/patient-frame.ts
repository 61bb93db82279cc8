import type { Frame } from '../browser.ts'
import { inPage } from './in-page.ts'
import { type Attempt, patiently } from './patience.ts'

/** How much of a page's text goes into an error, in characters. */
const MAX_SHOWN = 1_000

/** What an engine can do in one document, at once. `PatientFrame` adds the waiting. */
export interface Surface {
  /** Evaluates an expression in the page's own world despite the page's policy, and awaits a promise. */
  evaluate<T>(expression: string): Promise<T>
  /**
   * Presses and releases the pointer on the element that an expression gives.
   *
   * A click that closes its own window or frame counts.
   *
   * @throws {NotClicked} If nothing was clicked. Any other error may come after the click.
   */
  click(pick: string): Promise<void>
  /** Replaces all text of the focused element by typing. */
  retype(text: string): Promise<void>
  /** The document in an iframe. Fails if it is not there. */
  inner(pick: string): Promise<Surface>
}

/** The pointer was not pressed, or hit nothing that acts, so trying again is safe. */
export class NotClicked extends Error {
  override readonly name = 'NotClicked'
}

/** Where an element is, in the pixels of its own document. */
interface Point {
  readonly x: number
  readonly y: number
}

/** The points to hit, from the tab's document down to the element's; or what keeps a pointer from it. */
type Aim = readonly Point[] | string

/** A frame that waits as a shopper would. It looks its document up for each step, since frames navigate. */
export class PatientFrame implements Frame {
  readonly #reach: () => Promise<Surface>
  readonly #patienceMs: number
  readonly #aimAtFrame: () => Promise<Aim>

  /** @param aimAtFrame Scrolls the frame itself into view; a tab needs none. */
  constructor(
    reach: () => Promise<Surface>,
    patienceMs: number,
    aimAtFrame: () => Promise<Aim> = async () => [],
  ) {
    this.#reach = reach
    this.#patienceMs = patienceMs
    this.#aimAtFrame = aimAtFrame
  }

  async evaluate<T>(expression: string): Promise<T> {
    return (await this.#reach()).evaluate<T>(expression)
  }

  async click(selector: string): Promise<void> {
    let last = ''
    await this.#patiently(selector, async () => {
      const aim = await this.#aim(selector)
      const isAtRest = JSON.stringify(aim) === last
      last = JSON.stringify(aim)
      if (typeof aim === 'string') return { obstacle: aim }
      return isAtRest ? this.#clickOnce(selector) : { obstacle: 'does not come to rest' }
    }).then(throwLate)
  }

  /** From the outside in, since an element does not scroll the pages of other sites around its frame. */
  async #aim(selector: string): Promise<Aim> {
    const around = await this.#aimAtFrame()
    if (typeof around === 'string') return around
    const point = await this.evaluate<Point | string>(inPage('aim', selector))
    return typeof point === 'string' ? point : [...around, point]
  }

  /** An error that may have come after the click is a value here, so that the click is not repeated. */
  async #clickOnce(selector: string): Promise<Attempt<unknown>> {
    const surface = await this.#reach()
    try {
      return { value: await surface.click(inPage('pick', selector)) }
    } catch (cause) {
      return cause instanceof NotClicked ? { obstacle: cause.message, cause } : { value: cause }
    }
  }

  async type(selector: string, text: string): Promise<void> {
    await this.click(selector)
    await (await this.#reach()).retype(text)
  }

  async choose(selector: string, value: string): Promise<void> {
    await this.#patiently(selector, async () =>
      (await this.evaluate(inPage('choose', selector, value)))
        ? { value: undefined }
        : { obstacle: `offers no option ${value}` },
    )
  }

  text(selector: string, until = /(?:)/): Promise<string> {
    return this.#patiently(selector, async () => {
      const value = await this.evaluate<string | null | undefined>(inPage('textOf', selector))
      if (typeof value !== 'string') return { obstacle: 'is not there' }
      return until.test(value) ? { value } : { obstacle: `says "${value}", which does not match ${until}` }
    })
  }

  async gone(selector: string): Promise<void> {
    await this.#patiently(selector, async () =>
      (await this.evaluate(inPage('areShown', selector)))
        ? { obstacle: 'is still visible' }
        : { value: undefined },
    )
  }

  async frame(selector: string): Promise<Frame> {
    const inner = new PatientFrame(
      async () => (await this.#reach()).inner(inPage('pick', selector)),
      this.#patienceMs,
      async () => {
        const aim = await this.#aim(selector)
        return typeof aim === 'string' ? `lies in ${selector}, which ${aim}` : aim
      },
    )
    await this.#patiently(selector, async () => {
      const state = await inner.evaluate<string>('[document.readyState, location.href].join(" ")')
      return /^loading|about:blank$/.test(state) ? { obstacle: `is ${state}` } : { value: undefined }
    })
    return inner
  }

  #patiently<T>(selector: string, attempt: () => Promise<Attempt<T>>): Promise<T> {
    return this.patiently(attempt, async () => `${selector} on ${await this.evaluate('location.href')}`)
  }

  protected async patiently<T>(attempt: () => Promise<Attempt<T>>, subject: () => Promise<string>) {
    try {
      return await patiently(attempt, subject, this.#patienceMs)
    } catch (error) {
      const shown = await this.evaluate<string>(inPage('textOf', 'body')).catch(String)
      if (error instanceof Error) error.message += `\nThe page shows: ${shown.slice(0, MAX_SHOWN)}`
      throw error
    }
  }
}

function throwLate(result: unknown) {
  if (result instanceof Error) throw result
}
