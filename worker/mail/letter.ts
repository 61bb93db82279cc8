/**
 * Writes a mail to a shopper. Pure: no clock, no network. Nothing in it is loaded from elsewhere, so that opening it tells nobody
 * anything.
 */
import { htmlOf } from './letter-html.ts'
import {
  type LetterParts,
  type MailFacts,
  type MailLanguage,
  type MailSeller,
  partsOf,
  plain,
} from './letter-parts.ts'
import type { MailedOrder } from './letter-words.ts'

/** A mail without its sender and receiver. */
export interface Letter {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Far below the platform's 998, and as much as a list of mails shows. */
const MAX_SUBJECT = 150

/**
 * Writes a mail.
 *
 * @returns `undefined` where the order stands so that no mail of the kind would be true.
 */
export function letterOf(facts: MailFacts, seller: MailSeller, language: MailLanguage): Letter | undefined {
  const parts = partsOf(facts, seller, language)
  if (!parts) return undefined
  return {
    subject: subjectOf(parts, facts.order, plain(seller.name)),
    text: textOf(parts),
    html: htmlOf(parts),
  }
}

/** A longer one is no name that a person gave. */
const MAX_REFERENCE = 24

/** Names what it is about, and the seller where the heading does not. The text before it fits any list. */
function subjectOf(
  { mark, heading }: LetterParts,
  { reference, lines, description }: MailedOrder,
  seller: string,
) {
  const about = reference.length <= MAX_REFERENCE ? reference : (lines?.[0]?.description ?? description)
  const named = [...(heading.includes(seller) ? [] : [seller]), plain(about)].filter(Boolean).join(', ')
  const subject = `${mark ? `[${mark}] ` : ''}${heading}${named && ` (${named})`}`
  return plain(subject).slice(0, MAX_SUBJECT).toWellFormed()
}

function textOf({ mark, title, heading, sentences, lines, rows, way, links, footer }: LetterParts): string {
  const all = way ? [way, ...links] : links
  const blocks = [
    ...(mark ? [[mark]] : []),
    ...(title ? [[title]] : []),
    [heading],
    sentences,
    lines.map(([what, sum]) => [what, sum].filter(Boolean).join(': ')),
    rows.map(([label, value]) => `${label}: ${value}`),
    ...all.map(({ label, note, address }) => [`${label}${note ? ` (${note})` : ''}:`, address]),
    ...footer.map((text) => [text]),
  ]
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`
}
