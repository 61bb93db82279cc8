import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Tab, TabOptions } from '../browser.ts'
import { PATIENCE_MS } from './patience.ts'
import { PatientFrame, type Surface } from './patient-frame.ts'

/** What an engine can do with a tab, besides its document. */
export interface TabSurface extends Surface {
  /** Goes to an address and waits for `load`. */
  goto(url: string): Promise<void>
  reload(): Promise<void>
  shot(path: string): Promise<void>
  close(): Promise<void>
}

/** Identifies an entry of the history, also among several with the same address. */
const PLACE = 'JSON.stringify([performance.timeOrigin, location.href, history.state])'

/** A tab that waits as a shopper would. */
export class PatientTab extends PatientFrame implements Tab {
  readonly #surface: TabSurface

  constructor(surface: TabSurface, { patienceMs = PATIENCE_MS }: TabOptions) {
    super(async () => surface, patienceMs)
    this.#surface = surface
  }

  goto(url: string): Promise<void> {
    return this.#surface.goto(url)
  }

  url(): Promise<string> {
    return this.evaluate('location.href')
  }

  reload(): Promise<void> {
    return this.#surface.reload()
  }

  async back(): Promise<void> {
    const left = await this.evaluate<string>(PLACE)
    // In a task of its own, so that this evaluation returns before the document goes away.
    await this.evaluate('void setTimeout(() => history.back())')
    await this.patiently(
      async () =>
        (await this.evaluate(PLACE)) === left ? { obstacle: 'back leads nowhere' } : { value: left },
      () => this.url(),
    )
  }

  waitForUrl(pattern: RegExp): Promise<string> {
    return this.patiently(
      async () => {
        const value = await this.url()
        return pattern.test(value) ? { value } : { obstacle: `does not match ${pattern}` }
      },
      () => this.url(),
    )
  }

  async shot(path: string): Promise<void> {
    await mkdir(dirname(path), { recursive: true })
    await this.#surface.shot(path)
  }

  close(): Promise<void> {
    return this.#surface.close()
  }
}
