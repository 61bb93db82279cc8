/** Orders that a shopper pays: the shop's server or page opens the order, the shopper goes through the pages of gateway and bank. */
import { setTimeout as pause } from 'node:timers/promises'
import { toDecimal } from '../shared/money.ts'
import { isAtBank, isAtForm, isFailed, isFinal, isPayable } from '../shared/order-status.ts'
import type { MerchantOrderView, OrderView } from '../shared/order-view.ts'
import { payment } from './attempt-body.ts'
import { CUSTOMER } from './cards.ts'
import { addressOf, isPaidAtOnce, openCart } from './cart-shopper.ts'
import { type Answer, codeOf } from './edge-client.ts'
import { payAtPages } from './gateway-pages.ts'
import { traitsOf } from './order-kinds.ts'
import type { Plan, PlannedAttempt } from './plan.ts'
import { OrderWatch, type PlacedOrder, type Scene } from './scene.ts'
import { countStock } from './stock.ts'

/** Longer than the proof that a request never arrived takes; after that the shopper goes away. */
const SHOPPER_WAITS_MS = 12_000

/** An order that was opened, and the token that pays it. */
interface OpenedOrder {
  readonly watch: OrderWatch
  readonly token: string
  /** Pays it too, for somebody to whom the shopper forwarded the order's link. */
  readonly othersToken?: string
}

/** What came of opening an order: its reference, and the order or why there is none. */
interface Opening extends Pick<PlacedOrder, 'reference' | 'refusedWith' | 'agreedSums'> {
  readonly opened?: OpenedOrder
}

/**
 * Opens an order and pays it as planned. A shopper whose product has another price before a later attempt cancels the order,
 * and begins again under another key.
 */
export async function placeShopperOrder(scene: Scene, plan: Plan): Promise<PlacedOrder[]> {
  const { placed, isPriceOver } = await placeOnce(scene, plan, 1)
  return isPriceOver ? [placed, (await placeOnce(scene, plan, 2)).placed] : [placed]
}

/** @param round Names the shopper's key. */
async function placeOnce(scene: Scene, plan: Plan, round: number) {
  const { opened, ...opening } = plan.cart
    ? await openByPage(scene, plan, round)
    : await openOrder(scene, plan)
  const placed = { plan, ...opening, requestedFollowUps: [] }
  if (!opened) return { placed, isPriceOver: false }
  const leftPages = new Set<string>()
  let next: Next = 'again'
  for (const [index, attempt] of plan.attempts.entries()) {
    next = await pay(scene, plan, opened, { attempt, number: index + 1, leftPages })
    if (next !== 'again') break
  }
  const isPriceOver = next === 'price-over'
  if (isPriceOver || (plan.givesUp && leftPages.size > 0)) await cancel(scene, opened)
  if (leftPages.size > 0) await payLate(scene, opened.watch, { cart: plan.cart, leftPages })
  return { placed: { ...placed, watch: opened.watch }, isPriceOver }
}

async function openByPage(scene: Scene, plan: Plan, round: number): Promise<Opening> {
  const { answer, id, agreedSums } = await openCart(scene, plan, round)
  const opened = openedIn(scene, answer)
  if (opened && opened.watch.id !== id)
    opened.watch.contradictions.add(`one key opened two orders: ${id} and ${opened.watch.id}`)
  // The order of a cart has its own id for a reference.
  return { reference: id, agreedSums, ...(opened ? { opened } : { refusedWith: refusalIn(answer) }) }
}

function openedIn(scene: Scene, { status, body }: Answer): OpenedOrder | undefined {
  if (status !== 200) return undefined
  const { order, token } = body as { order: OrderView; token: string }
  return { watch: new OrderWatch(scene, order.id), token }
}

const refusalIn = (answer: Answer) => codeOf(answer) ?? `status ${answer.status}`

