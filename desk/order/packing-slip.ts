/**
 * The packing slip of one order: what goes to whom, on paper. Drawn into a document of its own, so that nothing else of the
 * desk is printed, and gone with it: the desk stores none of it. Texts of a shopper are set as text.
 */
import type { Address } from '../../shared/customer.ts'
import type { OrderDetails } from '../../shared/order-history.ts'

/** The words of a slip. */
export interface SlipWords {
  readonly title: string
  readonly deliverTo: string
  /** No address is known, or it was erased. */
  readonly noAddress: string
  readonly items: string
  readonly reference: string
  readonly ordered: string
  readonly sum: string
}

/** Language → the words of a slip. */
export const SLIP_WORDS = {
  en: {
    title: 'Packing slip',
    deliverTo: 'Deliver to',
    noAddress: 'No delivery address is known.',
    items: 'Items',
    reference: 'Reference',
    ordered: 'Ordered',
    sum: 'Sum',
  },
  de: {
    title: 'Packzettel',
    deliverTo: 'Lieferung an',
    noAddress: 'Es ist keine Lieferadresse bekannt.',
    items: 'Artikel',
    reference: 'Referenz',
    ordered: 'Bestellt',
    sum: 'Summe',
  },
} as const satisfies Readonly<Record<string, SlipWords>>

/** The language of a slip, and its words: those of the locale, else English. */
export const slipLanguage = (locale: string): readonly [language: string, words: SlipWords] =>
  /^de\b/i.test(locale) ? ['de', SLIP_WORDS.de] : ['en', SLIP_WORDS.en]

/** How a slip is written. */
export interface SlipOptions {
  readonly words: SlipWords
  /** BCP 47 tag of the words. */
  readonly language: string
  /** Writes a moment: when it was ordered. */
  readonly moment: (iso: string) => string
  /** Writes a sum. Absent: the slip has none, since who opens a parcel need not know what it cost. */
  readonly sum?: (amount: string, currency: string) => string
}

const SHEET = `
  @page { margin: 18mm }
  body { margin: 0; color: #000; background: #fff; font: .875rem/1.5 system-ui, sans-serif }
  h1 { font-size: 1.25rem; margin: 0 0 1.5rem } h2 { font-size: .875rem; margin: 1.5rem 0 .25rem }
  p { margin: 0 } ul { margin: 0; padding: 0; list-style: none }
  li { display: flex; gap: 1rem; padding: .5rem 0; border-bottom: 1px solid color-mix(in srgb, #000 50%, #fff); break-inside: avoid }
  li span:first-child { min-inline-size: 3rem } li span:nth-child(2) { flex: 1; overflow-wrap: anywhere }
`

/** Draws the slip into an empty document. */
export function drawPackingSlip(page: Document, order: OrderDetails, options: SlipOptions): void {
  const { words, language, moment, sum } = options
  const make: Make = (tag, ...children) => {
    const element = page.createElement(tag)
    element.append(...children)
    return element
  }
  page.title = `${words.title} ${order.reference}`
  page.documentElement.lang = language
  setSheet(page)
  const started = order.attempts[0]?.startedAt ?? order.updatedAt
  page.body.replaceChildren(
    make('h1', words.title),
    make('p', `${words.reference}: ${order.reference}`),
    make('p', `${words.ordered}: ${moment(started)}`),
    make('h2', words.deliverTo),
    ...addressLines(order, words).map((line) => make('p', line)),
    make('h2', words.items),
    itemList(make, order, sum),
    ...(sum ? [make('p', `${words.sum}: ${sum(order.amount, order.currency)}`)] : []),
  )
}

/** Makes an element of the slip's document. */
type Make = (tag: string, ...children: readonly (string | Node)[]) => HTMLElement

const itemList = (make: Make, order: OrderDetails, sum: SlipOptions['sum']): HTMLElement =>
  make(
    'ul',
    ...itemsOf(order).map(({ quantity, description, amount }) =>
      make(
        'li',
        make('span', `${quantity} ×`),
        make('span', description),
        ...(sum ? [make('span', sum(amount, order.currency))] : []),
      ),
    ),
  )

/** A constructed sheet is no inline style, which the desk's policy refuses. */
function setSheet(page: Document): void {
  const { defaultView } = page
  if (!defaultView) return
  const sheet = new defaultView.CSSStyleSheet()
  sheet.replaceSync(SHEET)
  page.adoptedStyleSheets = [sheet]
}

/** Where no delivery address was asked for, the goods go to the billing address. */
function addressLines({ customer = {} }: OrderDetails, words: SlipWords): readonly string[] {
  const { name, phone, shipping = customer.billing } = customer
  if (!shipping) return [...(name ? [name] : []), words.noAddress]
  return [name, ...placeLines(shipping), phone].filter((line) => line !== undefined)
}

const placeLines = ({ address, postalCode, city, state, country }: Address): readonly string[] =>
  [address, [postalCode, city].filter(Boolean).join(' '), [state, country].filter(Boolean).join(', ')].filter(
    Boolean,
  )

/** An order of a merchant's server has a description alone. */
const itemsOf = ({ lines, description, amount }: OrderDetails): NonNullable<OrderDetails['lines']> =>
  lines ?? [{ item: '', description, quantity: 1, amount }]

/** Prints the slip of an order; the desk itself stays as it is. */
export function printPackingSlip(order: OrderDetails, options: SlipOptions): void {
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.title = options.words.title
  document.body.append(frame)
  const view = frame.contentWindow
  if (view) {
    drawPackingSlip(view.document, order, options)
    view.addEventListener('afterprint', () => frame.remove(), { once: true })
    view.print()
  }
}
