/**
 * Every operation of the edge, which serves and documents exactly these. To add a route, write its file in `operations/`
 * and list it here.
 */
import type { HandledOperation } from './define-operation.ts'
import { cancelOrder } from './operations/cancel-order.ts'
import { captureOrder } from './operations/capture-order.ts'
import { changeProduct } from './operations/change-product.ts'
import { changeUnits } from './operations/change-units.ts'
import { checkOffer } from './operations/check-offer.ts'
import { checkPanEligibility } from './operations/check-pan-eligibility.ts'
import { checkPayout } from './operations/check-payout.ts'
import { checkout } from './operations/checkout.ts'
import { continueOrder } from './operations/continue-order.ts'
import { createCardReference } from './operations/create-card-reference.ts'
import { createOrder } from './operations/create-order.ts'
import { createPayout } from './operations/create-payout.ts'
import { createProduct } from './operations/create-product.ts'
import { createRebill } from './operations/create-rebill.ts'
import { createRecurringPayment } from './operations/create-recurring-payment.ts'
import { createTransfer } from './operations/create-transfer.ts'
import { declareNotAccepted } from './operations/declare-not-accepted.ts'
import { endThreeDsMethod } from './operations/end-three-ds-method.ts'
import { eraseOrder } from './operations/erase-order.ts'
import { exchangeLink } from './operations/exchange-link.ts'
import { exportOrders } from './operations/export-orders.ts'
import { followOrder } from './operations/follow-order.ts'
import { getCardInfo } from './operations/get-card-info.ts'
import { getHealth } from './operations/get-health.ts'
import { getInterface } from './operations/get-interface.ts'
import { getMerchantKey } from './operations/get-merchant-key.ts'
import { getOrder } from './operations/get-order.ts'
import { getProduct } from './operations/get-product.ts'
import { getReceipt } from './operations/get-receipt.ts'
import { getReceiptKeys } from './operations/get-receipt-keys.ts'
import { getSettings } from './operations/get-settings.ts'
import { handlePostedReturn, handleReturn } from './operations/handle-return.ts'
import { listOrders } from './operations/list-orders.ts'
import { listProductVersions } from './operations/list-product-versions.ts'
import { listProducts } from './operations/list-products.ts'
import { mailOrder } from './operations/mail-order.ts'
import { noteOrder } from './operations/note-order.ts'
import { payCheckedPayout } from './operations/pay-checked-payout.ts'
import { payOrder } from './operations/pay-order.ts'
import { receiveCallback, receivePostedCallback } from './operations/receive-callback.ts'
import {
  receiveChallengeResult,
  receiveChallengeResultV1,
  receiveThreeDsMethodResult,
} from './operations/receive-three-ds-result.ts'
import { refreshOrder } from './operations/refresh-order.ts'
import { reindexOrders } from './operations/reindex-orders.ts'
import { removeCard } from './operations/remove-card.ts'
import { renewLink } from './operations/renew-link.ts'
import { resendWebhooks } from './operations/resend-webhooks.ts'
import { returnOrder } from './operations/return-order.ts'
import { revokeTokens } from './operations/revoke-tokens.ts'
import { sendOrder } from './operations/send-order.ts'
import { showCheckFrame } from './operations/show-check-frame.ts'
import { showDesk } from './operations/show-desk.ts'
import { showCardFrame, showDestinationFrame } from './operations/show-field-frames.ts'
import { showPayPage } from './operations/show-pay-page.ts'
import {
  showChallengeFrame,
  showDoneFrame,
  showFormFrame,
  showGatewayPageFrame,
  showMethodFrame,
} from './operations/show-step-frames.ts'
import { showThreeDsStep } from './operations/show-three-ds-step.ts'
import { startDeskSession } from './operations/start-desk-session.ts'
import { sumDays } from './operations/sum-days.ts'
import { sumOrders } from './operations/sum-orders.ts'
import { verifyCard } from './operations/verify-card.ts'
import { voidOrder } from './operations/void-order.ts'

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
  refreshOrder,
  declareNotAccepted,
  eraseOrder,
  revokeTokens,
  renewLink,
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
