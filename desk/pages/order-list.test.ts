import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exampleOrder, minutesAgo } from '../testing/example-orders.ts'
import { Desk, FakeBrowser } from '../testing/harness.ts'

let desk: Desk
let browser: FakeBrowser

beforeEach(() => {
  browser = new FakeBrowser()
})

afterEach(() => desk.close())

/** Adds orders, the newest first, one minute apart. */
const addOrders = (count: number, first = 1) =>
  Array.from({ length: count }, (_, place) => {
    const order = exampleOrder({ description: `Item ${first + place}` })
    const [attempt] = order.attempts
    if (!attempt) throw new TypeError('An example has an attempt')
    return browser.edge.add({
      ...order,
      attempts: [{ ...attempt, startedAt: minutesAgo(first + place) }],
    })
  })

const rows = () => desk.texts('tbody th a')

describe('the list of orders', () => {
  it('is a table whose rows lead to the orders', async () => {
    const [order] = addOrders(1)
    desk = await Desk.signedIn(browser, '#/orders')
    await desk.reads('Item 1')

    desk.find('tbody a').click()

    await desk.reads('History')
    expect(location.hash).toBe(`#/orders/${order?.id}`)
  })

  it('shows older orders on demand, each once and the newest first', async () => {
    addOrders(60)
    desk = await Desk.signedIn(browser, '#/orders')
    await desk.reads('Item 25')
    expect(rows()).toHaveLength(25)

    await desk.press('Show older orders')
    await desk.reads('Item 50')
    await desk.press('Show older orders')
    await desk.reads('Item 60')

    expect(rows()).toEqual(Array.from({ length: 60 }, (_, place) => `Item ${place + 1}`))
    expect(desk.buttons).not.toContain('Show older orders')
  })

  it('goes on by itself where pages of matches are short', async () => {
    browser.edge.pageSize = 3
    addOrders(10)

    desk = await Desk.signedIn(browser, '#/orders')

    await desk.reads('Item 10')
  })

  it('changes by itself, and keeps the older orders that it shows', async () => {
    const [, second] = addOrders(30)
    desk = await Desk.signedIn(browser, '#/orders')
    await desk.press('Show older orders')
    await desk.reads('Item 30')
    browser.edge.tell(second?.id ?? '', { status: 'voided' })
    addOrders(1, 0)

    await browser.passes(10_000)

    await desk.reads('Item 0')
    expect(rows()).toEqual(Array.from({ length: 31 }, (_, place) => `Item ${place}`))
    expect(desk.texts('tbody .pill').filter((word) => word === 'Voided')).toHaveLength(1)
  })

  it('drops an order that no longer matches the filters, and keeps the older ones', async () => {
    const orders = addOrders(30)
    desk = await Desk.signedIn(browser, '#/orders?status=approved')
    await desk.press('Show older orders')
    await desk.reads('Item 30')

    browser.edge.tell(orders[1]?.id ?? '', { status: 'voided' })
    await browser.passes(10_000)

    await desk.readsNoMore('Item 2 ')
    expect(rows()).toEqual(orders.map(({ description }) => description).filter((text) => text !== 'Item 2'))
  })

  it('is empty once nothing matches any more', async () => {
    const [order] = addOrders(1)
    desk = await Desk.signedIn(browser, '#/orders?status=approved')
    await desk.reads('Item 1')

    browser.edge.tell(order?.id ?? '', { status: 'voided' })
    await browser.passes(10_000)

    await desk.reads('No order matches these filters')
  })

  it('reads one page at each refresh, however short it is', async () => {
    browser.edge.pageSize = 3
    addOrders(40)
    desk = await Desk.signedIn(browser, '#/orders')
    await expect.poll(() => desk.find('.more button').ariaDisabled).toBe('false')
    await expect.poll(rows).toHaveLength(15)
    const reads = () => browser.edge.calls.filter(({ path }) => path === '/v1/orders').length
    const before = reads()
    addOrders(1, 0)

    await browser.passes(10_000)

    await desk.reads('Item 0')
    expect(reads()).toBe(before + 1)
  })

  it('marks an order that needs a person with the reason', async () => {
    browser.edge.add(exampleOrder({ needsAttention: true, attention: ['duplicate-charge'] }))
    browser.edge.add(exampleOrder({ needsAttention: true }))
    browser.edge.add(exampleOrder())

    desk = await Desk.signedIn(browser, '#/orders')

    await expect.poll(() => desk.texts('.flag')).toEqual(['Needs attention', 'Charged by mistake'])
  })

  it('says of each order what became of it by what it is for', async () => {
    browser.edge.add(exampleOrder({ intent: 'payout', status: 'returned', returned: '12.50' }))
    browser.edge.add(exampleOrder({ intent: 'verify', amount: '0.00' }))
    browser.edge.add(
      exampleOrder({ intent: 'payout', attention: ['duplicate-charge'], needsAttention: true }),
    )

    desk = await Desk.signedIn(browser, '#/orders')

    await expect.poll(() => desk.texts('.state .pill')).toEqual(['Paid out', 'Verified', 'Came back'])
    expect(desk.texts('.flag')).toEqual(['Paid out by mistake'])
  })

  it('says how an order was paid, and nothing where an older edge does not', async () => {
    const browser = new FakeBrowser()
    browser.edge.add(exampleOrder({ description: 'By card' }))
    browser.edge.add(exampleOrder({ description: 'By nobody', attempts: [] }))
    desk = await Desk.signedIn(browser, '#/orders')
    await desk.reads('By nobody')

    expect(desk.texts('.order small')).toEqual(['card'])
  })

  it('takes off a sum what was given back, and nothing where a hold was released', async () => {
    browser.edge.add(exampleOrder({ status: 'partially-returned', returned: '2.50' }))
    browser.edge.add(exampleOrder({ intent: 'preauth', status: 'returned', returned: '12.50' }))

    desk = await Desk.signedIn(browser, '#/orders')

    await expect.poll(() => desk.texts('td.money')).toEqual(['€12.50', '€12.50 − €2.50'])
  })

  it('finds an order by its reference', async () => {
    const [order] = addOrders(3)
    desk = await Desk.signedIn(browser, '#/orders')
    await desk.reads('Item 3')
    desk.type('#search', order?.reference ?? '')

    await desk.press('Search')

    await expect.poll(rows).toEqual(['Item 1'])
    expect(location.hash).toBe(`#/orders?search=${order?.reference}`)
  })

  it('finds orders by their sum', async () => {
    browser.edge.add(exampleOrder({ amount: '99.90', description: 'Kettle' }))
    addOrders(2)

    desk = await Desk.signedIn(browser, '#/orders?search=99,90')

    await expect.poll(rows).toEqual(['Kettle'])
  })

  it('finds orders by the beginning of a reference', async () => {
    const [order] = addOrders(3)
    browser.edge.add({ ...browser.edge.order(order?.id ?? ''), reference: 'bill-2026-77' })

    desk = await Desk.signedIn(browser, '#/orders?search=bill-2026')

    await expect.poll(rows).toEqual(['Item 1'])
  })

  it('finds orders by a card’s last four digits with the day', async () => {
    addOrders(1)

    desk = await Desk.signedIn(browser, '#/orders?search=1111+22/11/2026')

    await expect.poll(rows).toEqual(['Item 1'])
    const asked = browser.edge.calls.findLast(({ path }) => path === '/v1/orders')
    expect(asked?.query).toMatchObject({ lastFour: '1111', day: '2026-11-22' })
  })

  describe('by an e-mail address', () => {
    const searchFor = async (scopes: readonly string[]) => {
      browser.edge.scopes = scopes as typeof browser.edge.scopes
      const [order] = addOrders(2)
      browser.edge.emails.set(order?.id ?? '', 'ada@example.com')
      desk = await Desk.signedIn(browser, '#/orders')
      await desk.reads('Item 2')
      desk.type('#search', 'ada@example.com')
      await desk.press('Search')
    }

    it('finds them for a key that may, and keeps the address out of that of the page', async () => {
      await searchFor(['read', 'personal'])

      await expect.poll(rows).toEqual(['Item 1'])
      expect([location.href, JSON.stringify(history.state)].join()).not.toMatch(/ada(@|%40)/)
      desk.find('.clear').click()
      await expect.poll(rows).toHaveLength(2)
      expect(desk.find<HTMLInputElement>('#search').value).toBe('')
    })

    it('asks the edge for nothing with a key that may not, and says why', async () => {
      await searchFor(['read'])

      await desk.reads('Only a key with the scope “personal”')
      expect(browser.edge.calls.filter(({ query }) => 'email' in query)).toEqual([])
    })
  })

  it('finds none by a text that no order can have', async () => {
    addOrders(1)

    desk = await Desk.signedIn(browser, '#/orders?search=ann@example.com')

    await desk.reads('No order matches these filters')
    expect(desk.buttons).not.toContain('Export CSV')
  })

  it('offers the statuses that the list shows, each once', async () => {
    desk = await Desk.signedIn(browser, '#/orders')

    const words = desk.texts('#status option')
    expect(words).toContain('Processing')
    expect(words.filter((word) => /^(Sending|At )/.test(word))).toEqual([])
    expect(new Set(words).size).toBe(words.length)
  })

  it('has the oldest first where the person sorts so, and goes on to newer ones', async () => {
    addOrders(30)
    desk = await Desk.signedIn(browser, '#/orders')
    await desk.reads('Item 25')

    desk.find('.sort').click()

    await expect.poll(() => rows()[0]).toBe('Item 30')
    expect(desk.find('[aria-sort]').getAttribute('aria-sort')).toBe('ascending')
    await desk.press('Show newer orders')
    await expect.poll(() => rows().at(-1)).toBe('Item 1')
  })

  it('has chips of the statuses of thirty days, with their counts', async () => {
    addOrders(1)
    browser.edge.add(exampleOrder({ status: 'declined', description: 'Kettle' }))
    const zero = {
      taken: '0.00',
      refunded: '0.00',
      chargedBack: '0.00',
      net: '0.00',
      held: '0.00',
      paidOut: '0.00',
    }
    const counted = { currency: 'EUR', test: false, orders: 3, paid: 2, needsAttention: 0, ...zero }
    browser.edge.days = {
      '2026-11-22': [{ ...counted, statuses: { approved: 2, declined: 1 } }],
      '2026-11-01': [{ ...counted, statuses: { approved: 40 } }],
    }
    desk = await Desk.signedIn(browser, '#/orders')
    await desk.reads('Successful 42')

    desk.find('.chip[href*=declined]').click()

    await expect.poll(rows).toEqual(['Kettle'])
    expect(desk.texts('.chip').slice(0, 4)).toEqual([
      'All',
      'Needs attention',
      'Successful 42 42 orders in 30 days',
      'Declined 1 1 order in 30 days',
    ])
    expect(desk.texts('.chip[aria-current]')).toEqual(['Declined 1 1 order in 30 days'])
  })

  it('tells requests that nobody has seen from those that somebody has', async () => {
    const open = (description: string) => browser.edge.add(exampleOrder({ status: 'open', description }))
    open('Bill 1')
    browser.edge.seen.set(open('Bill 2').id, { seenAt: minutesAgo(5) })
    desk = await Desk.signedIn(browser, '#/orders?requests=unseen')
    await expect.poll(rows).toEqual(['Bill 1'])

    desk.goTo('#/orders?requests=seen')

    await expect.poll(rows).toEqual(['Bill 2'])
    expect(desk.texts('.state')).toEqual([expect.stringMatching(/^Open Seen \d/)])
  })

  it('names the requests whose link a change of keys has ended', async () => {
    const open = (description: string, link: 'current' | 'ended') =>
      browser.edge.add(exampleOrder({ status: 'open', description, link }))
    open('Bill 1', 'current')
    open('Bill 2', 'ended')
    desk = await Desk.signedIn(browser, '#/orders?requests=ended')

    await expect.poll(rows).toEqual(['Bill 2'])

    expect(desk.texts('.state')).toEqual(['Open Link ended'])
    expect(desk.text).toContain('A change of keys ended the links of these requests.')
  })

  it('goes back to the filters before', async () => {
    addOrders(1)
    browser.edge.add(exampleOrder({ status: 'declined', description: 'Kettle' }))
    desk = await Desk.signedIn(browser, '#/orders')
    await desk.reads('Item 1')
    const status = desk.find<HTMLSelectElement>('#status')
    status.value = 'declined'
    status.dispatchEvent(new Event('change', { bubbles: true }))
    await expect.poll(rows).toEqual(['Kettle'])

    history.back()

    await expect.poll(rows).toHaveLength(2)
    expect(desk.find<HTMLSelectElement>('#status').value).toBe('')
  })

  it('shows the status of the filter, also one that somebody has picked before', async () => {
    addOrders(1)
    browser.edge.add(exampleOrder({ status: 'declined', description: 'Kettle' }))
    desk = await Desk.signedIn(browser, '#/orders')
    await expect.poll(rows).toHaveLength(2)
    const status = desk.find<HTMLSelectElement>('#status')
    for (const [picked, count] of [
      ['declined', 1],
      ['', 2],
    ] as const) {
      status.value = picked
      status.dispatchEvent(new Event('change', { bubbles: true }))
      await expect.poll(rows).toHaveLength(count)
    }

    desk.goTo('#/orders?status=declined')

    await expect.poll(rows).toEqual(['Kettle'])
    expect(status.value).toBe('declined')
  })

  it('says that nothing matches, and offers to clear the filters', async () => {
    addOrders(1)
    desk = await Desk.signedIn(browser, '#/orders?status=expired')
    await desk.reads('No order matches these filters')

    desk.find('.clear').click()

    await desk.reads('Item 1')
  })

  it('says why the edge refused the filters', async () => {
    desk = await Desk.signedIn(browser, '#/')
    await desk.reads('Nothing needs you')
    browser.edge.failNext('query-malformed')

    desk.goTo('#/orders?from=2026-11-22&to=2026-11-01')

    await desk.reads(/filters do not fit together.*Support code/)
  })
})

