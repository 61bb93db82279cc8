/** Where an order stands in the end, for a report. Pure. */
import type { MerchantOrderView } from '../../shared/order-view.ts'
import type { Made } from './scene.ts'

const MOVING = ['sending', 'processing']

/** Whether nothing of an order moves any more, or it is known to be in doubt. What a shopper left open is nobody's doing. */
export function isQuiet({ status, followUps, needsAttention }: MerchantOrderView): boolean {
  const isMoving = MOVING.includes(status) || followUps.some((one) => MOVING.includes(one.status))
  return !isMoving && !isBeingRepaired(status, followUps, needsAttention)
}

/** Whether others have to do something: the bank, or the gateway's people. */
export const isInNeed = ({ watch }: Made) => !watch?.last || !isQuiet(watch.last) || watch.last.needsAttention

/** A charge too many on its way back, or a stranger's transaction that is looked into. */
const isBeingRepaired = (
  status: string,
  followUps: MerchantOrderView['followUps'],
  needsAttention: boolean,
) => needsAttention && status !== 'unknown' && !followUps.some((one) => one.status === 'unknown')

/** Why an order needs a person. @returns `undefined` if it does not. */
export function reasonOf({ needsAttention, status, followUps, error, transactions }: MerchantOrderView) {
  if (!needsAttention) return undefined
  const inDoubt = followUps.find((one) => one.status === 'unknown')
  if (inDoubt) return `${inDoubt.kind} in doubt`
  if (status === 'unknown') return `outcome in doubt: ${error?.code ?? 'the bank does not know'}`
  return transactions.some(({ surplus }) => surplus) ? 'a charge too many' : 'a transaction of nobody'
}
