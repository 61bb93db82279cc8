/**
 * What stands in a mail to a shopper. Pure: no clock, no network.
 *
 * Nothing in it was typed by a shopper, so that no shopper can have the edge write words of their own to a stranger.
 */
import { brandName } from '../../shared/brand-name.ts'
import type { LetterTextKey } from '../../shared/mail-texts.ts'
import { isContract } from '../../shared/order-outcome.ts'
import type { MailKind } from '../../shared/order-values.ts'
import { inOneLine, withoutDirections } from '../../shared/plain-text.ts'
import { isOwnReference, readableReference } from '../../shared/readable-reference.ts'
import { type LetterWords, type MailedOrder, wordsFor } from './letter-words.ts'

/** What one mail tells. */
export interface MailFacts {
  readonly kind: MailKind
  readonly order: MailedOrder
  /** When it happened, in milliseconds since the epoch. */
  readonly at: number
  /** Decimal text: what this refund gives back. Absent: all that went back so far. */
  readonly amount?: string
  /** When a request ends, in milliseconds since the epoch. */
  readonly until?: number
  /** The number of the parcel. */
  readonly parcel?: string
  /** The edge's own page of the order. */
  readonly link?: string
}

/** Who writes. */
export interface MailSeller {
  readonly name: string
  /** An address of the web, `mailto:` or `tel:`. */
  readonly support?: string
  /** Where a consumer withdraws from the contract. */
  readonly withdrawal?: string
  /** The brand's colour, `#rrggbb`. */
  readonly accent?: string
  /** The postal address, in one line. */
  readonly address?: string
  /** What a receipt says about taxes, in one line. */
  readonly taxNote?: string
}

/** The language of one mail. */
export interface MailLanguage {
  /** BCP 47 tag, for sums and dates. */
  readonly tag: string
  readonly direction: string
  readonly texts: Readonly<Record<LetterTextKey, string>>
}

/** A link, with what it says. */
export interface LetterLink {
  readonly label: string
  /** What else there is to know of it. */
  readonly note?: string
  readonly address: string
}

/** The parts of a mail, each text in one line and without markup. */
export interface LetterParts {
  readonly language: MailLanguage
  /** Name of the seller, and the colour of the brand, `#rrggbb`. */
  readonly seller: string
  readonly accent?: string | undefined
  /** `Test mode`, where no money moves. */
  readonly mark?: string | undefined
  /** `Receipt`, of what is one. */
  readonly title?: string | undefined
  readonly heading: string
  /** The sum that it is about. */
  readonly sum?: string | undefined
  readonly sentences: readonly string[]
  /** What is sold, with what it costs. */
  readonly lines: readonly (readonly [what: string, sum: string])[]
  readonly rows: readonly (readonly [label: string, value: string])[]
  /** The way on, if there is one, and other places. */
  readonly way?: LetterLink | undefined
  readonly links: readonly LetterLink[]
  /** Where the seller is, what it says about taxes, and why this mail came. */
  readonly footer: readonly string[]
}

/** Texts come from the merchant's settings, offers and servers. None of them needs more. */
const MAX_TEXT = 300

/** A value in one line, without characters that steer a reader or a mail's header. */
export const plain = (text: string) =>
  withoutDirections(inOneLine(text.toWellFormed()))
    .replace(/\p{Cc}/gu, '')
    .slice(0, MAX_TEXT)
    .toWellFormed()

/**
 * Works out the parts of a mail.
 *
 * @returns `undefined` where the order stands so that no mail of the kind would be true.
 */
export function partsOf(
  facts: MailFacts,
  seller: MailSeller,
  language: MailLanguage,
): LetterParts | undefined {
  const { kind, order, until } = facts
  const words = wordsFor(kind, order)
  if (!words) return undefined
  const say = sayer(language)
  const sum = words.sum && moneyText(sumOf(words.sum, facts), order.currency, language.tag)
  const values = { seller: plain(seller.name), amount: sum ?? '' }
  const isAsked = until !== undefined && isRequest(kind)
  return {
    language,
    seller: values.seller,
    accent: seller.accent,
    mark: order.test ? say('test') : undefined,
    title: kind === 'receipt' && words.heading === 'approved' ? say('receipt') : undefined,
    heading: say(words.heading, values),
    sum,
    sentences: [
      say(words.text, values),
      ...(isAsked ? [say('until', { date: dateText(until, language.tag) })] : []),
    ],
    lines: order.intent === 'verify' ? [] : linesOf(order, language.tag),
    rows: rowsOf(facts, say, language.tag),
    way: wayOf(facts, say),
    links: linksOf(facts, seller, say),
    footer: [
      ...(seller.address ? [plain(seller.address)] : []),
      ...(seller.taxNote && isContract(order) && isMoved(words) ? [plain(seller.taxNote)] : []),
      say('why', values),
    ],
  }
}

