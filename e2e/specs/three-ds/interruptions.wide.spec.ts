import { describe, expect, it } from 'vitest'
import { chromiumPage } from '../../engines/chromium.ts'
import { dialogGone, dialogTitle, openFullPage } from '../../pages/bank-dialog.ts'
import { bankAlert, confirmAtBank } from '../../pages/bank-page.ts'
import { payWithCard, typeCard } from '../../pages/card-form.ts'
import { payButton, statusText } from '../../pages/shop.ts'
import { passAtBank } from '../../support/bank-ledger.ts'
import { CARD_CHARGE } from '../../support/card-order.ts'
import { cardPage } from '../../support/card-page.ts'
import { readLedger, settle, untilLedger } from '../../support/ledger.ts'
import { becomes } from '../../support/merchant/server.ts'
import { moneyMoved, operationsSent, shopper } from '../../support/shopper.ts'
import { approve, CARD, FLOWS, payUntilChallenged, untilChallenged } from '../../support/three-ds-flows.ts'

const { visits, leaves } = shopper()

/** Longer than a bank waits for an answer, and for somebody to open its page. */
const AFTER_ANSWERING_MS = 11 * 60_000
const AFTER_OPENING_MS = 31_000

describe('after a reload in the middle', () => {
  it.each(FLOWS)('%s goes on in the dialog', async (_, number) => {
    const tab = await visits((await cardPage()).url)
    await payUntilChallenged(tab, number)

    await tab.reload()
    await approve(tab, await untilChallenged(tab))

    expect(await moneyMoved()).toEqual([CARD_CHARGE])
    expect(operationsSent(await readLedger()).filter((operation) => operation === 'sale')).toHaveLength(1)
  })
})

describe('once the tab is closed in the middle', () => {
  const closedWhileAsked = async (number: string) => {
    const { url, id } = await cardPage()
    const tab = await visits(url)
    await payUntilChallenged(tab, number)
    await leaves(tab)
    const { clientOrderId } = await untilLedger(({ transactions }) => transactions[0], 'a payment')
    return { url, id, clientOrderId }
  }

  it.each(FLOWS)('%s is approved when the bank says so', async (_, number) => {
    const { id, clientOrderId } = await closedWhileAsked(number)

    await settle(clientOrderId, 'approved')

    await becomes(id, 'approved')
    expect(await moneyMoved()).toEqual([CARD_CHARGE])
  })

  it.each(FLOWS)(
    '%s is declined when the bank’s time is over, and the shopper may try again',
    async (_, number) => {
      const { id, url } = await closedWhileAsked(number)

      await passAtBank(AFTER_ANSWERING_MS)

      await becomes(id, 'declined')
      expect(await moneyMoved()).toEqual([])
      const again = await visits(url)
      await statusText(again, /declined/i)
      await payWithCard(again)
      await statusText(again, /Thank you/)
      expect(await moneyMoved()).toEqual([CARD_CHARGE])
    },
  )

  it('the order ends a method that hangs, and the bank a challenge that no shopper opens', async () => {
    const { url, id } = await cardPage()
    const tab = await visits(url)
    // On a busy machine the tab may still be there when the challenge comes, and a visit gives the shopper more time.
    await chromiumPage(tab).route('**/3ds/challenge', (route) => route.abort())
    await payWithCard(tab, { number: CARD.silentMethod })
    await tab.text('pay-checkout', /bank is checking/)
    await leaves(tab)

    await becomes(id, 'challenge')
    await passAtBank(AFTER_OPENING_MS)

    await becomes(id, 'declined')
    expect(await moneyMoved()).toEqual([])
  })
})

