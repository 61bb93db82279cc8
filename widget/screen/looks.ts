/** How each panel looks, and what it offers where that is possible. Pure. */
import type { ShopperAction } from './actions.ts'
import type { PanelName, Row } from './panel.ts'

/** How a panel looks to somebody who does not read. */
type Mood = 'busy' | 'notice' | 'good' | 'bad' | 'calm'

/** How the tag shows one row of the table of words. */
export interface Look {
  readonly mood: Mood
  /** Without a mark, a spinner. */
  readonly mark?: 'clock' | 'cross' | 'check' | 'refund' | 'alert'
  /** Each is offered wherever it is possible, the most likely first. */
  readonly actions: readonly ShopperAction[]
  /** The payment was made, also where the money went back afterwards. */
  readonly hasReceipt?: true
}

const WAITING: Look = { mood: 'notice', mark: 'clock', actions: ['check'] }
const UNFINISHED: Look = { ...WAITING, actions: ['continue', 'another', 'cancel'] }
const BUSY: Look = { mood: 'busy', actions: [] }
const BANK: Look = { mood: 'busy', actions: ['continue', 'cancel'] }
const FAILED: Look = { mood: 'bad', mark: 'cross', actions: ['retry'] }
const OVER: Look = { mood: 'calm', mark: 'cross', actions: ['restart'] }
const PAID: Look = { mood: 'good', mark: 'check', actions: ['back', 'print', 'again'], hasReceipt: true }
const UNDONE: Look = { mood: 'calm', mark: 'refund', actions: ['again'], hasReceipt: true }

/** Panel → look. While money may have moved, none offers to pay. */
export const LOOKS: Readonly<Record<Row | Exclude<PanelName, 'empty'>, Look>> = {
  starting: BUSY,
  broken: { mood: 'bad', mark: 'alert', actions: [] },
  open: UNFINISHED,
  sending: BUSY,
  leaving: { mood: 'busy', actions: ['continue'] },
  redirect: UNFINISHED,
  popup: UNFINISHED,
  method: BANK,
  challenge: BANK,
  processing: WAITING,
  unknown: WAITING,
  // The shop has to act, and no look at the status hurries it.
  checked: { ...WAITING, actions: ['back', 'check'] },
  approved: PAID,
  captured: PAID,
  // No money moved.
  voided: { ...UNDONE, mark: 'cross' },
  returned: UNDONE,
  'partially-returned': UNDONE,
  'charged-back': UNDONE,
  declined: FAILED,
  // An edge of an older version tells it apart.
  filtered: FAILED,
  'given-up': { ...FAILED, mood: 'calm' },
  error: FAILED,
  cancelled: OVER,
  expired: OVER,
}
