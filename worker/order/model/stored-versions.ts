/** Reads orders that earlier versions stored. */
import { isErrorCode } from '../../gateway/reply-fields.ts'
import { type Messages, ofAttempt, ofFollowUp } from './gateway-messages.ts'
import type { Attempt, OrderState } from './state.ts'

/** Lists that the first version did not have. */
const EMPTY = { followUps: [], cardRefs: [], reversals: [] } as const

/** The state with everything that later versions added. */
export const upToDate = (state: OrderState): OrderState => ({
  ...EMPTY,
  ...renamed(state, ORDER_NAMES),
  attempts: state.attempts.map((attempt) => withShownIn(withNames(attempt))),
})

/** Fields under their former names → as they are called now. */
type Names = ReadonlyMap<string, string>

const ORDER_NAMES: Names = new Map([
  ['aftermath', 'laterOutcome'],
  ['unheard', 'notificationFailed'],
])
const ATTEMPT_NAMES: Names = new Map([['stood', 'statusBeforeDoubt']])
const STEP_NAMES: Names = new Map([
  ['brought', 'pendingAnswer'],
  ['broughtCount', 'answerCount'],
])

const renamed = <Value extends object>(value: Value, names: Names): Value =>
  Object.fromEntries(
    Object.entries(value).map(([name, member]) => [names.get(name) ?? name, member]),
  ) as Value

function withNames(attempt: Attempt): Attempt {
  const named = renamed(attempt, ATTEMPT_NAMES)
  return named.step ? { ...named, step: renamed(named.step, STEP_NAMES) } : named
}

/** An older version knew frames alone. Its field stays, since that version may still run. */
const withShownIn = (attempt: Attempt & { readonly isFramed?: true }): Attempt =>
  attempt.isFramed && !attempt.shownIn ? { ...attempt, shownIn: 'frame' } : attempt

/** The gateway's words, which the first version stored with the order itself. */
export function messagesIn({ attempts, followUps }: OrderState): Messages {
  const told = [
    ...attempts.map(({ number, error }) => [ofAttempt(number), error?.gatewayMessage] as const),
    ...followUps.map(({ number, error }) => [ofFollowUp(number), error?.gatewayMessage] as const),
  ]
  return Object.fromEntries(told.flatMap(([name, message]) => (message ? [[name, message]] : [])))
}

/** The same without the gateway's words and without invalid codes, at any depth. */
export const withoutWords = <Value>(value: Value): Value => {
  if (Array.isArray(value)) return value.map(withoutWords) as Value
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(([name, member]) => !isWords(name, member))
  return Object.fromEntries(members.map(([name, member]) => [name, withoutWords(member)])) as Value
}

const isWords = (name: string, value: unknown) =>
  name === 'gatewayMessage' ||
  name === 'errorMessage' ||
  ((name === 'gatewayCode' || name === 'errorCode') && typeof value === 'string' && !isErrorCode(value))
