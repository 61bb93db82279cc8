/** Orders that a merchant's server places with no shopper present, and its follow-ups of every order. */
import { setTimeout as pause } from 'node:timers/promises'
import {
  type CallOptions,
  type FollowedUp,
  isPayError,
  type MerchantClient,
  type Named,
  type PartRequest,
} from '../packages/server/src/server.ts'
import { toDecimal } from '../shared/money.ts'
import { isDecided, isFailed, isUncertain } from '../shared/order-status.ts'
import type { FollowUpKind, MerchantOrderView } from '../shared/order-view.ts'
import { type CardName, CUSTOMER, cardIn, receivingCard } from './cards.ts'
import type { PlannedFollowUp } from './follow-up-plan.ts'
import { type Call, called, type Outcome } from './merchant-calls.ts'
import type { Kind } from './order-kinds.ts'
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
    const order = { plan, card: attempt.card, reference, ...(source?.cardRef && { cardRef: source.cardRef }) }
    const watch = await place(scene, requestOf(scene.pay, plan.kind, order), attempt)
    placed.push({ plan, reference, requestedFollowUps: [], ...(watch && { watch }) })
    if (!watch?.last || !isFailed(watch.last.status)) break
  }
  return [...(source?.placed ?? []), ...placed]
}

/** @returns `undefined` where the edge never answered with the order's id. */
async function place(
  scene: Scene,
  call: Call,
  { repeat, secondTab }: Pick<PlannedAttempt, 'repeat' | 'secondTab'>,
): Promise<OrderWatch | undefined> {
  const [{ order }] = await Promise.all([called(call, repeat), secondTab !== 'none' && called(call)])
  if (!order) return undefined
  const watch = new OrderWatch(scene, order.id)
  await watch.until(({ status }) => isDecided(status), SERVER_WAITS_MS)
  return watch
}

const money = ({ amountMinor, exponent, currency }: Plan) => ({
  amount: toDecimal(amountMinor, exponent),
  currency,
})

/** An order that a server is to place. */
interface ServerOrder {
  readonly plan: Plan
  readonly card: CardName
  readonly reference: string
  /** Of a rebill. */
  readonly cardRef?: string
}

type Request = (pay: MerchantClient, order: ServerOrder) => Call

const payout = ({ plan, card, reference }: ServerOrder) => ({
  ...{ reference, ...money(plan), description: 'Winnings' },
  to: { card: { number: receivingCard(card) } },
})

const REQUESTS: Partial<Record<Kind, Request>> = {
  rebill: (pay, { plan, card, reference, cardRef = '' }) => {
    const body = { reference, ...money(plan), cardRef, cvv: cardIn(card).cvv, description: 'Tea' }
    return (options) => pay.createRebill(body, options)
  },
  'direct verification': (pay, { card, reference }) => {
    const body = { reference, description: 'Check', card: cardIn(card), customer: CUSTOMER }
    return (options) => pay.verifyCard(body, options)
  },
  payout: (pay, order) => (options) => pay.createPayout(payout(order), options),
  'payout in two steps': (pay, order) => (options) => pay.checkPayout(payout(order), options),
  transfer: (pay, { plan, card, reference }) => {
    const body = {
      reference,
      ...money(plan),
      from: 'deposit',
      to: { cardNumber: receivingCard(card) },
    } as const
    return (options) => pay.createTransfer(body, options)
  },
  'card eligibility': (pay, { card, reference }) => {
    const { cvv: _, ...withoutCode } = cardIn(card)
    return (options) => pay.checkPanEligibility({ reference, card: withoutCode }, options)
  },
}

/** @throws {TypeError} If a shopper places orders of this kind. */
function requestOf(pay: MerchantClient, kind: Kind, order: ServerOrder): Call {
  const request = REQUESTS[kind]
  if (!request) throw new TypeError(`no server places a ${kind}`)
  return request(pay, order)
}

/** Verifies a card, and has the gateway keep it for later charges. */
async function keepCard(scene: Scene, plan: Plan): Promise<{ placed: PlacedOrder[]; cardRef?: string }> {
  const verification: Plan = { ...plan, kind: 'direct verification' }
  const placed: PlacedOrder[] = []
  for (const [index, attempt] of plan.attempts.entries()) {
    const reference = `${plan.name}-card-${index + 1}`
    const order = { plan: verification, card: 'approved', reference } as const
    const watch = await place(scene, requestOf(scene.pay, verification.kind, order), attempt)
    placed.push({ plan: verification, reference, requestedFollowUps: [], ...(watch && { watch }) })
    const cardRef = watch?.last?.status === 'approved' ? await cardRefOf(scene, watch) : undefined
    if (cardRef) return { placed, cardRef }
  }
  return { placed }
}

/** @returns `undefined` where the gateway makes none. */
async function cardRefOf({ pay }: Scene, { id }: OrderWatch): Promise<string | undefined> {
  try {
    return (await pay.createCardReference(id, { version: 'v2' })).cardRef
  } catch (error) {
    if (isPayError(error)) return undefined
    throw error
  }
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
  /** Its tries have names of their own, which begin with this. */
  readonly name: string
}

async function carryOut(scene: Scene, watch: OrderWatch, task: FollowUpTask): Promise<void> {
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    const count = watch.last?.followUps.length ?? 0
    const first = requestInTurn(scene, watch, { ...task, name: `${task.name}-${tries}` })
    const isDoubled = task.planned.byTwoClerks && tries === 1
    const second = isDoubled && request(scene, watch, { ...task, name: `${task.name}-b` })
    const [{ refusal }] = await Promise.all([first, second])
    const view = await watch.until(({ followUps }) => areOver(followUps), FOLLOW_UP_WAITS_MS)
    const added = view?.followUps.slice(count) ?? []
    const isDone =
      added.length === 0 ? refusal?.status === 409 : added.some(({ status }) => status === 'approved')
    if (isDone || !view || !areOver(view.followUps)) return
  }
}

const areOver = (followUps: MerchantOrderView['followUps']) =>
  followUps.every(({ status }) => !isUncertain(status))

/** Requests a follow-up, and again while another one is under way. One of two clerks takes no for an answer. */
async function requestInTurn(scene: Scene, watch: OrderWatch, task: FollowUpTask): Promise<Outcome> {
  for (let waits = 0; ; waits += 1) {
    const outcome = await request(scene, watch, task)
    const isBlocked = outcome.refusal?.code === 'follow-up-in-flight'
    if (!isBlocked || waits >= MOST_WAITS || task.planned.byTwoClerks) return outcome
    await pause(WAIT_MS)
  }
}

async function request({ pay }: Scene, watch: OrderWatch, task: FollowUpTask): Promise<Outcome> {
  const { plan, planned, name: id } = task
  const { amountMinor } = planned
  const sum =
    amountMinor === undefined
      ? {}
      : { amount: toDecimal(amountMinor, plan.exponent), currency: plan.currency }
  const outcome = await called(
    (options) => FOLLOW_UPS[planned.kind](pay, watch.id, { id, ...sum }, options),
    plan.repeat,
  )
  if (outcome.order) watch.record(outcome.order)
  return outcome
}

type FollowUp = (
  pay: MerchantClient,
  order: string,
  request: Named & PartRequest,
  options?: CallOptions,
) => Promise<FollowedUp>

const FOLLOW_UPS: Readonly<Record<FollowUpKind, FollowUp>> = {
  capture: (pay, ...given) => pay.capture(...given),
  void: (pay, ...given) => pay.void(...given),
  return: (pay, ...given) => pay.refund(...given),
  'payout-pay': (pay, ...given) => pay.payCheckedPayout(...given),
}
