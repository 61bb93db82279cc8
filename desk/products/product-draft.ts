/** What a person types of a product, and the content that it makes. Pure. The edge has the last word. */
import { EXPONENTS } from '../../shared/currencies.ts'
import { COLLECT, type Collect, isAddressGroup } from '../../shared/customer.ts'
import { ACTS, METHODS } from '../../shared/order-values.ts'
import type { Act, Method } from '../../shared/order-view.ts'
import type { ProductContent } from '../../shared/product.ts'
import { PRODUCT_ID } from '../../shared/product-id.ts'
import { isImageAddress } from '../../shared/product-image.ts'
import { readTypedAmount } from '../../widget/forms/typed-amount.ts'

/** How the money moves. */
type ProductIntent = ProductContent['intent']
export const PRODUCT_INTENTS = ['sale', 'preauth', 'verify'] as const satisfies readonly ProductIntent[]

/** The form as it stands. Texts are as typed. */
export interface ProductDraft {
  /** Only of a product that is to be made. */
  readonly id: string
  readonly name: string
  readonly description: string
  /** The address of its picture; empty for none. */
  readonly image: string
  readonly currency: string
  readonly intent: ProductIntent
  /** Empty: as the price says. */
  readonly act: Act | ''
  /** The shopper chooses the sum. */
  readonly isOpen: boolean
  readonly amount: string
  readonly min: string
  readonly max: string
  /** Sums, with semicolons or blanks between them. */
  readonly suggested: string
  /** The fewest and the most pieces; both empty for one piece. */
  readonly fewest: string
  readonly most: string
  readonly collect: readonly Collect[]
  /** Codes of countries, with commas or blanks between them; empty for all. */
  readonly countries: string
  /** All ways that the edge offers, now and later. */
  readonly hasAllMethods: boolean
  readonly methods: readonly Method[]
  /** One a line; empty for those of the settings. */
  readonly origins: string
  readonly shown: boolean
  /** Only of a product that is to be made; empty where they are not counted. */
  readonly units: string
  /** So few units that the merchant wants to be told; empty for never. */
  readonly lowAt: string
}

/** Names of the fields that can be wrong. */
export type ProductField = Exclude<
  keyof ProductDraft,
  'isOpen' | 'hasAllMethods' | 'shown' | 'act' | 'intent'
>

/** The fields that the edge would refuse. */
export type WrongFields = ReadonlySet<ProductField>

/** What a draft makes. */
export interface ReadDraft {
  readonly content: ProductContent
  /** Units of a product that is to be made. Absent: not counted. */
  readonly units?: number
  /** Empty where the rest can be sent. */
  readonly wrong: WrongFields
}

/** How decimals are typed. */
interface DraftReading {
  /** BCP 47 tag. */
  readonly locale: string
  /** Reads a sum with this many decimals; absent: as people of the language type it. */
  readonly readSum?: (typed: string, decimals: number) => string | undefined
}

/** An empty form. */
export const emptyDraft = (currency: string): ProductDraft => ({
  ...{ id: '', name: '', description: '', image: '', currency, intent: 'sale', act: '', isOpen: false },
  ...{ amount: '', min: '', max: '', suggested: '', fewest: '', most: '' },
  ...{ collect: ['email'], countries: '', hasAllMethods: true, methods: [], origins: '' },
  ...{ shown: true, units: '', lowAt: '' },
})

/** The form of a product. Sums are written as people of the language type them, so that an untouched one stays what it is. */
export function draftOf(content: ProductContent, { locale }: DraftReading): ProductDraft {
  const { amount = '', min = '', max = '', suggested = [], quantity, origins = [] } = content
  const { act = '', collect = [], countries = [], methods, lowAt = '' } = content
  const separator = (1.5).toLocaleString(locale).replaceAll(/\d/g, '')
  const typed = (sum: string) => sum.replace('.', separator)
  return {
    ...{ id: '', units: '', name: content.name, act, collect },
    ...{ description: content.description ?? '', image: content.image ?? '' },
    ...{ currency: content.currency, intent: content.intent, shown: content.shown, isOpen: min !== '' },
    ...{
      amount: typed(amount),
      min: typed(min),
      max: typed(max),
      suggested: suggested.map(typed).join('; '),
    },
    ...{ fewest: String(quantity?.min ?? ''), most: String(quantity?.max ?? '') },
    ...{ countries: countries.join(', '), origins: origins.join('\n') },
    ...{ hasAllMethods: !methods, methods: methods ?? [], lowAt: String(lowAt) },
  }
}

/** Reads a form. @param isNew It also has an id and units. */
export function readDraft(draft: ProductDraft, reading: DraftReading, isNew = false): ReadDraft {
  const wrong = new Set<ProductField>()
  const content = {
    ...said(draft, wrong),
    ...price(draft, reading, wrong),
    ...quantity(draft, wrong),
    ...audience(draft, wrong),
    ...lowStock(draft, wrong),
    shown: draft.shown,
  }
  if (!isNew) return { content, wrong }
  if (!PRODUCT_ID.test(draft.id)) wrong.add('id')
  const units = draft.units.trim() === '' ? undefined : wholeNumber(draft.units, MAX_UNITS, 0)
  if (Number.isNaN(units)) wrong.add('units')
  return { content, ...(units !== undefined && { units }), wrong }
}

/** The edge's. */
const MAX_QUANTITY = 999_999
const MAX_UNITS = 999_999_999
const MAX_SUGGESTED = 12

