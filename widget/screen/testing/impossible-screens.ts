/** Why a cell of the table of words, or a state of its money, cannot occur. No part of the tag: the printed screens tell it. */

import type { Money } from '../../../shared/order-outcome.ts'
import type { Intent } from '../../../shared/order-view.ts'
import { isCharge } from '../charges-by-mistake.ts'
import type { Row } from '../panel.ts'
import type { OddCell } from '../status-words.ts'

/** Cell → why it cannot occur. The compiler demands a reason for each, and for no other. */
const ODD_CELLS: Readonly<Record<OddCell, string>> = {
  'verify captured': 'a verification has no sum, so nothing of it can be captured',
  'verify returned': 'a verification has no sum, so nothing of it can be given back',
  'verify partially-returned': 'a verification has no sum, so no part of it can be given back',
  'verify charged-back': 'a verification has no sum, so nothing of it can be taken back',
}

/** What is known of charges by mistake. */
export const MISTAKES = ['no charge by mistake', 'charged by mistake', 'mistake reversed'] as const
type Mistake = (typeof MISTAKES)[number]

/** What of the money is possible in a row, for every intent. */
const POSSIBLE: Readonly<Record<Row, readonly Money[]>> = {
  open: ['unmoved'],
  sending: ['may-move'],
  redirect: ['may-move'],
  popup: ['may-move'],
  method: ['may-move'],
  challenge: ['may-move'],
  // An approval may wait for the counter of a limited offer.
  processing: ['may-move', 'moved'],
  // The gateway may take the approval back of what was paid.
  unknown: ['may-move', 'moved'],
  checked: ['unmoved'],
  approved: ['unmoved', 'moved'],
  captured: ['moved'],
  voided: ['unmoved', 'moved'],
  returned: ['unmoved', 'moved'],
  'partially-returned': ['moved'],
  'charged-back': ['moved'],
  // An earlier form of the gateway's may still be open.
  declined: ['unmoved', 'may-move', 'moved'],
  filtered: ['unmoved', 'may-move', 'moved'],
  error: ['unmoved', 'may-move', 'moved'],
  'given-up': ['unmoved', 'may-move', 'moved'],
  cancelled: ['unmoved', 'may-move', 'moved'],
  expired: ['unmoved', 'may-move', 'moved'],
}

/** The rows that an order can be in. */
export const ROWS = Object.keys(POSSIBLE) as readonly Row[]

const SETTLED: readonly Row[] = [
  'checked',
  ...(['approved', 'captured', 'voided', 'returned', 'partially-returned', 'charged-back'] as const),
]
const AT_FORM: readonly Row[] = ['redirect', 'popup']
const MOVING: readonly Row[] = [...AT_FORM, 'sending', 'method', 'challenge', 'processing']
const CLOSED: readonly Row[] = ['cancelled', 'expired']
const ENDED: readonly Row[] = ['declined', 'filtered', 'error', 'given-up', ...CLOSED]

/** A cell, and what is known of its money. */
export interface Known {
  readonly row: Row
  readonly intent: Intent
  readonly money: Money
  readonly mistake: Mistake
}

/** Why this cannot occur; `undefined` where it can. */
export function whyImpossible({ row, intent, money, mistake }: Known): string | undefined {
  const cell = `${intent} ${row}`
  if (isOdd(cell)) return ODD_CELLS[cell]
  if (mistake !== MISTAKES[0]) {
    if (!isCharge(intent)) return 'this charges nothing, so nothing by mistake either'
    if (row === 'open') return 'nobody has tried to pay'
  }
  if (intent === 'verify' && money === 'moved') return 'a verification takes no money'
  // An approval that was a mistake is no payment, and the shopper may pay after it.
  const isAfterMistake = money === 'moved' && MOVING.includes(row) && mistake !== MISTAKES[0]
  if (!isAfterMistake && !POSSIBLE[row].includes(money)) return reasonOf(row, money)
  if (SETTLED.includes(row)) return settledReason(row, intent, money)
  if (ENDED.includes(row)) return endedReason(row, intent, money, mistake)
  return
}

const isOdd = (cell: string): cell is OddCell => cell in ODD_CELLS

function reasonOf(row: Row, money: Money): string {
  if (row === 'open') return 'nobody has tried to pay'
  if (row === 'checked') return 'once its money moved, a payout is approved'
  if (SETTLED.includes(row))
    return money === 'unmoved' ? 'money has to move first' : 'what was settled is certain'
  if (money === 'moved') return 'an approval would be the payment'
  return AT_FORM.includes(row) ? 'somebody may be paying at the form' : 'the gateway has the request'
}

function settledReason(row: Row, intent: Intent, money: Money): string | undefined {
  const isHeld = money === 'unmoved'
  if (row === 'checked') return intent === 'payout' ? undefined : 'only a payout is checked before it is sent'
  if (intent === 'sale' && isHeld && row !== 'voided') return 'an approved sale has taken its money'
  if (intent === 'payout' && isHeld && row !== 'voided')
    return 'an approved payout without its money is `checked`'
  if (intent === 'preauth' && row === 'approved' && !isHeld) return 'a charged reservation is captured'
  return
}

function endedReason(row: Row, intent: Intent, money: Money, mistake: Mistake): string | undefined {
  if (intent === 'payout' && money !== 'unmoved' && !CLOSED.includes(row))
    return 'a payout has one attempt, and that failed'
  if (money === 'moved' && isCharge(intent) && mistake === MISTAKES[0])
    return 'an approval that is not the payment is a charge by mistake'
  return
}
