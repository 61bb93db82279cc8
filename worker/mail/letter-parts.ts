/**
 * What stands in a mail to a shopper. Pure: no clock, no network.
 *
 * Nothing in it was typed by a shopper, so that nobody can have the edge write words of their own to a stranger.
 */
import type { LetterTextKey } from '../../shared/mail-texts.ts'
import type { MailKind } from '../../shared/order-values.ts'
import { inOneLine, withoutDirections } from '../../shared/plain-text.ts'
import { type MailedOrder, wordsFor } from './letter-words.ts'

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
  readonly address: string
}

/** The parts of a mail, each text in one line and without markup. */
export interface LetterParts {
  readonly language: MailLanguage
  /** `Test mode`, where no money moves. */
  readonly mark?: string | undefined
  readonly heading: string
  readonly sentences: readonly string[]
  /** What is sold, with what it costs. */
  readonly lines: readonly (readonly [what: string, sum: string])[]
  readonly rows: readonly (readonly [label: string, value: string])[]
  readonly links: readonly LetterLink[]
  readonly footer: string
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
  const sum = words.sum === 'returned' ? (facts.amount ?? order.returned) : order[words.sum]
  const values = { seller: plain(seller.name), amount: moneyText(sum, order.currency, language.tag) }
  const isAsked = until !== undefined && isRequest(kind)
  return {
    language,
    mark: order.test ? say('test') : undefined,
    heading: say(words.heading, values),
    sentences: [
      say(words.text, values),
      ...(isAsked ? [say('until', { date: dateText(until, language.tag) })] : []),
    ],
    lines: order.intent === 'verify' ? [] : linesOf(order, language.tag),
    rows: rowsOf(facts, say, language.tag),
    links: linksOf(facts, seller, say),
    footer: say('why', values),
  }
}

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
  const { reference, card } = order
  const isOfMoney = !isRequest(kind) && kind !== 'sent'
  return [
    [say('reference'), plain(reference)],
    ...(isOfMoney ? [[say('date'), dateText(at, locale)] as const] : []),
    ...(isOfMoney && card ? [[say('card'), plain(`${card.brand} ${card.masked}`)] as const] : []),
    ...(parcel ? [[say('parcel'), plain(parcel)] as const] : []),
  ]
}

function linksOf({ kind, link, order }: MailFacts, seller: MailSeller, say: Say): LetterLink[] {
  const { support, withdrawal } = seller
  const isBought = (kind === 'receipt' || kind === 'sent') && order.intent !== 'verify'
  const private_ = isRequest(kind) ? ` (${say('private')})` : ''
  return [
    ...(link ? [{ label: say(isRequest(kind) ? 'open-page' : 'look') + private_, address: link }] : []),
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

/** The edge does not know where the shopper is, so the time says where it counts. */
const dateText = (at: number, locale: string) =>
  `${new Date(at).toLocaleString(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`
