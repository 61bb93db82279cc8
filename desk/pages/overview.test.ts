import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OrderSum } from '../../shared/order-list.ts'
import { exampleOrder, minutesAgo, NOW } from '../testing/example-orders.ts'
import { Desk, FakeBrowser } from '../testing/harness.ts'

const DAY_MS = 86_400_000
const DAY_MINUTES = 24 * 60

let desk: Desk
let browser: FakeBrowser

beforeEach(() => {
  browser = new FakeBrowser()
})

afterEach(() => desk.close())

const holdUntil = (days: number, description: string) =>
  exampleOrder({
    ...{ intent: 'preauth', description },
    hold: {
      amount: '12.50',
      since: minutesAgo(DAY_MINUTES),
      endsAt: new Date(NOW + days * DAY_MS).toISOString(),
    },
  })

const sum = (changes: Partial<OrderSum> = {}): OrderSum => ({
  ...{ currency: 'EUR', test: false, orders: 12, paid: 9, needsAttention: 0, taken: '120.00' },
  ...{ refunded: '20.00', chargedBack: '0.00', net: '100.00', held: '0.00', paidOut: '0.00', statuses: {} },
  ...changes,
})

describe('what needs attention', () => {
  it('comes in the order in which it presses: chargebacks, open questions, the hold that ends first', async () => {
    browser.edge.add(holdUntil(5, 'Later hold'))
    browser.edge.add(holdUntil(1, 'Sooner hold'))
    browser.edge.add(
      exampleOrder({
        ...{ description: 'Doubt', status: 'unknown', needsAttention: true },
        attention: ['outcome-unknown'],
      }),
    )
    browser.edge.add(
      exampleOrder({
        ...{ description: 'Chargeback', status: 'charged-back' },
        chargebacks: [{ at: minutesAgo(DAY_MINUTES), amount: '12.50' }],
      }),
    )
    browser.edge.add(exampleOrder({ description: 'All is well' }))

    desk = await Desk.signedIn(browser)
    await desk.reads('Chargebacks')

    expect(desk.texts('li a')).toEqual(['Chargeback', 'Doubt', 'Sooner hold', 'Later hold'])
    expect(desk.text).toMatch(/Charged back by the shopper’s bank on 21 Nov 2026/)
    expect(desk.text).toContain('Nobody can tell whether money moved.')
    expect(desk.text).toContain('The hold ends tomorrow')
  })

  it('has refunds that wait for a decision before open questions, in a group of their own', async () => {
    const attention = (description: string, reason: 'follow-up-waiting' | 'outcome-unknown') =>
      browser.edge.add(exampleOrder({ description, needsAttention: true, attention: [reason] }))
    attention('Doubt', 'outcome-unknown')
    attention('Large refund', 'follow-up-waiting')

    desk = await Desk.signedIn(browser)
    await desk.reads('Refunds that wait for a decision 1')

    expect(desk.texts('li a')).toEqual(['Large refund', 'Doubt'])
    expect(desk.text).toContain('A refund is above the limits of the key that asked for it.')
  })

  it('says of a group without an order on the first page that more are in the list', async () => {
    const attention = (description: string, reason: 'follow-up-waiting' | 'merchant-not-notified') =>
      browser.edge.add(exampleOrder({ description, needsAttention: true, attention: [reason] }))
    for (let number = 1; number <= 100; number += 1) attention(`Unheard ${number}`, 'merchant-not-notified')
    attention('Large refund', 'follow-up-waiting')

    desk = await Desk.signedIn(browser)
    await desk.reads(
      'Refunds that wait for a decision None among the 100 oldest orders that need attention. All 100+',
    )

    expect(desk.find<HTMLAnchorElement>('h3 + p a').hash).toBe('#/orders?attention=true')
    expect(desk.texts('h3')).toEqual(['Refunds that wait for a decision', 'Open questions 100+ All 100+'])
  })

  it('has the latest chargeback on top, however many orders of later days were charged back before', async () => {
    const charged = (description: string, began: number, at: number) => {
      const order = exampleOrder({
        ...{ description, status: 'charged-back' },
        chargebacks: [{ at: minutesAgo(at), amount: '12.50' }],
      })
      const attempts = order.attempts.map((one) => ({ ...one, startedAt: minutesAgo(began) }))
      browser.edge.add({ ...order, attempts })
    }
    for (let number = 1; number <= 25; number += 1)
      charged(`Older ${number}`, DAY_MINUTES * 9, DAY_MINUTES * 8)
    charged('Latest', DAY_MINUTES * 80, 5)
    charged('Forgotten', DAY_MINUTES * 200, DAY_MINUTES * 91)

    desk = await Desk.signedIn(browser)
    await desk.reads(/Chargebacks 20 ?\+/)

    expect(desk.texts('li a')[0]).toBe('Latest')
    expect(desk.texts('li a')).toHaveLength(5)
    expect(desk.texts('.all')).toEqual(['All 20+'])
  })

  it('says that nothing needs the person', async () => {
    browser.edge.add(exampleOrder())

    desk = await Desk.signedIn(browser)

    await desk.reads('Nothing needs you right now')
  })

  it('appears by itself', async () => {
    const { id } = browser.edge.add(exampleOrder({ description: 'Grinder' }))
    desk = await Desk.signedIn(browser)
    await desk.reads('Nothing needs you')
    browser.edge.tell(id, { status: 'unknown', needsAttention: true })

    await browser.passes(10_000)

    await desk.reads('Grinder')
  })

  it('is not asked for while nobody sees the page', async () => {
    desk = await Desk.signedIn(browser)
    await desk.reads('Nothing needs you')
    const asked = browser.edge.calls.length
    browser.isVisible = false

    await browser.passes(10_000)
    await browser.passes(10_000)

    expect(browser.edge.calls).toHaveLength(asked)
  })

  it('stays on the page while the edge does not answer, with a note', async () => {
    desk = await Desk.signedIn(browser)
    await desk.reads('Nothing needs you')
    browser.edge.isUnreachable = true

    await browser.passes(10_000)

    await desk.reads('The checkout server does not answer')
  })
})

