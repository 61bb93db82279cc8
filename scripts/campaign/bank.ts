/** The bank that answers late: gives what is kept back or unknown its outcome in the end. */
import type { Dice } from './dice.ts'
import type { Sandbox, Slice, Stage } from './sandbox.ts'

/** So many are never answered: they stay unknown, and are reported. */
const NEVER = 0.25

const APPROVES = 0.6

/** Settles what waits for the bank alone. A form that nobody filled in does not. */
export async function answerLate(sandbox: Sandbox, slice: Slice, dice: Dice): Promise<void> {
  for (const stage of slice.transactions) {
    if (!isWaiting(slice, stage) || dice.isLucky(NEVER)) continue
    await sandbox.settle(stage, dice.isLucky(APPROVES) ? 'approved' : 'declined')
  }
}

function isWaiting({ requests }: Slice, { status, clientOrderId }: Stage): boolean {
  const isKeptBack = () =>
    requests.some((one) => one.clientOrderId === clientOrderId && one.faults.includes('processing'))
  return status === 'unknown' || (status === 'processing' && isKeptBack())
}
