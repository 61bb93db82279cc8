/** The package `@pay-checkout/server`: what a merchant's server does at its edge. */
export {
  type EdgeOptions,
  type MerchantClient,
  merchantClient,
  sessionOf,
  shopperClient,
} from './client.ts'
export type * from './contract.generated.ts'
export {
  isPayError,
  type PayError,
  RefusedError,
  UncertainError,
  UnreachableError,
  type VerificationCode,
  VerificationError,
} from './errors.ts'
export type { Pages } from './pages.ts'
export { isPaid, type Receipt, type ReceiptOptions, receiptVerifier, type VerifyReceipt } from './receipts.ts'
export { isMoving, type Waiting, type WaitOptions } from './settled.ts'
export {
  type JudgedEvent,
  judgeEvent,
  type ReceivedWebhook,
  subjectOf,
  verifyWebhook,
  type WebhookEvent,
  type WebhookMemory,
  type WebhookVerification,
} from './webhooks.ts'