describe('today', () => {
  const taken = (sums: string, changes: Partial<OrderSum> = {}) =>
    sum({ taken: sums, refunded: '0.00', net: sums, orders: 4, paid: 2, ...changes })

  it('comes first, with its bounds, and the days before as a chart and as a table', async () => {
    browser.edge.days = { '2026-11-22': [taken('35.50')], '2026-11-19': [taken('100.00')] }

    desk = await Desk.signedIn(browser)
    await desk.reads(/Today .*22.*23.*: of the orders that began then.*€35\.50 Net.*2 of 4.*Needs attention/)

    await desk.reads('Taken in 30 days €135.50')
    expect(desk.find('figure > svg').ariaLabel).toContain('€135.50 in all, at most €100.00 on')
    expect(desk.texts('figure rect')).toHaveLength(30)
    expect(desk.texts('figure tbody tr').filter((row) => row.includes('€'))).toHaveLength(2)
  })

  it('is the day of UTC, and no chart, from an edge of an earlier version', async () => {
    browser.edge.sums = [sum()]

    desk = await Desk.signedIn(browser)

    await desk.reads(/Today .*€100\.00 Net/)
    expect(desk.texts('figure')).toEqual([])
  })

  it('reads the month once and the day often', async () => {
    browser.edge.days = {}
    desk = await Desk.signedIn(browser)
    await desk.reads('No order yet')
    const spans = () =>
      browser.edge.calls.flatMap(({ query: { from, to } }) => (from ? [`${from} ${to}`] : []))
    const [day, month] = ['2026-11-22 2026-11-22', '2026-10-24 2026-11-22']
    await expect.poll(spans).toEqual([day, month])

    await browser.passes(30_000)

    await expect.poll(spans).toEqual([day, month, day])
  })
})

describe('the sums of a day', () => {
  it('has a row for each currency, and the columns that matter', async () => {
    browser.edge.sums = [
      sum(),
      sum({
        currency: 'JPY',
        taken: '5400',
        refunded: '0',
        net: '5400',
        held: '0',
        chargedBack: '0',
        paidOut: '0',
      }),
    ]

    desk = await Desk.signedIn(browser)
    await desk.reads('9 of 12')

    expect(desk.texts('thead th')).toEqual([...['Currency', 'Taken', 'Refunded', 'Net', 'Orders paid']])
    expect(desk.texts('tbody tr')).toEqual([
      'EUR €120.00 €20.00 €100.00 9 of 12',
      'JPY JP¥5,400 JP¥0 JP¥5,400 9 of 12',
    ])
  })

  it('goes to the day before, and not beyond today', async () => {
    browser.edge.sums = [sum()]
    desk = await Desk.signedIn(browser)
    await desk.reads(/Sunday,? 22 November 2026/)
    const next = () => desk.find<HTMLButtonElement>('.picker button:last-of-type')
    expect(next().disabled).toBe(true)

    await desk.press('Day before')

    await desk.reads(/Saturday,? 21 November 2026/)
    expect(next().disabled).toBe(false)
    expect(browser.edge.calls.at(-1)?.query).toEqual({ day: '2026-11-21' })
  })

  it('says that no money moved', async () => {
    desk = await Desk.signedIn(browser)

    await desk.reads('No money moved on this day')
  })
})
