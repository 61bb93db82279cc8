import type { OrderState, ShownIn } from '../model/state.ts'

/** Where a returning browser goes: to the page that the attempt or the order names; or nowhere, from a frame in that page or a pop-up over it. */
export interface ReturnTarget {
  readonly returnUrl: string
  readonly shownIn?: ShownIn
  /** Names the exchange of the order's link that the attempt is of. */
  readonly exchange?: string
}

/** Where the attempt's browser goes. `undefined` if there is no such attempt. */
export function returnTarget(state: OrderState | undefined, number: number): ReturnTarget | undefined {
  const attempt = state?.attempts[number - 1]
  if (!attempt) return undefined
  const { returnUrl = state.terms.returnUrl, shownIn, exchange } = attempt
  return { returnUrl, ...(shownIn && { shownIn }), ...(exchange !== undefined && { exchange }) }
}

/** The form that a frame of the attempt shows. `undefined` if nobody is to pay there, or no longer. */
export function framedForm(state: OrderState | undefined, number: number): string | undefined {
  const attempt = state?.attempts[number - 1]
  const isOpen = attempt?.status === 'redirect' && !attempt.superseded && !state?.cancelled
  return isOpen && attempt.redirectFrame ? attempt.redirectUrl : undefined
}
