import { describe, expect, it } from 'vitest'
import type { Tab } from '../../browser.ts'
import { chromiumPage } from '../../engines/chromium.ts'
import {
  bankInFrame,
  dialogAlert,
  dialogGone,
  dialogTitle,
  openFullPage,
  pressStopOrGoOn,
  stopPayment,
} from '../../pages/bank-dialog.ts'
import { confirmAtBank } from '../../pages/bank-page.ts'
import { payWithCard } from '../../pages/card-form.ts'
import { orderOf, statusText } from '../../pages/shop.ts'
import { axeViolations } from '../../support/accessibility/axe.ts'
import { CARD_CHARGE, visitWithCard } from '../../support/card-order.ts'
import { moneyMoved, shopper } from '../../support/shopper.ts'
import { payUntilChallenged } from '../../support/three-ds-flows.ts'

const { visits } = shopper()

const ASKED = '4000000000002008'

/** Pays until the bank challenges the shopper. */
async function challenged(): Promise<Tab> {
  const tab = await visitWithCard(visits)
  await payUntilChallenged(tab)
  return tab
}

const press = (tab: Tab, key: string) => chromiumPage(tab).keyboard.press(key)

/** What has the focus within the tag, as text. */
const focused = (tab: Tab) =>
  tab.evaluate<string>('document.querySelector("pay-checkout").shadowRoot.activeElement?.textContent ?? ""')

describe('the dialog around the bank', () => {
  it('has a name, takes the focus and gives it to the outcome', async () => {
    const tab = await challenged()
    expect(await dialogTitle(tab)).toBe('Confirm with your bank')
    await expect.poll(() => focused(tab)).toBe('Confirm with your bank')

    await confirmAtBank(await bankInFrame(tab))

    await statusText(tab, /Thank you/)
    await dialogGone(tab)
    await expect.poll(() => focused(tab)).toBe('Thank you!')
    expect(await moneyMoved()).toEqual([CARD_CHARGE])
  })

  it('keeps the focus from the page behind', async () => {
    const tab = await challenged()

    const stops = new Set<string>()
    for (let tries = 0; tries < 12; tries += 1) {
      await press(tab, 'Tab')
      stops.add(await tab.evaluate<string>('document.activeElement.localName'))
    }

    expect([...stops].filter((name) => name !== 'body')).toEqual(['pay-checkout'])
  })

  it('asks at Escape, and continues', async () => {
    const tab = await challenged()

    await press(tab, 'Escape')
    expect(await dialogTitle(tab, /Cancel/)).toBe('Cancel this payment?')
    await expect.poll(() => focused(tab)).toBe('Cancel this payment?')
    expect(await axeViolations(tab)).toEqual([])
    await pressStopOrGoOn(tab)

    await dialogTitle(tab, /Confirm/)
    await confirmAtBank(await bankInFrame(tab))
    await statusText(tab, /Thank you/)
    expect(await moneyMoved()).toEqual([CARD_CHARGE])
  })

  it('stays however often Escape is pressed, and so does the bank’s page', async () => {
    const tab = await challenged()
    const bank = await bankInFrame(tab)
    const opened = await bank.evaluate('performance.timeOrigin')

    for (let times = 0; times < 5; times += 1) await press(tab, 'Escape')

    // The browser reports only some of several Escapes in a row, and closes the dialog at others.
    const isModal =
      'document.querySelector("pay-checkout").shadowRoot.querySelector("dialog").matches(":modal")'
    await expect.poll(() => tab.evaluate(isModal)).toBe(true)
    await expect.poll(() => bank.evaluate('performance.timeOrigin')).toBe(opened)
    expect(await orderOf(tab)).toMatchObject({ status: 'challenge' })
  })

  it('stops the payment, after which nothing is charged', async () => {
    const tab = await challenged()

    await pressStopOrGoOn(tab)
    await dialogTitle(tab, /Cancel/)
    await stopPayment(tab)

    await statusText(tab, /^Cancelled$/)
    await dialogGone(tab)
    await expect.poll(() => focused(tab)).toBe('Cancelled')
    expect(await moneyMoved()).toEqual([])
  })

  it('has no barriers', async () => {
    expect(await axeViolations(await challenged())).toEqual([])
  })

  it('names the full page more strongly where the frame is blocked, and that page pays', async () => {
    const tab = await visitWithCard(visits)
    await chromiumPage(tab).route('**/frames/challenge/**', (route) => route.abort())

    await payWithCard(tab, { number: ASKED })

    expect(await dialogAlert(tab)).toBe('Nothing here? Open the full page.')
    await openFullPage(tab)
    await confirmAtBank(tab)
    await statusText(tab, /Thank you/)
    expect(await moneyMoved()).toEqual([CARD_CHARGE])
  })
})
