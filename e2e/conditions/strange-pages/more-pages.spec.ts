/** More foreign documents and scripts around the tag. */
import { describe, expect, it } from 'vitest'
import { payByCard } from '../../pages/hosted-page.ts'
import { fillDetails, orderOf, pay, payLabel, statusText } from '../../pages/shop.ts'
import { CARD_CHARGE, shopOrder } from '../../support/card-order.ts'
import { EMAIL, moneyMoved, shopper } from '../../support/shopper.ts'
import {
  page,
  paidOnce,
  paysForTheMug,
  strangePage,
  untilAtShop,
  withHead,
} from '../../support/strange-page.ts'
import { approve, payUntilChallenged } from '../../support/three-ds-flows.ts'

const { visits } = shopper()

describe('a framework', () => {
  it('that moves the tag without taking it out of the page keeps the bank’s dialog and its page', async () => {
    const tag = `<pay-checkout session="${await shopOrder()}"></pay-checkout>`
    const tab = await visits(await strangePage(({ script }) => page(script, `${tag}<div id="there"></div>`)))
    const bank = await payUntilChallenged(tab)

    await tab.evaluate(`void there.moveBefore(document.querySelector('pay-checkout'), null)`)
    await approve(tab, bank)

    expect(await moneyMoved()).toEqual([CARD_CHARGE])
  })

  it('that redraws the page makes a new tag for the same order', async () => {
    const tab = await visits(
      await strangePage(({ script, tag }) => page(script, `<div id="app">${tag}</div>`)),
    )
    await fillDetails(tab, { email: EMAIL })
    await expect.poll(() => orderOf(tab)).toBeTruthy()
    const before = await orderOf(tab)

    await tab.evaluate('app.innerHTML = app.innerHTML')
    await paysForTheMug(tab)

    expect((await orderOf(tab))?.id).toBe(before?.id)
  })

  it('that sets every attribute again on each key changes nothing', async () => {
    const tab = await visits(
      await withHead(`<script>
        addEventListener('keydown', () => {
          const tag = document.querySelector('pay-checkout')
          for (const { name, value } of [...tag.attributes]) tag.setAttribute(name, value)
        }, true)
      </script>`),
    )

    await paysForTheMug(tab)
  })
})

describe('a page’s own', () => {
  it('details are closed and opened in the middle and keep what was typed', async () => {
    const tab = await visits(
      await strangePage(({ script, tag }) =>
        page(script, `<details open><summary>Pay</summary>${tag}</details>`),
      ),
    )
    await fillDetails(tab, { email: EMAIL })

    await tab.click('summary')
    await tab.gone('pay-checkout form')
    await tab.click('summary')

    expect(await tab.text('pay-checkout #email')).toBe(EMAIL)
    await pay(tab)
    await payByCard(tab)
    await statusText(tab, /approved/)
    await paidOnce()
  })

  it('steps hide the tag before it was ever seen and show it later', async () => {
    const tab = await visits(
      await strangePage(({ script, tag }) =>
        page(
          script,
          `<button onclick="step.hidden = !step.hidden" id="next">Next</button><div id="step" hidden>${tag}</div>`,
        ),
      ),
    )
    await tab.click('#next')
    await payLabel(tab, /12\.50/)
    await tab.click('#next')
    await tab.gone('pay-checkout form')
    await tab.click('#next')

    await pay(tab, { email: EMAIL })
    await payByCard(tab)

    await untilAtShop(tab)
    await tab.click('#next')
    await statusText(tab, /approved/)
    await paidOnce()
  })
})

describe('a document', () => {
  it('with another base is the page to which the shopper returns', async () => {
    const url = await withHead('<base href="/somewhere/else/">')
    const tab = await visits(url)

    await paysForTheMug(tab)

    expect(await tab.url()).toBe(url)
  })
})

describe('a frame', () => {
  it('that the page writes itself is paid in by card', async () => {
    const tag = `<pay-checkout session="${await shopOrder()}"></pay-checkout>`
    const tab = await visits(
      await strangePage(({ script }) => {
        const inner = page(script, tag).replaceAll('&', '&amp;').replaceAll('"', '&quot;')
        return page('', `<iframe title="Pay" width="700" height="700" srcdoc="${inner}"></iframe>`)
      }),
    )
    const frame = await tab.frame('iframe')

    await approve(frame, await payUntilChallenged(frame))

    expect(await moneyMoved()).toEqual([CARD_CHARGE])
  })
})

describe('a dialog of the page’s own', () => {
  it('that is modal lies below the bank’s', async () => {
    const tag = `<pay-checkout session="${await shopOrder()}"></pay-checkout>`
    const tab = await visits(
      await strangePage(({ script }) =>
        page(
          script,
          `<button onclick="basket.showModal()" id="buy">Buy</button><dialog id="basket" aria-label="Basket">${tag}</dialog>`,
        ),
      ),
    )
    await tab.click('#buy')

    await approve(tab, await payUntilChallenged(tab))

    expect(await moneyMoved()).toEqual([CARD_CHARGE])
  })
})

describe('several tags', () => {
  it('of one offer on one page make one order and one form', async () => {
    const tab = await visits(
      await strangePage(({ script, tag }) =>
        page(script, `<div id="one">${tag}</div><div id="two">${tag}</div>`),
      ),
    )
    await fillDetails(tab, { email: EMAIL }, '#one pay-checkout')
    await fillDetails(tab, { email: EMAIL }, '#two pay-checkout')

    await tab.evaluate(`void document.querySelectorAll('pay-checkout').forEach((tag) => tag.submit())`)
    await payByCard(tab)

    await statusText(tab, /approved/, '#one pay-checkout')
    await statusText(tab, /approved/, '#two pay-checkout')
    await paidOnce()
  })
})
