/** A product in words, and what differs between two versions of it. Pure. */
import type { ProductContent } from '../../shared/product.ts'
import type { DeskContext } from '../session/desk-context.ts'

/** What writes a product. */
type LineContext = Pick<DeskContext, 'words' | 'formats' | 'locale'>

/** One thing that is said of a product; empty where nothing is. */
interface ProductLine {
  readonly label: string
  readonly text: string
}

/** What differs between two versions. */
interface ProductDifference {
  readonly label: string
  readonly before: string
  readonly after: string
}

/** What a product costs, in a few words. */
export function priceText(content: ProductContent, { words, formats }: LineContext): string {
  const { amount, min = '', max = '', currency } = content
  if (content.intent === 'verify') return words.products.noPrice
  return amount === undefined
    ? words.products.range(formats.sum(min, currency), formats.sum(max, currency))
    : formats.sum(amount, currency)
}

/** Everything that is said of a product, in the order of the form. */
function productLines(content: ProductContent, desk: LineContext): readonly ProductLine[] {
  const { products } = desk.words
  return [
    { label: products.fields.name, text: content.name },
    { label: products.fields.description, text: content.description ?? '' },
    { label: products.fields.image, text: content.image ?? '' },
    { label: products.price, text: priceText(content, desk) },
    { label: products.fields.currency, text: content.currency },
    { label: products.fields.suggested, text: suggestedText(content, desk) },
    ...saleLines(content, desk),
    ...audienceLines(content, desk),
    { label: products.state, text: content.shown ? products.shown : products.hidden },
  ]
}

const suggestedText = ({ suggested = [], currency }: ProductContent, { formats }: LineContext) =>
  suggested.map((sum) => formats.sum(sum, currency)).join(' · ')

function saleLines({ intent, act, quantity, lowAt }: ProductContent, { words }: LineContext): ProductLine[] {
  const { products } = words
  return [
    { label: products.money, text: products.intents[intent] },
    { label: products.purpose, text: act ? words.acts[act] : '' },
    { label: products.pieces, text: quantity ? `${quantity.min}–${quantity.max}` : '' },
    { label: products.fields.lowAt, text: lowAt === undefined ? '' : String(lowAt) },
  ]
}

function audienceLines(content: ProductContent, { words, locale }: LineContext): ProductLine[] {
  const { collect = [], countries = [], methods, origins = [] } = content
  const { products } = words
  return [
    { label: products.fields.collect, text: collect.map((group) => products.groups[group]).join(', ') },
    { label: products.fields.countries, text: countryNames(countries, locale) },
    {
      label: words.payment.ways,
      text: methods?.map((way) => words.payment.wayNames[way]).join(', ') ?? products.allWays,
    },
    { label: products.fields.origins, text: origins.join(', ') },
  ]
}

/** Names of countries in a language. Codes that are none stay as they are. */
export function countryNames(codes: readonly string[], locale: string): string {
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  return codes.map((code) => (/^[A-Z]{2}$/.test(code) && names.of(code)) || code).join(', ')
}

/** What differs, in the order of the form. Empty where people read the same. */
export function differences(
  before: ProductContent,
  after: ProductContent,
  desk: LineContext,
): readonly ProductDifference[] {
  const later = productLines(after, desk)
  return productLines(before, desk)
    .map(({ label, text }, at) => ({ label, before: text, after: later[at]?.text ?? '' }))
    .filter((line) => line.before !== line.after)
}
