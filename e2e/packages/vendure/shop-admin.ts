/** The administrator of the Vendure shop: sets it up, refunds, and reads its books. */
import { setTimeout as pause } from 'node:timers/promises'
import { GraphQlError, graphQl } from './graphql.ts'
import type { VendureServer } from './vendure-server.ts'

/** An order in the shop's books. Amounts are integers of 1/100 of the currency, whichever it is. */
export interface BookedOrder {
  readonly id: string
  readonly code: string
  readonly state: string
  readonly currencyCode: string
  readonly totalWithTax: number
  readonly payments: readonly BookedPayment[]
}

/** A refund in them. */
export interface BookedRefund {
  readonly id: string
  readonly state: string
  readonly total: number
  readonly metadata?: {
    /** Why it was refused. The refund stays pending for a day, since the gateway may carry it out all the same. */
    readonly refusal?: string
  } | null
}

/** A payment in them. */
export interface BookedPayment {
  readonly id: string
  readonly state: string
  readonly amount: number
  readonly transactionId: string | null
  readonly refunds: readonly BookedRefund[]
}

const ORDER = `id code state currencyCode totalWithTax
  payments { id state amount transactionId refunds { id state total metadata } }`

/** Price of the product by currency, in Vendure's unit: 10.50 euros, 1,000 yen, 1.25 dinars. */
export const PRICES = { EUR: 1050, JPY: 100_000, KWD: 125 } as const

/** Vendure calls them optional, and refuses a refund without them. */
const LINES = { lines: [], shipping: 0, adjustment: 0 }

const PAGE = 100
const PATIENCE_MS = 400_000
const PAUSE_MS = 500

/** Calls until the shop answers; it may be dead at the moment. Only for what may be done twice. */
export class ShopAdmin {
  readonly #server: VendureServer
  #token: string | undefined

  constructor(server: VendureServer) {
    this.#server = server
  }

  /** Sells in three currencies with 2, 0 and 3 decimals. @returns What a shopper orders. */
  async setUp(): Promise<{ variant: string; shippingMethod: string }> {
    const { channels, productVariants, shippingMethods } = await this.#repeat<Found>(
      'query { channels { items { id } } productVariants { items { id } } shippingMethods { items { id } } }',
    )
    const [channel, variant, shippingMethod] = [channels, productVariants, shippingMethods].map(
      ({ items }) => items[0]?.id ?? '',
    )
    const currencies = Object.keys(PRICES)
    await this.#repeat(
      `mutation ($input: UpdateChannelInput!) { updateChannel(input: $input) { __typename ... on ErrorResult { message } } }`,
      { input: { id: channel, availableCurrencyCodes: currencies, defaultCurrencyCode: 'EUR' } },
    )
    const prices = Object.entries(PRICES).map(([currencyCode, price]) => ({ currencyCode, price }))
    await this.#repeat(
      'mutation ($input: [UpdateProductVariantInput!]!) { updateProductVariants(input: $input) { id } }',
      { input: [{ id: variant, prices }] },
    )
    return { variant: variant ?? '', shippingMethod: shippingMethod ?? '' }
  }

  /** From now on this coupon halves the price of an order. */
  async createCoupon(couponCode: string): Promise<void> {
    const half = { code: 'order_percentage_discount', arguments: [{ name: 'discount', value: '50' }] }
    const translations = [{ languageCode: 'en', name: 'Half price' }]
    const { made } = await this.#repeat<{ made: { id?: string; message?: string } }>(
      `mutation ($input: CreatePromotionInput!) {
        made: createPromotion(input: $input) { ... on Promotion { id } ... on ErrorResult { message } }
      }`,
      { input: { enabled: true, couponCode, conditions: [], actions: [half], translations } },
    )
    if (!made.id) throw new GraphQlError(made.message ?? 'no promotion')
  }

  /** All orders with their payments. */
  async books(): Promise<BookedOrder[]> {
    const orders: BookedOrder[] = []
    for (;;) {
      const { orders: page } = await this.#repeat<{ orders: { items: BookedOrder[]; totalItems: number } }>(
        `query ($options: OrderListOptions) { orders(options: $options) { totalItems items { ${ORDER} } } }`,
        { options: { skip: orders.length, take: PAGE, sort: { id: 'ASC' } } },
      )
      orders.push(...page.items)
      if (orders.length >= page.totalItems || page.items.length === 0) return orders
    }
  }

  async order(code: string): Promise<BookedOrder | undefined> {
    const { orders } = await this.#repeat<{ orders: { items: BookedOrder[] } }>(
      `query ($options: OrderListOptions) { orders(options: $options) { items { ${ORDER} } } }`,
      { options: { filter: { code: { eq: code } } } },
    )
    return orders.items[0]
  }

  /** Refunds a part, once. After a lost answer an administrator looks at the order before the next click. */
  async refund(code: string, amount: number): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS
    for (;;) {
      const payment = (await this.order(code))?.payments.find(({ state }) => state === 'Settled')
      if (!payment) throw new Error(`${code} has no settled payment`)
      if (payment.refunds.length > 0) return
      try {
        const { refundOrder } = await this.#send<{ refundOrder: { state?: string; message?: string } }>(
          `mutation ($input: RefundOrderInput!) { refundOrder(input: $input) { ... on Refund { state } ... on ErrorResult { message } } }`,
          { input: { paymentId: payment.id, amount, ...LINES, reason: 'It came broken' } },
        )
        if (!refundOrder.state) throw new GraphQlError(`${code}: ${refundOrder.message}`)
      } catch (error) {
        if (error instanceof GraphQlError || Date.now() > deadline) throw error
        await pause(PAUSE_MS)
      }
    }
  }

  /** An administrator says that a payment is settled. @returns The state of the payment, or the shop's refusal. */
  async settle(payment: string): Promise<string> {
    const { settlePayment } = await this.#repeat<{ settlePayment: { state?: string; message?: string } }>(
      `mutation ($id: ID!) { settlePayment(id: $id) { ... on Payment { state } ... on ErrorResult { message } } }`,
      { id: payment },
    )
    return settlePayment.state ?? settlePayment.message ?? ''
  }

  async #repeat<Data>(query: string, variables: object = {}): Promise<Data> {
    const deadline = Date.now() + PATIENCE_MS
    for (;;) {
      try {
        return await this.#send<Data>(query, variables)
      } catch (error) {
        if (error instanceof GraphQlError || Date.now() > deadline) throw error
        await pause(PAUSE_MS)
      }
    }
  }

  async #send<Data>(query: string, variables: object): Promise<Data> {
    const url = `${this.#server.origin}/admin-api`
    this.#token ??= await this.#logIn(url)
    return (await graphQl<Data>(url, query, { variables, token: this.#token })).data
  }

  async #logIn(url: string): Promise<string> {
    const variables = { password: this.#server.password }
    const { token = '' } = await graphQl(
      url,
      'mutation ($password: String!) { login(username: "superadmin", password: $password) { __typename } }',
      { variables },
    )
    return token
  }
}

interface Found {
  readonly channels: Ids
  readonly productVariants: Ids
  readonly shippingMethods: Ids
}

interface Ids {
  readonly items: readonly { readonly id: string }[]
}
