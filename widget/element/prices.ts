/** Sums as they are drawn. */
import { formatPrice } from '../forms/amount.ts'

/**
 * In a new page a browser takes some 50 ms, on slow machines 200, until it can write its first sum in a language. The first
 * paint does not wait for that.
 */
let isReady = false

/** Whether sums are written in full. */
export const arePricesReady = () => isReady

/** Kept once the page has been painted with sums in plain text, and can be drawn again. Begins with the first sum. */
let painted: Promise<void> | undefined

/** Resolves once sums are written in full. */
export function pricesReady(): Promise<void> {
  painted ??= new Promise<void>((resolve) => {
    // A page that nobody sees is not painted.
    if (document.hidden) resolve()
    else requestAnimationFrame(() => setTimeout(resolve))
  }).then(() => {
    isReady = true
  })
  return painted
}

/**
 * Writes an amount as the shopper's language does; before the page's first paint in plain text, `EUR 12.50`.
 *
 * @param redraw Called once it can be written in full.
 */
export function priceText(amount: string, currency: string, locale: string, redraw: () => void): string {
  if (isReady) return formatPrice(amount, currency, locale)
  pricesReady().then(redraw)
  return `${currency}\u00a0${amount}`
}
