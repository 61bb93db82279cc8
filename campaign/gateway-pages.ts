/** A shopper at the pages of gateway and bank. */
import { type FormWalker, hasForm, type Page, type Typed } from '../e2e/support/form-walker.ts'
import { type CardName, typedCard } from './cards.ts'

/** More pages than any payment has. */
const MOST_PAGES = 8

/**
 * Goes through all pages of gateway and bank from an address on, and pays or cancels there.
 *
 * @returns Whether the shopper came to the end. Pages may fail, as they do in life.
 */
export async function payAtPages(
  pages: FormWalker,
  url: string,
  { card, cancels = false }: { readonly card: CardName; readonly cancels?: boolean },
): Promise<boolean> {
  try {
    let page = await pages.open(url)
    for (let count = 0; count < MOST_PAGES && hasForm(page); count += 1)
      page = await pages.submit(page, typedAt(page, card, cancels))
    return true
  } catch {
    return false
  }
}

const CANCEL = { action: 'cancel' }

/** What the shopper types, by a field that only that page has. */
function typedAt({ text }: Page, card: CardName, cancels: boolean): Typed {
  if (text.includes('name="word"')) return { word: 'hint', action: 'approve' }
  if (text.includes('name="kind"')) return cancels ? CANCEL : { kind: 'phone', phone: '+4915123456789' }
  if (!text.includes('name="number"')) return {}
  return cancels ? CANCEL : typedCard(card)
}
