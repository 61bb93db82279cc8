import type { OrderState, ShownIn } from './state.ts'

/** Where a browser belongs that comes back: to the shop's page, or, from a frame in it or a pop-up over it, nowhere. */
export interface Whereto {
  readonly returnUrl: string
  readonly shownIn?: ShownIn
}

/** Where the browser of an attempt belongs; `undefined` if there is no such attempt. */
export function whereto(state: OrderState | undefined, number: number): Whereto | undefined {
  const attempt = state?.attempts[number - 1]
  if (!attempt) return undefined
  const { returnUrl } = state.terms
  return { returnUrl, ...(attempt.shownIn && { shownIn: attempt.shownIn }) }
}

/** The form that a frame of an attempt is to show; `undefined` where nobody is to pay there, or not any more. */
export function framedForm(state: OrderState | undefined, number: number): string | undefined {
  const attempt = state?.attempts[number - 1]
  const isOpen = attempt?.status === 'redirect' && !attempt.superseded && !state?.cancelled
  return isOpen && attempt.redirectFrame ? attempt.redirectUrl : undefined
}
