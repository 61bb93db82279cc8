/** A shopper of the Vendure shop: orders over the shop's interface, and pays at the edge as the tag would. */
import { setTimeout as pause } from 'node:timers/promises'
import { isPayError, shopperClient } from '../../../packages/server/src/server.ts'
import { isDecided, isFailed, isFinal, type OrderStatus } from '../../../shared/order-status.ts'
import { BROWSER, CARD } from '../../support/merchant/cards.ts'
import type { Chance } from './chance.ts'
import { GraphQlError, graphQl } from './graphql.ts'

/** How a shopper behaves. */
export type Manner =
  | 'pays'
  /** The first card is declined. */
  | 'is declined, and pays'
  /** Opens the payment in two tabs at the same time. */
  | 'pays in two tabs'
  /** Goes back from the payment to the cart, and takes more. */
  | 'takes more, and pays'
  | 'leaves'

/** What a shopper's shop is. */
export interface ShopAddress {
  readonly shop: string
  /** The edge as browsers reach it. */
  readonly edge: string
  readonly variant: string
  readonly shippingMethod: string
}

/** What a shopper was told of an order. */
export interface ShoppedOrder {
  readonly code: string
  readonly manner: Manner
  /** What the shopper saw last. */
  readonly status: OrderStatus
  /** What the shop refused that a shopper may do. */
  readonly complaints: readonly string[]
}

interface ShopPayment {
  readonly state: string
  readonly metadata: { readonly public?: { readonly session?: string } }
}

interface ActiveOrder {
  readonly code: string
  readonly state: string
  readonly payments: readonly ShopPayment[] | null
}

const ORDER = 'code state payments { state metadata }'

const CHECK_OUT = `mutation ($variant: ID!, $quantity: Int!, $method: [ID!]!) {
  item: addItemToOrder(productVariantId: $variant, quantity: $quantity) { __typename }
  who: setCustomerForOrder(input: { firstName: "Ann", lastName: "Example", emailAddress: "ann@example.com" }) { __typename }
  where: setOrderShippingAddress(input: { streetLine1: "Street 1", countryCode: "DE" }) { __typename }
  how: setOrderShippingMethod(shippingMethodId: $method) { __typename }
  order: transitionOrderToState(state: "ArrangingPayment") {
    ... on Order { ${ORDER} } ... on OrderStateTransitionError { transitionError }
  }
}`

/** A shopper tries until the shop is there again. */
const PATIENCE_MS = 400_000
const PAUSE_MS = 500

const CARDS_AT_MOST = 8
const OUTCOME_WITHIN_MS = 120_000

/** Orders something and pays it. @throws {Error} If the shop never lets the shopper pay. */
export async function shopAndPay(
  address: ShopAddress,
  {
    currency,
    manner,
    chance,
  }: { readonly currency: string; readonly manner: Manner; readonly chance: Chance },
): Promise<ShoppedOrder> {
  const shopper = new ShopShopper(address, currency)
  await shopper.fillCart(chance.integer(1, 3))
  const complaints: string[] = []
  const tabs = manner === 'pays in two tabs' ? 2 : 1
  const [first = '', second = first] = await Promise.all(Array.from({ length: tabs }, shopper.openPayment))
  let session = first
  if (second !== first) complaints.push('two tabs got two sessions')
  if (manner === 'takes more, and pays') {
    if (await shopper.takesMore()) session = await shopper.openPayment()
    else complaints.push('nobody was paying, and the cart could not be changed')
  }
  const status = manner === 'leaves' ? 'open' : await pay(address.edge, session, manner)
  return { code: shopper.code, manner, status, complaints }
}

/** A shopper with one order. Patient where nothing else is said: the shop may be dead at the moment. */
export class ShopShopper {
  readonly #address: ShopAddress
  readonly #url: string
  #token: string | undefined
  code = ''

  constructor(address: ShopAddress, currency: string) {
    this.#address = address
    this.#url = `${address.shop}/shop-api?currencyCode=${currency}`
  }

