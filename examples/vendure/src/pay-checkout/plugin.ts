import type { IncomingMessage, ServerResponse } from 'node:http'
import { VerificationError, verifyWebhook } from '@pay-checkout/server'
import {
  ConfigService,
  CouponCodeEvent,
  EventBus,
  Logger,
  OrderService,
  PaymentMethodService,
  PluginCommonModule,
  RefundEvent,
  RequestContextService,
  type RuntimeVendureConfig,
  ScheduledTask,
  TransactionalConnection,
  UserInputError,
  VendurePlugin,
} from '@vendure/core'
import { PAY_CHECKOUT, PayCheckout, type PayCheckoutOptions } from './pay-checkout.js'
import { payCheckoutHandler, pendingPayments, priceHeld } from './processes.js'

const WEBHOOK_ROUTE = '/pay-checkout/webhooks'
/** Far above what the edge sends. Anybody may send more, and memory is the shop's. */
const MOST_BYTES = 1_000_000
const EVERY_MINUTE = '* * * * *'

/** Makes the plugin that pays orders by pay-checkout: one of `plugins` in the configuration of the shop. */
export function payCheckoutPlugin(options: PayCheckoutOptions) {
  /** Absent until the shop has started. */
  let started: PayCheckout | undefined

  const start = (
    connection: TransactionalConnection,
    orders: OrderService,
    methods: PaymentMethodService,
    contexts: RequestContextService,
    { entityOptions }: ConfigService,
    events: EventBus,
  ) => {
    const precision = entityOptions.moneyStrategy.precision ?? 2
    const payCheckout = new PayCheckout(options, { connection, orders, methods, contexts, precision })
    refundWhenStored(payCheckout, events)
    holdPriceFromCoupons(payCheckout, events)
    started = payCheckout
    return payCheckout
  }

  @VendurePlugin({
    imports: [PluginCommonModule],
    compatibility: '^3.7.0',
    providers: [
      {
        provide: PayCheckout,
        inject: [
          ...[TransactionalConnection, OrderService, PaymentMethodService, RequestContextService],
          ...[ConfigService, EventBus],
        ],
        useFactory: start,
      },
    ],
    configuration: (config) => configured(config, options, () => started),
  })
  class PayCheckoutPlugin {}
  return PayCheckoutPlugin
}

/** A refund goes out once its row is stored. Where the shop dies in between, the next reconciliation sends it. */
function refundWhenStored(payCheckout: PayCheckout, events: EventBus): void {
  events.ofType(RefundEvent).subscribe(({ refund }) => {
    payCheckout
      .refund(refund.id)
      .catch((error: Error) => Logger.warn(`refund ${refund.id}: ${error.message}`, PAY_CHECKOUT))
  })
}

/** Vendure takes coupons also of an order that is being paid. It publishes this event before the price changes. */
function holdPriceFromCoupons(payCheckout: PayCheckout, events: EventBus): void {
  events.registerBlockingEventHandler({
    id: 'pay-checkout-coupon',
    event: CouponCodeEvent,
    handler: async ({ ctx, orderId }) => {
      const reason = await payCheckout.release(ctx, orderId)
      if (reason) throw new UserInputError(reason)
    },
  })
}

/** Adds the handler, what the state machines learn, the address for webhooks, and the reconciliation. */
function configured(
  config: RuntimeVendureConfig,
  options: PayCheckoutOptions,
  started: () => PayCheckout | undefined,
): RuntimeVendureConfig {
  const { paymentOptions, orderOptions, apiOptions, schedulerOptions } = config
  paymentOptions.paymentMethodHandlers.push(payCheckoutHandler)
  paymentOptions.process = [...(paymentOptions.process ?? []), pendingPayments]
  orderOptions.process = [...(orderOptions.process ?? []), priceHeld]
  const handler = receiver(options.webhookSecret, started)
  // Before Vendure parses bodies: a signature is of the body as it arrived.
  apiOptions.middleware.push({ route: WEBHOOK_ROUTE, handler, beforeListen: true })
  schedulerOptions.tasks = [...(schedulerOptions.tasks ?? []), reconciliation(options)]
  return config
}

/** A webhook is a reason to ask the edge, and never an outcome: late, repeated and reordered ones change nothing. */
function receiver(secrets: string, started: () => PayCheckout | undefined) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const body = await bodyOf(request)
      if (body === undefined) return void response.writeHead(413, { Connection: 'close' }).end()
      const { data } = await verifyWebhook({ body, headers: request.headers }, { secrets })
      const payCheckout = started()
      if (!payCheckout) throw new Error('the shop has not started')
      if ('order' in data) await payCheckout.refreshOrder(data.order.id)
      response.writeHead(204).end()
    } catch (error) {
      if (error instanceof VerificationError) return void response.writeHead(400).end()
      Logger.warn(`a webhook has to come again: ${(error as Error).message}`, PAY_CHECKOUT)
      response.writeHead(500).end()
    }
  }
}

/** @returns `undefined` for a body of more than {@link MOST_BYTES}, of which it reads no more than that. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  // The connection has to stay, for the answer.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

const reconciliation = ({ reconcileAt = EVERY_MINUTE }: PayCheckoutOptions) =>
  new ScheduledTask({
    id: 'pay-checkout-reconciliation',
    description: 'Asks the edge about payments and refunds that are pending',
    schedule: reconcileAt,
    timeout: '10m',
    execute: ({ injector }) => injector.get(PayCheckout).reconcile(),
  })
