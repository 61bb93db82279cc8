/** Shoppers who pay by card, and pass the bank's challenge, in their own language. */
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { bankInFrame, dialogGone, dialogTitle } from '../../pages/bank-dialog.ts'
import { confirmAtBank } from '../../pages/bank-page.ts'
import { cardForm, payWithCard } from '../../pages/card-form.ts'
import { payLabel, statusText, tagText } from '../../pages/shop.ts'
import { CARD_CHARGE, shopOrder } from '../../support/card-order.ts'
import { describeShopper } from '../../support/engine-shopper.ts'
import { moneyMoved } from '../../support/shopper.ts'
import { strangePage } from '../../support/strange-page.ts'

/** Languages of four scripts, one of them from right to left, with the sum as people of each write it. */
const ROWS = [
  ['ar', 'rtl', /20[.,]00|٢٠٫٠٠/],
  ['ru', 'ltr', /20,00\s€/],
  ['de', 'ltr', /20,00\s€/],
  ['ja', 'ltr', /€\s?20\.00/],
] as const

type Language = (typeof ROWS)[number][0]

/** What translators wrote, by section and key. */
async function wordsOf(language: Language): Promise<Record<'tag' | 'fields', Record<string, string>>> {
  return JSON.parse(
    await readFile(new URL(`../../../widget/languages/${language}.json`, import.meta.url), 'utf8'),
  )
}

/** Makes a page of the shop in the language, whose tag asks for a card. @returns Its address. */
async function pageIn(language: Language, direction: string): Promise<string> {
  const session = await shopOrder()
  return strangePage(
    ({ script }) => `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Teapot</title>${script}</head>
<body><main><pay-checkout session="${session}"></pay-checkout></main></body></html>`,
  )
}

/** A text as the start of what the shopper reads: what comes before the sum. */
const before = (text = '') => text.split('{')[0]?.trim() ?? ''

describeShopper((open) => {
  it.each(ROWS)(
    'pays by card with a challenge in %s, and is charged once',
    async (language, direction, sum) => {
      const { tag: words, fields } = await wordsOf(language)
      const tab = await open(await pageIn(language, direction))
      expect(await payLabel(tab)).toContain(before(words.pay))
      const form = await cardForm(tab)
      expect(await form.text('label[for=number]')).toBe(fields.number)
      expect(
        await form.evaluate('[document.documentElement.lang, getComputedStyle(document.body).direction]'),
      ).toEqual([language, direction])

      await payWithCard(tab, { number: '4000000000005001' })
      expect(await dialogTitle(tab)).toBe(words.confirm)
      await confirmAtBank(await bankInFrame(tab))

      expect(await statusText(tab, new RegExp(words.thanks ?? '?'))).toBe(words.thanks)
      await dialogGone(tab)
      const receipt = await tagText(tab, sum)
      expect(receipt).toContain(words.reference)
      expect(receipt).not.toMatch(/Pay|Card|Thank|Reference/)
      expect(await moneyMoved()).toEqual([CARD_CHARGE])
      await tab.close()
    },
  )
})
