import type { OrderState } from './state.ts'

/** Where a browser belongs that comes back: to the shop's page, or, from a frame in that page, nowhere. */
export interface Whereto {
  readonly returnUrl: string
  readonly isFramed?: true
}

/** Where the browser of an attempt belongs; `undefined` if there is no such attempt. */
export function whereto(state: OrderState | undefined, number: number): Whereto | undefined {
  const attempt = state?.attempts[number - 1]
  if (!attempt) return undefined
  const { returnUrl } = state.terms
  return attempt.isFramed ? { returnUrl, isFramed: true } : { returnUrl }
}
