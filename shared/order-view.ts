/** The order as the page and the merchant see it. */
import type {
  action,
  attempt,
  cardReference,
  failure,
  followUp,
  intent,
  keepCard,
  merchantAttempt,
  merchantOrder,
  order,
  orderError,
  orderName,
  refreshedOrder,
  savedCard,
  transaction,
  way,
} from './contract/order-schemas.ts'
import type { Output } from './contract/output.ts'
import type { ACTS, DECLINE_REASONS, FOLLOW_UPS, METHODS, PAYOUT_METHODS } from './order-values.ts'

/** The purpose of an order. */
export type Intent = Output<typeof intent>

/** What a shopper does by paying. */
export type Act = (typeof ACTS)[number]

/** A method by which a shopper may pay. */
export type Method = (typeof METHODS)[number]

/** A method by which money may be paid out. */
export type PayoutMethod = (typeof PAYOUT_METHODS)[number]

/** A method that a shopper starts. */
export type ShopperWay = Method | PayoutMethod

/** Every method of an attempt. */
export type Way = Output<typeof way>

/** The page's next step. */
export interface OrderAction extends Output<typeof action> {}

/** One request to charge or verify, as pages see it. */
export interface AttemptView extends Output<typeof attempt> {}

/** One transaction that the gateway reported. */
export interface TransactionView extends Output<typeof transaction> {}

/** Why a bank declined a payment, where the shopper can do something about it. */
export type DeclineReason = (typeof DECLINE_REASONS)[number]

/** `cancelled`: the shopper cancelled on the gateway's own page, so no bank declined anything. */
export type FailureReason = NonNullable<Failure['reason']>

/**
 * Why an attempt failed, as a stable code. The page has its own words for it. Where the bank's reason helps the shopper
 * and no thief, `declined-` and the {@link DeclineReason}; any other decline is `declined`. `cancelled-at-gateway`: the
 * shopper cancelled on the gateway's page.
 */
export interface OrderError extends Output<typeof orderError> {}

/** A saved card that the merchant lets this shopper use, as pages may show it. */
export interface SavedCard extends Output<typeof savedCard> {}

/** The order as the shopper's page and the merchant's server see it. Amounts have the decimals that are charged. */
export interface OrderView extends Output<typeof order> {}

/** What a merchant may do with a payment. */
export type FollowUpKind = (typeof FOLLOW_UPS)[number]

/** One follow-up of a payment. */
export interface FollowUpView extends Output<typeof followUp> {}

/**
 * Why something failed, in full. For the merchant alone, since the bank's words on a stolen card would help a thief.
 */
export interface Failure extends Output<typeof failure> {}

/** An attempt with everything that the gateway reported of it. */
export interface MerchantAttemptView extends Output<typeof merchantAttempt> {}

/** The shopper agreed that the card is kept. The order's `cardRefs` hold the reference itself. */
export interface KeepCardView extends Output<typeof keepCard> {}

/** A card reference that the gateway made from a payment. */
export interface CardReference extends Output<typeof cardReference> {}

/** How one order names another. */
export interface OrderName extends Output<typeof orderName> {}

/** The order as its merchant's own server sees it. */
export interface MerchantOrderView extends Output<typeof merchantOrder> {}

/** The order as a refresh leaves it. */
export interface RefreshedOrderView extends Output<typeof refreshedOrder> {}