/** An id that a name suggests. */
export const idOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-|-$/g, '')

function said(draft: ProductDraft, wrong: Set<ProductField>) {
  const { currency, intent, act } = draft
  const [name = '', description, image] = [draft.name, draft.description, draft.image].map((text) =>
    text.trim(),
  )
  if (name === '') wrong.add('name')
  if (image && !isImageAddress(image)) wrong.add('image')
  if (!EXPONENTS.has(currency)) wrong.add('currency')
  return {
    ...{ name, ...(description && { description }), ...(image && { image }), currency, intent },
    ...(act && intent !== 'verify' && { act: asAct(act) }),
  }
}

const asAct = (text: Act) => ACTS.find((act) => act === text) ?? 'order'

/** A verification charges nothing, so it has no price. */
function price(draft: ProductDraft, { locale, readSum }: DraftReading, wrong: Set<ProductField>) {
  if (draft.intent === 'verify') return {}
  const { currency } = draft
  const decimals = EXPONENTS.get(currency) ?? 2
  const readTyped = (typed: string) => readTypedAmount(typed, { currency, decimals, locale })
  const sum = (typed: string, field: ProductField): string => {
    const read = EXPONENTS.has(currency) ? (readSum ?? readTyped)(typed, decimals) : '1'
    if (typeof read === 'string' && Number(read) > 0) return read
    wrong.add(field)
    return ''
  }
  if (!draft.isOpen) return { amount: sum(draft.amount, 'amount') }
  const [min, max] = [sum(draft.min, 'min'), sum(draft.max, 'max')]
  if (Number(min) > Number(max)) wrong.add('max')
  const suggested = wordsIn(draft.suggested, /[;\s]+/).map((typed) => sum(typed, 'suggested'))
  const isOutside = suggested.some((one) => Number(one) < Number(min) || Number(one) > Number(max))
  if (isOutside || suggested.length > MAX_SUGGESTED) wrong.add('suggested')
  return { min, max, ...(suggested.length > 0 && { suggested }) }
}

/** Only of a fixed price. One number alone is the most. */
function quantity(draft: ProductDraft, wrong: Set<ProductField>) {
  const { fewest, most, isOpen, intent } = draft
  if (isOpen || intent === 'verify' || (fewest.trim() === '' && most.trim() === '')) return {}
  const [min, max] = [wholeNumber(fewest.trim() || '1', MAX_QUANTITY), wholeNumber(most, MAX_QUANTITY)]
  if (Number.isNaN(min)) wrong.add('fewest')
  if (Number.isNaN(max) || max < min) wrong.add('most')
  return { quantity: { min, max } }
}

/** To whom it is sold, how they pay, and where. */
function audience(draft: ProductDraft, wrong: Set<ProductField>) {
  const collect = COLLECT.filter((group) => draft.collect.includes(group))
  const methods = METHODS.filter((method) => draft.methods.includes(method))
  const countries = wordsIn(draft.countries.toUpperCase(), /[,;\s]+/)
  const origins = wordsIn(draft.origins, /[,\s]+/).map((text) => text.replace(/\/$/, ''))
  const isWhere = collect.some(isAddressGroup)
  if (countries.length > 0 && (!isWhere || !countries.every(isCountry))) wrong.add('countries')
  if (!draft.hasAllMethods && methods.length === 0) wrong.add('methods')
  if (!origins.every(isOrigin)) wrong.add('origins')
  return {
    ...(origins.length > 0 && { origins }),
    ...(!draft.hasAllMethods && { methods }),
    ...(collect.length > 0 && { collect }),
    ...(countries.length > 0 && { countries }),
  }
}

/** Zero is a bound too: the merchant is told that the last unit is sold. */
function lowStock({ lowAt }: ProductDraft, wrong: Set<ProductField>) {
  if (lowAt.trim() === '') return {}
  const few = wholeNumber(lowAt, MAX_UNITS, 0)
  if (Number.isNaN(few)) wrong.add('lowAt')
  return { lowAt: few }
}

const wordsIn = (text: string, between: RegExp) => text.split(between).filter(Boolean)

/** `NaN` where it is none from the least to the most. */
const wholeNumber = (typed: string, most: number, least = 1) =>
  /^\d{1,9}$/.test(typed.trim()) && Number(typed) >= least && Number(typed) <= most
    ? Number(typed)
    : Number.NaN

/** Whether a text is a country's code that the browser has a name for. */
export const isCountry = (code: string): boolean =>
  /^[A-Z]{2}$/.test(code) && new Intl.DisplayNames('en', { type: 'region' }).of(code) !== code

const isOrigin = (text: string) => /^https?:/.test(text) && URL.parse(text)?.origin === text

const FIELD_NAMES: readonly ProductField[] = [
  ...([
    'id',
    'name',
    'description',
    'image',
    'currency',
    'amount',
    'min',
    'max',
    'suggested',
    'fewest',
    'most',
  ] as const),
  ...(['collect', 'countries', 'methods', 'origins', 'units', 'lowAt'] as const),
]

/** The fields of the form that a refusal of the edge names, such as `quantity.max`. */
export const fieldsOf = (paths: readonly string[] = []): WrongFields =>
  new Set(
    paths.flatMap((path) => {
      const [member = ''] = path.split('.', 1)
      return FIELD_NAMES.filter((name) => name === member || (member === 'quantity' && isPieces(name)))
    }),
  )

/** The two fields that make the quantity. */
const isPieces = (name: ProductField) => name === 'fewest' || name === 'most'
