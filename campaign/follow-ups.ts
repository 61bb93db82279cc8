/** What a merchant does with a payment afterwards, until it is done or has failed for certain. */

import { toDecimal } from '../shared/money.ts'
import { isUncertain } from '../shared/order-status.ts'
import type { FollowUpKind, MerchantOrderView } from '../shared/order-view.ts'
import type { Answer } from './edge-client.ts'
import type { Wish } from './follow-up-plan.ts'
import type { OrderWatch } from './order-watch.ts'
import { pause } from './pause.ts'
import type { Plan } from './plan.ts'
import type { Made, Scene } from './scene.ts'
import { orderIn } from './server.ts'

/** As long as for a payment. */
const MERCHANT_WAITS_MS = 10_000

/** Tries under keys of their own; each begins only after the one before has failed for certain. */
const MOST_TRIES = 2

/** Another clerk's follow-up is under way: how often and how long that is waited for. */
const MOST_WAITS = 8
const WAIT_MS = 400

/** Fulfils the wishes of a paid order one after the other. */
export async function followUp(scene: Scene, { plan, watch, wanted }: Made): Promise<void> {
  if (!watch) return
  for (const [index, wish] of plan.wishes.entries()) {
    if (!mayFollow(watch.last)) return
    wanted.push(wish)
    await fulfil(scene, watch, { plan, wish, name: `then-${plan.name}-wish-${index + 1}` })
  }
}

const mayFollow = (view: MerchantOrderView | undefined) =>
  view !== undefined && ['approved', 'captured', 'partially-returned'].includes(view.status)

interface Task {
  readonly plan: Plan
  readonly wish: Wish
  readonly name: string
}

async function fulfil(scene: Scene, watch: OrderWatch, { plan, wish, name }: Task): Promise<void> {
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    const count = watch.last?.followUps.length ?? 0
    const first = asked(scene, watch, { plan, wish, name: `${name}-${tries}` })
    const second =
      wish.isTwice && tries === 1 ? clerk(scene, watch, { plan, wish, name: `${name}-b` }) : undefined
    const [answer] = await Promise.all([first, second])
    const view = await watch.until(({ followUps }) => isOver(followUps), MERCHANT_WAITS_MS)
    const mine = view?.followUps.slice(count) ?? []
    const isDone =
      mine.length === 0 ? answer.status === 409 : mine.some(({ status }) => status === 'approved')
    if (isDone || !view || !isOver(view.followUps)) return
  }
}

const isOver = (followUps: MerchantOrderView['followUps']) =>
  followUps.every(({ status }) => !isUncertain(status))

/** Asks for it; while something else is under way, again. */
async function asked(scene: Scene, watch: OrderWatch, task: Task): Promise<Answer> {
  for (let waits = 0; ; waits += 1) {
    const answer = await request(scene, watch, task)
    const code = (answer.body as { code?: string } | undefined)?.code
    if (code !== 'follow-up-in-flight' || waits >= MOST_WAITS || task.wish.isTwice) return answer
    await pause(WAIT_MS)
  }
}

/** Another clerk wants the same at the same moment, and takes no for an answer. */
const clerk = (scene: Scene, watch: OrderWatch, task: Task) => request(scene, watch, task)

async function request(scene: Scene, watch: OrderWatch, { plan, wish, name }: Task): Promise<Answer> {
  const { kind, amountMinor } = wish
  const { exponent, currency } = plan
  const body = amountMinor === undefined ? {} : { amount: toDecimal(amountMinor, exponent), currency }
  const call = {
    method: 'POST',
    path: PATHS[kind](watch.id),
    token: scene.merchantKey,
    key: name,
    body,
  } as const
  const answer = await scene.caller.insist(call, plan.haste)
  const view = orderIn(answer.body)
  if (view?.followUps) watch.saw(view)
  return answer
}

const PATHS: Readonly<Record<FollowUpKind, (id: string) => string>> = {
  capture: (id) => `/v1/orders/${id}/capture`,
  void: (id) => `/v1/orders/${id}/void`,
  return: (id) => `/v1/orders/${id}/return`,
  'payout-pay': (id) => `/v1/payout-checks/${id}/pay`,
}
