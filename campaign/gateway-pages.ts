/** What a shopper does at the pages of gateway and bank, without a browser. */

import { type FormWalker, hasForm, type Page, type Typed } from '../e2e/support/form-walker.ts'
import { BROWSER, cardIn, typedCard } from './cards.ts'
import type { CardName, KindTraits } from './order-kinds.ts'
import type { Visit } from './plan.ts'

/** More pages than any payment has. */
const MOST_PAGES = 8

/** What was typed, by a field that only that page has. */
const WORD = { word: 'hint', action: 'approve' }
const CANCEL = { action: 'cancel' }

/**
 * Goes through all pages from an address on, and pays or cancels there.
 *
 * @returns Whether the way could be gone to its end. Pages may fail, as they do in life.
 */
export async function goThrough(
  walker: FormWalker,
  url: string,
  { card, cancels = false }: { readonly card: CardName; readonly cancels?: boolean },
): Promise<boolean> {
  try {
    let page = await walker.open(url)
    for (let pages = 0; pages < MOST_PAGES && hasForm(page); pages += 1)
      page = await walker.submit(page, typedAt(page, card, cancels))
    return true
  } catch {
    return false
  }
}

function typedAt({ text }: Page, card: CardName, cancels: boolean): Typed {
  if (text.includes('name="word"')) return WORD
  if (text.includes('name="kind"')) return cancels ? CANCEL : { kind: 'phone', phone: '+4915123456789' }
  if (!text.includes('name="number"')) return {}
  return cancels ? CANCEL : typedCard(card)
}

/** What the shop's page sends when its shopper pays. */
export function payment({ method }: KindTraits, { card, telling }: Pick<Visit, 'card' | 'telling'>): object {
  return method === 'card' ? { method, card: cardIn(card, telling), browser: BROWSER } : { method }
}
