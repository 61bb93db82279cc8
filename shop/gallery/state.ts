import type { Draft } from '../../cli/offer-claims.ts'
import type { Drawn } from './orders.ts'

/**
 * Selector of the button that pays, or goes on with a payment. A tag that looks up its order has neither, but after a long
 * wait another button that draws the eye.
 */
export const PAY_BUTTON = 'form:not(.starting) [part~=primary]'

/** What an order waits for: a redirect, or a page in a frame over the shop's. */
type Step = 'page' | 'bank' | 'gateway' | 'nothing'

/** One state of the tag. Files of the shop answer instead of the edge, so the state is always the same. */
export interface GalleryState {
  /** Names its files, and its section on the page: a-z and `-`. */
  readonly name: string
  readonly title: string
  /** How to see it for real in the shop or at the counter. */
  readonly how: string
  /** The order that the edge shows. */
  readonly order?: Drawn
  readonly step?: Step
  /** Claims of an offer, or a finished offer, however bad. */
  readonly offer?: Draft | string
  /** The tag's `session` in a state without an order. */
  readonly session?: string
  /** Selector within the tag of the button to press before the state shows. */
  readonly press?: string
  /** Further attributes of the tag. */
  readonly attributes?: Readonly<Record<string, string>>
  /** The edge's frames do not load. */
  readonly lacksFrames?: true
  /** The seller has shoppers agree to terms. No frames load then either. */
  readonly asksTerms?: true
  /** The real edge has to answer. It refuses, so no order opens. */
  readonly asksEdge?: true
}

/** Whether the tag covers the whole page, so that the state needs a page of its own. */
export const isAlone = ({ step }: GalleryState) => step !== undefined && step !== 'page'
