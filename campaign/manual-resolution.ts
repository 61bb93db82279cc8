/** What people settle by hand: a bank that answers late, and a merchant who asks the gateway's staff about a doubt. */
import { isInDoubt } from '../shared/order-status.ts'
import type { FollowUpView, MerchantOrderView } from '../shared/order-view.ts'
import { type OrderLedger, type Sandbox, waitingForBank } from './ledger.ts'
import { called } from './merchant-calls.ts'
import { Random } from './random.ts'
import type { PlacedOrder, Scene } from './scene.ts'

/** This share of the payments that the bank does not know stays unknown. The edge has to report them. */
const NEVER_KNOWN = 0.25

const APPROVED = 0.6

/** Decides every transaction that waits for the bank alone. An open form waits for its shopper. */
export async function answerAsBank(sandbox: Sandbox, ledger: OrderLedger): Promise<void> {
  for (const transaction of waitingForBank(ledger)) {
    const random = new Random('bank', transaction.clientOrderId, transaction.type)
    const status = random.isTrue(APPROVED) ? 'approved' : 'declined'
    if (transaction.status === 'processing' || !random.isTrue(NEVER_KNOWN))
      await sandbox.settle(transaction, status)
  }
}

/** Everything that people would do about an order now. */
export async function resolveByHand(scene: Scene, sandbox: Sandbox, order: PlacedOrder): Promise<void> {
  const ledger = await sandbox.ledgerOf(order.reference)
  await answerAsBank(sandbox, ledger)
  await declineUnansweredChallenges(sandbox, ledger)
  await declareNotAccepted(scene, order, ledger)
}

/** Operations at which a bank may challenge the shopper. */
const CHALLENGED = ['sale', 'preauth']

/** A bank does not wait for ever: it declines where the shopper leaves its challenge unanswered. */
async function declineUnansweredChallenges(sandbox: Sandbox, { transactions, requests }: OrderLedger) {
  const challenged = requests.filter(({ operation }) => CHALLENGED.includes(operation))
  const names = new Set(challenged.map(({ clientOrderId }) => clientOrderId))
  const open = transactions.filter(
    ({ status, clientOrderId }) => status === 'processing' && names.has(clientOrderId),
  )
  for (const transaction of open) await sandbox.settle(transaction, 'declined')
}

/** This share of the merchants asks. The others leave the doubt as it is: unknown, and reported. */
const ASKS = 0.5

/** Declares that the gateway did not accept a request in doubt, where its ledger has nothing of it. */
async function declareNotAccepted(scene: Scene, { watch, reference }: PlacedOrder, ledger: OrderLedger) {
  const view = watch?.last
  if (!view || !isMissing(view, ledger) || !new Random('people', reference).isTrue(ASKS)) return
  await called((options) => scene.pay.declareNotAccepted(view.id, doubtIn(view), options))
}

/** What is in doubt, by its number. */
function doubtIn({ followUps, attempts }: MerchantOrderView) {
  const followUp = followUps.find(({ status }) => isInDoubt(status))
  return followUp ? { followUp: followUp.number } : { attempt: attempts.at(-1)?.number ?? 0 }
}

/** Whether an order is in doubt about a request that the gateway never took. */
function isMissing(view: MerchantOrderView, ledger: OrderLedger): boolean {
  const followUp = view.followUps.find(({ status }) => isInDoubt(status))
  if (followUp) return isFollowUpMissing(followUp, view, ledger)
  const attempt = view.attempts.at(-1)
  if (!isInDoubt(view.status) || attempt === undefined || attempt.gatewayId !== undefined) return false
  return !ledger.transactions.some(({ clientOrderId }) => clientOrderId === attempt.clientOrderId)
}

/** One is under way at a time, so the last is in doubt. The edge reverses duplicate charges by the same operations. */
function isFollowUpMissing(
  { kind }: FollowUpView,
  { followUps, transactions }: MerchantOrderView,
  ledger: OrderLedger,
): boolean {
  if (transactions.some(({ surplus }) => surplus)) return false
  const sent = ledger.requests.filter(({ operation }) => operation === kind)
  const requested = followUps.filter((one) => one.kind === kind)
  return sent.length < requested.length || sent.at(-1)?.outcome !== 'accepted'
}
