/** Everything that can happen to the tag, and everything that it then does. Clicks, answers and messages differ only in these. */
import type { Settings } from '../../../shared/http-bodies.ts'
import type { OrderView, Way } from '../../../shared/order-view.ts'
import type { Result } from '../../../shared/result.ts'
import type { PayError } from '../../events/pay-error.ts'
import type { Refusal } from '../api.ts'
import type { FramedStep, OrderAccess, Terms } from '../context.ts'
import type { Goods } from '../goods.ts'
import type { Claims } from '../offer.ts'
import type { RememberedOrder } from '../remembered-orders.ts'
import type { AttemptLocation } from './attempt-location.ts'
import type { Pause, TagState } from './tag-state.ts'

/** One thing that happened. */
export type TagEvent = OfThePage | OfTheSale | OfTheOrder | OfTheShopper | OfAnAttempt

/** The tag, its page and its browser. */
type OfThePage =
  /** The tag is in a page: it came there, or it has read its order there. */
  | Plain<'shown'>
  /** The tag leaves its page, or the page goes into the browser's cache. */
  | Plain<'hidden'>
  /** The tag is about to draw: its attributes as they are now. */
  | (Plain<'terms-read'> & Page)
  | Plain<'connection-lost' | 'connection-back'>
  /** The page comes to the front. */
  | Plain<'page-seen'>
  /** Another tag or tab changed what the browser remembers of these goods. */
  | (Plain<'memory-changed'> & { readonly remembered: RememberedOrder | undefined })
  /** Something threw where nothing could catch it. */
  | Plain<'thrown'>

/** What the tag sells, and whether there is an order of it. */
type OfTheSale =
  /** @param settings Absent: the edge does not answer, or late. */
  | (Plain<'settings-received'> & { readonly settings?: Settings | undefined })
  | (Plain<'claims-read'> & { readonly claims: Result<Claims | undefined, string> })
  | (Plain<'country-guessed'> & { readonly country: string })
  /** The tag asks the edge for its products. @param now By the browser's clock. */
  | (Plain<'products-asked'> & { readonly now: number })
  /**
   * @param goods Each line of a product with its quantity.
   * @param isPaying A payment for them was sent, and its answer has not come.
   */
  | (Plain<'goods-named'> & {
      readonly goods: Goods
      readonly digest: string
      readonly isPaying: boolean
    })
  /** The tag knows which order it resumes, if any; or it has opened one, or found one that another tab opened. */
  | (Plain<'order-found'> & { readonly access: OrderAccess | undefined })
  | Plain<'started'>

/** The shown order, as the edge tells it. */
type OfTheOrder =
  /** @param token The renewed one, if the edge sent one. */
  | (Plain<'view-received'> & { readonly order: OrderView; readonly token?: string | undefined })
  /** The edge refuses to show the order while the tag follows it. A request of its own may renew the token. */
  | Plain<'token-refused'>
  | Plain<'following-ended'>
  /** The edge refuses to show the order. */
  | (Plain<'order-lost'> & { readonly id: string; readonly refusal: Refusal })

/** What the shopper and the page do. */
type OfTheShopper =
  | (Plain<'check-begun' | 'again'> & Page)
  /** @param before The view that the shopper wanted to know more about. @param isMissed No answer came. */
  | (Plain<'check-ended'> & { readonly before: OrderView | undefined; readonly isMissed: boolean })
  | Plain<'cancel-begun'>
  /** The shopper looks at what an earlier visit paid. */
  | Plain<'receipt-opened'>
  | Plain<'window-opened' | 'window-closed'>
  /** The shopper leaves the attempt to choose another method. */
  | Plain<'attempt-left'>
  /** The shopper puts the framed page away, and can continue with it. */
  | Plain<'frame-left'>

/** The way of a payment from the click to the page that takes it. */
type OfAnAttempt =
  | Plain<'work-begun' | 'work-ended'>
  /**
   * No click leads to another page any more: the page may still prevent the next attempt, the edge refused the last one, the
   * shopper came back to the page, or it has removed the tag for good.
   */
  | Plain<'called-off'>
  /** @param attempt Its number, from 1. */
  | (Plain<'attempt-sent'> & { readonly attempt: number })
  | Plain<'attempt-answered'>
  | Plain<'attempt-over'>
  /** The shopper goes on with the step that the order waits for. */
  | Plain<'continued'>
  /** The tag has asked the order, which may know more than the refusal. @param now By the browser's clock. */
  | (Plain<'refused'> & {
      readonly refusal: Refusal
      readonly way: Way | undefined
      readonly before: TagState
      readonly now: number
    })
  | (Plain<'failed'> & { readonly error: PayError })
  | (Plain<'pause-over'> & { readonly pause: Pause })
  | (Plain<'frame-allowed'> & { readonly location: AttemptLocation })
  /** The shop's page opens the address itself. */
  | Plain<'leaving-prevented'>
  | (Plain<'bot-check-begun'> & { readonly step: FramedStep })
  /** @param token Empty: the shopper does not want to pass it. */
  | (Plain<'bot-check-ended'> & { readonly token: string })

/** One kind of event. */
export type Of<Type extends TagEvent['type']> = Extract<TagEvent, { readonly type: Type }>

interface Plain<Type extends string> {
  readonly type: Type
}

/** What the page says. */
export interface Page {
  readonly terms: Pick<Terms, 'edge' | 'goods' | 'session'>
  /** Its whole address, fragment included. */
  readonly address: string
}

/** One thing that the tag then does. */
export type TagEffect =
  /** Reads what the tag sells, and looks for an order of it. Ends all work for what it sold before. */
  | Plain<'start'>
  | Plain<'follow' | 'unfollow'>
  /** Asks the order where it stands. */
  | Plain<'look'>
  /** Keeps in the browser where the order stands. */
  | (Plain<'remember'> & { readonly access: OrderAccess; readonly order: OrderView })
  /** Keeps the order for a reload of this page alone, which has no goods any more. */
  | (Plain<'keep-receipt'> & { readonly access: OrderAccess })
  | (Plain<'forget'> & { readonly digest: string; readonly id: string })
  /** Keeps the paid order beside the place of the next one. */
  | (Plain<'set-aside'> & { readonly digest: string; readonly id: string })
  | Plain<'close-window'>
  /** Fires `pay-ready`. */
  | Plain<'announce-ready'>
  /** Fires the events of a newer view. */
  | (Plain<'announce'> & { readonly view: OrderView })
  /** Fires `pay-failed`. */
  | (Plain<'announce-failure'> & { readonly error: PayError; readonly view: OrderView | undefined })
  /** The page gets another promise of a payment. */
  | Plain<'unsettle'>
  /** Asks the page whether it shows the step itself; else the tag does, in its frame. */
  | (Plain<'show-frame'> & Step & { readonly location: AttemptLocation })
  /** Asks the page whether it opens the address itself; else the tag leaves for it, or its window does. */
  | (Plain<'leave'> & Step & { readonly hasWindow: boolean })
  | (Plain<'wait'> & { readonly ms: number; readonly pause: Pause })

/** The event that the page can prevent. */
interface Step {
  readonly view: OrderView
  readonly event: 'pay-redirect' | 'pay-challenge'
  readonly url: string
}

/** Adds an effect to those that follow from an event. */
export type Emit = (effect: TagEffect) => unknown
