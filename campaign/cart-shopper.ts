/** Shoppers who buy offers and products on a page without a backend, as the tag does it. */
import { setTimeout as pause } from 'node:timers/promises'
import { toDecimal, toMinor } from '../shared/money.ts'
import type { ProductLook } from '../shared/product.ts'
import { isWaiting, payment } from './attempt-body.ts'
import { CUSTOMER } from './cards.ts'
import { isProduct, priceOf } from './cart-plan.ts'
import { productId } from './catalogue.ts'
import { type Answer, codeOf, type EdgeRequest, HANGS_UP_AFTER_MS } from './edge-client.ts'
import type { Plan } from './plan.ts'
import type { Scene } from './scene.ts'
import { checkoutLines, orderIdOfCart } from './stock.ts'

/** Every second cart is paid by the request that opens it. */
export const isPaidAtOnce = (plan: Plan) => plan.cart !== undefined && isWaiting(plan)

/** Every shopper has a network of their own, since one network reserves only its share of an offer's units. */
export const addressOf = ({ number }: Plan) => `10.${(number >> 8) & 255}.${number & 255}.7`

/** What came of a request that opens an order. */
interface CartOpening {
  readonly answer: Answer
  /** The id that the order has, or would have. */
  readonly id: string
  /** Every sum that the shopper saw and agreed to. */
  readonly agreedSums: readonly string[]
}

/** A shopper agrees to so many other prices, and then goes away. */
const MOST_ROUNDS = 12

/** Longer, in all, than a product is hidden. */
const BETWEEN_ROUNDS_MS = 100

/**
 * Opens an order for a cart, or for a single product. Where the price is another one, the shopper sees it, agrees, and sends
 * the request with the same key.
 *
 * @param round Names the shopper's key. The merchant's planned change comes in the first round alone.
 */
export async function openCart(scene: Scene, plan: Plan, round: number): Promise<CartOpening> {
  const key = `cart-${plan.name}-opens${round > 1 ? `-${round}` : ''}`
  const cart = plan.cart ?? []
  const id = await orderIdOfCart(scene.stock, { cart, isSingle: plan.isSingle, key })
  const agreedSums: string[] = []
  let answer: Answer = { status: 0, body: undefined }
  let prices = await look(scene, plan)
  for (let rounds = 1; rounds <= MOST_ROUNDS; rounds += 1) {
    const sum = sumOf(plan, prices)
    if (sum !== undefined) {
      agreedSums.push(sum)
      const request = requestOf(scene, plan, { key, sum })
      const isFirst = agreedSums.length === 1 && round === 1
      answer = isFirst ? await askAround(scene, plan, request) : await ask(scene, plan, request)
      if (!isOtherPrice(answer)) break
    }
    await pause(BETWEEN_ROUNDS_MS)
    prices = (codeOf(answer) === 'price-changed' && pricesIn(answer)) || (await look(scene, plan))
  }
  return { answer, id, agreedSums }
}

const isOtherPrice = (answer: Answer) =>
  ['price-changed', 'product-unavailable'].includes(codeOf(answer) ?? '')

/** Product → the price of a piece, as the shopper sees it. */
type SeenPrices = ReadonlyMap<string, number>

/** Reads each product as the page does, without a key. One that is hidden has no price. */
async function look({ edge }: Scene, plan: Plan): Promise<SeenPrices> {
  const items = (plan.cart ?? []).map(({ item }) => item).filter(isProduct)
  const answers = await Promise.all(
    items.map((item) =>
      edge.sendUntilAnswered({ method: 'GET', path: `/v1/products/${productId(item)}`, ip: addressOf(plan) }),
    ),
  )
  return seen(answers.flatMap(({ status, body }) => (status === 200 ? [body as ProductLook] : [])))
}

/** The products as a refusal shows them. */
const pricesIn = ({ body }: Answer) => seen((body as { products: readonly ProductLook[] }).products)

const seen = (looks: readonly ProductLook[]): SeenPrices =>
  new Map(
    looks.flatMap(({ id, amount = '' }) => {
      const minor = toMinor(amount, 2)
      return minor.ok ? [[id, minor.value]] : []
    }),
  )

/** What the page shows for the whole cart. @returns `undefined` while a product is hidden. */
function sumOf({ cart = [] }: Plan, prices: SeenPrices): string | undefined {
  const parts = cart.map(({ item, quantity }) => {
    const price = isProduct(item) ? prices.get(productId(item)) : priceOf(item)
    return price === undefined ? undefined : price * quantity
  })
  const known = parts.filter((part) => part !== undefined)
  return known.length < parts.length
    ? undefined
    : toDecimal(
        known.reduce((all, part) => all + part, 0),
        2,
      )
}

function requestOf(
  { stock, addresses }: Scene,
  plan: Plan,
  { key, sum }: { readonly key: string; readonly sum: string },
): EdgeRequest {
  const lines = checkoutLines(stock, plan.cart ?? [])
  const [first] = plan.attempts
  const body = {
    ...(plan.isSingle ? lines[0] : { lines }),
    ...(plan.cart?.some(({ item }) => isProduct(item)) && { expect: { amount: sum, currency: 'EUR' } }),
    ...{ customer: CUSTOMER, returnUrl: `${addresses.shop}/back.html` },
    ...(first && isPaidAtOnce(plan) && { pay: payment(plan, first) }),
  }
  return { method: 'POST', path: '/v1/checkout', key, body, ip: addressOf(plan) }
}

/** Sends the request, and once more from a second tab. */
async function ask({ edge }: Scene, plan: Plan, request: EdgeRequest): Promise<Answer> {
  const [first] = plan.attempts
  const isPaying = isPaidAtOnce(plan) && first !== undefined
  const [answer] = await Promise.all([
    edge.sendUntilAnswered(request, isPaying ? first.repeat : plan.repeat),
    isPaying && first.secondTab !== 'none' && edge.sendUntilAnswered(request),
  ])
  return answer
}

/** While the gateway has the charge of a request that pays at once. */
const MEANWHILE_MS = 60

/** Sends the request, while the merchant changes the product at the planned step. */
async function askAround(scene: Scene, plan: Plan, request: EdgeRequest): Promise<Answer> {
  const { change } = plan
  const { catalogue, edge } = scene
  if (!change || change.step === 'before-later-attempt') return ask(scene, plan, request)
  if (change.step === 'while-answering') {
    const changed = pause(MEANWHILE_MS).then(() => catalogue.carryOut(change))
    const [answer] = await Promise.all([ask(scene, plan, request), changed])
    return answer
  }
  if (change.step === 'after-lost-answer') await edge.send(request, HANGS_UP_AFTER_MS)
  // Hidden for a while: the request comes while it is.
  const changed = catalogue.carryOut(change)
  if (change.what !== 'hiding') await changed
  else await pause(MEANWHILE_MS)
  const [answer] = await Promise.all([ask(scene, plan, request), changed])
  return answer
}
