import type { LiveMessage } from '../../shared/http-bodies.ts'
import type { OrderDetails } from '../../shared/order-history.ts'
import type { MerchantOrderView, OrderView } from '../../shared/order-view.ts'
import type { Config } from '../config/config.ts'
import { endpointsOf } from '../config/webhooks-setting.ts'
import type { MailQueue } from '../mail/mail-queue.ts'
import type { Viewer } from './live.ts'
import { type Messages, withMessages } from './model/gateway-messages.ts'
import { attentionReasons } from './model/needs-attention.ts'
import { customerFor, type KnownPayers } from './model/payer.ts'
import { reservedView } from './model/reservation.ts'
import type { OrderState } from './model/state.ts'
import { secondsLeft } from './model/three-ds-time-limits.ts'
import { chargebacksOf, type HistorySources, historyOf, holdOf } from './views/history.ts'
import { exchangedView, linkView } from './views/link-view.ts'
import { mailsView } from './views/mails-view.ts'
import { merchantView, withRemarks } from './views/merchant-view.ts'
import { neededOf, shownTo, view } from './views/view.ts'

/** The settings of this moment, the gateway's messages, what is known of the payers, and the order's history. */
interface ViewSources {
  readonly config: () => Config
  readonly messages: () => Messages
  readonly payer: () => KnownPayers
  /** The merchant's own note; empty if there is none. */
  readonly note: () => string
  readonly history: () => HistorySources & { readonly mails?: MailQueue }
}

/** Who has only looked at the page of a link has typed nothing there. */
const NO_EXCHANGE = ''

const isTriedByLink = ({ attempts }: OrderState) => attempts.some(({ exchange }) => exchange !== undefined)

/** An order's state as each reader may see it, at this moment. */
export type OrderViews = ReturnType<typeof orderViews>

/** Makes the views of one order. */
export function orderViews({ config, messages, payer, note, history }: ViewSources) {
  const now = (state: OrderState) => {
    const { isTest, times } = config()
    const seconds = secondsLeft(state, Date.now(), times)
    return { isTest, seconds, reservation: reservedView(state, times) }
  }
  /**
   * For the shopper's page.
   *
   * @param exchange Of a page that exchanged the order's link.
   */
  const shopper = (state: OrderState, exchange?: string): OrderView => {
    const { isTest, seconds, reservation } = now(state)
    const needed = neededOf(state, customerFor(payer(), exchange))
    return { ...view(state, isTest, seconds), ...needed, ...reservation }
  }
  /** For webhooks, which others store: without the gateway's messages. */
  const webhook = (state: OrderState): MerchantOrderView => {
    const { isTest, seconds, reservation } = now(state)
    return { ...merchantView(state, isTest, seconds), ...reservation }
  }
  /** For the merchant's own server. */
  const merchant = (state: OrderState) => withRemarks(withMessages(webhook(state), messages()), state, note())
  /** For the merchant who looks at this one order. */
  const details = (state: OrderState): OrderDetails => {
    const { log, queue, reads = [], mails = [] } = history()
    const settings = config()
    const hold = holdOf(state, settings.GATEWAY_PROFILE.holdDays)
    const webhookEndpoints = endpointsOf(settings).map(({ id }) => id)
    return {
      ...merchant(state),
      attention: attentionReasons(state),
      ...(hold && { hold }),
      chargebacks: chargebacksOf(state, log),
      ...(webhookEndpoints.length > 0 && { webhookEndpoints }),
      ...(mails.length > 0 && { mails: mailsView(mails) }),
      history: historyOf(state, { log, queue, reads }),
    }
  }
  /**
   * A token that only looks is in addresses, which every holder of a link has after an attempt. So one without an exchange sees
   * nothing of an attempt that has one.
   *
   * @param exchange Of a page that exchanged the order's link.
   */
  const forViewer = (viewer: Viewer, state: OrderState, exchange?: string): OrderView | MerchantOrderView => {
    if (viewer === 'merchant') return merchant(state)
    if (viewer === 'link') return linkView(shopper(state, NO_EXCHANGE))
    const isOfShop = exchange === undefined && (viewer === 'pay' || !isTriedByLink(state))
    const order = shopper(state, exchange)
    return shownTo(viewer === 'pay', isOfShop ? order : exchangedView(state, exchange, order))
  }
  /** For the live socket. */
  const liveMessage = (viewer: Viewer, state: OrderState, exchange?: string) =>
    JSON.stringify({ seq: state.seq, order: forViewer(viewer, state, exchange) } satisfies LiveMessage)
  return { shopper, webhook, merchant, details, forViewer, liveMessage }
}