async function openOrder(scene: Scene, plan: Plan): Promise<Opening> {
  const reference = `${plan.name}-1`
  const { intent, method = 'hosted' } = traitsOf(plan.kind)
  const amount = intent === 'verify' ? {} : { amount: toDecimal(plan.amountMinor, plan.exponent) }
  const body = {
    ...{ reference, intent, ...amount, currency: plan.currency, description: 'Mug', customer: CUSTOMER },
    ...{ methods: [method], returnUrl: `${scene.addresses.shop}/back.html` },
  }
  const isByLink = plan.number % BY_LINK === 0 && intent !== 'payout'
  const asked = isByLink ? { ...body, request: true } : body
  const request = { method: 'POST', path: '/v1/orders', token: scene.merchantKey, body: asked } as const
  const answer = await scene.edge.sendUntilAnswered(request, plan.repeat)
  const opened = openedIn(scene, answer)
  if (!opened) return { reference, refusedWith: refusalIn(answer) }
  return { reference, opened: isByLink ? await throughLink(scene, plan, opened, answer) : opened }
}

/** Every third order that a server opens is paid by its link. */
const BY_LINK = 3

/** The shopper clicks on the page of the order's link, and so does somebody to whom they forwarded it. */
async function throughLink(
  scene: Scene,
  plan: Plan,
  { watch }: OpenedOrder,
  { body }: Answer,
): Promise<OpenedOrder> {
  const [, token = ''] = /#order=[^.]+\.(.+)$/.exec((body as { payUrl: string }).payUrl) ?? []
  const path = `/v1/orders/${watch.id}/link`
  const exchange = async (who: string) => {
    const key = `link-${plan.name}-of-${who}`
    const request = { method: 'POST', path, token, key, body: {}, ip: addressOf(plan) } as const
    const answer = await scene.edge.sendUntilAnswered(request, plan.repeat)
    // A link that leads nowhere is damage, and not a shopper who went away.
    if (answer.status !== 200) watch.contradictions.add(`the link was refused: ${refusalIn(answer)}`)
    return answer.status === 200 ? (answer.body as { token: string }).token : ''
  }
  const own = await exchange('shopper')
  const othersToken = await exchange('another')
  return { watch, token: own, othersToken }
}

/** Pays at the pages that the shopper had left; for a cart once its units are free again, and until there is an outcome. */
async function payLate(
  scene: Scene,
  watch: OrderWatch,
  { cart, leftPages }: { readonly cart: Plan['cart']; readonly leftPages: ReadonlySet<string> },
): Promise<void> {
  if (cart) await untilLapsed(scene, watch)
  for (const url of leftPages) await payAtPages(scene.pages, url, { card: 'approved' })
  if (cart) await watch.until(({ status }) => !isAtForm(status), SHOPPER_WAITS_MS)
}

/** Longer than units stay reserved for an order that died while it gave them back. */
const LAPSES_WITHIN_MS = 20_000

const BETWEEN_LOOKS_MS = 200

/** Waits until no counter reserves units for the order. A busy machine gives them back long after the form has lapsed. */
async function untilLapsed({ stock, addresses }: Scene, { id }: OrderWatch): Promise<void> {
  const deadline = Date.now() + LAPSES_WITHIN_MS
  const isReserved = async () =>
    (await countStock(stock, addresses)).some(({ held }) => Object.hasOwn(held, id))
  while ((await isReserved()) && Date.now() < deadline) await pause(BETWEEN_LOOKS_MS)
}

interface CurrentAttempt {
  readonly attempt: PlannedAttempt
  readonly number: number
  /** Pages that the shopper left, and pays at in the end. */
  readonly leftPages: Set<string>
}

/** What the shopper does after an attempt: makes another one, begins again at another price, or leaves. */
type Next = 'again' | 'price-over' | 'leaves'

/** Makes one attempt. */
async function pay(scene: Scene, plan: Plan, opened: OpenedOrder, current: CurrentAttempt): Promise<Next> {
  const { watch } = opened
  const { attempt, number, leftPages } = current
  const isBegun = number === 1 && isPaidAtOnce(plan)
  const begun = isBegun ? 'again' : await beginAtPrice(scene, plan, opened, current)
  if (begun !== 'again') return begun
  const view = await untilOutcome(scene, watch, attempt, leftPages)
  return view !== undefined && isPayable(view.status) ? 'again' : 'leaves'
}

