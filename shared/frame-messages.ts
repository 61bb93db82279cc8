/** Messages between the tag and the edge's frames on the shop's page. */
import type { CheckoutRequest, PayRequest } from './http-bodies.ts'
import type { SavedCard, ShopperWay } from './order-view.ts'

/**
 * A frame's whole message to the page around it: the bank is done, so the tag should read the order. It proves nothing.
 */
export const DONE_MESSAGE = 'pay-checkout:done'

/** The check frame's only other message: a person has passed it. The verifier's token proves that to the edge alone. */
export interface CheckMessage {
  readonly check: string
}

/** The one message that a frame of fields accepts from its window, and only from the tag. It brings a `MessagePort`. */
export const CONNECT_MESSAGE = 'pay-checkout:connect'

/** How the tag looks. */
export interface Theme {
  /** `ltr` or `rtl`. */
  readonly direction: string
  /**
   * The page's background under the tag's colour scheme, as CSS `rgb(…)`, so that an empty frame is light or dark
   * alike.
   */
  readonly canvas: string
  /** Size of the letters of the page's root, such as `16px`: tokens and frame mean the same by `rem` then. Default: the browser's. */
  readonly rem?: string
  /** Token → value as the page set it, such as `accent`. The frame drops what is no plain value. */
  readonly look: Readonly<Record<string, string>>
}

/** Opens the conversation with a frame of fields. All later messages go over the port that comes with it. */
export interface ConnectMessage extends Theme {
  readonly type: typeof CONNECT_MESSAGE
  /** The method whose fields the frame shows. Default: `card`. */
  readonly way?: ShopperWay
  /** For `saved-card`: the chosen card, whose code the frame asks for. */
  readonly savedCard?: SavedCard
  /** Whether the frame asks to keep the card. It has an effect for `card` alone, but any method may send it. */
  readonly mayKeepCard?: boolean
  /** BCP 47 tag of the shopper's language. */
  readonly locale: string
  /** The page's own wording. The frame takes those of its own texts, by their key after `frame.`. */
  readonly labels?: Readonly<Record<string, string>>
}

/** Messages from the tag over the port. */
export type TagMessage =
  /**
   * Show what is wrong, and focus the first such field unless one of the tag's own is wrong too (`isBeside`). The frame
   * replies with `checked`.
   */
  | { readonly type: 'check'; readonly isBeside?: boolean }
  /**
   * The payment that the frame has sent failed, with this error code of the order. If that is about one field, the frame says so
   * there, empties it, and puts the rest of the card back but for the security code; else it forgets the card.
   */
  | {
      readonly type: 'declined'
      readonly code?: string | undefined
      /**
       * Whether that field takes the focus; else its message is read out. An older tag does not say, and tells the reason itself:
       * then the frame does neither.
       */
      readonly takesFocus?: boolean
    }
  /** The shopper's name, as they typed it in the tag. The frame writes it where nothing else was typed, and tells nobody. */
  | { readonly type: 'name'; readonly name: string }
  /** The tag looks different by now. */
  | (Theme & { readonly type: 'theme' })
  /**
   * Send this payment with the typed values. The frame replies with `answer`: `card-invalid` if the form is incomplete,
   * `body-malformed` for another order than the form's first. It ignores the message while it sends one.
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
  /** The same for a payment that opens its order. */
  | { readonly type: 'checkout'; readonly key: string; readonly body: CheckoutRequest }

/** Messages from a frame of fields over the port. None holds anything that was typed. */
export type CardMessage<Answer = unknown> =
  /** Codes of the declines that the frame says at a field. Sent once, before the first `state`; an older frame sends none. */
  | { readonly type: 'says'; readonly codes: readonly string[] }
  /** The height that the frame needs, in CSS pixels. */
  | { readonly type: 'height'; readonly height: number }
  /**
   * Whether the form is complete. The frame says so at the start and at each change. `brand` is empty until it is
   * known.
   */
  | {
      readonly type: 'state'
      readonly isComplete: boolean
      readonly brand?: string
      /** Fields that are shown as wrong. */
      readonly wrong?: readonly string[]
    }
  /** The reply to `check`. It counts more than a `state` that was on its way when the shopper pressed the button. */
  | { readonly type: 'checked'; readonly isComplete: boolean }
  /** The shopper pressed Enter. The tag checks its own fields and these. */
  | { readonly type: 'submit' }
  /** The edge's answer, in the form of the tag's own calls. */
  | { readonly type: 'answer'; readonly answer: Answer }
