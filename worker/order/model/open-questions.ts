/** What an order still asks the gateway. Wrong answers about anything else are no matter for a person. */
import { lookKey } from './duplicate-look.ts'
import { withMisnamedOf } from './misnamed-answers.ts'
import { isOpen, requestsOf } from './request-purposes.ts'
import { requestKey } from './request-ref.ts'
import type { OrderState } from './state.ts'

/** Forgets wrong answers about what is settled. Returns the very same state if there are none. */
export const withoutSettledQuestions = (state: OrderState): OrderState =>
  state.misnamed ? withMisnamedOf(state, openKeys(state)) : state

function openKeys(state: OrderState): readonly string[] {
  const open = requestsOf(state).filter((request) => isOpen(state, request))
  return [...open.map(requestKey), ...state.attempts.map(lookKey)]
}
