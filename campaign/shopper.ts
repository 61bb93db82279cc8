/** Orders that a shopper pays: the shop's server or page opens the order, the shopper goes through the pages of gateway and bank. */
import { setTimeout as pause } from 'node:timers/promises'
import { type FormWalker, hasForm, type Page, type Typed } from '../e2e/support/form-walker.ts'
import { toDecimal } from '../shared/money.ts'
import { isAtBank, isAtForm, isFailed, isFinal, isPayable } from '../shared/order-status.ts'
import type { MerchantOrderView, OrderView } from '../shared/order-view.ts'
import { BROWSER, type CardName, CUSTOMER, cardIn, typedCard } from './cards.ts'
import type { PlannedLine } from './cart-plan.ts'
import type { Answer } from './edge-client.ts'
import { traitsOf } from './order-kinds.ts'
import type { Plan, PlannedAttempt } from './plan.ts'
import { OrderWatch, type PlacedOrder, type Scene } from './scene.ts'
import { checkoutLines, countStock } from './stock.ts'

/** Longer than the proof that a request never arrived takes; after that the shopper goes away. */
const SHOPPER_WAITS_MS = 12_000

/** An order that was opened, and the token that pays it. */
interface OpenedOrder {
  readonly watch: OrderWatch
  readonly token: string
  /** Pays it too, for somebody to whom the shopper forwarded the order's link. */
  readonly othersToken?: string
}

/** Opens an order and pays it as planned. */
export async function placeShopperOrder(scene: Scene, plan: Plan): Promise<PlacedOrder> {
  const opened = plan.cart ? await openCart(scene, plan, plan.cart) : await openOrder(scene, plan)
  // The order of a cart has its own id for a reference.
  const reference = plan.cart && opened ? opened.watch.id : `${plan.name}-1`
  if (!opened) return { plan, reference, requestedFollowUps: [] }
  const leftPages = new Set<string>()
  for (const [index, attempt] of plan.attempts.entries()) {
    if (!(await pay(scene, plan, opened, { attempt, number: index + 1, leftPages }))) break
  }
  if (plan.givesUp && leftPages.size > 0) await cancel(scene, opened)
  if (leftPages.size > 0) await payLate(scene, opened.watch, { cart: plan.cart, leftPages })
  return { plan, reference, watch: opened.watch, requestedFollowUps: [] }
}

async function openOrder(scene: Scene, plan: Plan): Promise<OpenedOrder | undefined> {
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
  return opened && isByLink ? throughLink(scene, plan, opened, answer) : opened
}

/** Every third order that a server opens is paid by its link. */
const BY_LINK = 3

/** The shopper clicks on the page of the order's link, and so does somebody to whom they forwarded it. */
async function throughLink(
  scene: Scene,
  plan: Plan,
  { watch }: OpenedOrder,
  { body }: Answer,
): Promise<OpenedOrder | undefined> {
  const [, token = ''] = /#order=[^.]+\.(.+)$/.exec((body as { payUrl: string }).payUrl) ?? []
  const path = `/v1/orders/${watch.id}/link`
  const exchange = async (who: string) => {
    const key = `link-${plan.name}-of-${who}`
    const request = { method: 'POST', path, token, key, body: {}, ip: addressOf(plan) } as const
    const answer = await scene.edge.sendUntilAnswered(request, plan.repeat)
    return answer.status === 200 ? (answer.body as { token: string }).token : undefined
  }
  const own = await exchange('shopper')
  const othersToken = await exchange('another')
  return own && othersToken ? { watch, token: own, othersToken } : undefined
}

