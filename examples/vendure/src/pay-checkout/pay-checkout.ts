/** What the shop and the edge do about one order. The edge says whether it is paid; nothing else is believed. */
import {
  type MerchantClient,
  merchantClient,
  type OrderDetails,
  RefusedError,
  sessionOf,
  UncertainError,
} from '@pay-checkout/server'
import {
  type CreatePaymentErrorResult,
  type CreatePaymentResult,
  type ID,
  isGraphQlErrorResult,
  Logger,
  Order,
  type OrderService,
  Payment,
  type PaymentMethodService,
  Refund,
  type RequestContext,
  type RequestContextService,
  type SettlePaymentErrorResult,
  type SettlePaymentResult,
  type TransactionalConnection,
  UserInputError,
} from '@vendure/core'
import { In } from 'typeorm'
import { isSameAmount, toAmount } from './amount.js'

/** Where the edge is, and what it trusts. */
export interface PayCheckoutOptions {
  /** The edge's origin, such as `https://pay.example.com`. */
  readonly edge: string
  /** A merchant key with the scopes `read`, `charge` and `refund`. */
  readonly key: string
  /** `WEBHOOK_SECRET` of the edge. */
  readonly webhookSecret: string
  /** Where shoppers come back to. Default: the edge's own page. */
  readonly returnUrl?: (order: Order) => string
  /** When the shop asks about what no webhook told. A cron pattern. Default: every minute. */
  readonly reconcileAt?: string
}

/** The code of the handler, and the name in the log. */
export const PAY_CHECKOUT = 'pay-checkout'

/** What the services of Vendure do here. */
interface Vendure {
  readonly connection: TransactionalConnection
  readonly orders: OrderService
  readonly methods: PaymentMethodService
  readonly contexts: RequestContextService
  /** Decimals of the shop's money strategy. */
  readonly precision: number
}

/** A database transaction waits for the answer, so the shop is not patient: it asks again with the next webhook or minute. */
const PATIENCE = { timeoutMs: 20_000, patienceMs: 10_000 }

/** The edge refuses longer ones, and a shopper may pay without. */
const LONGEST_EMAIL = 50
const LONGEST_NAME = 100

const PAID: readonly string[] = ['approved', 'captured', 'partially-returned']
const OVER: readonly string[] = ['cancelled', 'expired', 'voided', 'returned', 'charged-back']
const FAILED: readonly string[] = ['declined', 'filtered', 'error']
/** Somebody refused it at the desk, or nobody decided: the gateway was sent nothing. */
const NEVER_SENT: readonly string[] = ['cancelled', 'expired']

/** Refusals of a refund that may stay. */
const REFUSED: readonly string[] = ['gateway-refused', 'follow-up-impossible', 'amount-invalid']

/**
 * For so long a refusal may turn out to be wrong: a lost try may arrive, and the edge corrects what the gateway refused but
 * carried out all the same. A refund that has failed may be made again, so it must not fail earlier.
 */
const REFUSED_FOR_MS = 24 * 60 * 60_000

/** Opens payments at the edge, asks how they stand, and carries out refunds. Every call may be repeated. */
export class PayCheckout {
  readonly #pay: MerchantClient
  readonly #options: PayCheckoutOptions
  readonly #vendure: Vendure

  constructor(options: PayCheckoutOptions, vendure: Vendure) {
    this.#pay = merchantClient({ ...options, ...PATIENCE })
    this.#options = options
    this.#vendure = vendure
  }

  /**
   * Opens a payment at the edge. Its reference follows from the order and the number of its payments, so that a mutation that is
   * sent again after a crash opens it once.
   *
   * @param amount What Vendure says is still to pay, in its own unit.
   * @throws {UserInputError} If a payment of the order is open already, or the order has changed meanwhile.
   * @throws {UncertainError} If the edge was not heard. The mutation may be sent again.
   */
  async open(
    ctx: RequestContext,
    order: Order,
    amount: number,
  ): Promise<CreatePaymentResult | CreatePaymentErrorResult> {
    await this.#lock(ctx, order.id)
    // While this tab waited for the lock, another may have gone back to the cart.
    const { state, totalWithTax } = await this.#vendure.connection.getEntityOrThrow(ctx, Order, order.id)
    if (state !== order.state || totalWithTax !== order.totalWithTax)
      throw new UserInputError('The order has changed meanwhile')
    const payments = await this.#payments(ctx, order.id)
    // Two tabs would otherwise pay the same order twice.
    if (payments.some(({ state }) => state === 'Pending'))
      throw new UserInputError('A payment of this order is open: its session is in payments.metadata.public')
    try {
      const opened = await this.#pay.createOrder({
        reference: `${order.code}-${payments.length + 1}`,
        intent: 'sale',
        amount: toAmount(amount, this.#vendure.precision),
        currency: order.currencyCode,
        description: `Order ${order.code}`,
        customer: customerOf(order),
        ...(this.#options.returnUrl && { returnUrl: this.#options.returnUrl(order) }),
      })
      const shown = { session: sessionOf(opened), payUrl: opened.payUrl }
      return { amount, state: 'Pending', transactionId: opened.order.id, metadata: { public: shown } }
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error
      Logger.error(error.message, PAY_CHECKOUT)
      return { amount, state: 'Error', errorMessage: error.code }
    }
  }