/** Begins an attempt, before which a merchant may change the product. None may begin at a price that is over. */
async function beginAtPrice(
  scene: Scene,
  plan: Plan,
  opened: OpenedOrder,
  current: CurrentAttempt,
): Promise<Next> {
  const { watch } = opened
  const isChanged = current.number > 1 && plan.change?.step === 'before-later-attempt'
  const before = isChanged ? await watch.read() : undefined
  const isOver = isChanged && plan.change && (await scene.catalogue.carryOut(plan.change))
  const begun = await begin(scene, plan, opened, current)
  const after = isOver ? await watch.read() : undefined
  if (before && after && after.attempts.length > before.attempts.length)
    watch.contradictions.add('an attempt began at a price that was over')
  return begun
}

/** Asks the edge to start the attempt. @returns `again` where it is under way. */
async function begin(
  scene: Scene,
  plan: Plan,
  { watch, token, othersToken = token }: OpenedOrder,
  current: CurrentAttempt,
): Promise<Next> {
  const { attempt, number } = current
  const path = `/v1/orders/${watch.id}/pay`
  const body = payment(plan, attempt)
  const key = `pay-${plan.name}-try-${number}`
  const request = { method: 'POST', path, token, key, body, ip: addressOf(plan) } as const
  const keyOfSecondTab = {
    'same-key': key,
    'other-key': `pay-${plan.name}-tab-${number}`,
    none: undefined,
  }[attempt.secondTab]
  const [answer] = await Promise.all([
    scene.edge.sendUntilAnswered(request, attempt.repeat),
    keyOfSecondTab &&
      scene.edge.sendUntilAnswered({
        ...request,
        key: keyOfSecondTab,
        token: keyOfSecondTab === key ? token : othersToken,
      }),
  ])
  if (codeOf(answer) === 'price-changed') return 'price-over'
  return (answer.status === 200 || answer.status === 409) && !isScarce(answer) ? 'again' : 'leaves'
}

/** Others have the units. */
const isScarce = (answer: Answer) =>
  ['offer-limit', 'quantity-unavailable', 'offer-reserved'].includes(codeOf(answer) ?? '')

/** Does what the order asks its shopper to do, until there is an outcome or the shopper has left. */
async function untilOutcome(
  scene: Scene,
  watch: OrderWatch,
  { card, atPage }: PlannedAttempt,
  leftPages: Set<string>,
): Promise<MerchantOrderView | undefined> {
  const deadline = Date.now() + SHOPPER_WAITS_MS
  const done = new Set<string>()
  for (;;) {
    const view = await watch.until((seen) => hasNextStep(seen, done), deadline - Date.now())
    const page = view && nextPage(view, done)
    if (!view || !page || Date.now() > deadline) return view
    if (isAtForm(view.status) && (atPage === 'leaves' || atPage === 'pays-late')) {
      if (atPage === 'pays-late') leftPages.add(page)
      return view
    }
    const isDone = await payAtPages(scene.pages, page, { card, cancels: atPage === 'cancels' })
    if (isDone) done.add(stepName(view.status, page))
  }
}

/** Where the shopper has to go and has not been. */
function nextPage({ status, action }: MerchantOrderView, done: ReadonlySet<string>): string | undefined {
  const isShoppersTurn = isAtForm(status) || isAtBank(status)
  return isShoppersTurn && action && !done.has(stepName(status, action.url)) ? action.url : undefined
}

const stepName = (status: string, url: string) => `${status} ${url}`

const hasNextStep = (view: MerchantOrderView, done: ReadonlySet<string>) =>
  nextPage(view, done) !== undefined || isFinal(view.status) || isFailed(view.status)

async function cancel(scene: Scene, { watch, token }: OpenedOrder): Promise<void> {
  const path = `/v1/orders/${watch.id}/cancel`
  await scene.edge.sendUntilAnswered({ method: 'POST', path, token, body: {} })
}
