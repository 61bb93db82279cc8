/** What the tag knows: one record. `tagTransition` alone makes the next one. */
import type { Settings } from '../../../shared/http-bodies.ts'
import type { OrderAction, OrderView, Way } from '../../../shared/order-view.ts'
import type { PayError } from '../../events/pay-error.ts'
import type { FramedStep, OrderAccess } from '../context.ts'
import { type Goods, hasProducts } from '../goods.ts'
import type { Claims } from '../offer.ts'
import { type AttemptLocation, NONE } from './attempt-location.ts'

/** Key of a text beside the panel: the browser is offline, the edge did not answer, or it had no news. Empty: none. */
type NetworkNotice = '' | 'offline' | 'error.network' | 'checked'

/** The edge takes no further try before. */
export interface Pause {
  /** The way to pay that it is about. */
  readonly way: Way
  /** Milliseconds since the epoch, by the browser's clock. */
  readonly until: number
}

/** Everything that the tag knows of its order and of what it does for it. */
export interface TagState {
  /** The attributes with which the tag last started, as one text. */
  readonly named: string
  readonly edge: string
  readonly goods: Goods | undefined
  /** `<order id>.<token>`, or empty. */
  readonly session: string
  /** Digest of the goods, under which the browser remembers their order; empty for sessions and result tags. */
  readonly digest: string
  /** The claims of the offer, the product or the cart; absent for sessions and result tags, and until the edge has sent them. */
  readonly claims?: Claims | undefined
  /** When the tag last asked for its products, in milliseconds since the epoch, by the browser's clock. */
  readonly askedAt?: number
  /** The edge's settings, once it has sent them; `null` while the tag does without. */
  readonly settings?: Settings | null
  /** The country that the shopper's connection seems to come from, as ISO 3166-1 alpha-2; absent until the edge has said so. */
  readonly country?: string
  /** The tag knows whether there is an order to resume, and what the seller asks of shoppers. */
  readonly isStarted: boolean
  /** The address names an order, and the tag does not know yet whether to show it. */
  readonly isReturning: boolean
  /** The page has changed the cart since the shown order was opened. */
  readonly isFormer: boolean
  /** The page knows that the shopper can pay. */
  readonly isReady: boolean

  /** The access to the shown order, with the newest token. */
  readonly access?: OrderAccess | undefined
  /** The newest view of the order, once the edge has sent one. */
  readonly view?: OrderView | undefined
  /** The order that an earlier visit paid, while the tag offers to buy again. */
  readonly earlier?: { readonly access: OrderAccess; readonly view: OrderView } | undefined
  /** The tag follows the order's changes. */
  readonly isFollowed: boolean

  /** From the shopper's click until the edge has answered. */
  readonly isBusy: boolean
  /** Why the shopper's last action failed, or why the tag cannot go on. */
  readonly error?: PayError | undefined
  readonly notice: NetworkNotice
  readonly pause?: Pause | undefined

  /** Which attempt is ours, and where the tag shows its page. */
  readonly location: AttemptLocation
  /** Start time of the attempt that the shopper left to choose another method. Empty: the shopper left none. */
  readonly left: string | undefined
  /** A window for an attempt's page is open. */
  readonly hasWindow: boolean
  /** The bot check that the tag shows. */
  readonly check?: FramedStep | undefined
  /** The verifier's token of the check before; empty if it ended without one. */
  readonly passed: string
  /** No frame of another site runs in the page. */
  readonly isIsolated: boolean
}

/** What the tag knows of an order before there is one. */
export const NO_ORDER = {
  access: undefined,
  view: undefined,
  earlier: undefined,
  isFollowed: false,
  error: undefined,
  notice: '',
  // The edge decides on the next order by itself.
  pause: undefined,
  isReady: false,
  location: NONE,
  hasWindow: false,
  check: undefined,
  passed: '',
} as const

/** A tag that the page has not started yet. */
export const BLANK: TagState = {
  ...NO_ORDER,
  named: '',
  edge: '',
  goods: undefined,
  session: '',
  digest: '',
  isStarted: true,
  isReturning: false,
  isFormer: false,
  isBusy: false,
  left: '',
  isIsolated: false,
}

/** Whether this tag may start attempts of the order and take their steps. A token from an address may only look. */
export const mayPay = ({ access }: TagState): boolean => access?.mayPay ?? true

/** Whether there is an order whose status the tag does not know yet. */
export const isResuming = ({ access, view, isReturning }: TagState): boolean => (access ? !view : isReturning)

/** Whether the edge has yet to say what the products are. */
export const isUnread = ({ claims, goods }: TagState): boolean => !claims && hasProducts(goods)

/** Whether products are not sold now: they are hidden or sold out, or the edge has not said what they are. */
export const isUnsold = ({ claims, goods, error }: Pick<TagState, 'claims' | 'goods' | 'error'>): boolean =>
  hasProducts(goods) && (!claims || error?.recoverable === false)

/**
 * Whether the tag knows what it sells, and the ways to pay. An offer that names none has all of the edge's, so that it waits
 * for the settings.
 */
export const knowsWays = (state: TagState): boolean => {
  const { view, claims, settings } = state
  return !!(view ?? claims?.methods) || (settings !== undefined && !isUnread(state))
}

/** The step, if this tag shows its frame. */
export const framed = ({ location }: TagState, action: OrderAction | undefined): OrderAction | undefined =>
  location.at === 'framed' && action?.frame === location.frame ? action : undefined

/** What the tag shows in a frame: the bot check, or the bank's step while the order waits for it. */
export const framedStep = (state: TagState): FramedStep | undefined =>
  state.check ?? (mayPay(state) ? framed(state, state.view?.action) : undefined)

/** When the shopper may try again to pay this way, in milliseconds since the epoch; `undefined` if they may now. */
export const pausedUntil = ({ pause }: TagState, method: Way | undefined): number | undefined =>
  pause && pause.way === method ? pause.until : undefined

/** Name of what the shopper pays, once the tag knows it: the offer's digest, or the session's order. A cart may change. */
export const nameOf = ({ goods, digest, access }: TagState): string =>
  goods?.lines ? 'cart' : digest || access?.id || ''
