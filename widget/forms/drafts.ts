/**
 * Keeps what the shopper typed for a reload of this tab, until the tab closes or the payment ends. The page fills its own
 * data in again, and nothing that the shopper types in the edge's frames ever comes here.
 */
import type { BrowserEnv } from '../browser/browser-env.ts'
import { readStored, store } from '../browser/stored-json.ts'

/** Path of a field, such as `email` or `billing.city`, or `quantity` and `amount` → the typed text. */
export type Typed = Readonly<Record<string, string>>

const PREFIX = 'pay-checkout-typed:'

/** The drafts of one browser tab. Where the browser refuses storage, there are none. */
export class Drafts {
  readonly #env: BrowserEnv

  constructor(env: BrowserEnv) {
    this.#env = env
  }

  /** @param name An offer's digest, or an order's id. */
  read(name: string): Typed {
    return readStored(this.#env.tabStorage, PREFIX + name) ?? {}
  }

  /** Adds a field's text to the draft. */
  keep(name: string, field: string, text: string) {
    store(this.#env.tabStorage, PREFIX + name, { ...this.read(name), [field]: text })
  }

  /** Drops a draft. Repeating is harmless. */
  drop(name: string) {
    store(this.#env.tabStorage, PREFIX + name)
  }
}