  /** Asks the edge how a payment stands. Vendure settles or cancels it accordingly, also where an administrator says so. */
  async ask(order: Order, payment: Payment): Promise<SettlePaymentResult | SettlePaymentErrorResult> {
    if (payment.state === 'Settled') return { success: true }
    const seen = await this.#pay.getOrder(payment.transactionId)
    const metadata = { status: seen.status, card: seen.card }
    if (PAID.includes(seen.status) && this.#isFor(seen, order, payment)) return { success: true, metadata }
    const isOver = OVER.includes(seen.status) && payment.state === 'Pending'
    return { success: false, state: isOver ? 'Cancelled' : payment.state, metadata }
  }

  #isFor({ amount, currency, reference }: OrderDetails, order: Order, payment: Payment): boolean {
    const expected = toAmount(payment.amount, this.#vendure.precision)
    if (currency === order.currencyCode && isSameAmount(amount ?? '', expected)) return true
    Logger.error(`${reference}: ${amount} ${currency} was paid in place of ${expected}`, PAY_CHECKOUT)
    return false
  }

  /** Cancels a payment at the edge, if nobody is paying it. @returns Whether no money can come of it any more. */
  async cancel(order: Order, payment: Payment): Promise<boolean> {
    await this.#cancelOrder(payment)
    const asked = await this.ask(order, payment)
    return !asked.success && asked.state === 'Cancelled'
  }

  /** Where the edge refuses, it is paid, under way or over already: the edge says which when it is asked. */
  async #cancelOrder({ transactionId }: Payment): Promise<void> {
    try {
      await this.#pay.cancelOrder(transactionId)
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error
    }
  }

  /** Cancels what is open of an order whose price may change. @returns Why it may not; `undefined` where it may. */
  async release(ctx: RequestContext, order: ID): Promise<string | undefined> {
    // A payment that another tab is opening is no row yet.
    await this.#lock(ctx, order)
    for (const payment of await this.#payments(ctx, order)) {
      if (payment.state !== 'Pending') continue
      await this.#cancelOrder(payment)
      await this.#vendure.orders.settlePayment(ctx, payment.id)
    }
    const after = await this.#payments(ctx, order)
    return after.some(({ state }) => state === 'Pending' || state === 'Settled')
      ? 'A payment of this order is under way'
      : undefined
  }

