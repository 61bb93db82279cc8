/** Pages whose styles would make the tag or the bank's dialog unusable. */

import { expect, it } from 'vitest'
import { dialogGone } from '../../pages/bank-dialog.ts'
import { confirmAtBank } from '../../pages/bank-page.ts'
import { statusText } from '../../pages/shop.ts'
import { CARD_CHARGE, shopOrder } from '../../support/card-order.ts'
import { moneyMoved, shopper } from '../../support/shopper.ts'
import { page, strangePage } from '../../support/strange-page.ts'
import { payUntilChallenged } from '../../support/three-ds-flows.ts'

const { visits } = shopper()

it.each([
  ['pointer-events: none'],
  ['visibility: hidden'],
  ['text-indent: -9999px; -webkit-text-fill-color: transparent; font-size: 0; writing-mode: vertical-rl'],
])('a page that sets “%s” around the tag while it loads leaves the bank’s dialog usable', async (style) => {
  const tag = `<pay-checkout session="${await shopOrder()}"></pay-checkout>`
  const tab = await visits(await strangePage(({ script }) => page(script, `<div id="around">${tag}</div>`)))
  const bank = await payUntilChallenged(tab)

  await tab.evaluate(`void (around.style = ${JSON.stringify(style)})`)
  await confirmAtBank(bank)
  await dialogGone(tab)
  await tab.evaluate(`around.removeAttribute('style')`)

  await statusText(tab, /Thank you/)
  expect(await moneyMoved()).toEqual([CARD_CHARGE])
})
