import { describe, expect, it } from 'vitest'
import { chromiumPage } from '../../engines/chromium.ts'
import { onHostedPage, payByCard } from '../../pages/hosted-page.ts'
import { orderOf, pay, statusText } from '../../pages/shop.ts'
import { shopOrder } from '../../support/card-order.ts'
import { type Fault, readLedger, setFaults, settle, untilLedger } from '../../support/ledger.ts'
import { EMAIL, MUG, moneyMoved, operationsSent, shopper } from '../../support/shopper.ts'
import { addresses, restart, sell } from '../../support/stack/stack.ts'

const { visits, leaves } = shopper()

const atMug = async () => visits(await sell({ offer: MUG }))

/** The callback address of the story's one payment. */
const callbackUrl = () =>
  untilLedger(({ callbacks }) => callbacks[0]?.url, 'a callback').then(
    (url) => url.replace(/^http:\/\/pay\.localhost/, 'http://127.0.0.1').split('?')[0],
  )

describe('an order ends the same', () => {
  it.each<[string, Fault[]]>([
    ['the return comes before the callback', [{ operation: 'callback', fault: 'late', delayMs: 2000 }]],
    ['there is no callback', [{ operation: 'callback', fault: 'missing' }]],
    ['the callback’s control is wrong', [{ operation: 'callback', fault: 'forged-control' }]],
  ])('when %s', async (_, faults) => {
    await setFaults(...faults)
    const tab = await atMug()

    await pay(tab, { email: EMAIL })
    await payByCard(tab)

    await statusText(tab, /Thank you/)
    expect(await moneyMoved()).toEqual(['charge 12.50 EUR'])
    expect((await orderOf(tab))?.transactions).toHaveLength(1)
  })

  it('when the shopper never comes back', async () => {
    await setFaults({ operation: 'browser-return', fault: 'missing' })
    const tab = await atMug()
    const page = await tab.url()
    await pay(tab, { email: EMAIL })
    await payByCard(tab)
    await untilLedger(({ callbacks }) => callbacks.find(({ answered }) => answered), 'an answered callback')

    await tab.goto(page)

    await statusText(tab, /Thank you/)
    expect(await moneyMoved()).toEqual(['charge 12.50 EUR'])
  })

  it('when neither callback nor return comes', async () => {
    await setFaults(
      { operation: 'browser-return', fault: 'missing' },
      { operation: 'callback', fault: 'missing' },
    )
    const tab = await atMug()
    const page = await tab.url()
    await pay(tab, { email: EMAIL })
    await payByCard(tab)
    await untilLedger(({ movements }) => movements[0], 'a charge')

    await tab.goto(page)

    await statusText(tab, /Thank you/)
  })

  it('when the callback comes before the return, which comes twice', async () => {
    const tab = await atMug()
    const returns: string[] = []
    chromiumPage(tab).on('request', (request) => {
      if (request.url().includes('/return/')) returns.push(request.url())
    })
    await pay(tab, { email: EMAIL })
    await onHostedPage(tab)
    const { clientOrderId } = await untilLedger(({ transactions }) => transactions[0], 'a form')
    await settle(clientOrderId, 'approved')
    await untilLedger(({ callbacks }) => callbacks.find(({ answered }) => answered), 'an answered callback')

    await tab.reload()
    await tab.click('button, a[href*="return"], [type=submit]')
    await statusText(tab, /Thank you/)
    await tab.goto(returns[0] ?? '')

    await statusText(tab, /Thank you/)
    expect(returns.length).toBeGreaterThan(0)
    expect((await orderOf(tab))?.transactions).toHaveLength(1)
  })

  it('when the page is closed right after the click', async () => {
    await setFaults({ operation: 'sale-form', fault: 'delay', delayMs: 1500 })
    const tab = await atMug()
    const page = await tab.url()
    await pay(tab, { email: EMAIL })
    const { clientOrderId } = await untilLedger(({ transactions }) => transactions[0], 'a form')
    await leaves(tab)

    await settle(clientOrderId, 'approved')

    await untilLedger(({ callbacks }) => callbacks.find(({ answered }) => answered), 'an answered callback')
    const again = await visits(page)
    await statusText(again, /Thank you/)
  })

  it('when the edge is restarted while the shopper pays', async () => {
    const tab = await atMug()
    await pay(tab, { email: EMAIL })
    await onHostedPage(tab)

    await restart('edge')
    await payByCard(tab)

    await statusText(tab, /Thank you/)
    expect(await moneyMoved()).toEqual(['charge 12.50 EUR'])
  })
})

