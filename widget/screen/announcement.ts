/** What is read out to shoppers who do not see the screen. Pure. */
import type { PanelName } from './panel.ts'

/** The part of what is drawn whose changes are read out. */
export interface Announced {
  readonly panel: PanelName
  /** The number of the attempt that failed, which may end as the one before; 0 for none. */
  readonly failed: number
  /** The card form says at a field what the panel leaves out. */
  readonly isSaidAtField: boolean
  /** The shopper has waited for long, and the panel says more. */
  readonly isLong: boolean
  /** A pressed button says that the tag is at work. It keeps the focus, so that nothing reads its new words out. */
  readonly isWorking: boolean
  /** Decimal text; `undefined` while the shopper's choice has no sum. */
  readonly sum: string | undefined
}

/** What to read out. `nothing`: what was read out before is over. */
export type Announcement = 'status' | 'price' | 'working' | 'nothing'

/** What surrounds the change. */
export interface Listening {
  /** The tag has the focus, which moves to the new panel: assistive technology reads out what has the focus. */
  readonly hasFocus: boolean
  /** The shopper is typing the sum: it is read out once they leave the field. */
  readonly isTyping: boolean
  /** What was read out last. */
  readonly said: Announcement
}

/** Whether the words are of something else than before. */
export const isOther = (before: Announced, now: Announced): boolean =>
  now.panel !== before.panel || now.failed !== before.failed

/** What to read out after a change; `undefined` to leave all as it is. */
export function announcementOf(
  before: Announced,
  now: Announced,
  { hasFocus, isTyping, said }: Listening,
): Announcement | undefined {
  // The focus goes to the field, whose own words alone are then read.
  if (isOther(before, now)) return hasFocus && !now.isSaidAtField ? 'nothing' : 'status'
  if (now.isLong && !before.isLong) return 'status'
  if (before.sum && now.sum && now.sum !== before.sum && !isTyping) return 'price'
  if (now.isWorking && !before.isWorking) return 'working'
  return !now.isWorking && said === 'working' ? 'nothing' : undefined
}
