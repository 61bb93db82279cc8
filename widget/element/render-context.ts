import type { BrowserEnv } from '../browser-env.ts'
import type { CheckoutForm } from '../forms/checkout-form.ts'
import type { Terms } from '../order/context.ts'
import type { OrderController } from '../order/order-controller.ts'
import { pageLocale } from './page-locale.ts'
import { priceText } from './prices.ts'
import { wayBack } from './shop-links.ts'
import type { ShopperAction } from './shopper-actions.ts'
import { type Labels, speaker } from './shopper-texts.ts'
import type { RenderContext } from './status-panels.ts'

/** What the panels are drawn from. */
export interface RenderSources {
  readonly element: HTMLElement & {
    readonly labels: Labels
    readonly locale: string
    readonly offer: string
    readonly session: string
    readonly terms: Terms
    requestUpdate(): void
  }
  readonly env: BrowserEnv
  readonly order: OrderController
  readonly form: CheckoutForm
  readonly isDisabled: boolean
  readonly isLong: boolean
  act(action: ShopperAction): void
}

/** Gathers everything that a panel is drawn with. */
export function renderContext({ element, env, order, form, ...rest }: RenderSources): RenderContext {
  const { view, claims, error, isBusy, mayPay, bank, presentation, notice } = order
  const locale = pageLocale(element)
  const say = speaker(element.labels)
  const { intent = 'sale', currency } = view ?? claims ?? {}
  const price = (amount = '') =>
    currency && amount ? priceText(amount, currency, locale, () => element.requestUpdate()) : ''
  const { sum, option, options } = form
  return {
    ...{ say, view, intent, price, error, isBusy, mayPay, bank, notice, locale },
    isInPopUp: presentation.isInPopUp,
    isLong: rest.isLong,
    amount: intent === 'verify' ? '' : price(sum),
    disabled: rest.isDisabled,
    mayBuyAgain: !!claims,
    isResult: !element.offer && !element.session,
    wayBack: wayBack(element.terms, view?.pageUrl),
    isForeign: env.isForeign,
    method: option?.method,
    hasAnotherMethod: options.some(({ method }) => method !== view?.attempts.at(-1)?.method),
    fields: () => form.render(say, locale, price),
    act: rest.act,
  }
}
