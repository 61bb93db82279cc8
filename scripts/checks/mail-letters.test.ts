import { describe, expect, it } from 'vitest'
import { directionOf } from '../../shared/languages.ts'
import { LETTER_TEXTS } from '../../shared/mail-texts.ts'
import { ORDER_PHASES, type OrderStatus } from '../../shared/order-status.ts'
import { MAIL_KINDS } from '../../shared/order-values.ts'
import type { Intent } from '../../shared/order-view.ts'
import { servedMailTexts } from '../../widget/languages/served-texts.ts'
import { letterOf } from '../../worker/mail/letter.ts'
import type { MailFacts, MailLanguage } from '../../worker/mail/letter-parts.ts'
import { readLanguages } from './languages.ts'

const INTENTS: readonly Intent[] = ['sale', 'preauth', 'verify', 'payout']
const STATUSES = Object.keys(ORDER_PHASES) as OrderStatus[]

const SELLER = {
  name: 'Heather & <Hill>',
  support: 'https://shop.example.com/help?a="b"',
  withdrawal: 'https://shop.example.com/withdraw',
}

const ENGLISH: MailLanguage = { tag: 'en', direction: 'ltr', texts: LETTER_TEXTS }

const languages = [
  ENGLISH,
  ...(await readLanguages()).map((file): MailLanguage => {
    const { language: tag } = file
    return { tag, direction: directionOf(tag), texts: JSON.parse(servedMailTexts(file)) }
  }),
]

/** Every mail that there can be: kind × intent × status, each with everything that it may have. */
const everyFacts = MAIL_KINDS.flatMap((kind) =>
  INTENTS.flatMap((intent) =>
    STATUSES.map(
      (status): MailFacts => ({
        kind,
        at: Date.UTC(2027, 0, 15),
        until: Date.UTC(2027, 1, 15),
        parcel: 'PX<12>',
        link: 'https://pay.example.com/pay#order=abc.def',
        order: {
          ...{
            id: 'a-long-id',
            reference: 'INV-7',
            intent,
            status,
            currency: 'EUR',
            description: '<b>Mug</b> {seller}',
          },
          ...{ amount: '25.00', captured: '25.00', returned: '5.00', test: true },
          card: { brand: 'visa', masked: '4444••••1111', expires: '12/2030' },
          ...{ attempts: [], transactions: [] },
        },
      }),
    ),
  ),
)

const lettersIn = (language: MailLanguage) =>
  everyFacts.flatMap((facts) => letterOf(facts, SELLER, language) ?? [])

/** The tags and attributes that a mail is made of. */
const TAGS = /<\/?(?:!doctype html|html|head|meta|title|body|h1|p|table|tr|td|bdi|span|br|a)\b[^<>]*>/g

describe.each(languages)('every mail in $tag', (language) => {
  const letters = lettersIn(language)

  it('is written for the same kinds, intents and statuses as in English', () => {
    expect(letters).toHaveLength(lettersIn(ENGLISH).length)
    expect(letters.length).toBeGreaterThan(200)
  })

  it('lacks no value and has no text twice', () => {
    for (const { subject, text, html } of letters) {
      expect(`${subject}${text}${html}`.replaceAll('{seller}', '')).not.toMatch(/\{\w*\}|undefined|NaN/)
      expect(text.split('\n\n')).toHaveLength(new Set(text.split('\n\n')).size)
    }
  })

  it('loads nothing from anywhere', () => {
    for (const { html } of letters)
      expect(html).not.toMatch(/\ssrc|srcset|url\(|@import|<(?:link|style|script|img|iframe|object|form)/i)
  })

  it('has no markup but its own, and links that the merchant or the edge made', () => {
    for (const { html } of letters) {
      expect(html.replaceAll(TAGS, '')).not.toMatch(/[<>]/)
      const addresses = [...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address)
      for (const address of addresses) expect(address).toMatch(/^https:\/\/(?:pay|shop)\.example\.com\//)
    }
  })

  it('names its language and the direction of its letters', () => {
    for (const { html } of letters)
      expect(html).toContain(`<html lang="${language.tag}" dir="${directionOf(language.tag)}">`)
  })
})
