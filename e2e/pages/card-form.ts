import type { Frame } from '../browser.ts'
import type { CardDetails } from './hosted-page.ts'
import { pay } from './shop.ts'

/** The edge's form in the shop's page; a test with several tags gives its own selector. */
const cardFrame = (tag: string) => `${tag} iframe[part~=card]`

const FIELDS = ['number', 'holder', 'expiry', 'code'] as const

/** A field of the form. */
export type CardFieldName = (typeof FIELDS)[number]

const GOOD: Readonly<Record<CardFieldName, string>> = {
  number: '4444555566661111',
  holder: 'Ann Example',
  expiry: '12/39',
  code: '123',
}

/** Waits until the form is ready for typing. */
export async function cardForm(page: Frame, tag = 'pay-checkout'): Promise<Frame> {
  const form = await page.frame(cardFrame(tag))
  await form.text('#number')
  return form
}

/** Types a card into the edge's form without paying. Default values are those of a good card. */
export async function typeCard(page: Frame, card: CardDetails = {}, tag?: string): Promise<void> {
  const form = await cardForm(page, tag)
  const { cvv = GOOD.code, ...rest } = card
  for (const [field, text] of Object.entries({ ...GOOD, ...rest, code: cvv }))
    await form.type(`#${field}`, text)
}

/** Types a card into the edge's form and presses the button that pays. */
export async function payWithCard(page: Frame, card: CardDetails = {}, tag?: string): Promise<void> {
  await typeCard(page, card, tag)
  await pay(page, {}, tag)
}

/** Ticks the box that saves the card for next time. */
export const keepCard = async (page: Frame, tag?: string) => (await cardForm(page, tag)).click('#keep')

/** Types the code of the chosen saved card, without paying. */
export async function typeCode(page: Frame, cvv: string = GOOD.code, tag = 'pay-checkout'): Promise<void> {
  const form = await page.frame(`${tag} iframe[part~=saved-card]`)
  await form.type('#code', cvv)
}

/** The error at a field of the form; waits until it matches. */
export const cardFieldAlert = async (page: Frame, field: CardFieldName, until = /./, tag?: string) =>
  (await cardForm(page, tag)).text(`#${field}-wrong`, until)