  /** Everything until the payment. Sent again from the start where an answer is lost: then the cart has more of the same. */
  async fillCart(quantity: number): Promise<void> {
    const { variant, shippingMethod } = this.#address
    const variables = { variant, quantity, method: [shippingMethod] }
    this.code = await this.#patiently(async () => {
      // An answer may be lost after the shop has acted.
      const active = this.#token && (await this.#activeOrder())
      if (active && active.state === 'ArrangingPayment') return active.code
      const { order, ...answers } = await this.#send<{ order: Partial<ActiveOrder> | null }>(
        CHECK_OUT,
        variables,
      )
      if (!order?.code) throw new Error(`the cart cannot be paid: ${JSON.stringify({ order, ...answers })}`)
      return order.code
    })
  }

  /** Opens the payment, or finds the one that is open. @returns The session of the tag. */
  openPayment = (): Promise<string> =>
    this.#patiently(async () => this.#sessionIn(await this.#activeOrder()) ?? (await this.#addPayment()))

  /** Goes back to the cart, takes one more, and returns to the payment. @returns Whether the shop let the shopper. */
  async takesMore(): Promise<boolean> {
    return this.#patiently(async () => {
      const { state } = await this.#activeOrder()
      if (state === 'ArrangingPayment') {
        const { a } = await this.#send<{ a: ActiveOrder }>(
          `mutation { a: transitionOrderToState(state: "AddingItems") { ... on Order { ${ORDER} } } }`,
        )
        if (a.state !== 'AddingItems') return false
      }
      const { b } = await this.#send<{ b: ActiveOrder }>(
        `mutation ($variant: ID!) {
          a: addItemToOrder(productVariantId: $variant, quantity: 1) { __typename }
          b: transitionOrderToState(state: "ArrangingPayment") { ... on Order { ${ORDER} } }
        }`,
        { variant: this.#address.variant },
      )
      return b.state === 'ArrangingPayment'
    })
  }

  /** Opens the payment in one tab, once. The shop may refuse. */
  async triesToOpen(): Promise<void> {
    await Promise.allSettled([this.#addPayment()])
  }

  /** Goes back to the cart in another tab, once. The shop may refuse. */
  async triesToGoBack(): Promise<void> {
    const back = `mutation { transitionOrderToState(state: "AddingItems") { __typename } }`
    await Promise.allSettled([this.#send(back)])
  }

  /** Enters a coupon, once. @throws {GraphQlError} If the shop refuses it. */
  async entersCoupon(coupon: string): Promise<void> {
    const { a } = await this.#send<{ a: { message?: string } }>(
      `mutation ($coupon: String!) { a: applyCouponCode(couponCode: $coupon) { __typename ... on ErrorResult { message } } }`,
      { coupon },
    )
    if (a.message) throw new GraphQlError(a.message)
  }

  async #activeOrder(): Promise<ActiveOrder> {
    const { activeOrder } = await this.#send<{ activeOrder: ActiveOrder | null }>(
      `query { activeOrder { ${ORDER} } }`,
    )
    if (!activeOrder) throw new Error('the shop has no cart of this shopper')
    return activeOrder
  }

  async #addPayment(): Promise<string> {
    const { a } = await this.#send<{ a: ActiveOrder & { message?: string; paymentErrorMessage?: string } }>(
      `mutation { a: addPaymentToOrder(input: { method: "pay-online", metadata: {} }) {
        ... on Order { ${ORDER} } ... on ErrorResult { message } ... on PaymentFailedError { paymentErrorMessage } } }`,
    )
    const session = this.#sessionIn(a)
    if (!session) throw new Error(`no session: ${a.message} ${a.paymentErrorMessage ?? ''}`)
    return session
  }

  #sessionIn = ({ payments }: ActiveOrder): string | undefined =>
    payments?.find(({ state }) => state === 'Pending')?.metadata.public?.session

  async #send<Data>(query: string, variables: object = {}): Promise<Data> {
    const { data, token } = await graphQl<Data>(this.#url, query, { variables, token: this.#token })
    this.#token ??= token
    return data
  }

  /** Until the shop answers. What it refuses once, it may take when another try of the same is over. */
  async #patiently<Value>(act: () => Promise<Value>): Promise<Value> {
    const deadline = Date.now() + PATIENCE_MS
    for (;;) {
      try {
        return await act()
      } catch (error) {
        if (Date.now() > deadline)
          throw new Error(`${this.code}: ${(error as Error).message}`, { cause: error })
        await pause(error instanceof GraphQlError ? PAUSE_MS / 2 : PAUSE_MS)
      }
    }
  }
}

/** Pays at the edge, with another card after a decline. @returns What the shopper saw last. */
async function pay(edge: string, session: string, manner: Manner): Promise<OrderStatus> {
  const [id = '', token = ''] = session.split(/\.(.*)/s)
  const page = shopperClient({ edge, token, patienceMs: 20_000 })
  let status: OrderStatus = 'open'
  for (let card = 1; card <= CARDS_AT_MOST; card += 1) {
    const cvv = manner === 'is declined, and pays' && card === 1 ? '116' : CARD.cvv
    const attempt = { id: `card-${card}`, method: 'card', card: { ...CARD, cvv }, browser: BROWSER } as const
    await page.payOrder(id, attempt).catch((error: unknown) => {
      // What became of it, the order says.
      if (!isPayError(error)) throw error
    })
    status = await outcome(() => page.getOrder(id))
    if (!isFailed(status)) return status
  }
  return status
}

/** The shopper looks at the order until it is decided, and goes away after a while. */
async function outcome(look: () => Promise<{ status: OrderStatus }>): Promise<OrderStatus> {
  const deadline = Date.now() + OUTCOME_WITHIN_MS
  for (let status: OrderStatus = 'open'; ; ) {
    status = (await look().catch(() => undefined))?.status ?? status
    if (isDecided(status) || isFinal(status) || Date.now() > deadline) return status
    await pause(PAUSE_MS)
  }
}
