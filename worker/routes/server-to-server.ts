/** Orders that a merchant's server makes with no shopper present: each has one attempt, sent before the answer. */
import type { Customer } from '../../shared/customer.ts'
import { isSignableWay, kindOf } from '../order/model/methods.ts'
import type { UnattendedOrderReading } from './charge.ts'
import { addressOf } from './client-address.ts'
import type { EdgeContext } from './context.ts'
import { sameRequest } from './idempotency.ts'
import { panEligibilityOrder } from './operations/check-pan-eligibility.ts'
import { payoutCheckOrder, payoutOrder } from './operations/create-payout.ts'
import { rebillOrder } from './operations/create-rebill.ts'
import { recurringPaymentOrder } from './operations/create-recurring-payment.ts'
import { transferOrder } from './operations/create-transfer.ts'
import { verificationOrder } from './operations/verify-card.ts'
import { problem } from './respond.ts'
import type { HandlersOf } from './serve.ts'
import { serverTerms } from './server-terms.ts'

/** What every such request may say. */
interface Body {
  readonly reference: string
  readonly customer?: Customer
  /** Who it is done for, where that is not whoever calls. */
  readonly ip?: string
}

/** The same reference with the same body answers the same order, and sends nothing again. */
const beginning =
  <Given extends Body>(read: (body: Given, now: number) => UnattendedOrderReading) =>
  async (c: EdgeContext, { body }: { readonly body: Given }): Promise<Response> => {
    const now = Date.now()
    const order = read(body, now)
    if (!order.ok) return problem(c, order.reason)
    const { asked, charge } = order.value
    const config = c.get('config')
    if (!isSignableWay(charge.method, config)) return problem(c, { code: 'private-key-missing' })
    const kind = kindOf(charge.method, asked.intent, config.GATEWAY_PROFILE)
    const terms = await serverTerms({ ...asked, kind }, config, now)
    if (!terms.ok) return problem(c, terms.reason)
    const { customer, ip = addressOf(c) } = body
    const stub = c.env.ORDERS.getByName(terms.value.id)
    const begun = await sameRequest(c, body, (bodyDigest) =>
      stub.begin({ ...terms.value, bodyDigest }, { ...charge, ...(customer && { customer }), ip }),
    )
    return begun.ok ? c.json(begun.value) : problem(c, begun.reason)
  }

type Names =
  | 'createRebill'
  | 'createPayout'
  | 'checkPayout'
  | 'createTransfer'
  | 'checkPanEligibility'
  | 'createRecurringPayment'
  | 'verifyCard'

export const unattendedOrderHandlers: HandlersOf<Names> = {
  createRebill: beginning(rebillOrder),
  createPayout: beginning(payoutOrder),
  checkPayout: beginning(payoutCheckOrder),
  createTransfer: beginning(transferOrder),
  checkPanEligibility: beginning(panEligibilityOrder),
  createRecurringPayment: beginning(recurringPaymentOrder),
  verifyCard: beginning(verificationOrder),
}
