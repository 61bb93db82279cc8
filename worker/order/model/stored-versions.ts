/** Reads orders that earlier versions stored, and stores orders so that those versions can read them. */
import { isErrorCode } from '../../gateway/reply-fields.ts'
import { type Messages, ofAttempt, ofFollowUp } from './gateway-messages.ts'
import type { Attempt, OrderState } from './state.ts'

/** Lists that the first version did not have. */
const EMPTY = { followUps: [], cardRefs: [], duplicateRefunds: [] } as const

/** One name of a field → another. */
type Names = ReadonlyMap<string, string>

/** The names of an order's fields, of an attempt's, and of a step's. */
interface FieldNames {
  readonly order: Names
  readonly attempt: Names
  readonly step: Names
}

/** Name in the row → name in the state. */
const READ: FieldNames = {
  order: new Map([
    ['aftermath', 'laterOutcome'],
    ['unheard', 'notificationFailed'],
    ['reversals', 'duplicateRefunds'],
    ['foreign', 'unmatched'],
    ['holdsLimit', 'holdsUnits'],
    ['claim', 'waitingApproval'],
  ]),
  attempt: new Map([['stood', 'statusBeforeDoubt']]),
  step: new Map([
    ['brought', 'pendingAnswer'],
    ['broughtCount', 'answerCount'],
  ]),
}

const inverse = (names: Names): Names => new Map([...names].map(([row, state]) => [state, row]))

/** Name in the state → name in the row. */
const WRITTEN: FieldNames = {
  order: inverse(READ.order),
  attempt: inverse(READ.attempt),
  step: inverse(READ.step),
}

/** The state of a row, with everything that later versions added. */
export function upToDate(stored: OrderState): OrderState {
  const state = withNames(stored, READ)
  return { ...EMPTY, ...state, attempts: state.attempts.map(withShownIn) }
}

/**
 * The state as a row keeps it. A row's names never change: an earlier version runs on the same orders during a deploy,
 * and again after a rollback. It would allow the refund of a payment whose chargeback it cannot find.
 */
export const asStored = (state: OrderState): OrderState => withNames(state, WRITTEN)

const withNames = (state: OrderState, { order, attempt, step }: FieldNames): OrderState => ({
  ...renamed(state, order),
  attempts: state.attempts.map((one) => {
    const named = renamed(one, attempt)
    return named.step ? { ...named, step: renamed(named.step, step) } : named
  }),
})

/** The very same value if it has none of the names, as most attempts and steps have not. */
const renamed = <Value extends object>(value: Value, names: Names): Value =>
  [...names.keys()].some((name) => name in value)
    ? (Object.fromEntries(
        Object.entries(value).map(([name, member]) => [names.get(name) ?? name, member]),
      ) as Value)
    : value

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
