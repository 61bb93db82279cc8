/** Why the last click failed, or why the next one would. Pure. */

import { chargesByMistake } from './charges-by-mistake.ts'
import type { LabelKey } from './english-texts.ts'
import { DENIALS, keyOfCode } from './labels.ts'
import type { Situation } from './situation.ts'
import type { Text } from './text.ts'

/** What stands above the buttons. */
export interface Problem {
  readonly text: Text
  /** Nothing is wrong: there is no news, or the answer takes long. */
  readonly isNews: boolean
}

/** Code of an error of the tag itself, before anything was sent. The page's own link in the tag may then lead on. */
const UNEXPECTED = 'unexpected'

/** Whether the page's own link, which leads to the edge's page, is worth drawing. */
export const isUnexpected = ({ error }: Situation): boolean => error?.code === UNEXPECTED

/** What is around the words on a problem. */
interface Surroundings {
  /** The button that pays is there. Elsewhere money may have moved since the edge asked for a pause. */
  readonly takesPayment: boolean
}

/** What is wrong, if anything is: above the button that the shopper may press again. */
export function problemOf(situation: Situation, around: Surroundings): Problem | undefined {
  const { notice, isBusy } = situation
  const isNews = notice === 'checked' || (isBusy && !notice)
  const text = notice
    ? { key: notice }
    : isBusy
      ? slowText(situation, around)
      : failureText(situation, around)
  return text && { text, isNews }
}

const slowText = ({ isLong }: Situation, { takesPayment }: Surroundings): Text | undefined =>
  takesPayment && isLong ? { key: 'working.long' } : undefined

function failureText(situation: Situation, { takesPayment }: Surroundings): Text | undefined {
  const { error, view, pausedUntil: date } = situation
  const mayDeny = !chargesByMistake(view).length
  if (takesPayment && date)
    return mayDeny ? { key: 'error.too-many-requests', date } : { key: 'error.unavailable' }
  if (!error) return
  const key = keyOfCode('error', error.code) ?? (error.field ? wordsOfField(error.field) : 'error.retry')
  const isTrue = mayDeny || !DENIALS.includes(key)
  return { key: isTrue ? key : 'error.retry', item: situation.refusedItem }
}

/** What the page sets. The shopper finds no such field marked, and only the shop can change it. */
const OF_PAGE = /Url$|^locale$/

/** A saved card is no field either. */
const wordsOfField = (field: string): LabelKey =>
  OF_PAGE.test(field)
    ? 'broken.origin-not-allowed'
    : field === 'savedCard'
      ? 'error.method-off'
      : 'error.fields'

/** Codes by which the edge refuses a cart as a whole. The shopper may pay for fewer items. */
const OF_CART = /^cart|^line|differ$|disjoint$/

/** Why the tag cannot take the payment at all. */
export function brokenText(situation: Situation): Text {
  const { code = '', recoverable } = situation.error ?? {}
  const known = keyOfCode('broken', code) ?? (OF_CART.test(code) ? 'broken.cart' : undefined)
  if (known) return { key: known, item: situation.refusedItem }
  return { key: recoverable ? (keyOfCode('error', code) ?? 'error.retry') : 'broken.text' }
}