/** The identifier of another order of the same edge. */
const anotherOrder = async () => (await shopOrder()).split('.', 1)[0] ?? ''

describe('the outcome does not change', () => {
  const outcomeAfter = async (act: (url: string) => Promise<Response>) => {
    const tab = await atMug()
    await pay(tab, { email: EMAIL })
    await payByCard(tab, { cvv: '116' })
    await statusText(tab, /declined/i)
    const reply = await act((await callbackUrl()) ?? '')
    await tab.reload()
    await statusText(tab, /declined/i)
    return { reply, order: await orderOf(tab) }
  }

  it.each<[string, (url: string) => Promise<Response>, number]>([
    ['a forged callback', (url) => fetch(`${url}?status=approved&orderid=1&control=${'0'.repeat(40)}`), 200],
    [
      'a callback for another order',
      async (url) => fetch(url.replace(/[\w-]{32}/, await anotherOrder())),
      404,
    ],
  ])('by %s', async (_, act, status) => {
    const { reply, order } = await outcomeAfter(act)

    expect(reply.status).toBe(status)
    expect(order?.status).toBe('declined')
    expect(await moneyMoved()).toEqual([])
  })

  it('by a callback that is played again', async () => {
    const tab = await atMug()
    await pay(tab, { email: EMAIL })
    await payByCard(tab)
    await statusText(tab, /Thank you/)
    const before = await orderOf(tab)

    const url = (await untilLedger(({ callbacks }) => callbacks[0]?.url, 'a callback')).replace(
      'pay.localhost',
      '127.0.0.1',
    )
    expect((await fetch(url)).status).toBe(200)

    await tab.reload()
    await statusText(tab, /Thank you/)
    expect((await orderOf(tab))?.transactions).toEqual(before?.transactions)
    expect(await moneyMoved()).toEqual(['charge 12.50 EUR'])
  })
})

describe('an answer that does not fit', () => {
  it.each([
    ['an approval of another amount', { operation: 'status', fault: 'amount', amount: '0.50' }],
    ['an approval of another order', { operation: 'status', fault: 'other-order' }],
  ])('%s is never success', async (_, fault) => {
    await setFaults(fault)
    const tab = await atMug()

    await pay(tab, { email: EMAIL })
    await payByCard(tab)

    await expect.poll(async () => (await orderOf(tab))?.status).toBe('unknown')
    expect(await tab.text('pay-checkout')).not.toMatch(/Thank you/)
  })

  it.each([
    ['refuses the form', '400'],
    ['takes the form and answers nothing', 'drop-reply'],
  ])('lets the shopper try again when the gateway %s', async (_, fault) => {
    await setFaults({ operation: 'sale-form', fault, times: 1 })
    const tab = await atMug()

    await pay(tab, { email: EMAIL })
    await expect.poll(async () => (await orderOf(tab))?.status).toBe('error')
    await pay(tab)
    await payByCard(tab)

    await statusText(tab, /Thank you/)
    expect(await moneyMoved()).toEqual(['charge 12.50 EUR'])
    expect(operationsSent(await readLedger())).toHaveLength(2)
  })
})

describe('the edge', () => {
  it('tells its health and nothing else', async () => {
    const reply = await fetch(`${addresses().local.edge}/healthz`)

    expect(await reply.json()).toEqual({ ok: true })
  })
})
