import { isOrdered } from '../../shared/offer.ts'
import { isSettled } from '../../shared/order-status.ts'
import type { OrderView } from '../../shared/order-view.ts'
import type { BrowserEnv } from '../browser/browser-env.ts'
import type { CheckoutForm } from '../forms/checkout-form.ts'
import { pageLocale } from '../look/page-locale.ts'
import type { Terms } from '../order/context.ts'
import { isUsedUp } from '../order/model/earlier-purchase.ts'
import { framedStep, isResuming, isUnread, mayPay, pausedUntil } from '../order/model/tag-state.ts'
import { isNavigable } from '../order/navigable.ts'
import type { OrderController } from '../order/order-controller.ts'
import { lineOf } from '../order/problems.ts'
import type { Speak } from '../screen/english-texts.ts'
import type { Situation } from '../screen/situation.ts'
import { oneSum } from './one-sum.ts'
import { supportOf, wayBack } from './shop-links.ts'

/** What the tag knows from its parts. */
export interface Sources {
  readonly element: HTMLElement & {
    readonly locale: string
    readonly session: string
    readonly terms: Terms
    requestUpdate(): void
  }
  readonly env: BrowserEnv
  readonly order: OrderController
  readonly form: CheckoutForm
  readonly isLong: boolean
  readonly say: Speak
}

const MINUTE_MS = 60_000

/** A moment as people say it: the time, and on another day the date too. The next full minute, so that it is never too early. */
function momentOf(at: number | undefined, now: number, locale: string): string {
  if (!at) return ''
  const date = new Date(Math.ceil(at / MINUTE_MS) * MINUTE_MS)
  const isToday = date.toDateString() === new Date(now).toDateString()
  return date.toLocaleString(locale, { timeStyle: 'short', ...(!isToday && { dateStyle: 'medium' }) })
}

/** What was paid, and the day on which the shopper did it. */
function earlierOf(view: OrderView | undefined, locale: string): Situation['earlier'] {
  if (!view) return
  const paid = view.attempts.find(({ status }) => isSettled(status)) ?? view.attempts.at(-1)
  const date = new Date(paid?.startedAt ?? view.updatedAt)
  return { amount: view.captured, date: date.toLocaleDateString(locale, { day: 'numeric', month: 'long' }) }
}

/** Gathers what decides the screen. */
export function situationOf({ element, env, order, form, isLong, say }: Sources): Situation {
  const { state } = order
  const { view, claims, error, isBusy, notice, location } = state
  const bank = framedStep(state)
  const { intent = 'sale', lines = [] } = view ?? claims ?? {}
  const { option, options } = form
  const { terms, session } = element
  const { goods, edge, language } = terms
  const { url = '' } = bank ?? view?.action ?? {}
  const refused = Number(lineOf(error?.field))
  return {
    ...{ view, intent, error, isBusy, isLong, notice, leftAttempt: state.left, mayPay: mayPay(state) },
    // A cart may be empty beside the order of a former one.
    isSelling: (!!claims || isUnread(state)) && goods?.lines?.length !== 0,
    isUnread: isUnread(state),
    isResuming: isResuming(state),
    isLeaving: location.at === 'leaving',
    isCart: !!goods?.lines,
    isUsedUp: !!view && isUsedUp(view, claims),
    earlier: earlierOf(state.earlier?.view, pageLocale(element)),
    sum: oneSum(intent, view, form.price),
    // A view of an order that an earlier version stored does not say it.
    isOrdered: isOrdered(view?.act ? view : (claims ?? {})),
    isHosted: form.isHosted,
    isSaidAtField: form.isSaidAtField,
    hasOrderWords: say('pay') !== say('pay.open'),
    pausedUntil: momentOf(pausedUntil(state, option?.method), env.now(), pageLocale(element)),
    isBeside: !!bank,
    isInPopUp: location.at === 'popup',
    hasAnotherMethod: options.some(({ method }) => method !== view?.attempts.at(-1)?.method),
    isResult: !goods && !session,
    wayBack: wayBack(terms, view?.pageUrl),
    isForeign: env.isForeign,
    // The edge's own page is drawn in the tag's language.
    fullPage: isNavigable(url) ? (url.startsWith(`${edge}/three-ds/`) ? `${url}?lang=${language}` : url) : '',
    support: supportOf(state.settings?.merchant),
    // Of a product that the edge does not sell, the tag knows the id alone.
    refusedItem: lines[refused]?.description ?? goods?.lines?.[refused]?.product,
  }
}
