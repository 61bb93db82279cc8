/** Pages that keep the browser from drawing the tag, or draw it in a box of their own. */
import { describe, expect, it } from 'vitest'
import type { Tab } from '../../browser.ts'
import { dialogGone } from '../../pages/bank-dialog.ts'
import { confirmAtBank } from '../../pages/bank-page.ts'
import { payByCard } from '../../pages/hosted-page.ts'
import { pay, statusText } from '../../pages/shop.ts'
import { CARD_CHARGE, shopOrder } from '../../support/card-order.ts'
import { EMAIL, moneyMoved, shopper } from '../../support/shopper.ts'
import { page, paidOnce, paysForTheMug, strangePage, untilAtShop } from '../../support/strange-page.ts'
import { approve, payUntilChallenged, untilChallenged } from '../../support/three-ds-flows.ts'

const { visits } = shopper()

/** What the page sets around the tag from the beginning, in which a shopper can reach it. */
const BOXES: readonly (readonly [what: string, style: string])[] = [
  ['content-visibility: auto, far below the screen', 'content-visibility: auto; margin-top: 5000px'],
  [
    'content-visibility: auto, with a size of its own',
    'content-visibility: auto; contain-intrinsic-size: auto 40px',
  ],
  ['contain: layout paint style', 'contain: layout paint style'],
  ['contain: strict, in a box that scrolls', 'contain: strict; height: 240px; overflow: auto'],
  ['contain: inline-size, as a container', 'contain: inline-size; container-type: inline-size'],
  ['transform, which holds what is fixed', 'transform: translateX(4px); overflow: hidden'],
  ['a filter and a mask', 'filter: brightness(0.98); will-change: transform; isolation: isolate'],
]

/** How the page hides the tag → a style that does. */
const HIDDEN: readonly (readonly [how: string, style: string])[] = [
  ['content-visibility: hidden', 'content-visibility: hidden'],
  ['display: none', 'display: none'],
  ['no size', 'width: 0; height: 0; overflow: hidden'],
  ['a place off the screen', 'position: absolute; left: -9999px'],
]

const boxed = (style: string, tag: string) => `<div id="around" style="${style}">${tag}</div>`

const cardTag = async () => `<pay-checkout session="${await shopOrder()}"></pay-checkout>`

describe.each(BOXES)('a tag in %s', (_, style) => {
  it('is paid', async () => {
    const tab = await visits(await strangePage(({ script, tag }) => page(script, boxed(style, tag))))

    await paysForTheMug(tab)
  })

  it('takes a card, and shows the bank’s dialog', async () => {
    const tag = await cardTag()
    const tab = await visits(await strangePage(({ script }) => page(script, boxed(style, tag))))

    await approve(tab, await payUntilChallenged(tab))

    expect(await moneyMoved()).toEqual([CARD_CHARGE])
  })
})

describe.each(HIDDEN)('a page that hides the tag by %s', (_, style) => {
  it('from the beginning, and shows it later, is paid on', async () => {
    const tab = await visits(await strangePage(({ script, tag }) => page(script, boxed(style, tag))))
    await untilDefined(tab)

    await tab.evaluate(`around.removeAttribute('style')`)
    await pay(tab, { email: EMAIL })
    await payByCard(tab)
    // By then it is another page, which hides its tag again.
    await untilAtShop(tab)
    await untilDefined(tab)
    await tab.evaluate(`around.removeAttribute('style')`)

    await statusText(tab, /Thank you/)
    await paidOnce()
  })

  it('while the bank asks, and shows it again, lets the shopper go on', async () => {
    const tag = await cardTag()
    const tab = await visits(await strangePage(({ script }) => page(script, boxed('', tag))))
    await payUntilChallenged(tab)

    await tab.evaluate(`void (around.style = ${JSON.stringify(style)})`)
    await tab.evaluate(`around.removeAttribute('style')`)
    await approve(tab, await untilChallenged(tab))

    expect(await moneyMoved()).toEqual([CARD_CHARGE])
  })

  it('while the bank asks, and until the payment is over, charges once and shows the outcome', async () => {
    const tag = await cardTag()
    const tab = await visits(await strangePage(({ script }) => page(script, boxed('', tag))))
    const bank = await payUntilChallenged(tab)

    await tab.evaluate(`void (around.style = ${JSON.stringify(style)})`)
    const isDrawn = await tab.evaluate<boolean>(
      `document.querySelector('pay-checkout').shadowRoot.querySelector('dialog').checkVisibility({ contentVisibilityAuto: true })`,
    )
    // A page that hides all of the tag hides the bank's page too; it must not be left with nothing to click.
    if (isDrawn) await confirmAtBank(bank)
    else await expect.poll(() => canClickPage(tab)).toBe(true)
    await tab.evaluate(`around.removeAttribute('style')`)
    if (!isDrawn) await confirmAtBank(await untilChallenged(tab))

    await statusText(tab, /Thank you/)
    await dialogGone(tab)
    expect(await moneyMoved()).toEqual([CARD_CHARGE])
  })
})

/** Waits until the tag is there, also one that is not drawn. */
const untilDefined = (tab: Tab) =>
  expect.poll(() => tab.evaluate(`!!document.querySelector('pay-checkout')?.shadowRoot`)).toBe(true)

/** Whether a pointer reaches the page's heading, which no dialog makes inert. */
const canClickPage = (tab: Tab) =>
  tab.evaluate<boolean>(`(() => {
    const heading = document.querySelector('h1')
    const { left, top, width, height } = heading.getBoundingClientRect()
    return document.elementFromPoint(left + width / 2, top + height / 2) === heading
  })()`)

describe('a frame of the page’s own', () => {
  it.each([
    ['without a size', ''],
    ['as wide as a telephone', 'width="320" height="480"'],
  ])('%s is paid in by card', async (_, size) => {
    const tag = await cardTag()
    const tab = await visits(
      await strangePage(({ script }) => {
        const inner = page(script, tag).replaceAll('&', '&amp;').replaceAll('"', '&quot;')
        return page('', `<iframe title="Pay" ${size} srcdoc="${inner}"></iframe>`)
      }),
    )
    const frame = await tab.frame('iframe')

    await approve(frame, await payUntilChallenged(frame))

    expect(await moneyMoved()).toEqual([CARD_CHARGE])
  })
})

describe('details that are closed', () => {
  it('from the beginning, and opened later, are paid in', async () => {
    const tab = await visits(
      await strangePage(({ script, tag }) => page(script, `<details><summary>Pay</summary>${tag}</details>`)),
    )
    await untilDefined(tab)

    await tab.click('summary')
    await pay(tab, { email: EMAIL })
    await payByCard(tab)
    // By then it is another page, and its details are closed.
    await untilAtShop(tab)
    await tab.click('summary')

    await statusText(tab, /Thank you/)
    await paidOnce()
  })

  it('while the bank asks, and opened again, let the shopper go on', async () => {
    const tag = await cardTag()
    const tab = await visits(
      await strangePage(({ script }) => page(script, `<details open><summary>Pay</summary>${tag}</details>`)),
    )
    await payUntilChallenged(tab)

    await tab.evaluate(`void (document.querySelector('details').open = false)`)
    await tab.evaluate(`void (document.querySelector('details').open = true)`)
    await approve(tab, await untilChallenged(tab))

    expect(await moneyMoved()).toEqual([CARD_CHARGE])
  })
})
