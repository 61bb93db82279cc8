import { afterEach, describe, expect, it } from 'vitest'
import type { OrderView } from '../../shared/order-view.ts'
import { Checkout, FakeTab } from '../testing/harness.ts'

afterEach(() => {
  document.body.replaceChildren()
  localStorage.clear()
})

const UUID = '7b0f3c52-9d4e-4a81-b6c7-2f5e8d1a9034'
const MADE_BY_EDGE = 'q7Zt-WmK2xR9_dYbLc4NvHs8PfAe3GuJ'
const WITHOUT_BREAKS = 'W'.repeat(100)

/** A tag that shows a paid order in a place of a certain width. */
async function receipt(reference: string, width = 412): Promise<Checkout> {
  const tab = new FakeTab()
  const card: OrderView['card'] = { brand: 'MASTERCARD', masked: '555555******4444', expires: '' }
  const startedAt = '2026-11-21T10:00:00Z'
  const attempts = [{ number: 1, method: 'hosted', status: 'approved', startedAt }] as const
  const { id } = tab.edge.add({ status: 'approved', reference, card, attempts, methods: [] })
  const checkout = await Checkout.open({ session: `${id}.pay.1`, locale: 'en-GB' }, tab)
  checkout.element.style.width = `${width}px`
  await checkout.reads('Payment approved')
  return checkout
}

const partsOf = ({ root }: Checkout, selector: string) => [...root.querySelectorAll<HTMLElement>(selector)]

/** How many lines an element's text takes. */
const linesOf = (element: HTMLElement) =>
  Math.round(element.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(element).lineHeight))

describe('a receipt', () => {
  // What the shop's page and `/pay` leave of screens of 320, 390 and 412 pixels, and of a large one.
  const WIDTHS = [280, 350, 372, 448]

  it.each(
    WIDTHS.flatMap((width) => [UUID, MADE_BY_EDGE, WITHOUT_BREAKS].map((text) => [width, text] as const)),
  )('of %i pixels has its labels on one line each beside %s', async (width, reference) => {
    const checkout = await receipt(reference, width)

    const [labels, values] = [partsOf(checkout, 'dt'), partsOf(checkout, 'dd')]
    expect(labels.map((label) => [label.innerText, linesOf(label)])).toEqual([
      ['Card', 1],
      ['Reference', 1],
      ['Date', 1],
    ])
    const right = checkout.element.getBoundingClientRect().right
    expect(values.filter((value) => value.getBoundingClientRect().right > right)).toEqual([])
  })

  it('writes what the edge made in groups of four, of which no blank is copied', async () => {
    const checkout = await receipt(MADE_BY_EDGE)

    const [, value] = partsOf(checkout, 'dd')
    const groups = [...(value?.children ?? [])].map((group) => group.textContent)
    expect(groups).toEqual(['q7Zt', '-WmK', '2xR9', '_dYb', 'Lc4N', 'vHs8', 'PfAe', '3GuJ'])
    expect(value?.innerText).toBe(MADE_BY_EDGE)
  })

  it('leaves the shop’s own reference as the shop wrote it', async () => {
    const checkout = await receipt(UUID)

    expect(partsOf(checkout, 'dd')[1]?.children).toHaveLength(1)
    expect(checkout.text).toContain(`Reference ${UUID}`)
  })
})
