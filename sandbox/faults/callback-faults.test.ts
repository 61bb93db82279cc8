import { describe, expect, it } from 'vitest'
import { returnForm, SALE, testGateway, testReceiver } from '../testing/merchant.ts'

describe('callbacks under a fault rule', () => {
  async function payUnder(...rules: object[]) {
    const gateway = testGateway()
    const merchant = await testReceiver()
    await gateway.faults(...rules)
    await gateway.pay(await gateway.open('sale-form', { ...SALE, server_callback_url: merchant.url }))
    return { gateway, merchant }
  }

  it('missing are not sent', async () => {
    const { gateway } = await payUnder({ operation: 'callback', fault: 'missing' })
    expect((await gateway.ledger()).callbacks).toEqual([])
  })

  it('duplicate come twice', async () => {
    const { merchant } = await payUnder({ operation: 'callback', fault: 'duplicate' })

    const [first, second] = await merchant.until(2)

    expect(second?.href).toBe(first?.href)
  })

  it('late wait for their delay, while the page does not', async () => {
    const before = Date.now()

    const { gateway } = await payUnder({ operation: 'callback', fault: 'late', delayMs: 600_000 })

    expect((await gateway.ledger()).callbacks).toMatchObject([{ attempts: 0, answered: false }])
    expect(await gateway.stub.nextCallback()).toBeGreaterThanOrEqual(before + 600_000)
  })

  it('duplicate with a delay come again after it', async () => {
    const { gateway } = await payUnder({ operation: 'callback', fault: 'duplicate', delayMs: 600_000 })

    const { callbacks } = await gateway.ledger()

    expect(callbacks).toHaveLength(2)
    expect(callbacks[1]?.attempts).toBe(0)
  })

  it('reordered come after the next one of the same merchant order', async () => {
    const gateway = testGateway()
    const merchant = await testReceiver()
    const sale = { ...SALE, server_callback_url: merchant.url }
    const [first, second] = [await gateway.open('sale-form', sale), await gateway.open('sale-form', sale)]
    await gateway.faults({ operation: 'callback', fault: 'reordered', times: 1 })

    await gateway.pay(first)
    await gateway.pay(second)

    const told = (await merchant.until(2)).map((url) => url.searchParams.get('orderid'))
    expect(told).toEqual([second['paynet-order-id'], first['paynet-order-id']])
  })

  it('reordered do not wait for another merchant order', async () => {
    const gateway = testGateway()
    const merchant = await testReceiver()
    const sale = { ...SALE, server_callback_url: merchant.url }
    await gateway.faults({ operation: 'callback', fault: 'reordered', times: 1, delayMs: 600_000 })
    await gateway.pay(await gateway.open('sale-form', sale))

    await gateway.pay(await gateway.open('sale-form', { ...sale, client_orderid: 'other' }))

    const [told] = await merchant.until(1)
    expect(told?.searchParams.get('client_orderid')).toBe('other')
    expect((await gateway.ledger()).callbacks[0]).toMatchObject({ attempts: 0 })
  })

  it('reordered come by themselves if no other comes', async () => {
    const { merchant } = await payUnder({ operation: 'callback', fault: 'reordered', delayMs: 50 })
    expect(await merchant.until(1)).toHaveLength(1)
  })

  it('forged-control carry a wrong control', async () => {
    const { merchant } = await payUnder({ operation: 'callback', fault: 'forged-control' })

    const [url] = await merchant.until(1)

    expect(url?.searchParams.get('control')).toBe('0'.repeat(40))
  })
})

describe('the browser return under a fault rule', () => {
  async function returnUnder(rule: object) {
    const gateway = testGateway()
    await gateway.faults(rule)
    const form = await gateway.open()
    await gateway.pay(form)
    return (await gateway.request(`${form['redirect-url']}/return`)).text()
  }

  it('missing leaves the shopper on a page that only shows the result', async () => {
    const page = await returnUnder({ operation: 'browser-return', fault: 'missing' })

    expect(page).toContain('Approved')
    expect(page).not.toContain('<form')
  })

  it('forged-control carries a wrong control', async () => {
    const page = await returnUnder({ operation: 'browser-return', fault: 'forged-control' })
    expect(returnForm(page).values.control).toBe('0'.repeat(40))
  })
})
