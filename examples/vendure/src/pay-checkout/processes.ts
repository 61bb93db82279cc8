/** What Vendure's state machines learn: payments that are pending, and an order whose price stays while one is. */
import {
  type Injector,
  LanguageCode,
  type OrderProcess,
  PaymentMethodHandler,
  type PaymentProcess,
} from '@vendure/core'
import { PAY_CHECKOUT, PayCheckout } from './pay-checkout.js'

declare module '@vendure/core' {
  interface PaymentStates {
    /** The shopper has yet to pay. */
    Pending: never
  }
}

let payCheckout: PayCheckout

const init = (injector: Injector) => {
  payCheckout = injector.get(PayCheckout)
}

/** The handler that a payment method of the shop has. */
export const payCheckoutHandler = new PaymentMethodHandler({
  code: PAY_CHECKOUT,
  description: [{ languageCode: LanguageCode.en, value: 'Cards and other ways to pay, by pay-checkout' }],
  args: {},
  init,
  createPayment: (ctx, order, amount) => payCheckout.open(ctx, order, amount),
  settlePayment: (_ctx, order, payment) => payCheckout.ask(order, payment),
  cancelPayment: async (_ctx, order, payment) => {
    const { state } = payment
    if (state === 'Settled' || (state === 'Pending' && !(await payCheckout.cancel(order, payment))))
      return { success: false, state, errorMessage: 'it is paid, or somebody is paying it' }
    return { success: true }
  },
  // Without `createRefund` Vendure stores a refund as `Pending`. The plugin carries it out afterwards, under its id: a refund that
  // is sent before it is stored would be sent again after a crash.
})

/** A payment is pending between the mutation that opens it and the edge's word that it is paid. */
export const pendingPayments: PaymentProcess<'Pending'> = {
  transitions: {
    Created: { to: ['Pending'], mergeStrategy: 'merge' },
    Pending: { to: ['Settled', 'Cancelled'] },
  },
}

/** The cart of an order cannot change, nor the order be cancelled, while its shopper may pay the old price. */
export const priceHeld: OrderProcess<string> = {
  init,
  async onTransitionStart(from, to, { ctx, order }) {
    const mayChange = from === 'ArrangingPayment' && (to === 'AddingItems' || to === 'Cancelled')
    return mayChange ? payCheckout.release(ctx, order.id) : undefined
  },
}
