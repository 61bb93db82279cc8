/** Every status; only `processing` has not been told to anybody. */
export const STATUSES = ['processing', 'approved', 'declined', 'error', 'filtered', 'unknown'] as const
export type Status = (typeof STATUSES)[number]

/** What a payment comes to. */
export interface Outcome {
  readonly status: Exclude<Status, 'processing'>
  readonly errorCode?: string
  readonly errorMessage?: string
  readonly verified3d?: 'AUTHENTICATED' | 'NOT_AUTHENTICATED' | 'UNSUPPORTED'
}

/** The plain approval. */
export const APPROVED: Outcome = { status: 'approved' }

/** What a fault rule makes of a stage: it is never approved, or its outcome is kept back. */
export type Fate = 'declined' | 'processing'