  /** Has the shop learn what became of one order of the edge. What the shop does not know is of somebody else. */
  async refreshOrder(edgeOrder: string): Promise<void> {
    const ctx = await this.#vendure.contexts.create({ apiType: 'admin' })
    const where = { transactionId: edgeOrder, method: In(await this.#codes(ctx)) }
    const payment = await this.#vendure.connection
      .getRepository(ctx, Payment)
      .findOne({ where, relations: { refunds: true } })
    if (!payment) return
    await this.refreshPayment(payment.id, 'a webhook')
    for (const { id } of payment.refunds.filter(({ state }) => state === 'Pending')) await this.refund(id)
  }

  /**
   * Settles or cancels a payment if the edge says so. Repeatable, and harmless beside itself.
   *
   * @param reason Why it asks: the log says it of a payment that is settled. Many by the reconciliation mean that webhooks get lost.
   */
  async refreshPayment(id: ID, reason: 'a webhook' | 'the reconciliation'): Promise<void> {
    const { connection, contexts, orders } = this.#vendure
    const admin = await contexts.create({ apiType: 'admin' })
    const isSettled = await connection.withTransaction(admin, async (ctx) => {
      const { order } = await connection.getEntityOrThrow(ctx, Payment, id, { relations: ['order'] })
      await this.#lock(ctx, order.id)
      const { state } = await connection.getEntityOrThrow(ctx, Payment, id)
      if (state !== 'Pending') return false
      const settled = await orders.settlePayment(ctx, id)
      if (!isGraphQlErrorResult(settled)) return true
      if (settled.errorCode === 'SETTLE_PAYMENT_ERROR') return false
      throw new Error(`payment ${id}: ${settled.message}`)
    })
    if (isSettled) Logger.info(`payment ${id} is settled, after ${reason}`, PAY_CHECKOUT)
  }

  /**
   * Carries out a refund that the shop has noted. Its row gives it its name, so that the edge refunds once, however often this
   * is called and wherever the shop dies.
   */
  async refund(id: ID): Promise<void> {
    const { connection, contexts, orders } = this.#vendure
    const ctx = await contexts.create({ apiType: 'admin' })
    const relations = ['payment', 'payment.order']
    const refund = await connection.getEntityOrThrow(ctx, Refund, id, { relations })
    const isOurs = (await this.#codes(ctx)).includes(refund.payment.method)
    const outcome = isOurs && refund.state === 'Pending' && (await this.#refundOutcome(refund))
    if (!outcome) return
    await connection.withTransaction(ctx, async (ctx) => {
      await this.#lock(ctx, refund.payment.order.id)
      const { state } = await connection.getEntityOrThrow(ctx, Refund, id)
      if (state === 'Pending')
        await orders.transitionRefundToState(ctx, id, outcome, refund.payment.transactionId)
    })
  }

  /** @returns `undefined` while it is under way, waits for a decision at the desk, is uncertain, or is refused for less than a day. */
  async #refundOutcome(refund: Refund): Promise<'Settled' | 'Failed' | undefined> {
    const refusal = await this.#refusalOf(refund)
    if (refusal === 'none') return 'Settled'
    if (refusal && NEVER_SENT.includes(refusal)) return 'Failed'
    const { refusedSince } = refund.metadata ?? {}
    if (refusal && refusedSince)
      return Date.now() - Date.parse(refusedSince) > REFUSED_FOR_MS ? 'Failed' : undefined
    // The day begins with the first refusal after the last try that was uncertain.
    const metadata = refusal ? { refusedSince: new Date().toISOString(), refusal } : {}
    const ctx = await this.#vendure.contexts.create({ apiType: 'admin' })
    if (refusal || refusedSince)
      await this.#vendure.connection.getRepository(ctx, Refund).save({ id: refund.id, metadata })
    return undefined
  }

  /** Sends the refund. @returns Why it is refused so far, `none` once it is carried out, `undefined` while nobody knows. */
  async #refusalOf({ id, total, payment }: Refund): Promise<string | undefined> {
    const amount = toAmount(total, this.#vendure.precision)
    const sum = { amount, currency: payment.order.currencyCode }
    try {
      const { followUp } = await this.#pay.refund(payment.transactionId, { id: `vendure-${id}`, ...sum })
      if (followUp.status === 'approved') return 'none'
      return [...FAILED, ...NEVER_SENT].includes(followUp.status) ? followUp.status : undefined
    } catch (error) {
      if (error instanceof UncertainError) return undefined
      if (!(error instanceof RefusedError)) throw error
      Logger.warn(`refund ${id}: ${error.message}`, PAY_CHECKOUT)
      return REFUSED.includes(error.code) ? error.code : undefined
    }
  }

  /** Asks about every payment and refund that is pending: what no webhook told, or nobody was there to hear. */
  async reconcile(): Promise<{ payments: number; refunds: number }> {
    const ctx = await this.#vendure.contexts.create({ apiType: 'admin' })
    const method = In(await this.#codes(ctx))
    const state = 'Pending' as const
    const { connection } = this.#vendure
    const order = { createdAt: 'DESC' } as const
    const payments = await connection.getRepository(ctx, Payment).find({ where: { method, state }, order })
    const refunds = await connection
      .getRepository(ctx, Refund)
      .find({ where: { payment: { method }, state }, order })
    await fewAtATime(payments, ({ id }) => this.refreshPayment(id, 'the reconciliation'))
    await fewAtATime(refunds, ({ id }) => this.refund(id))
    return { payments: payments.length, refunds: refunds.length }
  }

  /**
   * Whatever else wants to change the order's payments waits until this transaction has ended, and then reads what it stored:
   * PostgreSQL's default isolation, READ COMMITTED, sees that. REPEATABLE READ, the default of MySQL, would not. A row that only refers to the
   * order, such as one of its history, does not wait: two that have written one would wait for each other.
   */
  async #lock(ctx: RequestContext, order: ID): Promise<void> {
    const rows = this.#vendure.connection.getRepository(ctx, Order).createQueryBuilder('o')
    await rows.select('o.id').setLock('for_no_key_update').where({ id: order }).getOne()
  }

  async #payments(ctx: RequestContext, order: ID): Promise<Payment[]> {
    return this.#vendure.connection.getRepository(ctx, Payment).find({ where: { order: { id: order } } })
  }

  /** The codes of the shop's payment methods that this handler serves. */
  async #codes(ctx: RequestContext): Promise<string[]> {
    const { items } = await this.#vendure.methods.findAll(ctx)
    return items.filter(({ handler }) => handler.code === PAY_CHECKOUT).map(({ code }) => code)
  }
}

/** The shopper, as far as the edge takes it. */
function customerOf({ customer }: Order): { email?: string; name?: string } {
  const { emailAddress: email = '', firstName, lastName } = customer ?? {}
  const name = [firstName, lastName].filter(Boolean).join(' ')
  return {
    ...(email && email.length <= LONGEST_EMAIL && { email }),
    ...(name && name.length <= LONGEST_NAME && { name }),
  }
}

/** Each has a connection to the database while the edge answers, and shoppers need some too. */
const AT_A_TIME = 4

/** Does so to each, in order. One order that cannot be asked about now must not keep the others waiting. */
async function fewAtATime<Item>(all: readonly Item[], act: (item: Item) => Promise<void>): Promise<void> {
  const left = all.values()
  const worker = async () => {
    for (const item of left) await act(item).catch((error: Error) => Logger.warn(error.message, PAY_CHECKOUT))
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, worker))
}
