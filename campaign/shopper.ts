/** An order that a shopper pays on the shop's page: opened, paid in one or more tries, perhaps given up. */

import { toDecimal } from '../shared/money.ts'
import { isAtBank, isAtForm, isFailed, isFinal, isPayable } from '../shared/order-status.ts'
import type { MerchantOrderView, OrderView } from '../shared/order-view.ts'
import { CUSTOMER } from './cards.ts'
import { goThrough, payment } from './gateway-pages.ts'
import { ofKind } from './order-kinds.ts'
import type { OrderWatch } from './order-watch.ts'
import type { Plan, Visit } from './plan.ts'
import { type Made, type Scene, watchOf } from './scene.ts'

/** Longer than the proof that a request never arrived takes; after that the shopper goes away. */
const SHOPPER_WAITS_MS = 12_000

/** An order that was opened, and the token that pays it. */
interface Opened {
  readonly watch: OrderWatch
  readonly token: string
}

/** Opens an order and pays it as planned. */
export async function sellOrder(scene: Scene, plan: Plan): Promise<Made> {
  const reference = `${plan.name}-1`
  const opened = await open(scene, plan, reference)
  if (!opened) return { plan, reference, wanted: [] }
  const late = new Set<string>()
  for (const [index, visit] of plan.visits.entries()) {
    if (!(await pays(scene, plan, opened, { visit, number: index + 1, late }))) break
  }
  if (plan.givesUp && late.size > 0) await giveUp(scene, opened)
  // Whoever left a page open pays there in the end.
  for (const url of late) await goThrough(scene.walker, url, { card: 'approves' })
  return { plan, reference, watch: opened.watch, wanted: [] }
}

async function open(scene: Scene, plan: Plan, reference: string): Promise<Opened | undefined> {
  const { intent, method = 'hosted' } = ofKind(plan.kind)
  const amount = intent === 'verify' ? {} : { amount: toDecimal(plan.amountMinor, plan.exponent) }
  const body = {
    ...{ reference, intent, ...amount, currency: plan.currency, description: 'Mug', customer: CUSTOMER },
    ...{ methods: [method], returnUrl: `${scene.addresses.shop}/back.html` },
  }
  const call = { method: 'POST', path: '/v1/orders', token: scene.merchantKey, body } as const
  const answer = await scene.caller.insist(call, plan.haste)
  if (answer.status !== 200) return undefined
  const { order, token } = answer.body as { order: OrderView; token: string }
  return { watch: watchOf(scene, order.id, reference), token }
}

interface Try {
  readonly visit: Visit
  readonly number: number
  /** Pages that were left and are paid at the end. */
  readonly late: Set<string>
}

/** @returns Whether another try makes sense. */
async function pays(scene: Scene, plan: Plan, { watch, token }: Opened, { visit, number, late }: Try) {
  const path = `/v1/orders/${watch.id}/pay`
  const body = payment(ofKind(plan.kind), visit)
  const key = `pay-${plan.name}-try-${number}`
  const call = { method: 'POST', path, token, key, body } as const
  const tab = { 'same-key': key, 'other-key': `pay-${plan.name}-tab-${number}`, none: undefined }[
    visit.secondTab
  ]
  const [answer] = await Promise.all([
    scene.caller.insist(call, visit.haste),
    tab && scene.caller.insist({ ...call, key: tab }, 'none'),
  ])
  const isTaken = answer.status === 200 || answer.status === 409
  return isTaken && hasFailed(await followed(scene, watch, visit, late))
}

/** Whether the shopper may and will try again. */
const hasFailed = (view: MerchantOrderView | undefined) =>
  view !== undefined && isPayable(view.status) && !isFinal(view.status)

/** Does what the order asks its shopper to do, until there is an outcome or the shopper has left. */
async function followed(scene: Scene, watch: OrderWatch, visit: Visit, late: Set<string>) {
  const deadline = Date.now() + SHOPPER_WAITS_MS
  const been = new Set<string>()
  for (;;) {
    const view = await watch.until((seen) => isAnswer(seen, been), deadline - Date.now())
    const step = view && stepOf(view, been)
    if (!view || !step || Date.now() > deadline) return view
    if (view.status === 'redirect' && (visit.atPage === 'leaves' || visit.atPage === 'is-late')) {
      if (visit.atPage === 'is-late') late.add(step)
      return view
    }
    const isGone = await goThrough(scene.walker, step, {
      card: visit.card,
      cancels: visit.atPage === 'cancels',
    })
    if (isGone) been.add(`${view.status} ${step}`)
  }
}

/** Where the shopper has to go and has not been. */
const stepOf = ({ status, action }: MerchantOrderView, been: ReadonlySet<string>) =>
  (isAtForm(status) || isAtBank(status)) && action && !been.has(`${status} ${action.url}`)
    ? action.url
    : undefined

const isAnswer = (view: MerchantOrderView, been: ReadonlySet<string>) =>
  stepOf(view, been) !== undefined || isFinal(view.status) || isFailed(view.status)

async function giveUp(scene: Scene, { watch, token }: Opened): Promise<void> {
  const call = { method: 'POST', path: `/v1/orders/${watch.id}/cancel`, token, body: {} } as const
  await scene.caller.insist(call, 'none')
}
