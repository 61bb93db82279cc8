/** Where an order stands in the end, for a report. Pure. */
import type { MerchantOrderView } from '../shared/order-view.ts'
import type { Made } from './scene.ts'

/** A bank gives up a question that nobody answers, and the order has to learn of it, whatever told the step. */
const MOVING = ['sending', 'processing', 'method', 'challenge']

/** Whether nothing of an order moves any more, or it is known to be in doubt. A form that was left is nobody's doing. */
export function isQuiet(view: MerchantOrderView): boolean {
  const { status, followUps } = view
  const isMoving = MOVING.includes(status) || followUps.some((one) => MOVING.includes(one.status))
  return !isMoving && !isBeingRepaired(view)
}

/** Whether others have to do something: the bank, or the gateway's people. */
export const isInNeed = ({ watch }: Made) => !watch?.last || !isQuiet(watch.last) || watch.last.needsAttention

/** A charge too many on its way back, or a stranger's transaction that is looked into; but nothing that is in doubt. */
const isBeingRepaired = ({ status, attempts, followUps, needsAttention }: MerchantOrderView) =>
  needsAttention && ![{ status }, ...attempts, ...followUps].some((one) => one.status === 'unknown')

/** Why an order needs a person. @returns `undefined` if it does not. */
export function reasonOf(view: MerchantOrderView): string | undefined {
  const { needsAttention, status, attempts, followUps, error, transactions } = view
  if (!needsAttention) return undefined
  const inDoubt = followUps.find((one) => one.status === 'unknown')
  if (inDoubt) return `${inDoubt.kind} in doubt`
  if (status === 'unknown') return `outcome in doubt: ${error?.code ?? 'the bank does not know'}`
  if (attempts.some((one) => one.status === 'unknown')) return 'an attempt in doubt'
  return transactions.some(({ surplus }) => surplus) ? 'a charge too many' : 'a transaction of nobody'
}
