/** All statuses. The gateway reports every one but `processing` in a callback. */
export const STATUSES = ['processing', 'approved', 'declined', 'error', 'filtered', 'unknown'] as const
export type Status = (typeof STATUSES)[number]

/** The outcome of a transaction. */
export interface Outcome {
  readonly status: Exclude<Status, 'processing'>
  readonly errorCode?: string
  readonly errorMessage?: string
  readonly verified3d?: 'AUTHENTICATED' | 'NOT_AUTHENTICATED' | 'UNSUPPORTED'
}

/** An approval without further details. */
export const APPROVED: Outcome = { status: 'approved' }

/** What a fault rule does to a stage: it declines an approval, or withholds the outcome. */
export type Fate = 'declined' | 'processing'

/** What a fault rule does to the callback about a stage. */
export type CallbackFate = 'lost' | { readonly delayMs: number }
