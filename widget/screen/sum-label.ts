/** What stands above the sum. Pure. */
import { isSettled } from '../../shared/order-status.ts'
import type { Intent, OrderView } from '../../shared/order-view.ts'
import { isCharge } from './charges-by-mistake.ts'
import type { LabelKey } from './english-texts.ts'

/**
 * The label of the sum. A sum to reserve, or one that is reserved, is no total: nobody has paid it. A card's check has no sum,
 * and who gets money reads it on the button.
 */
export function sumLabel(intent: Intent, view: Pick<OrderView, 'status'> | undefined): LabelKey | undefined {
  if (!isCharge(intent)) return
  if (intent !== 'preauth') return 'total'
  if (view?.status === 'approved') return 'preauth'
  return view && isSettled(view.status) ? 'total' : 'total.preauth'
}
