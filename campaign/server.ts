/** Orders that a merchant's server places with no shopper present, and its follow-ups of every order. */
import { setTimeout as pause } from 'node:timers/promises'
import { toDecimal } from '../shared/money.ts'
import { isDecided, isFailed, isUncertain } from '../shared/order-status.ts'
import type { CardReference, FollowUpKind, MerchantOrderView } from '../shared/order-view.ts'
import { type CardName, CUSTOMER, cardIn, receivingCard } from './cards.ts'
import type { Answer } from './edge-client.ts'
import type { PlannedFollowUp } from './follow-up-plan.ts'
import { type Kind, traitsOf } from './order-kinds.ts'
import type { Plan, PlannedAttempt } from './plan.ts'
import { OrderWatch, type PlacedOrder, type Scene } from './scene.ts'

/** A person looks into whatever has no outcome by then. */
const SERVER_WAITS_MS = 12_000

/** Places an order as planned; after a definite failure another one under another reference. */
export async function placeServerOrders(scene: Scene, plan: Plan): Promise<PlacedOrder[]> {
  const source = plan.kind === 'rebill' ? await keepCard(scene, plan) : undefined
  if (plan.kind === 'rebill' && !source?.cardRef) return source?.placed ?? []
  const placed: PlacedOrder[] = []
  for (const [index, attempt] of plan.attempts.entries()) {
    const reference = `${plan.name}-${index + 1}`
    const body = { ...bodyOf(plan, attempt.card, source?.cardRef), reference }
    const watch = await place(scene, traitsOf(plan.kind).path ?? '', body, attempt)
    placed.push({ plan, reference, requestedFollowUps: [], ...(watch && { watch }) })
    if (!watch?.last || !isFailed(watch.last.status)) break
  }
  return [...(source?.placed ?? []), ...placed]
}

/** @returns `undefined` where the edge never answered with the order's id. */
async function place(
  scene: Scene,
  path: string,
  body: object,
  { repeat, secondTab }: PlannedAttempt,
): Promise<OrderWatch | undefined> {
  const request = { method: 'POST', path, token: scene.merchantKey, body } as const
  const [answer] = await Promise.all([
    scene.edge.sendUntilAnswered(request, repeat),
    secondTab !== 'none' && scene.edge.sendUntilAnswered(request),
  ])
  const order = orderIn(answer.body)
  if (!order) return undefined
  const watch = new OrderWatch(scene, order.id)
  await watch.until(({ status }) => isDecided(status), SERVER_WAITS_MS)
  return watch
}

/** The order within an answer, be it a refusal. */
function orderIn(body: unknown): MerchantOrderView | undefined {
  const { id, order } = (body ?? {}) as { id?: string; order?: MerchantOrderView }
  return order ?? (id === undefined ? undefined : (body as MerchantOrderView))
}

type Body = (plan: Plan, card: CardName, cardRef: string) => object

const money = ({ amountMinor, exponent, currency }: Plan) => ({
  amount: toDecimal(amountMinor, exponent),
  currency,
})

const payoutBody: Body = (plan, card) => ({ ...money(plan), to: { card: { number: receivingCard(card) } } })

const BODIES: Partial<Record<Kind, Body>> = {
  rebill: (plan, card, cardRef) => ({
    ...money(plan),
    ...{ cardRef, cvv: cardIn(card).cvv, description: 'Tea' },
  }),
  'direct verification': (_, card) => ({ description: 'Check', card: cardIn(card), customer: CUSTOMER }),
  payout: payoutBody,
  'payout in two steps': payoutBody,
  transfer: (plan, card) => ({
    ...money(plan),
    ...{ from: 'deposit', to: { cardNumber: receivingCard(card) } },
  }),
  'card eligibility': (_, card) => {
    const { cvv: __, ...withoutCode } = cardIn(card)
    return { card: withoutCode }
  },
}

const bodyOf = (plan: Plan, card: CardName, cardRef = '') => BODIES[plan.kind]?.(plan, card, cardRef) ?? {}

/** Verifies a card, and has the gateway keep it for later charges. */
async function keepCard(scene: Scene, plan: Plan): Promise<{ placed: PlacedOrder[]; cardRef?: string }> {
  const verification: Plan = { ...plan, kind: 'direct verification' }
  const placed: PlacedOrder[] = []
  for (const [index, attempt] of plan.attempts.entries()) {
    const reference = `${plan.name}-card-${index + 1}`
    const body = { ...bodyOf(verification, 'approved'), reference }
    const watch = await place(scene, '/v1/verifications', body, attempt)
    placed.push({ plan: verification, reference, requestedFollowUps: [], ...(watch && { watch }) })
    const cardRef = watch?.last?.status === 'approved' ? await cardRefOf(scene, watch) : undefined
    if (cardRef) return { placed, cardRef }
  }
  return { placed }
}

