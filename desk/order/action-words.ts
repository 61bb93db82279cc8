/** What the dialog of an action says: by what the order is for, and by what is known of it. Pure. */
import type { FollowUpView, MerchantOrderView } from '../../shared/order-view.ts'
import type { ActionWords } from '../texts/actions-en.ts'
import type { Words } from '../texts/en.ts'
import type { Action } from './allowed-actions.ts'
import type { Doubt } from './doubt.ts'

/** What the words depend on, besides the action. */
export interface ActionSubject extends Pick<MerchantOrderView, 'intent'> {
  readonly card: MerchantOrderView['card'] | undefined
  /** What the declaration is about, as the person read it. */
  readonly doubt?: Doubt['kind'] | undefined
  /** The refund waits for a decision. */
  readonly waiting?: Pick<FollowUpView, 'kind'> | undefined
}

/** What the dialog says. */
export function actionWords(
  action: Action,
  { intent, card, doubt = intent, waiting }: ActionSubject,
  { confirm }: Words,
): ActionWords {
  if (action === 'not-accepted') return { ...confirm[action][intent], ...confirm.doubts[doubt] }
  if (action === 'approve' && waiting?.kind === 'void') return confirm['approve-void'][intent]
  if (action === 'approve' && waiting?.kind === 'capture') return confirm['approve-capture'][intent]
  return confirm[action === 'return' && !card ? 'return-elsewhere' : action][intent]
}
