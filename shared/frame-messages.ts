/** What the tag and the edge's frames on the shop's page say to each other. */
import type { PayRequest } from './messages.ts'
import type { SavedCard, ShopperWay } from './order-view.ts'

/** A frame's whole message to the page around it: the bank is done, so the order is worth a look. It proves nothing. */
export const DONE_MESSAGE = 'pay-checkout:done'

/** The one message that a frame of fields takes from its window, and only from the tag's; it brings a `MessagePort`. */
export const CONNECT_MESSAGE = 'pay-checkout:connect'

/** Begins a talk with a frame of fields. Everything else is said over the port that comes with it. */
export interface ConnectMessage {
  readonly type: typeof CONNECT_MESSAGE
  /** What is paid by or to, so which fields are shown. Default: `card`. */
  readonly way?: ShopperWay
  /** For `saved-card`: the one that was chosen, whose code is asked for. */
  readonly savedCard?: SavedCard
  /** Whether the shopper is asked about keeping the card; counts for `card` alone, and may be said for any way. */
  readonly mayKeepCard?: boolean
  /** BCP 47 tag of the shopper's language. */
  readonly locale: string
  /** `ltr` or `rtl`. */
  readonly direction: string
  /** CSS colour `rgb(…)` of an empty page under the colour scheme that the tag is drawn in: light or dark. */
  readonly canvas: string
  /** Token → value as the page set it, such as `accent`; what is no plain value is left out by the frame. */
  readonly look: Readonly<Record<string, string>>
}

/** What the tag says over the port. */
export type TagMessage =
  /** Show what is wrong, and focus the first such field. */
  | { readonly type: 'check' }
  /**
   * Send this payment with what was typed. Answered by `answer`: where it is not complete with `card-invalid`, and for
   * another order than the form's first one with `body-malformed`. Ignored while one is being sent.
   */
  | {
      readonly type: 'pay'
      readonly orderId: string
      /** Scope `pay`. */
      readonly token: string
      /** The `Idempotency-Key`: the same one starts one attempt. */
      readonly key: string
      readonly body: PayRequest
    }

/** What a frame of fields says over the port. No message of it holds anything that was typed. */
export type CardMessage<Answer = unknown> =
  /** How high the frame wants to be, in CSS pixels. */
  | { readonly type: 'height'; readonly height: number }
  /** Whether it could be paid with; said at the start and whenever it changes. `brand` is empty until it is known. */
  | {
      readonly type: 'state'
      readonly isComplete: boolean
      readonly brand?: string
      /** Fields that are shown as wrong. */
      readonly wrong?: readonly string[]
    }
  /** The shopper pressed Enter. */
  | { readonly type: 'submit' }
  /** What the edge answered, as the tag's own calls are answered. */
  | { readonly type: 'answer'; readonly answer: Answer }