async function cardRefOf({ edge, merchantKey }: Scene, { id }: OrderWatch): Promise<string | undefined> {
  const path = `/v1/orders/${id}/card-ref`
  const request = { method: 'POST', path, token: merchantKey, body: { version: 'v2' } } as const
  const { status, body } = await edge.sendUntilAnswered(request)
  return status === 200 ? (body as CardReference).cardRef : undefined
}

/** As long as for a payment. */
const FOLLOW_UP_WAITS_MS = 10_000

/** Tries under keys of their own; each begins only after the one before has failed for certain. */
const MOST_TRIES = 2

/** How often and how long a clerk waits while another follow-up is under way. */
const MOST_WAITS = 8
const WAIT_MS = 400

/** The runtime drops an object ten seconds after its last work, and the last work comes some seconds after the payment. */
const SLEEP_MS = 20_000

/** Carries out the planned follow-ups of a paid order, one after the other, each until it is done or has failed. */
export async function followUp(
  scene: Scene,
  { plan, watch, requestedFollowUps }: PlacedOrder,
): Promise<void> {
  if (!watch) return
  if (plan.sleepsBetween && plan.followUps.length > 0) await pause(SLEEP_MS)
  for (const [index, planned] of plan.followUps.entries()) {
    if (!mayFollowUp(watch.last)) return
    requestedFollowUps.push(planned)
    await carryOut(scene, watch, { plan, planned, name: `then-${plan.name}-wish-${index + 1}` })
  }
}

const mayFollowUp = (view: MerchantOrderView | undefined) =>
  view !== undefined && ['approved', 'captured', 'partially-returned'].includes(view.status)

interface FollowUpTask {
  readonly plan: Plan
  readonly planned: PlannedFollowUp
  /** Its idempotency keys begin with this name. */
  readonly name: string
}

async function carryOut(scene: Scene, watch: OrderWatch, task: FollowUpTask): Promise<void> {
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    const count = watch.last?.followUps.length ?? 0
    const first = requestInTurn(scene, watch, { ...task, name: `${task.name}-${tries}` })
    const isDoubled = task.planned.byTwoClerks && tries === 1
    const second = isDoubled && request(scene, watch, { ...task, name: `${task.name}-b` })
    const [answer] = await Promise.all([first, second])
    const view = await watch.until(({ followUps }) => areOver(followUps), FOLLOW_UP_WAITS_MS)
    const added = view?.followUps.slice(count) ?? []
    const isDone =
      added.length === 0 ? answer.status === 409 : added.some(({ status }) => status === 'approved')
    if (isDone || !view || !areOver(view.followUps)) return
  }
}

const areOver = (followUps: MerchantOrderView['followUps']) =>
  followUps.every(({ status }) => !isUncertain(status))

/** Requests a follow-up, and again while another one is under way. One of two clerks takes no for an answer. */
async function requestInTurn(scene: Scene, watch: OrderWatch, task: FollowUpTask): Promise<Answer> {
  for (let waits = 0; ; waits += 1) {
    const answer = await request(scene, watch, task)
    const code = (answer.body as { code?: string } | undefined)?.code
    const isBlocked = code === 'follow-up-in-flight'
    if (!isBlocked || waits >= MOST_WAITS || task.planned.byTwoClerks) return answer
    await pause(WAIT_MS)
  }
}

async function request(
  { edge, merchantKey }: Scene,
  watch: OrderWatch,
  { plan, planned, name }: FollowUpTask,
) {
  const { kind, amountMinor } = planned
  const { exponent, currency } = plan
  const body = amountMinor === undefined ? {} : { amount: toDecimal(amountMinor, exponent), currency }
  const path = PATHS[kind](watch.id)
  const answer = await edge.sendUntilAnswered(
    { method: 'POST', path, token: merchantKey, key: name, body },
    plan.repeat,
  )
  const view = orderIn(answer.body)
  if (view?.followUps) watch.record(view)
  return answer
}

const PATHS: Readonly<Record<FollowUpKind, (id: string) => string>> = {
  capture: (id) => `/v1/orders/${id}/capture`,
  void: (id) => `/v1/orders/${id}/void`,
  return: (id) => `/v1/orders/${id}/return`,
  'payout-pay': (id) => `/v1/payout-checks/${id}/pay`,
}