/** As the tag does on a page without a backend. */
async function openCart(
  scene: Scene,
  plan: Plan,
  cart: readonly PlannedLine[],
): Promise<OpenedOrder | undefined> {
  const lines = checkoutLines(scene.stock, cart)
  const [first] = plan.attempts
  const pay = first && isPaidAtOnce(plan) && { pay: payment(plan, first) }
  const body = { lines, customer: CUSTOMER, returnUrl: `${scene.addresses.shop}/back.html`, ...pay }
  const key = `cart-${plan.name}-opens`
  const request = { method: 'POST', path: '/v1/checkout', key, body, ip: addressOf(plan) } as const
  const [answer] = await Promise.all([
    scene.edge.sendUntilAnswered(request, pay ? first.repeat : plan.repeat),
    pay && first.secondTab !== 'none' && scene.edge.sendUntilAnswered(request),
  ])
  return openedIn(scene, answer)
}

/** Every second shopper waits for the gateway's reply. */
const isWaiting = ({ number }: Plan) => number % 2 === 0

/** Every second cart is paid by the request that opens it. */
const isPaidAtOnce = (plan: Plan) => plan.cart !== undefined && isWaiting(plan)

function openedIn(scene: Scene, { status, body }: Answer): OpenedOrder | undefined {
  if (status !== 200) return undefined
  const { order, token } = body as { order: OrderView; token: string }
  return { watch: new OrderWatch(scene, order.id), token }
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

/** Every shopper has an address of their own, since one address reserves an offer once at a time. */
const addressOf = ({ number }: Plan) =>
  ['10', number >> 16, number >> 8, number].map((part) => Number(part) & 255).join('.')

interface CurrentAttempt {
  readonly attempt: PlannedAttempt
  readonly number: number
  /** Pages that the shopper left, and pays at in the end. */
  readonly leftPages: Set<string>
}

/** Makes one attempt. @returns Whether the shopper may make another one. */
async function pay(scene: Scene, plan: Plan, opened: OpenedOrder, current: CurrentAttempt) {
  const { watch } = opened
  const { attempt, number, leftPages } = current
  const isBegun = number === 1 && isPaidAtOnce(plan)
  if (!isBegun && !(await begin(scene, plan, opened, current))) return false
  const view = await untilOutcome(scene, watch, attempt, leftPages)
  return view !== undefined && isPayable(view.status)
}

/** Asks the edge to start the attempt. @returns Whether it is under way. */
async function begin(
  scene: Scene,
  plan: Plan,
  { watch, token, othersToken = token }: OpenedOrder,
  current: CurrentAttempt,
) {
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
  return (answer.status === 200 || answer.status === 409) && !isScarce(answer)
}

/** Others have the units. */
const isScarce = ({ body }: Answer) =>
  ['offer-limit', 'quantity-unavailable', 'offer-reserved'].includes((body as { code?: string })?.code ?? '')

/** The body of the shop's page when its shopper pays. */
function payment(plan: Plan, { card, stepReport }: PlannedAttempt): object {
  const { method } = traitsOf(plan.kind)
  const wait = isWaiting(plan) && { wait: 5 }
  return method === 'card'
    ? { method, card: cardIn(card, stepReport), browser: BROWSER, ...wait }
    : { method, ...wait }
}

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

/** More pages than any payment has. */
const MOST_PAGES = 8

/**
 * Goes through all pages of gateway and bank from an address on, and pays or cancels there.
 *
 * @returns Whether the shopper came to the end. Pages may fail, as they do in life.
 */
async function payAtPages(
  pages: FormWalker,
  url: string,
  { card, cancels = false }: { readonly card: CardName; readonly cancels?: boolean },
): Promise<boolean> {
  try {
    let page = await pages.open(url)
    for (let count = 0; count < MOST_PAGES && hasForm(page); count += 1)
      page = await pages.submit(page, typedAt(page, card, cancels))
    return true
  } catch {
    return false
  }
}

const CANCEL = { action: 'cancel' }

/** What the shopper types, by a field that only that page has. */
function typedAt({ text }: Page, card: CardName, cancels: boolean): Typed {
  if (text.includes('name="word"')) return { word: 'hint', action: 'approve' }
  if (text.includes('name="kind"')) return cancels ? CANCEL : { kind: 'phone', phone: '+4915123456789' }
  if (!text.includes('name="number"')) return {}
  return cancels ? CANCEL : typedCard(card)
}
