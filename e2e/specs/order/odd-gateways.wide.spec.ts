/** More faults of a gateway and its callbacks, and more cards that are not charged. */
import { describe, expect, it } from 'vitest'
import { payByCard } from '../../pages/hosted-page.ts'
import { orderOf, pay, statusText } from '../../pages/shop.ts'
import { type Fault, readLedger, setFaults, untilLedger } from '../../support/ledger.ts'
import { EMAIL, MUG, moneyMoved, operationsSent, shopper } from '../../support/shopper.ts'
import { sell } from '../../support/stack/stack.ts'

const { visits } = shopper()

const atMug = async () => visits(await sell({ offer: MUG }))

describe('an order ends the same', () => {
  it.each<[string, Fault[]]>([
    ['callback and return come in any order', []],
    ['the callback comes twice', [{ operation: 'callback', fault: 'duplicate' }]],
    ['the return’s control is wrong', [{ operation: 'browser-return', fault: 'forged-control' }]],
    ['the status lags behind', [{ operation: 'status', fault: 'lagging', times: 3 }]],
    ['the first polls are lost', [{ operation: 'status', fault: 'drop-reply', times: 2 }]],
    ['the gateway answers half a reply', [{ operation: 'status', fault: 'garbled', times: 2 }]],
    ['the gateway answers form-encoded', [{ operation: '*', fault: 'form-encoded' }]],
    ['the gateway fails for a while', [{ operation: 'status', fault: '500', times: 2 }]],
    ['the gateway writes underscores', [{ operation: '*', fault: 'underscores' }]],
    ['the gateway writes identifiers as numbers', [{ operation: '*', fault: 'numeric-ids' }]],
  ])('when %s', async (_, faults) => {
    await setFaults(...faults)
    const tab = await atMug()

    await pay(tab, { email: EMAIL })
    await payByCard(tab)

    await statusText(tab, /Thank you/)
    expect(await moneyMoved()).toEqual(['charge 12.50 EUR'])
    expect((await orderOf(tab))?.transactions).toHaveLength(1)
  })
})

describe('a declined order stays declined', () => {
  it.each<[string, (url: string) => Promise<Response>, number]>([
    ['a callback with a broken body', (url) => fetch(url, { method: 'POST', body: '{"status":' }), 200],
    ['a callback with another key', (url) => fetch(`${url}x`), 404],
    ['a callback without a word', (url) => fetch(url), 200],
    ['a callback by a wrong method', (url) => fetch(url, { method: 'DELETE' }), 405],
  ])('after %s', async (_, act, status) => {
    const tab = await atMug()
    await pay(tab, { email: EMAIL })
    await payByCard(tab, { cvv: '116' })
    await statusText(tab, /declined/i)
    const told = await untilLedger(({ callbacks }) => callbacks[0]?.url, 'a callback')

    const reply = await act(told.replace(/^http:\/\/pay\.localhost/, 'http://127.0.0.1').split('?')[0] ?? '')

    expect(reply.status).toBe(status)
    await tab.reload()
    await statusText(tab, /declined/i)
    expect((await orderOf(tab))?.status).toBe('declined')
    expect(await moneyMoved()).toEqual([])
  })
})

describe('an answer that does not fit', () => {
  it.each([
    ['fails', '500'],
    ['answers half a reply', 'garbled'],
    ['answers nothing at all', 'drop-request'],
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

describe('a shopper', () => {
  it.each([
    ['an expired card', { cvv: '101' }],
    ['a card that may not', { cvv: '119' }],
    ['a wrong code', { cvv: '999' }],
  ])('is not charged with %s, and may try again', async (_, card) => {
    const tab = await atMug()

    await pay(tab, { email: EMAIL })
    await payByCard(tab, card)

    await expect.poll(async () => (await orderOf(tab))?.status).toBe('declined')
    expect(await tab.text('pay-checkout')).not.toMatch(/stolen|fraud/i)
    expect(await moneyMoved()).toEqual([])
    await pay(tab)
    await payByCard(tab)
    await statusText(tab, /Thank you/)
    expect(await moneyMoved()).toEqual(['charge 12.50 EUR'])
  })
})
