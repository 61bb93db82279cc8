import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import german from '../languages/de.json'
import type { LanguageFile } from '../languages/language-file.ts'
import { servedTexts } from '../languages/served-texts.ts'
import { FakeEdge } from '../testing/fake-edge.ts'
import { Checkout, FakeTab, offerOf } from '../testing/harness.ts'

const root = document.documentElement

afterEach(() => {
  root.style.fontSize = ''
  root.dir = ''
})

const NARROW = [320, 390] as const

/** A word that no language breaks. */
const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

const FORMS = {
  'every field': () =>
    Checkout.open({
      offer: offerOf({ collect: ['email', 'name', 'phone', 'billing', 'shipping'] }),
      locale: 'en-US',
    }),
  'an amount to choose': () =>
    Checkout.open({
      offer: offerOf({
        min: '1.00',
        max: '99999.00',
        suggested: ['5.00', '1000.00', '25000.00', '99999.00'],
      }),
    }),
  'a long description': () => Checkout.open({ offer: offerOf({ description: LONG }) }),
} as const

/** What sticks out of the window sideways. */
function sticking({ root: tag }: Checkout): string[] {
  const seen = [...tag.querySelectorAll<HTMLElement>('*:not(#unseen, iframe, option)')]
  const isOut = (one: Element) => {
    const { left, right, width } = one.getBoundingClientRect()
    return width > 0 && (right > innerWidth + 1 || left < -1)
  }
  const names = seen.filter(isOut).map((one) => `${one.localName}[${one.getAttribute('part') ?? one.id}]`)
  return root.scrollWidth > innerWidth ? [`page of ${root.scrollWidth}`, ...names] : names
}

describe.each(NARROW)('a screen of %i px', (width) => {
  it.each(
    Object.entries(FORMS).flatMap(([name, open]) =>
      ['ltr', 'rtl'].flatMap((direction) =>
        ['100%', '200%'].map((letters) => [name, direction, letters, open] as const),
      ),
    ),
  )('holds %s, %s, with letters of %s', async (_, direction, letters, open) => {
    await page.viewport(width, 800)
    expect(innerWidth).toBe(width)
    root.style.fontSize = letters
    root.dir = direction
    const checkout = await open()

    expect(sticking(checkout)).toEqual([])
  })
})

describe('the line of what an earlier visit paid', () => {
  async function laterVisit(letters: string) {
    root.style.fontSize = letters
    const [offer, edge] = [offerOf(), new FakeEdge()]
    edge.languages = { digests: '{"de":"sha256-…"}', de: servedTexts(german as LanguageFile) }
    const first = await Checkout.open({ offer, locale: 'en-IE' }, new FakeTab(edge))
    first.press('Continue to payment')
    await first.reads('Preparing')
    await first.told({ status: 'approved' })
    first.element.remove()
    const visit = await Checkout.open({ offer, locale: 'de-DE' }, new FakeTab(edge))
    await visit.reads('Zahlungsbeleg anzeigen')
    const button = visit.root.querySelector<HTMLElement>('[part=note] button')
    const words = button?.previousElementSibling
    if (!button || !words) throw new TypeError('The line is not there')
    return { words: words.getBoundingClientRect(), button: button.getBoundingClientRect() }
  }

  it('has the way to the receipt beside it', async () => {
    await page.viewport(390, 800)
    const { words, button } = await laterVisit('100%')

    expect(button.left).toBeGreaterThan(words.right)
    expect(button.height).toBeGreaterThanOrEqual(44)
    expect(button.height).toBeLessThan(50)
  })

  it('has it below, in whole words, where there is no room beside', async () => {
    await page.viewport(320, 800)
    const { words, button } = await laterVisit('200%')

    expect(button.top).toBeGreaterThanOrEqual(words.bottom)
    expect(button.height).toBeLessThan(120)
  })
})
