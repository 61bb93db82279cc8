/** Answers to status requests that do not name the transaction that was asked about. They decide nothing. */
import type { Reported } from './events.ts'
import type { MisnamedAnswers, OrderState } from './state.ts'

/**
 * Where right answers come between them, a person has to know after so many times the usual span: about an hour. One wrong
 * answer is an accident. An account that mixes up orders for so long is none, even if it also tells the truth.
 */
const MIXED_SPANS = 60

/**
 * Notes one. The order asks again; where the gateway goes on answering so for some time, a person has to know. The moment of
 * the first one is written and stays, since the object sleeps between two questions. Those that follow change nothing
 * before the time is over, so a gateway that answers right and wrong in turn costs no rows.
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
  const waitMs = known?.isMixed ? spanMs * MIXED_SPANS : spanMs
  if (known?.isLasting || (known && now - known.since < waitMs)) return state
  return noted(state, key, known ? { ...known, isLasting: true } : { since: now })
}

/**
 * The gateway answered what it was asked, and the order goes on asking. That ends a doubt, but for one that outlasted right
 * answers before.
 */
export function withMixed(state: OrderState, key: string): OrderState {
  const known = state.misnamed?.[key]
  return known && !known.isMixed ? noted(state, key, { since: known.since, isMixed: true }) : state
}

const noted = (state: OrderState, key: string, answers: MisnamedAnswers): OrderState => ({
  ...state,
  misnamed: { ...state.misnamed, [key]: answers },
})

/** The gateway answered what the order asks no more. Returns the very same state if nothing was noted. */
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

/**
 * Whether one more such answer puts what was asked about in doubt. Where right answers come between them, only the one that
 * calls a person does: the next right answer ends the doubt, and the order would otherwise go to and fro.
 */
export const isDoubtedBy = (before: OrderState, after: OrderState, key: string): boolean =>
  isMisnamedFor(after, key) && !(after.misnamed?.[key]?.isMixed && isMisnamedFor(before, key))
