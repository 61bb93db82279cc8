import { describe, expect, it } from 'vitest'
import { languageOf } from '../desk/texts/words.ts'
import { LANGUAGES } from '../shared/languages.ts'
import { speaker, TEXTS } from '../widget/screen/english-texts.ts'
import { readLanguage } from './checks/languages.ts'
import { deskWords } from './desk-words.ts'
import { INTENTS, screens, screensIn } from './screens.ts'

const ENGLISH = screens(speaker({}, { tag: 'en', texts: TEXTS }), 'en')

/** What is printed of a cell. */
const cell = (name: string) => ENGLISH.split('\n\n').find((one) => one.startsWith(`## ${name}\n`)) ?? ''

describe('the printed screens', () => {
  it('have a paragraph for every intent and status, each with words or a reason', () => {
    const cells = ENGLISH.split('\n\n').filter((one) => one.startsWith('## '))

    // 18 statuses, and three rows of what they look like where more is known.
    expect(cells).toHaveLength(4 * 21)
    expect(cells.filter((one) => !/\n {4}\S/.test(one))).toEqual([])
  })

  it.each([
    ['sale declined', 'Payment declined | Nothing was charged. Try again or use another card. [Pay €12.50]'],
    ['preauth approved', 'Thank you! | €12.50 is reserved on your card and not yet charged.'],
    ['verify voided', 'Cancelled | The shop cancelled this.'],
    ['verify captured', 'cannot occur: a verification has no sum, so nothing of it can be captured'],
    ['payout returned', 'Money sent back | €12.50 went back to the shop. Please contact the shop.'],
    [
      'payout checked',
      'We have your details | €12.50 has not been sent yet. The shop has to approve this first.',
    ],
    ['preauth open', '€12.50 will be reserved on your card. Nothing is charged now. [Reserve €12.50]'],
    ['verify open', 'Your card is only checked. Nothing will be charged. [Verify your card]'],
    ['payout partially-returned', 'Money sent | €2.50 went back to the shop. Please contact the shop.'],
    ['payout processing', 'The outcome is not known yet | We keep checking, even after you close this page.'],
  ])('say of a %s: %s', (name, words) => {
    expect(cell(name)).toContain(words)
  })

  it.each(LANGUAGES)('leave no value of a text open in %s', async (language) => {
    const printed = screensIn(await readLanguage(`${language}.json`))

    expect(printed).not.toMatch(/\{\w+\}|undefined/)
  })

  it('are in English where a text is not translated yet', async () => {
    const german = await readLanguage('de.json')

    const printed = screensIn({ ...german, tag: {} })

    expect(printed).toContain('Payment declined | Nothing was charged.')
  })
})

describe('the printed words of the desk', () => {
  const [english, german] = ['en', 'de'].map((tag) => deskWords(INTENTS, languageOf([tag])))

  it.each([
    ['payout returned', 'Came back | command line: payout came back | mail: order-4711: payout came back'],
    ['payout checked', 'Ready to pay out | command line: ready to pay out'],
    ['payout cancelled', 'moved\n    Paid out'],
    ['verify approved', 'Verified | command line: card verified | mail: order-4711: card verified'],
    ['preauth approved', 'On hold | command line: on hold | mail: order-4711: on hold'],
    ['preauth returned', 'unmoved\n    Voided'],
    ['verify captured', 'cannot occur: a verification has no sum'],
  ])('say of a %s: %s', (name, words) => {
    expect(english?.split('\n\n').find((one) => one.startsWith(`## ${name}\n`))).toContain(words)
  })

  it('leave nothing open, in either language', () => {
    for (const printed of [english, german]) expect(printed).not.toMatch(/\{\w+\}|undefined/)
  })

  it('never say of a payout or a verification what only a payment is', () => {
    const others = english?.slice(english.indexOf('# verify\n')) ?? ''

    expect(others).not.toMatch(/payment \d|refund of|\bpaid,|pay twice|still arrives/)
  })
})
