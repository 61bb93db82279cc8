/** What templates draw a screen with: the situation, and how to say and write what the screen names. */
import type { Merchant } from '../../shared/http-bodies.ts'
import type { ShopperWay } from '../../shared/order-view.ts'
import { pageLocale } from '../look/page-locale.ts'
import type { Claims } from '../order/offer.ts'
import type { ShopperAction } from '../screen/actions.ts'
import { isolate, type Speak } from '../screen/english-texts.ts'
import type { Situation } from '../screen/situation.ts'
import type { Text } from '../screen/text.ts'
import { piecesOf } from './one-sum.ts'
import { phrase } from './phrase.ts'
import { priceText } from './prices.ts'
import type { Sources } from './situation-of.ts'

/** Everything that the templates draw a screen with. */
export interface RenderContext extends Situation {
  readonly say: Speak
  readonly locale: string
  /** The seller, once the edge has named one. */
  readonly merchant: Merchant | undefined
  /** The gateway is a sandbox: no money moves. */
  readonly isTest: boolean
  /** How many of one thing at what price each; empty for one. */
  readonly pieces: string
  /** The lines of the order or the cart, if there are any. */
  readonly lines: Claims['lines']
  /** The address of the picture of the one thing that is bought, if there is one. */
  readonly image: string | undefined
  /** Pictures of products are drawn: on the edge's own page alone, since the policy of a shop's page lets none in. */
  readonly hasPictures: boolean
  /** The sum in the shopper's language; empty while there is none to name. */
  readonly amount: string
  /** The shopper's address, if it was typed in this page or the page knows it. */
  readonly email: string
  readonly disabled: boolean
  /** The chosen payment method, if there is one. */
  readonly method: ShopperWay | undefined
  /** The fields stay in the page while nobody can use them. */
  readonly isKept: boolean
  /** Writes an amount of the order in the shopper's language. */
  price(amount: string | undefined): string
  /** Draws words around the sum. */
  phrase(text: string): unknown
  /** Says a text of the screen. */
  tell(text: Text): string
  /** Draws the fields that the shopper fills in. */
  fields(): unknown
  /** The edge's form for the chosen way did not load: nobody can pay. Known once the fields are drawn. */
  isFormMissing(): boolean
  act(action: ShopperAction): void
}

/** Gathers everything that the templates draw with. */
export function renderContext(
  situation: Situation,
  { element, order, form, say }: Sources,
  rest: Pick<RenderContext, 'disabled' | 'act'>,
): RenderContext {
  const { view, intent, sum } = situation
  const { claims, settings } = order.state
  const locale = pageLocale(element)
  const { currency, lines } = view ?? claims ?? {}
  const { pageUrl, edge } = element.terms
  const price = (amount = '') =>
    currency && amount ? priceText(amount, currency, locale, () => element.requestUpdate()) : ''
  const priced = price(sum)
  return {
    ...situation,
    ...rest,
    ...{ say, price, locale, lines },
    image: view ? lines?.[0]?.image : claims?.image,
    hasPictures: pageUrl.split(/[?#]/)[0] === `${edge}/pay`,
    merchant: settings?.merchant,
    isTest: view?.test ?? settings?.test ?? false,
    pieces: piecesOf(sum, form.price, price),
    email: form.email,
    amount: priced,
    phrase: (text) => phrase(text, priced, locale),
    method: form.option?.method,
    isKept: form.isKept,
    tell: ({ key, amount, id, date, item }) => {
      const text = say(key, { amount: price(amount), id, date })
      return item ? `${isolate(item, text)}: ${text}` : text
    },
    fields: () => form.render(intent, say, locale, price),
    isFormMissing: () => form.isMissing,
  }
}
