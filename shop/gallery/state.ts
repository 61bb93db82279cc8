import type { Draft } from '../../cli/offer-claims.ts'
import type { Drawn } from './orders.ts'

/** Selector of the button that pays. */
export const PAY_BUTTON = '[part~=primary]'

/** What an order waits for: a page to leave for, or one that is shown in a frame over the shop's. */
export type Step = 'page' | 'bank' | 'gateway' | 'nothing'

/** One state of the tag. Files of the shop answer in the edge's place, so it is always the same. */
export interface GalleryState {
  /** Names its files and its place on the page: a-z and `-`. */
  readonly name: string
  readonly title: string
  /** What to do in the shop or at the counter to see it for real. */
  readonly how: string
  /** What the edge is to say of the order. */
  readonly order?: Drawn
  readonly step?: Step
  /** What an offer is to claim, or an offer as it is, however bad. */
  readonly offer?: Draft | string
  /** What the tag is told instead of the order's own name, where no order answers to it. */
  readonly session?: string
  /** Selector within the tag of what has to be pressed before the state is seen. */
  readonly press?: string
  /** Further attributes of the tag. */
  readonly attributes?: Readonly<Record<string, string>>
  /** The edge's frames do not load. */
  readonly lacksFrames?: true
  /** The real edge has to answer; it refuses, so nothing comes of it. */
  readonly asksEdge?: true
}

/** Whether the tag covers the page, so that the state needs a page of its own. */
export const isAlone = ({ step }: GalleryState) => step !== undefined && step !== 'page'
