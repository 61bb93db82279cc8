/** Verifies every order of a campaign, once nothing moves any more. */
import { setTimeout as pause } from 'node:timers/promises'
import { type Sandbox, waitingForBank } from './ledger.ts'
import { resolveByHand } from './manual-resolution.ts'
import { compare, type Finding, finding, untoldCharges } from './money-verification.ts'
import { compareOwners } from './ownership-verification.ts'
import { forEach } from './pool.ts'
import type { PlacedOrder, Scene } from './scene.ts'
import { isQuiescent, type SeenOrder, whyUnsettled } from './unsettled.ts'
import type { WebhookRecorder } from './webhook-recorder.ts'

/** An order with everything that is wrong with it. */
export interface VerifiedOrder {
  readonly order: PlacedOrder
  readonly view?: SeenOrder
  readonly findings: readonly Finding[]
  /** Which of two edges has it. Absent where there is one. */
  readonly edge?: number
  /** Another shop or edge has orders under the same reference. */
  readonly isShared: boolean
  /** The gateway has orders of another edge under the same reference. */
  readonly isOfTwoEdges: boolean
  /** Charges that the gateway never told the edge of. */
  readonly untold: number
}

/** What orders are verified by. */
export interface Verification {
  readonly scene: Scene
  readonly sandbox: Sandbox
  readonly webhooks: WebhookRecorder
  /** How long orders may take to settle once nothing disturbs them. */
  readonly limitMs: number
  /** By then the edge has done at least once everything that was due. */
  readonly leastMs: number
}

const AT_ONCE = 24

const BETWEEN_LOOKS_MS = 1_000

/** Waits until all orders are quiescent, or time is over, and verifies each. */
export async function verifyOrders(
  orders: readonly PlacedOrder[],
  by: Verification,
): Promise<VerifiedOrder[]> {
  const startedAt = Date.now()
  const isOver = () => Date.now() - startedAt > by.limitMs
  await untilQuiescent(orders, by, isOver, () => Date.now() - startedAt >= by.leastMs)
  let verified = await verifyAll(orders, by)
  // The edge finds by polling what it has not learned yet; only what stays wrong is damage.
  while (!isOver() && verified.some(hasFindings)) {
    await pause(BETWEEN_LOOKS_MS)
    verified = await verifyAgain(verified, by)
  }
  return verified
}

async function untilQuiescent(
  orders: readonly PlacedOrder[],
  by: Verification,
  isOver: () => boolean,
  isLeastOver: () => boolean,
): Promise<void> {
  // The views from while the orders were placed are old: much has happened since.
  let moving = [...orders]
  do {
    await forEach(moving, AT_ONCE, async ({ watch }) => void (await watch?.read()))
    await resolveAll(moving, by)
    moving = moving.filter((order) => order.watch && !isQuiescent(order.watch.last))
    await pause(BETWEEN_LOOKS_MS)
  } while (!isOver() && (moving.length > 0 || !isLeastOver()))
}

const resolveAll = (orders: readonly PlacedOrder[], { scene, sandbox }: Verification) =>
  forEach(orders.filter(needsPeople), AT_ONCE, (order) => resolveByHand(scene, sandbox, order))

async function verifyAgain(verified: readonly VerifiedOrder[], by: Verification): Promise<VerifiedOrder[]> {
  const right = verified.filter((one) => !hasFindings(one))
  const wrong = verified.filter(hasFindings).map(({ order }) => order)
  // An order that its shopper had left open at the first look may have begun to move since.
  await resolveAll(wrong, by)
  return [...right, ...(await verifyAll(wrong, by))]
}

const hasFindings = ({ findings }: VerifiedOrder) => findings.length > 0

async function verifyAll(orders: readonly PlacedOrder[], by: Verification): Promise<VerifiedOrder[]> {
  const verified: VerifiedOrder[] = []
  await forEach(orders, AT_ONCE, async (order) => void verified.push(await verifyOrder(order, by)))
  return verified
}

/** One order: its money, all views that its merchant saw, its rest, and its webhooks. */
async function verifyOrder(order: PlacedOrder, { sandbox, webhooks }: Verification): Promise<VerifiedOrder> {
  const { watch, reference, plan, requestedFollowUps } = order
  const view = await watch?.read()
  const ledger = await sandbox.ledgerOf(reference)
  const isShared = ledger.others.some(({ clientOrderId }) => !isOfWrongAnswer(clientOrderId))
  // A request without a host is one that a fault made.
  const isOfTwoEdges = ledger.others.some(({ owner, host }) => owner === 'shop' && host !== null)
  if (!watch || !view) {
    const findings = verifyUnseen(ledger.movements.length, watch !== undefined)
    return { order, findings, isShared, isOfTwoEdges, untold: 0 }
  }
  const isAtRest = isQuiescent(view) || waitingForBank(ledger).length > 0
  const evidence = { view, exponent: plan.exponent, ledger, requestedFollowUps }
  const findings = [
    ...compare(evidence),
    ...compareOwners({ view, ledger, reported: webhooks.idsOf(view.id) }),
    ...[...watch.contradictions].map((words) => finding('wrong outcome', words)),
    ...(isAtRest ? [] : [finding('not settled', whyUnsettled(view, ledger))]),
    ...webhooks.findings(view),
  ]
  return { order, view, findings, isShared, isOfTwoEdges, untold: untoldCharges(evidence) }
}

/** The sandbox makes such an order only to answer about it. */
const isOfWrongAnswer = (clientOrderId: string) => clientOrderId.endsWith('.of-another-shop')

/** An order that the edge cannot show must have moved no money. */
function verifyUnseen(movements: number, wasOpened: boolean): Finding[] {
  if (wasOpened) return [finding('not settled', 'the edge does not show it any more')]
  return movements > 0 ? [finding('lost outcome', `never opened, and money moved ${movements} times`)] : []
}

/** The bank, the merchant or the gateway's staff has to act before the order can settle. */
export const needsPeople = ({ watch }: PlacedOrder) =>
  !watch?.last || !isQuiescent(watch.last) || watch.last.needsAttention
