import { page } from '../browser/page.ts'
import { formatPrice } from '../order/amount.ts'

/**
 * In a new page a browser needs some 50 ms, on slow machines 200, before it can format its first sum in a language. The
 * first paint does not wait for that.
 */
let isReady = false

/** Whether sums are formatted in full. */
export const arePricesReady = () => isReady

/** Resolves once the browser has painted the page with sums in plain text. Begins with the first sum. */
let painted: Promise<void> | undefined

/** Resolves once sums are formatted in full. */
export function pricesReady(): Promise<void> {
  painted ??= new Promise<void>((resolve) => {
    // Browsers do not paint a hidden page.
    if (document.hidden) resolve()
    else page.requestAnimationFrame(() => setTimeout(resolve))
  }).then(() => {
    isReady = true
  })
  return painted
}

/**
 * Formats an amount for the shopper's language; before the page's first paint as plain text, `EUR 12.50`.
 *
 * @param redraw Called once the amount can be formatted in full.
 */
export function priceText(amount: string, currency: string, locale: string, redraw: () => void): string {
  if (isReady) return formatPrice(amount, currency, locale)
  pricesReady().then(redraw)
  return `${currency}\u00a0${amount}`
}
