import type { Intent } from '../../shared/order-view.ts'

/** Intent → words. The compiler demands each. */
export type ByIntent<Of> = Readonly<Record<Intent, Of>>

/** The same words for every intent. */
export const alike = <Of>(words: Of): ByIntent<Of> => ({
  ...{ sale: words, preauth: words },
  ...{ verify: words, payout: words },
})
