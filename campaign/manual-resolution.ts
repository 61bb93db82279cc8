/** A merchant who asks the gateway's people what became of a request, and tells the edge. */
import { isInDoubt } from '../shared/order-status.ts'
import type { FollowUpView, MerchantOrderView } from '../shared/order-view.ts'
import type { Slice } from './ledger.ts'
import { Dice } from './random.ts'
import type { Made, Scene } from './scene.ts'

/** The others leave it as it is: unknown, and reported. */
const ASK = 0.5

/** Declares what is in doubt not to be accepted, where the gateway's ledger has nothing of it. */
export async function declare(scene: Scene, { watch, reference }: Made, slice: Slice): Promise<void> {
  const view = watch?.last
  if (!view || !isNowhere(view, slice) || !new Dice('people', reference).isLucky(ASK)) return
  const path = `/v1/orders/${view.id}/not-accepted`
  const call = { method: 'POST', path, token: scene.merchantKey, body: {} } as const
  await scene.caller.insist(call, 'none')
}

function isNowhere(view: MerchantOrderView, slice: Slice): boolean {
  const inDoubt = view.followUps.find(({ status }) => isInDoubt(status))
  if (inDoubt) return isUntaken(inDoubt, view, slice)
  const attempt = view.attempts.at(-1)
  const isSent = slice.transactions.some(({ clientOrderId }) => clientOrderId === attempt?.clientOrderId)
  return isInDoubt(view.status) && attempt !== undefined && attempt.gatewayId === undefined && !isSent
}

/** The last one is in doubt, since one is under way at a time. Charges too many go back by the same operations. */
function isUntaken({ kind }: FollowUpView, { followUps, transactions }: MerchantOrderView, slice: Slice) {
  if (transactions.some(({ surplus }) => surplus)) return false
  const sent = slice.requests.filter(({ operation }) => operation === kind)
  const wanted = followUps.filter((one) => one.kind === kind)
  return sent.length < wanted.length || sent.at(-1)?.outcome !== 'accepted'
}
