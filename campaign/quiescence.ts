/** Where an order stands in the end, for a report. Pure. */
import { isInDoubt, isUnderWay } from '../shared/order-status.ts'
import type { MerchantOrderView } from '../shared/order-view.ts'
import type { Made } from './scene.ts'

/**
 * Whether nothing of an order is under way any more. A doubt may stay, and so may a form that the shopper left. A bank gives up a
 * question that nobody answers, and the order has to learn of it.
 */
export function isQuiet(view: MerchantOrderView): boolean {
  const { status, followUps } = view
  return ![{ status }, ...followUps].some((one) => isUnderWay(one.status)) && !isBeingRepaired(view)
}

/** Whether others have to do something: the bank, or the gateway's people. */
export const isInNeed = ({ watch }: Made) => !watch?.last || !isQuiet(watch.last) || watch.last.needsAttention

/** A charge too many on its way back, or a stranger's transaction that is looked into; but nothing that is in doubt. */
const isBeingRepaired = ({ status, attempts, followUps, needsAttention }: MerchantOrderView) =>
  needsAttention && ![{ status }, ...attempts, ...followUps].some((one) => isInDoubt(one.status))

/** Why an order needs a person. @returns `undefined` if it does not. */
export function reasonOf(view: MerchantOrderView): string | undefined {
  const { needsAttention, status, attempts, followUps, error, transactions } = view
  if (!needsAttention) return undefined
  const inDoubt = followUps.find((one) => isInDoubt(one.status))
  if (inDoubt) return `${inDoubt.kind} in doubt`
  if (isInDoubt(status)) return `outcome in doubt: ${error?.code ?? 'the bank does not know'}`
  if (attempts.some((one) => isInDoubt(one.status))) return 'an attempt in doubt'
  return transactions.some(({ surplus }) => surplus) ? 'a charge too many' : 'a transaction of nobody'
}