const sumOf = (sum: NonNullable<LetterWords['sum']>, { amount, order }: MailFacts) =>
  sum === 'returned' ? (amount ?? order.returned) : order[sum]

/** Whether they tell of money that was taken or given back, and not of what is asked for or held. */
const isMoved = ({ sum }: LetterWords) => sum === 'captured' || sum === 'returned'

/** Kinds whose link pays: it is for one person. */
const isRequest = (kind: MailKind) => kind === 'request' || kind === 'reminder'

type Say = (key: LetterTextKey, values?: Readonly<Record<string, string>>) => string

/** Says a text. A value keeps its direction within words that run from right to left. */
const sayer =
  ({ texts, direction }: MailLanguage): Say =>
  (key, values = {}) =>
    texts[key].replace(/\{(\w+)\}/g, (_, name: string) => isolate(values[name] ?? '', direction))

/** Letters that run from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufefc]/

const isolate = (value: string, direction: string) =>
  direction === 'rtl' || RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value

/** Whether both cost and what is sold are known of each line, in the order of the shop's page. */
function linesOf(order: MailedOrder, locale: string): LetterParts['lines'] {
  const { lines, description, amount, currency } = order
  const all = lines ?? [{ description, quantity: 1, amount }]
  const sold = all.map(
    (line) =>
      [
        plain(line.quantity > 1 ? `${line.quantity} × ${line.description}` : line.description),
        moneyText(line.amount, currency, locale),
      ] as const,
  )
  return sold.length > 1 ? [...sold, ['', moneyText(amount, currency, locale)]] : sold
}

function rowsOf({ kind, order, at, parcel }: MailFacts, say: Say, locale: string): LetterParts['rows'] {
  const { card } = order
  const isOfMoney = !isRequest(kind) && kind !== 'sent'
  return [
    [say('reference'), plain(inGroups(order))],
    ...(isOfMoney ? [[say('date'), dateText(at, locale)] as const] : []),
    ...(isOfMoney && card
      ? [[say('card'), plain(`${brandName(card.brand)} •••• ${card.masked.slice(-4)}`)] as const]
      : []),
    ...(parcel ? [[say('parcel'), plain(parcel)] as const] : []),
  ]
}

function wayOf({ kind, link }: MailFacts, say: Say): LetterLink | undefined {
  if (!link) return undefined
  return isRequest(kind)
    ? { label: say('open-page'), note: say('private'), address: link }
    : { label: say('look'), address: link }
}

function linksOf({ kind, order }: MailFacts, { support, withdrawal }: MailSeller, say: Say): LetterLink[] {
  const isBought = (kind === 'receipt' || kind === 'sent') && order.intent !== 'verify'
  return [
    ...(withdrawal && isBought ? [{ label: say('withdrawal'), address: withdrawal }] : []),
    ...(support ? [{ label: say('contact'), address: support }] : []),
  ]
}

/** The sum as the language writes it, with exactly the decimals that are charged. */
function moneyText(amount: string, currency: string, locale: string): string {
  const decimals = amount.split('.')[1]?.length ?? 0
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  return Number(amount).toLocaleString(locale, { style: 'currency', currency, ...digits })
}

/** What the edge made stands in groups of four, to be read out. */
const inGroups = (order: MailedOrder) =>
  isOwnReference(order) ? readableReference(order).replace(/.{4}(?=.)/g, '$& ') : order.reference

/** The edge does not know where the shopper is, so the time says where it counts. */
const dateText = (at: number, locale: string) =>
  `${new Date(at).toLocaleString(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`
