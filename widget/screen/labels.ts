/** The words that do not depend on the status: of buttons, charges by mistake, refusals and the bank's dialog. Pure. */
import type { Intent } from '../../shared/order-view.ts'
import type { LabelKey } from '../element/shopper-texts.ts'
import type { ShopperAction } from './actions.ts'

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
  payout: 'stop.payout',
}

/** Action → the words of its button. */
export const ACTIONS: Readonly<Record<ShopperAction, ByIntent>> = {
  another: alike('another', 'another'),
  continue: alike('continue', 'stop.no.other'),
  cancel: CANCEL,
  again: alike('again', 'restart'),
  restart: alike('restart', 'restart'),
  retry: alike('retry', 'retry'),
  check: alike('check', 'check'),
  print: alike('print', 'print'),
  back: alike('back', 'back'),
}

/** Code of a refusal → the words above the button. */
type ByCode = Readonly<Partial<Record<string, LabelKey>>>
export const REFUSALS: ByCode = {
  network: 'error.network',
  'payments-paused': 'error.payments-paused',
  'quantity-unavailable': 'error.quantity-unavailable',
  'offer-reserved': 'error.offer-reserved',
  'address-limit': 'error.address-limit',
  'check-needed': 'error.check-needed',
  'method-off': 'error.method-off',
  unavailable: 'error.unavailable',
  'terms-changed': 'error.terms-changed',
}

/** Why the tag cannot go on at all → the words. Of any other reason the shopper can make nothing. */
export const BROKEN: ByCode = {
  'offer-expired': 'broken.offer-expired',
  'offer-withdrawn': 'broken.offer-withdrawn',
  'origin-not-allowed': 'broken.origin-not-allowed',
  'offer-limit': 'broken.offer-limit',
  'token-invalid': 'broken.token-invalid',
}

/** Why an attempt failed → the words, where the edge tells a reason that helps the shopper and no thief. */
export const REASONS: ByCode = {
  'declined-expired-card': 'failed.declined-expired-card',
  'declined-funds': 'failed.declined-funds',
  'declined-security-code': 'failed.declined-security-code',
}

/** Words that say that nothing was charged, or will be. Beside a charge by mistake they would be false. */
export const DENIALS: readonly LabelKey[] = [
  ...(['verify.text', 'voided.text', 'declined.text', 'error.text'] as const),
  ...(['failed.declined-expired-card', 'failed.declined-funds', 'failed.declined-security-code'] as const),
  ...(['failed.cancelled-at-gateway', 'error.too-many-requests', 'error.terms-changed'] as const),
]
