/**
 * Every operation of the edge, which serves and documents exactly these. To add a route, write its file in the folder of
 * `operations/` that says who calls it or what it is about, and list it here.
 */
import type { HandledOperation } from './define-operation.ts'
import { getMerchantKey } from './operations/desk/get-merchant-key.ts'
import { showDesk } from './operations/desk/show-desk.ts'
import { startDeskSession } from './operations/desk/start-desk-session.ts'
import { sumDays } from './operations/desk/sum-days.ts'
import { sumOrders } from './operations/desk/sum-orders.ts'
import { getHealth } from './operations/edge/get-health.ts'
import { getInterface } from './operations/edge/get-interface.ts'
import { getReceiptKeys } from './operations/edge/get-receipt-keys.ts'
import { getSettings } from './operations/edge/get-settings.ts'
import { reindexOrders } from './operations/edge/reindex-orders.ts'
import { revokeTokens } from './operations/edge/revoke-tokens.ts'
import { endThreeDsMethod } from './operations/gateway/end-three-ds-method.ts'
import { handlePostedReturn, handleReturn } from './operations/gateway/handle-return.ts'
import { receiveCallback, receivePostedCallback } from './operations/gateway/receive-callback.ts'
import {
  receiveChallengeResult,
  receiveChallengeResultV1,
  receiveThreeDsMethodResult,
} from './operations/gateway/receive-three-ds-result.ts'
import {
  showChallengeFrame,
  showDoneFrame,
  showFormFrame,
  showGatewayPageFrame,
  showMethodFrame,
} from './operations/gateway/show-step-frames.ts'
import { showThreeDsStep } from './operations/gateway/show-three-ds-step.ts'
import { captureOrder } from './operations/merchant-order/capture-order.ts'
import { changeExpiry } from './operations/merchant-order/change-expiry.ts'
import { createOrder } from './operations/merchant-order/create-order.ts'
import { approveFollowUp, refuseFollowUp } from './operations/merchant-order/decide-follow-up.ts'
import { declareNotAccepted } from './operations/merchant-order/declare-not-accepted.ts'
import { eraseOrder } from './operations/merchant-order/erase-order.ts'
import { getOrder } from './operations/merchant-order/get-order.ts'
import { mailOrder } from './operations/merchant-order/mail-order.ts'
import { noteOrder } from './operations/merchant-order/note-order.ts'
import { refreshOrder } from './operations/merchant-order/refresh-order.ts'
import { renewLink } from './operations/merchant-order/renew-link.ts'
import { resendWebhooks } from './operations/merchant-order/resend-webhooks.ts'
import { returnOrder } from './operations/merchant-order/return-order.ts'
import { sendOrder } from './operations/merchant-order/send-order.ts'
import { voidOrder } from './operations/merchant-order/void-order.ts'
import { checkOffer } from './operations/offers/check-offer.ts'
import { checkout } from './operations/offers/checkout.ts'
import { exportOrders } from './operations/orders/export-orders.ts'
import { listOrders } from './operations/orders/list-orders.ts'
import { showCheckFrame } from './operations/pages/show-check-frame.ts'
import { showCardFrame, showDestinationFrame } from './operations/pages/show-field-frames.ts'
import { showPayPage } from './operations/pages/show-pay-page.ts'
import { changeProduct } from './operations/products/change-product.ts'
import { changeUnits } from './operations/products/change-units.ts'
import { createProduct } from './operations/products/create-product.ts'
import { getProduct } from './operations/products/get-product.ts'
import { listProductVersions } from './operations/products/list-product-versions.ts'
import { listProducts } from './operations/products/list-products.ts'
import { checkPanEligibility } from './operations/server-to-server/check-pan-eligibility.ts'
import { checkPayout } from './operations/server-to-server/check-payout.ts'
import { createCardReference } from './operations/server-to-server/create-card-reference.ts'
import { createPayout } from './operations/server-to-server/create-payout.ts'
import { createRebill } from './operations/server-to-server/create-rebill.ts'
import { createRecurringPayment } from './operations/server-to-server/create-recurring-payment.ts'
import { createTransfer } from './operations/server-to-server/create-transfer.ts'
import { getCardInfo } from './operations/server-to-server/get-card-info.ts'
import { payCheckedPayout } from './operations/server-to-server/pay-checked-payout.ts'
import { verifyCard } from './operations/server-to-server/verify-card.ts'
import { cancelOrder } from './operations/shopper-order/cancel-order.ts'
import { continueOrder } from './operations/shopper-order/continue-order.ts'
import { exchangeLink } from './operations/shopper-order/exchange-link.ts'
import { followOrder } from './operations/shopper-order/follow-order.ts'
import { getReceipt } from './operations/shopper-order/get-receipt.ts'
import { payOrder } from './operations/shopper-order/pay-order.ts'
import { removeCard } from './operations/shopper-order/remove-card.ts'

/** Operation id → operation. Clients are generated from the ids, so treat them as public names. */
export const OPERATIONS = {
  // Public.
  getSettings,
  getProduct,
  getInterface,
  getReceiptKeys,
  getHealth,
  showCardFrame,
  showCheckFrame,
  showDestinationFrame,
  showPayPage,
  showDesk,
  startDeskSession,
  // The merchant's servers.
  createOrder,
  getMerchantKey,
  listOrders,
  exportOrders,
  sumOrders,
  sumDays,
  reindexOrders,
  captureOrder,
  voidOrder,
  returnOrder,
  approveFollowUp,
  refuseFollowUp,
  refreshOrder,
  declareNotAccepted,
  eraseOrder,
  revokeTokens,
  renewLink,
  changeExpiry,
  resendWebhooks,
  noteOrder,
  sendOrder,
  mailOrder,
  createCardReference,
  getCardInfo,
  createRebill,
  createPayout,
  checkPayout,
  payCheckedPayout,
  createTransfer,
  checkPanEligibility,
  createRecurringPayment,
  verifyCard,
  listProducts,
  createProduct,
  changeProduct,
  changeUnits,
  listProductVersions,
  // The shop's pages.
  checkOffer,
  checkout,
  exchangeLink,
  getOrder,
  getReceipt,
  followOrder,
  payOrder,
  continueOrder,
  endThreeDsMethod,
  removeCard,
  cancelOrder,
  // The gateway, and the bank's pages.
  receiveCallback,
  receivePostedCallback,
  handleReturn,
  handlePostedReturn,
  showThreeDsStep,
  receiveThreeDsMethodResult,
  receiveChallengeResult,
  receiveChallengeResultV1,
  showMethodFrame,
  showChallengeFrame,
  showGatewayPageFrame,
  showFormFrame,
  showDoneFrame,
} as const satisfies Readonly<Record<string, HandledOperation>>

export type Operations = typeof OPERATIONS
