import { expect, it } from 'vitest'
import { chromiumPage } from '../../engines/chromium.ts'
import { launchCookielessChromium } from '../../engines/cookieless-chromium.ts'
import { bankInFrame, dialogGone, openFullPage } from '../../pages/bank-dialog.ts'
import { confirmAtBank } from '../../pages/bank-page.ts'
import { payWithCard } from '../../pages/card-form.ts'
import { statusText } from '../../pages/shop.ts'
import { CARD_CHARGE } from '../../support/card-order.ts'
import { cardPage } from '../../support/card-page.ts'
import { moneyMoved, shopper } from '../../support/shopper.ts'
import { approve, FLOWS, payUntilChallenged } from '../../support/three-ds-flows.ts'

const { visits } = shopper(launchCookielessChromium)

/** A card whose bank expects its own cookie back. */
const NEEDS_COOKIES = '4000000000023004'

it.each(FLOWS)('with cookies of other sites blocked, %s ends in one charge', async (_, number) => {
  const tab = await visits((await cardPage()).url)

  await approve(tab, await payUntilChallenged(tab, number))

  expect(await moneyMoved()).toEqual([CARD_CHARGE])
})

it('a bank that gets no cookie in the dialog gets it in the full page', async () => {
  const tab = await visits((await cardPage()).url)
  await payWithCard(tab, { number: NEEDS_COOKIES })
  await (await bankInFrame(tab)).text('h1', /did not send our cookie/)

  await openFullPage(tab)
  await confirmAtBank(tab)

  await statusText(tab, /Thank you/)
  expect(await moneyMoved()).toEqual([CARD_CHARGE])
})

it('a bank that gets no cookie in the dialog gets it in a new window, and the page shows the outcome', async () => {
  const tab = await visits((await cardPage()).url)
  await payWithCard(tab, { number: NEEDS_COOKIES })
  const bank = await bankInFrame(tab)
  await bank.text('h1', /did not send our cookie/)

  const opened = chromiumPage(tab).waitForEvent('popup')
  await bank.click('a.button')
  const popup = await opened
  await popup.fill('#word', 'hint')
  await popup.click('[value=approve]')

  await statusText(tab, /Thank you/)
  await dialogGone(tab)
  expect(await moneyMoved()).toEqual([CARD_CHARGE])
})
