/**
 * What the shopper typed and has not paid with yet, kept for a reload of this tab: it ends with the tab, and with the
 * payment. What the page filled in is the page's to fill in again, and what is typed in the edge's frames never comes here.
 */
import type { BrowserEnv } from '../browser-env.ts'
import { tryTo } from '../try-to.ts'

/** Path of a field, such as `email` or `billing.city`, or `quantity` and `amount` → what was typed. */
export type Typed = Readonly<Record<string, string>>

const PREFIX = 'pay-checkout-typed:'

/** Keeps the drafts of one tab of the browser. Where storage is refused, nothing is kept. */
export class Drafts {
  readonly #env: BrowserEnv

  constructor(env: BrowserEnv) {
    this.#env = env
  }

  /** @param name Of what is paid: an offer's digest, or an order. */
  read(name: string): Typed {
    return tryTo(() => JSON.parse(this.#env.tabStorage().getItem(PREFIX + name) ?? '{}')) ?? {}
  }

  /** Adds what was typed in a field to the draft. */
  keep(name: string, field: string, text: string) {
    tryTo(() =>
      this.#env.tabStorage().setItem(PREFIX + name, JSON.stringify({ ...this.read(name), [field]: text })),
    )
  }

  /** Drops a draft. Repeating is harmless. */
  drop(name: string) {
    tryTo(() => this.#env.tabStorage().removeItem(PREFIX + name))
  }
}
