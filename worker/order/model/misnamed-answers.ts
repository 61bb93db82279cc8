/** Answers to status requests that do not name the transaction that was asked about. They decide nothing. */
import type { Reported } from './events.ts'
import type { MisnamedAnswers, OrderState } from './state.ts'

/**
 * Notes one. The order asks again; where the gateway goes on answering so for some time, a person has to know.
 *
 * @param key What was asked about.
 * @param spanMs That time. Absent: this answer is noted and no more.
 */
export function withMisnamed(
  state: OrderState,
  key: string,
  { now, spanMs = Number.POSITIVE_INFINITY }: { readonly now: number; readonly spanMs?: Reported['spanMs'] },
): OrderState {
  const known = state.misnamed?.[key]
  if (known?.isLasting || (known && now - known.since < spanMs)) return state
  const noted: MisnamedAnswers = known ? { ...known, isLasting: true } : { since: now }
  return { ...state, misnamed: { ...state.misnamed, [key]: noted } }
}

/** The gateway answered what it was asked. Returns the very same state if it had done so before. */
export const withoutMisnamed = (state: OrderState, key: string): OrderState =>
  withMisnamedOf(
    state,
    Object.keys(state.misnamed ?? {}).filter((name) => name !== key),
  )

/** Keeps those about some things alone. Returns the very same state if there are no others. */
export function withMisnamedOf(state: OrderState, keys: readonly string[]): OrderState {
  const { misnamed, ...rest } = state
  const all = Object.entries(misnamed ?? {})
  const left = all.filter(([name]) => keys.includes(name))
  if (left.length === all.length) return state
  return left.length === 0 ? rest : { ...rest, misnamed: Object.fromEntries(left) }
}

/** Whether the gateway goes on giving such answers about one thing. */
export const isMisnamedFor = ({ misnamed }: OrderState, key: string): boolean =>
  misnamed?.[key]?.isLasting === true
