import type { Snippet } from '../../scripts/guides/snippets.ts'
import type { Browser } from '../browser.ts'
import type { Reader } from './reader.ts'
import type { ReaderStack } from './reader-stack.ts'

/** One snippet, and everything that it is tried with. */
export interface Trial {
  readonly around: ReaderStack
  readonly browser: Browser
  readonly reader: Reader
  readonly snippet: Snippet
}
