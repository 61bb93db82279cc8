import { describe, expect, it } from 'vitest'
import type { OrderView } from '../../shared/order-view.ts'
import { Checkout, EDGE, FakeTab, lookOf, PAGE } from '../testing/harness.ts'

/** Pictures that no network has to bring: one that a browser draws, and one that it cannot. */
const DRAWN = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const BROKEN = 'data:image/png;base64,AA'

const OWN_PAGE = `${EDGE}/pay#product=mug`

/** A tag that sells one product. */
async function selling(image: string, href = OWN_PAGE): Promise<Checkout> {
  const look = lookOf({ image })
  const tab = new FakeTab()
  tab.href = href
  tab.edge.products = [look]
  return Checkout.open({ product: look.id, locale: 'en-IE' }, tab)
}

/** A tag that shows an order of several products. */
async function showing(images: readonly (string | undefined)[], href = OWN_PAGE): Promise<Checkout> {
  const tab = new FakeTab()
  tab.href = href
  const lines: OrderView['lines'] = images.map((image, at) => ({
    ...{ item: `mug-${at}`, description: `Mug ${at}`, quantity: 1, amount: '5.00' },
    ...(image !== undefined && { image }),
  }))
  const { id } = tab.edge.add({ lines, amount: '15.00' })
  return Checkout.open({ session: `${id}.pay.1`, locale: 'en-IE' }, tab)
}

const picturesIn = ({ root }: Checkout) => [...root.querySelectorAll('img')]

describe('a product’s picture', () => {
  it('begins the line of the product on the edge’s own page, in a fixed room, and says nothing', async () => {
    const [picture = expect.fail()] = picturesIn(await selling(DRAWN))

    expect(picture.parentElement?.textContent).toBe('A mug')
    expect(picture.alt).toBe('')
    expect([picture.width, picture.height]).toEqual([56, 56])
    expect(picture.referrerPolicy).toBe('no-referrer')
  })

  it('begins each line of an order that has one', async () => {
    const checkout = await showing([DRAWN, undefined, `${DRAWN}#2`])

    await checkout.reads('Mug 2')
    expect(picturesIn(checkout).map(({ src, parentElement }) => [src, parentElement?.textContent])).toEqual([
      [DRAWN, 'Mug 0'],
      [`${DRAWN}#2`, 'Mug 2'],
    ])
  })

  it('stays beside the name once the order is open', async () => {
    const checkout = await showing([DRAWN])

    await checkout.reads('€15.00')
    expect(picturesIn(checkout).map(({ src }) => src)).toEqual([DRAWN])
  })

  it.each([
    ['a page of the shop', PAGE],
    ['a page whose host begins alike', `${EDGE}.evil.example/pay`],
    ['another page of the edge', `${EDGE}/shop`],
    ['a page of the edge whose path begins alike', `${EDGE}/payments`],
  ])('is not on %s', async (_, href) => {
    expect(picturesIn(await selling(DRAWN, href))).toEqual([])
    const checkout = await showing([DRAWN, DRAWN], href)
    await checkout.reads('Mug 1')
    expect(picturesIn(checkout)).toEqual([])
  })

  it('leaves the line as one without picture where it does not load', async () => {
    const checkout = await selling(BROKEN)

    await expect.poll(() => picturesIn(checkout).map((picture) => picture.checkVisibility())).toEqual([false])
    expect(checkout.text).toMatch(/^A mug Total €12\.50/)
  })

  it('that did not load hides none that comes after it', async () => {
    const checkout = await showing([BROKEN, BROKEN])
    const seen = () => picturesIn(checkout).map((picture) => picture.checkVisibility())
    await expect.poll(seen).toEqual([false, false])
    const { id, lines = [] } = checkout.element.order ?? expect.fail()

    checkout.edge.tell(id, { lines: lines.map((line, at) => (at ? line : { ...line, image: DRAWN })) })
    await checkout.element.refresh()

    await expect.poll(seen).toEqual([true, false])
  })

  it('is an address and no markup', async () => {
    const image = `${DRAWN}#" onload="alert(1)"><script>`

    const [picture = expect.fail()] = picturesIn(await selling(image))

    expect(picture.getAttribute('src')).toBe(image)
    expect(picture.getAttributeNames()).not.toContain('onload')
  })
})
