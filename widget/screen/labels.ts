/** The words that do not depend on the status: of buttons, charges by mistake, refusals and the bank's dialog. Pure. */
import type { Intent } from '../../shared/order-view.ts'
import type { ShopperAction } from './actions.ts'
import type { LabelKey } from './english-texts.ts'

/** Intent → words. The compiler demands each. */
export type ByIntent = Readonly<Record<Intent, LabelKey>>

const alike = (charge: LabelKey, other: LabelKey): ByIntent => ({
  ...{ sale: charge, preauth: charge },
  ...{ verify: other, payout: other },
})

/** The button that pays. */
export const PAY: ByIntent = {
  ...{ sale: 'pay', preauth: 'pay.preauth' },
  ...{ verify: 'pay.verify', payout: 'pay.payout' },
}

/** The shopper has begun elsewhere, and this page may only look. */
export const ELSEWHERE = alike('elsewhere', 'over')

/** A charge by mistake that is still to go back, and one that was reversed. */
export const OWED: ByIntent = { ...alike('surplus', 'surplus'), preauth: 'surplus.preauth' }
export const REVERSED: ByIntent = {
  ...alike('surplus.back', 'surplus.back'),
  preauth: 'surplus.preauth.back',
}

/** The form in which the tag stands needs the payment first. */
export const REQUIRED = alike('required', 'unfinished')

/** The question whether to stop at the bank, its two answers, and what stopping means for the money. */
export const STOP = alike('stop', 'stop.other')
export const GO_ON = alike('stop.no', 'stop.no.other')
export const CANCEL = alike('cancel', 'cancel.other')
export const AFTER_STOP: ByIntent = {
  ...alike('stop.text', 'verify.text'),
  preauth: 'stop.preauth',
  payout: 'stop.payout',
}

/** Action → the words of its button, for whoever does not pay; any other, and for whoever does, its own name. */
export const OTHER_ACTIONS: Readonly<Partial<Record<ShopperAction, LabelKey>>> = {
  continue: 'stop.no.other',
  // A payout has one page.
  another: 'way.verify',
  cancel: 'cancel.other',
  again: 'restart',
}

/** Texts on one code: the kind of failure, and the code. Any other code has the words of its kind. */
const OF_CODES: readonly LabelKey[] = [
  ...([
    'error.network',
    'error.payments-paused',
    'error.quantity-unavailable',
    'error.offer-reserved',
  ] as const),
  ...(['error.address-limit', 'error.check-needed', 'error.method-off', 'error.unavailable'] as const),
  ...(['error.terms-changed', 'broken.offer-expired', 'broken.offer-withdrawn'] as const),
  ...(['broken.origin-not-allowed', 'broken.offer-limit', 'broken.token-invalid'] as const),
  ...(['failed.declined-expired-card', 'failed.declined-funds', 'failed.declined-security-code'] as const),
]

/** Codes that say the same as another one. */
const ALIKE: Readonly<Record<string, string>> = {
  'price-changed': 'terms-changed',
  'product-unavailable': 'offer-withdrawn',
}

/**
 * The words on a code of the edge's, if it has some of its own.
 *
 * @param kind `error`: a refusal, above the button. `broken`: why the tag cannot go on at all. `failed`: why an attempt failed,
 *   where the edge tells a reason that helps the shopper and no thief.
 */
export const keyOfCode = (kind: 'error' | 'broken' | 'failed', code = ''): LabelKey | undefined =>
  OF_CODES.find((key) => key === `${kind}.${ALIKE[code] ?? code}`)

/** Words that say that nothing was charged, or will be. Beside a charge by mistake they would be false. */
export const DENIALS: readonly LabelKey[] = [
  ...(['verify.text', 'voided.text', 'declined.text', 'error.text'] as const),
  ...(['failed.declined-expired-card', 'failed.declined-funds', 'failed.declined-security-code'] as const),
  ...(['failed.cancelled-at-gateway', 'error.too-many-requests', 'error.terms-changed'] as const),
]
