/** The bank that answers late: gives what is kept back or unknown its outcome in the end. */

import type { Sandbox, Slice, Stage } from './ledger.ts'
import { Dice } from './random.ts'

/** So many payments of which the bank does not know are never answered: they stay unknown, and are reported. */
const NEVER = 0.25

const APPROVES = 0.6

/** Settles what waits for the bank alone. A form that nobody filled in does not. */
export async function answerLate(sandbox: Sandbox, slice: Slice): Promise<void> {
  for (const stage of waiting(slice)) {
    const dice = new Dice('bank', stage.clientOrderId, stage.type)
    const status = dice.isLucky(APPROVES) ? 'approved' : 'declined'
    if (stage.status === 'processing' || !dice.isLucky(NEVER)) await sandbox.settle(stage, status)
  }
}

const DIRECT = ['sale', 'preauth']

/** A bank does not wait for ever: a question to which no answer arrives ends in a decline. */
export async function giveUpWaiting(sandbox: Sandbox, { transactions, requests }: Slice): Promise<void> {
  const isDirect = ({ clientOrderId }: Stage) =>
    requests.some((one) => one.clientOrderId === clientOrderId && DIRECT.includes(one.operation))
  const asking = transactions.filter((stage) => stage.status === 'processing' && isDirect(stage))
  for (const stage of asking) await sandbox.settle(stage, 'declined')
}

/** Stages that only the bank can end. */
export const waiting = (slice: Slice): Stage[] =>
  slice.transactions.filter((stage) => isWaiting(slice, stage))

function isWaiting({ requests }: Slice, { status, clientOrderId }: Stage): boolean {
  const isKeptBack = () =>
    requests.some((one) => one.clientOrderId === clientOrderId && one.faults.includes('processing'))
  return status === 'unknown' || (status === 'processing' && isKeptBack())
}