describe('the export', () => {
  it('is a file with the filters of the list, which spreadsheets read as UTF-8', async () => {
    desk = await Desk.signedIn(browser, '#/orders?status=declined')

    await desk.press('Export CSV')

    await desk.reads('in your downloads')
    const [saved] = browser.saved
    expect(saved?.name).toBe('orders-2026-11-22.csv')
    expect([...new Uint8Array((await saved?.file.arrayBuffer()) ?? new ArrayBuffer())].slice(0, 3)).toEqual([
      ...[0xef, 0xbb, 0xbf],
    ])
    const call = browser.edge.calls.find(({ path }) => path === '/v1/orders.csv')
    expect(call?.query).toEqual({ status: 'declined' })
  })

  it('has the orders of a search by a number as the list has them: by reference and by sum', async () => {
    const [named, older] = addOrders(2)
    browser.edge.add({ ...browser.edge.order(named?.id ?? ''), reference: '1250', amount: '8.00' })
    browser.edge.add({ ...browser.edge.order(older?.id ?? ''), amount: '1250' })
    desk = await Desk.signedIn(browser, '#/orders?search=1250')
    await expect.poll(rows).toEqual(['Item 1', 'Item 2'])

    await desk.press('Export CSV')

    await desk.reads('in your downloads')
    const lines = (await browser.saved[0]?.file.text())?.split('\r\n')
    expect(lines?.map((line) => line.split(',')[1])).toEqual(['description', 'Item 1', 'Item 2', undefined])
  })

  it.each(['unseen', 'seen', 'paid'])(
    'is not offered of requests that are %s, which the file would not tell from others',
    async (requests) => {
      const status = requests === 'paid' ? 'approved' : 'open'
      const order = browser.edge.add(exampleOrder({ status, description: 'Bill' }))
      if (requests !== 'unseen') browser.edge.seen.set(order.id, { seenAt: minutesAgo(5) })
      desk = await Desk.signedIn(browser, `#/orders?requests=${requests}`)
      await expect.poll(rows).toEqual(['Bill'])

      expect(desk.buttons).not.toContain('Export CSV')
    },
  )

  it('is offered of requests whose link a change of keys has ended', async () => {
    desk = await Desk.signedIn(browser, '#/orders?requests=ended')

    await desk.press('Export CSV')

    await desk.reads('in your downloads')
    const call = browser.edge.calls.find(({ path }) => path === '/v1/orders.csv')
    expect(call?.query).toEqual({ link: 'ended' })
  })

  it('is no file at all where it is not complete', async () => {
    desk = await Desk.signedIn(browser, '#/orders')
    await desk.reads('No orders yet')
    browser.edge.isUnreachable = true

    await desk.press('Export CSV')

    await desk.reads('No answer came from the checkout server')
    expect(browser.saved).toEqual([])
  })
})
