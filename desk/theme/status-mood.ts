/** How the desk draws a status: its word, and the tone of its mark. */
import { isDecided, isFailed, isInDoubt, isMoving, type Status } from '../../shared/order-status.ts'
import type { Intent } from '../../shared/order-view.ts'
import type { Words } from '../texts/en.ts'

/** The tone of a mark. The word beside it says the same. */
export type Mood = 'good' | 'bad' | 'notice' | 'busy' | 'calm'

/** The tone of a status. */
export function moodOf(status: Status, intent: Intent = 'sale'): Mood {
  if (status === 'approved' && intent === 'preauth') return 'busy'
  if (status === 'charged-back' || isFailed(status)) return 'bad'
  if (isInDoubt(status)) return 'notice'
  if (status === 'approved' || status === 'captured') return 'good'
  return isMoving(status) && !isDecided(status) ? 'busy' : 'calm'
}

/** The word of a status. An approved preauthorization holds money, and takes none yet. */
export const statusWord = (status: Status, intent: Intent, words: Words): string =>
  status === 'approved' ? words.approvals[intent] : words.statuses[status]
