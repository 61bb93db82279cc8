/** More moments of a payment at which the network, the edge or the gateway fails. */
import { describe, expect, it } from 'vitest'
import { chromiumPage } from '../../engines/chromium.ts'
import { fillCard, onHostedPage, payByCard, submitCard } from '../../pages/hosted-page.ts'
import { alertText, fillDetails, pay, payButton, payLabel, statusText } from '../../pages/shop.ts'
import { offline, visitBehind } from '../../support/browser-disturbances.ts'
import { CARD_CHARGE } from '../../support/card-order.ts'
import { cardPage } from '../../support/card-page.ts'
import { setFaults, untilLedger } from '../../support/ledger.ts'
import { EMAIL, moneyMoved, shopper } from '../../support/shopper.ts'
import { restart, without } from '../../support/stack/stack.ts'
import { MUG_CHARGE, paidOnce, paysForTheMug, withHead } from '../../support/strange-page.ts'
import { approve, payUntilChallenged } from '../../support/three-ds-flows.ts'

const { visits } = shopper()

describe('a box that swallows sockets', () => {
  it('and cuts each one after its first words does so too', async () => {
    const tab = await visitBehind(visits, await withHead(''), (socket) => {
      const server = socket.connectToServer()
      server.onMessage((words) => {
        socket.send(words)
        socket.close({ code: 1001 })
      })
    })

    await paysForTheMug(tab)
  })
})

describe('a network that goes away', () => {
  it('before the order is open is reported, and the next click pays', async () => {
    const tab = await visits(await withHead(''))
    await payLabel(tab)
    await offline(tab)
    await fillDetails(tab, { email: EMAIL })
    await alertText(tab, /offline/)
    expect(await moneyMoved()).toEqual([])

    await offline(tab, false)
    await paysForTheMug(tab)
  })

  it('while the payment is prepared delays the shopper, who then goes on', async () => {
    await setFaults({ operation: 'sale-form', fault: 'delay', delayMs: 1_500 })
    const tab = await visits(await withHead(''))
    await pay(tab, { email: EMAIL })
    await untilLedger(({ transactions }) => transactions[0], 'a form')
    await offline(tab)
    await alertText(tab, /offline/)

    await offline(tab, false)
    await payByCard(tab)

    await statusText(tab, /Thank you/)
    await paidOnce()
  })

  it('on the way back shows the outcome as soon as it can be read', async () => {
    const tab = await visits(await withHead(''))
    await pay(tab, { email: EMAIL })
    await fillCard(tab)
    await chromiumPage(tab).route(/\/v1\/orders\/[^/]+$/, (route) => route.abort(), { times: 2 })

    await submitCard(tab)

    await statusText(tab, /Thank you/)
    await paidOnce()
  })
})

describe('the edge', () => {
  it('that ends before the order is open is reported, and the next click after its start pays', async () => {
    const tab = await visits(await withHead(''))
    await payLabel(tab)

    await without('edge', async () => {
      await pay(tab, { email: EMAIL })
      await alertText(tab, /connection/)
      await tab.text(payButton())
    })

    await paysForTheMug(tab)
  })
})

describe('the gateway', () => {
  it('that ends while its page is open takes the card once it is back', async () => {
    const tab = await visits(await withHead(''))
    await pay(tab, { email: EMAIL })
    await onHostedPage(tab)

    await restart('sandbox')
    await payByCard(tab)

    await statusText(tab, /Thank you/)
    expect(await moneyMoved()).toEqual([MUG_CHARGE])
  })
})

describe('at the bank’s page', () => {
  it('a network that goes away and comes back leaves the dialog where it is, and the shopper goes on', async () => {
    const tab = await visits((await cardPage()).url)
    const bank = await payUntilChallenged(tab)

    await offline(tab)
    await expect.poll(() => tab.evaluate('navigator.onLine')).toBe(false)
    await offline(tab, false)
    await approve(tab, bank)

    expect(await moneyMoved()).toEqual([CARD_CHARGE])
  })

  it.each(['edge', 'sandbox'] as const)(
    'the %s ends and starts again, and the shopper goes on',
    async (worker) => {
      const tab = await visits((await cardPage()).url)
      const bank = await payUntilChallenged(tab)

      await restart(worker)
      await approve(tab, bank)

      expect(await moneyMoved()).toEqual([CARD_CHARGE])
    },
  )

  it('a box that swallows sockets changes nothing', async () => {
    const tab = await visitBehind(visits, (await cardPage()).url, () => undefined)

    await approve(tab, await payUntilChallenged(tab))

    expect(await moneyMoved()).toEqual([CARD_CHARGE])
  })
})
