/** Attempts that the gateway refused one after the other, since it last accepted one. Pure. */
import type { RefusalCause } from './refusal-causes.ts'

/** So many in a row are no shopper’s mistake. */
const REFUSALS = 3

const DAY_MS = 24 * 3600 * 1000

/** An attempt that the gateway refused. */
export interface RefusedAttempt {
  /** The order's id. */
  readonly order: string
  readonly cause: RefusalCause
  /** The gateway's own code. */
  readonly code?: string
}

/** Plain data, as it is stored. */
export interface RefusalState {
  /** Marks the settings of the gateway, so that other ones begin anew. Not secret. */
  readonly settings: string
  /** When these settings were first seen, in milliseconds since the epoch; 0 if that is not known. */
  readonly since: number
  /** No more than count. */
  readonly refusals: readonly (RefusedAttempt & { readonly at: number })[]
  /** The merchant knows, since this time. */
  readonly toldAt?: number
}

/** Remembers the settings that are in force. @returns The very same state where they are those that it knows. */
export const under = (state: RefusalState | undefined, settings: string, since: number): RefusalState =>
  state?.settings === settings ? state : { settings, since, refusals: [] }

/** Counts a refusal. @returns The very same state where the merchant knows. */
export function refused(state: RefusalState, attempt: RefusedAttempt, at: number): RefusalState {
  if (state.toldAt !== undefined) return state
  return { ...state, refusals: [...state.refusals, { ...attempt, at }].slice(-REFUSALS) }
}

/** Whether the merchant has to know, unless the gateway accepted a payment meanwhile. */
export const isSuspicious = ({ refusals, toldAt }: RefusalState): boolean =>
  refusals.length >= REFUSALS && toldAt === undefined

/**
 * From when on an accepted payment shows that the settings are right, in milliseconds since the epoch. An edge that takes
 * payments has one in the day before; what other settings did proves nothing.
 */
export function provenFrom({ since, refusals: [first], toldAt }: RefusalState): number {
  return toldAt ?? Math.max(since, (first?.at ?? 0) - DAY_MS)
}

/** A payment was accepted: counts from the start. */
export const proven = ({ settings, since }: RefusalState): RefusalState => ({ settings, since, refusals: [] })

/** The cause that all refusals point to; where they differ, none is clear. */
export function commonCause({ refusals }: RefusalState): RefusalCause {
  const causes = new Set(refusals.map(({ cause }) => cause))
  const [only = 'unclear'] = causes
  return causes.size === 1 ? only : 'unclear'
}