describe('after Back', () => {
  const leavesTheDialog = async () => {
    const { url } = await cardPage()
    const tab = await visits('index')
    await tab.goto(url)
    await payUntilChallenged(tab)
    await tab.back()
    await tab.waitForUrl(/index/)
    return { tab, url }
  }

  it('from the page with the dialog, the dialog is there on a new visit', async () => {
    const { tab, url } = await leavesTheDialog()

    await tab.goto(url)
    await approve(tab, await untilChallenged(tab))

    expect(await moneyMoved()).toEqual([CARD_CHARGE])
  })

  it('from the page with the dialog, the dialog is there on Forward, and the full page goes on', async () => {
    const { tab, url } = await leavesTheDialog()

    await tab.evaluate('void setTimeout(() => history.forward())')
    await expect.poll(() => tab.url()).toBe(url)
    await dialogTitle(tab)
    // The driver cannot reach a frame that comes out of the page cache.
    await openFullPage(tab)
    await confirmAtBank(tab)

    await statusText(tab, /Thank you/)
    expect(await moneyMoved()).toEqual([CARD_CHARGE])
  })

  it('within the bank’s page, the shop’s page stays and the full page goes on', async () => {
    const tab = await visits((await cardPage()).url)
    const place = await tab.evaluate('performance.timeOrigin')
    const bank = await payUntilChallenged(tab)
    await confirmAtBank(bank, 'wrong')
    await bankAlert(bank)

    await tab.evaluate('void setTimeout(() => history.back())')
    await bank.gone('[name=challenge] [role=alert]')
    expect(await tab.evaluate('performance.timeOrigin')).toBe(place)
    await openFullPage(tab)
    await confirmAtBank(tab)

    await statusText(tab, /Thank you/)
    expect(await moneyMoved()).toEqual([CARD_CHARGE])
  })

  it('from the full page, the shopper comes to the dialog again and not to the bank', async () => {
    const { url } = await cardPage()
    const tab = await visits(url)
    await payUntilChallenged(tab)
    await openFullPage(tab)
    await tab.text('[name=challenge]')

    await tab.back()
    // Browsers may skip the edge's page in between, since the shopper clicked nothing there.
    if ((await tab.url()) !== url) {
      await tab.text('form button', /Continue to your bank/)
      await tab.back()
    }
    await expect.poll(() => tab.url()).toBe(url)
    await tab.reload()
    await approve(tab, await untilChallenged(tab))

    expect(await moneyMoved()).toEqual([CARD_CHARGE])
  })
})

describe('haste', () => {
  const sales = async () => operationsSent(await readLedger()).filter((operation) => operation === 'sale')

  it('in pressing each button twice makes one payment', async () => {
    const tab = await visits((await cardPage()).url)
    const page = chromiumPage(tab)
    await typeCard(tab, { number: CARD.challenge })

    await page.locator(payButton()).dblclick()
    const bank = await untilChallenged(tab)
    await bank.type('#word', 'hint')
    const bankPage = page.frames().find((frame) => frame.url().includes('/3ds/challenge'))
    await bankPage?.locator('[value=approve]').dblclick({ noWaitAfter: true }).catch(ignoreWhenGone)

    await statusText(tab, /Thank you/)
    expect([await moneyMoved(), await sales()]).toEqual([[CARD_CHARGE], ['sale']])
  })

  it('in two tabs makes one payment, and both show the outcome', async () => {
    const { url } = await cardPage()
    const [first, second] = [await visits(url), await visits(url)]
    const tabs = [first, second]
    for (const tab of tabs) {
      await chromiumPage(tab).bringToFront()
      await typeCard(tab, { number: CARD.methodThenChallenge })
    }

    await Promise.all(tabs.map((tab) => tab.evaluate('document.querySelector("pay-checkout").submit()')))
    for (const tab of tabs) await untilChallenged(tab)
    await confirmAtBank(await untilChallenged(second))

    for (const tab of tabs) {
      await statusText(tab, /Thank you/)
      await dialogGone(tab)
    }
    expect([await moneyMoved(), await sales()]).toEqual([[CARD_CHARGE], ['sale']])
  })
})

/** The second of two clicks may find the page gone. */
function ignoreWhenGone(error: Error): void {
  if (!/detached|closed|navigat/i.test(error.message)) throw error
}
