import type { BrowserEnv } from '../browser/browser-env.ts'
import { hasOpenAmount } from '../forms/amount.ts'
import type { CheckoutForm } from '../forms/checkout-form.ts'
import type { Terms } from '../order/context.ts'
import type { OrderController } from '../order/order-controller.ts'
import { piecesOf } from './order-summary.ts'
import { pageLocale } from './page-locale.ts'
import { priceText } from './prices.ts'
import { wayBack } from './shop-links.ts'
import type { ShopperAction } from './shopper-actions.ts'
import type { Speak } from './shopper-texts.ts'
import type { RenderContext } from './status-panels.ts'

/** What the panels are drawn from. */
export interface RenderSources {
  readonly element: HTMLElement & {
    readonly locale: string
    readonly session: string
    readonly terms: Terms
    requestUpdate(): void
  }
  readonly env: BrowserEnv
  readonly order: OrderController
  readonly form: CheckoutForm
  readonly say: Speak
  readonly disabled: boolean
  readonly isLong: boolean
  act(action: ShopperAction): void
}

const MINUTE_MS = 60_000

/** A moment as people say it: the time, and on another day the date too. The next full minute, so that it is never too early. */
function momentOf(at: number | undefined, now: number, locale: string): string {
  if (!at) return ''
  const date = new Date(Math.ceil(at / MINUTE_MS) * MINUTE_MS)
  const isToday = date.toDateString() === new Date(now).toDateString()
  return date.toLocaleString(locale, { timeStyle: 'short', ...(!isToday && { dateStyle: 'medium' }) })
}

/** Gathers everything that a panel is drawn with. */
export function renderContext({ element, env, order, form, ...rest }: RenderSources): RenderContext {
  const { view, claims, error, isBusy, mayPay, bank, presentation, notice } = order
  const locale = pageLocale(element)
  const { intent = 'sale', currency } = view ?? claims ?? {}
  const price = (amount = '') =>
    currency && amount ? priceText(amount, currency, locale, () => element.requestUpdate()) : ''
  const { option, options } = form
  // Once a part of a reservation is charged, that part is the price, and it is of no pieces.
  const shown = Number(view?.captured) ? view?.captured : form.price.sum
  const { merchant, test = false } = order.settings ?? {}
  const { goods, edge, language } = element.terms
  const { url = '' } = bank ?? view?.action ?? {}
  return {
    ...rest,
    ...{ merchant, view, intent, price, error, isBusy, mayPay, bank, notice, locale },
    isTest: view?.test ?? test,
    isCart: !!goods?.lines,
    pieces: shown === form.price.sum ? piecesOf(form.price, price) : '',
    lines: view?.lines ?? claims?.lines,
    email: form.email,
    isInPopUp: presentation.isInPopUp,
    amount: intent === 'verify' ? '' : price(shown),
    isSumChosen: !!claims && hasOpenAmount(claims),
    mayBuyAgain: !!claims && goods?.lines?.length !== 0,
    isResult: !goods && !element.session,
    wayBack: wayBack(element.terms, view?.pageUrl),
    isForeign: env.isForeign,
    fullPage: url.startsWith(`${edge}/three-ds/`) ? `${url}?lang=${language}` : url,
    method: option?.method,
    pausedUntil: momentOf(order.pausedUntil(option?.method), env.now(), locale),
    hasAnotherMethod: options.some(({ method }) => method !== view?.attempts.at(-1)?.method),
    isKept: form.isKept,
    fields: () => form.render(intent, rest.say, locale, price),
  }
}
