import type { Draft } from '../../cli/offer-claims.ts'
import type { Problem } from '../../shared/http-bodies.ts'
import type { OrderView } from '../../shared/order-view.ts'
import type { ProductLook } from '../../shared/product.ts'
import type { LabelKey } from '../../widget/screen/english-texts.ts'
import { FAKE_EDGE } from './fake-edge.ts'
import type { Drawn } from './orders.ts'

/**
 * Selector of the button that pays, or goes on with a payment. A tag that looks up its order has neither, but after a long
 * wait another button that draws the eye.
 */
export const PAY_BUTTON = 'form:not(.starting) [part~=primary]'

/** What an order waits for: a redirect, perhaps to a page that does not open; or a page in a frame over the shop's. */
type Step = 'page' | 'slow' | 'bank' | 'gateway' | 'nothing'

/** How the edge refuses a request. */
export interface Refusal extends Pick<Problem, 'code'>, Partial<Pick<Problem, 'fields' | 'products'>> {
  readonly retryAfterSeconds?: number
}

/**
 * What happens to the page of a state, and to every tag on it: a dialog covers it, the shopper has waited for long, the
 * network is gone, the address names the order, as after a return from the payment page, or a product is still to come.
 */
type Happening = 'dialog' | 'late' | 'offline' | 'return' | 'waiting'

/** One state of the tag. Files of the shop answer instead of the edge, so the state is always the same. */
export interface GalleryState {
  /** Names its files, and its section on the page: a-z and `-`. */
  readonly name: string
  readonly title: string
  /** How to see it for real in the shop or at the counter. */
  readonly how: string
  /** The order that the edge shows. */
  readonly order?: Drawn
  readonly step?: Step
  /** Claims of an offer, or a finished offer, however bad. Beside an order: the offer that the order is of. */
  readonly offer?: Draft | string
  /** What the tag sells by its name, which is that of the state: as the catalogue shows it; `absent` where nothing does. */
  readonly product?: Omit<ProductLook, 'id'> | 'absent'
  /** Claims of the lines of a cart, as those of an offer. */
  readonly lines?: readonly Draft[]
  /** Claims of the offer that takes the place of the first once the shopper pays. */
  readonly nextOffer?: Draft
  /** The tag's `session` in a state without an order. */
  readonly session?: string
  /** Selectors within the tag of the buttons to press, one after the other, before the state shows. */
  readonly press?: readonly string[]
  /** What the edge answers to every request that acts. Default: nothing, as if the connection were lost. */
  readonly answer?: Refusal | Drawn
  /** Key of the text that the state is there for. Tests read it in the tag. */
  readonly shows?: LabelKey
  /** The state needs a page of its own, to which this happens. */
  readonly happens?: Happening
  /** The page fills the slots of the tag with words of its own. */
  readonly fillsSlots?: true
  /** Further attributes of the tag. */
  readonly attributes?: Readonly<Record<string, string>>
  /** The edge's frames do not load. */
  readonly lacksFrames?: true
  /** The seller has shoppers agree to terms. No frames load then either. */
  readonly asksTerms?: true
  /** The real edge has to answer. It refuses, so no order opens. */
  readonly asksEdge?: true
}

/** Whether the state concerns the whole page, so that it needs one of its own. */
export const isAlone = ({ step, happens }: GalleryState) =>
  happens !== undefined || (step !== undefined && step !== 'page')

/**
 * An order as the edge shows it in a state.
 *
 * @param origin Of the shop, which has the pages of steps.
 */
export function viewOf({ name, step, answer }: GalleryState, drawn: Drawn, origin: string): OrderView {
  const view = { id: name, ...drawn }
  // An order that the shopper has yet to pay waits for no step.
  if (!step || (answer && drawn !== answer)) return view
  const at = (page: string) => `${origin}/${FAKE_EDGE}/steps/${page}.html`
  const type = drawn.status === 'challenge' ? 'challenge' : 'redirect'
  const url = at(step === 'page' ? 'gateway' : step)
  const frame = step === 'page' || step === 'slow' ? {} : { frame: at(`${step}-frame`) }
  return { ...view, action: { type, url, ...frame } }
}
