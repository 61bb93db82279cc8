/** Where the tag comes from. */
export type LoadOptions = NewestTag | PinnedTag

/** The edge's newest version of the tag. */
export interface NewestTag {
  /** Origin of your edge: `https://pay.example.com`. */
  readonly edge: string
  readonly version?: never
  readonly integrity?: never
}

/** One version of the tag, which never changes. */
export interface PinnedTag {
  /** Origin of your edge: `https://pay.example.com`. */
  readonly edge: string
  /** Such as `0.2.0`. */
  readonly version: string
  /** Its digest, as `/integrity.json` of the edge has it: the browser runs no other file. */
  readonly integrity?: string
}

/**
 * Why the tag cannot be used.
 *
 * - `edge-invalid`: `edge` is no web address.
 * - `script-unavailable`: the browser could not fetch the script, or refuses it: no network, no such version, another digest, a
 *   content security policy without the edge. The browser's console says which.
 * - `tag-undefined`: the script ran and defined no tag: the address serves another script, or the page is XHTML.
 * - `other-script`: the page has loaded the tag from another address already. Reload it.
 */
export type LoadErrorCode = 'edge-invalid' | 'script-unavailable' | 'tag-undefined' | 'other-script'

/** What a call rejects with. Codes are stable, texts are not. */
export interface LoadError extends Error {
  readonly name: 'LoadError'
  readonly code: LoadErrorCode
}

/**
 * Adds the edge's script to the page, once per page: every call while it loads, and afterwards, gets the same promise. On a
 * server it does nothing and resolves at once.
 *
 * @returns Resolves when `<pay-checkout>` is defined. Your page may draw the tag before.
 * @throws {LoadError} As a rejection. After `script-unavailable` and `tag-undefined` the next call tries again.
 * @example
 * import { loadCheckout } from '@pay-checkout/tag'
 *
 * await loadCheckout({ edge: 'https://pay.example.com' })
 */
export declare function loadCheckout(options: LoadOptions): Promise<void>
