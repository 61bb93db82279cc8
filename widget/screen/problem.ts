/** Why the last click failed, or why the next one would. Pure. */
import { BROKEN, DENIALS, REFUSALS } from './labels.ts'
import { chargesByMistake } from './money.ts'
import type { Situation } from './situation.ts'
import type { Text } from './text.ts'

/** What stands above the buttons. */
export interface Problem {
  readonly text: Text
  /** Nothing is wrong: there is no news, or the answer takes long. */
  readonly isNews: boolean
}

/** What is around the words on a problem. */
interface Surroundings {
  /** No status above says that it takes long. */
  readonly isAlone: boolean
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

const slowText = ({ isLong }: Situation, { isAlone }: Surroundings): Text | undefined =>
  isAlone && isLong ? { key: 'working.long' } : undefined

function failureText(situation: Situation, { takesPayment }: Surroundings): Text | undefined {
  const { error, view, pausedUntil: date } = situation
  const mayDeny = !view || chargesByMistake(view).length === 0
  if (takesPayment && date)
    return mayDeny ? { key: 'error.too-many-requests', date } : { key: 'error.unavailable' }
  if (!error) return
  const key = REFUSALS[error.code] ?? (error.field ? 'error.fields' : 'error.retry')
  const isTrue = mayDeny || !DENIALS.includes(key)
  return { key: isTrue ? key : 'error.retry', item: refusedItem(situation) }
}

/** Codes by which the edge refuses a cart as a whole. The shopper may pay for fewer items. */
const OF_CART = /^cart|^line|differ$|disjoint$/

/** Why the tag cannot take the payment at all. */
export function brokenText(situation: Situation): Text {
  const code = situation.error?.code ?? ''
  const known = BROKEN[code] ?? (OF_CART.test(code) ? 'broken.cart' : undefined)
  return known ? { key: known, item: refusedItem(situation) } : { key: 'broken.text' }
}

/** The item of the cart that the edge refused, where it is one. */
const refusedItem = ({ error, lines }: Situation) => lines[Number(lineOf(error?.field))]?.description

/** The index of the cart's line that a field such as `lines.1.offer` is of. */
export const lineOf = (field = ''): string | undefined => /^lines\.(\d+)/.exec(field)?.[1]
