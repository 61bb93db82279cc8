/** Orders that a merchant's server makes with no shopper present. */
import { toDecimal } from '../shared/money.ts'
import { isDecided, isFailed } from '../shared/order-status.ts'
import type { CardReference, MerchantOrderView } from '../shared/order-view.ts'
import { CUSTOMER, cardIn, receiver } from './cards.ts'
import { type CardName, type Kind, ofKind } from './order-kinds.ts'
import type { OrderWatch } from './order-watch.ts'
import type { Plan, Visit } from './plan.ts'
import { type Made, type Scene, watchOf } from './scene.ts'

/** A server looks again later; what is not known by then is looked at by a person. */
const SERVER_WAITS_MS = 12_000

/** Makes an order as planned; after a definite failure another one under another name. */
export async function makeOrders(scene: Scene, plan: Plan): Promise<Made[]> {
  const source = plan.kind === 'rebill' ? await keptCard(scene, plan) : undefined
  if (plan.kind === 'rebill' && !source?.cardRef) return source?.made ?? []
  const made: Made[] = []
  for (const [index, visit] of plan.visits.entries()) {
    const reference = `${plan.name}-${index + 1}`
    const body = { ...bodyOf(plan, visit.card, source?.cardRef), reference }
    const watch = await make(scene, ofKind(plan.kind).path ?? '', body, visit)
    made.push({ plan, reference, wanted: [], ...(watch && { watch }) })
    if (!watch?.last || !isFailed(watch.last.status)) break
  }
  return [...(source?.made ?? []), ...made]
}

/** @returns `undefined` where the edge never told what the order's name is. */
async function make(
  scene: Scene,
  path: string,
  body: { readonly reference: string },
  { haste, secondTab }: Visit,
): Promise<OrderWatch | undefined> {
  const call = { method: 'POST', path, token: scene.merchantKey, body } as const
  const [answer] = await Promise.all([
    scene.caller.insist(call, haste),
    secondTab !== 'none' && scene.caller.insist(call, 'none'),
  ])
  const order = orderIn(answer.body)
  if (!order) return undefined
  const watch = watchOf(scene, order.id, body.reference)
  await watch.until(({ status }) => isDecided(status), SERVER_WAITS_MS)
  return watch
}

/** The order as an answer shows it, be it a refusal. */
export function orderIn(body: unknown): MerchantOrderView | undefined {
  const { id, order } = (body ?? {}) as { id?: string; order?: MerchantOrderView }
  return order ?? (id === undefined ? undefined : (body as MerchantOrderView))
}

type Body = (plan: Plan, card: CardName, cardRef: string) => object

const sum = ({ amountMinor, exponent, currency }: Plan) => ({
  amount: toDecimal(amountMinor, exponent),
  currency,
})

const paidOut: Body = (plan, card) => ({ ...sum(plan), to: { card: { number: receiver(card) } } })

const BODIES: Partial<Record<Kind, Body>> = {
  rebill: (plan, card, cardRef) => ({
    ...sum(plan),
    ...{ cardRef, cvv: cardIn(card).cvv, description: 'Tea' },
  }),
  'direct verification': (_, card) => ({ description: 'Check', card: cardIn(card), customer: CUSTOMER }),
  payout: paidOut,
  'payout in two steps': paidOut,
  transfer: (plan, card) => ({ ...sum(plan), from: 'deposit', to: { cardNumber: receiver(card) } }),
  'card eligibility': (_, card) => {
    const { cvv: __, ...known } = cardIn(card)
    return { card: known }
  },
}

const bodyOf = (plan: Plan, card: CardName, cardRef = '') => BODIES[plan.kind]?.(plan, card, cardRef) ?? {}

/** Verifies a card and has the gateway keep it. */
async function keptCard(scene: Scene, plan: Plan): Promise<{ made: Made[]; cardRef?: string }> {
  const made: Made[] = []
  for (const [index, visit] of plan.visits.entries()) {
    const reference = `${plan.name}-card-${index + 1}`
    const body = { description: 'Check', card: cardIn('approves'), customer: CUSTOMER, reference }
    const watch = await make(scene, '/v1/verifications', body, visit)
    made.push({
      plan: { ...plan, kind: 'direct verification' },
      reference,
      wanted: [],
      ...(watch && { watch }),
    })
    const cardRef = watch?.last?.status === 'approved' ? await cardRefOf(scene, watch) : undefined
    if (cardRef) return { made, cardRef }
  }
  return { made }
}

async function cardRefOf({ caller, merchantKey }: Scene, { id }: OrderWatch): Promise<string | undefined> {
  const path = `/v1/orders/${id}/card-ref`
  const call = { method: 'POST', path, token: merchantKey, body: { version: 'v2' } } as const
  const { status, body } = await caller.insist(call, 'none')
  return status === 200 ? (body as CardReference).cardRef : undefined
}
