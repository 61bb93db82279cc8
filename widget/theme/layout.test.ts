import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { Checkout, offerOf } from '../testing/harness.ts'

const root = document.documentElement

afterEach(() => {
  document.body.replaceChildren()
  localStorage.clear()
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
