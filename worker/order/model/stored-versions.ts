/** Orders that earlier versions stored, as this one has them. */
import { isErrorCode } from '../../gateway/reply-fields.ts'
import { type Messages, ofAttempt, ofFollowUp } from './gateway-messages.ts'
import type { Attempt, OrderState } from './state.ts'

/** Lists that came after the first version. */
const EMPTY = { followUps: [], cardRefs: [], reversals: [] } as const

/** A state with all that came later. */
export const upToDate = (state: OrderState): OrderState => ({
  ...EMPTY,
  ...state,
  attempts: state.attempts.map(withShownIn),
})

/** An older version knew frames alone. What it wrote stays beside, for as long as it may still run. */
const withShownIn = (attempt: Attempt & { readonly isFramed?: true }): Attempt =>
  attempt.isFramed && !attempt.shownIn ? { ...attempt, shownIn: 'frame' } : attempt

/** What the gateway said, which the first version kept with the order itself. */
export function messagesIn({ attempts, followUps }: OrderState): Messages {
  const told = [
    ...attempts.map(({ number, error }) => [ofAttempt(number), error?.gatewayMessage] as const),
    ...followUps.map(({ number, error }) => [ofFollowUp(number), error?.gatewayMessage] as const),
  ]
  return Object.fromEntries(told.flatMap(([name, message]) => (message ? [[name, message]] : [])))
}

/** The same without the gateway's words, and without codes that are none, wherever they stand in it. */
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
