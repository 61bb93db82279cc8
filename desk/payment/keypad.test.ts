import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Desk, FakeBrowser } from '../testing/harness.ts'

let desk: Desk
let browser: FakeBrowser

beforeEach(() => {
  browser = new FakeBrowser()
})

afterEach(() => desk.close())

const opened = () =>
  browser.edge.calls.filter(({ path, method }) => path === '/v1/orders' && method === 'POST')

const references = () => opened().map(({ body }) => body.reference)

/** Types 12.50 and has the code shown. */
async function sell() {
  desk = await Desk.signedIn(browser, '#/keypad')
  for (const key of ['1', '2', '5', '0']) await desk.press(key)
  await desk.reads('€12.50')
  await desk.press('Show QR code')
}

describe('the keypad', () => {
  it('opens an order and shows its link as code and text', async () => {
    await sell()

    await desk.reads(/The shopper scans the code.*https:\/\/pay\.example\.com\/pay#order=/)
    expect(desk.find('svg.qr').getAttribute('aria-label')).toBe('QR code of the link to pay')
    expect(opened().map(({ body }) => body)).toEqual([
      {
        ...{ reference: expect.stringMatching(/^desk-20261122-[0-9a-f]{12}$/), intent: 'sale' },
        ...{ amount: '12.50', currency: 'EUR', description: 'Purchase', expiresIn: 900 },
      },
    ])
  })

  it('shows by itself that the shopper paid, and is ready for the next', async () => {
    await sell()
    await expect.poll(() => browser.edge.sockets.length).toBe(1)

    const [socket] = browser.edge.sockets
    browser.edge.tell(socket?.url.match(/orders\/(\w+)/)?.[1] ?? '', {
      status: 'approved',
      captured: '12.50',
    })

    await desk.reads(/€12\.50 Paid.*Next payment/)
    expect(desk.texts('.tick')).toHaveLength(1)
    await desk.press('Next payment')
    await desk.reads('€0.00')
  })

  it('shows no tick for a payment that was undone', async () => {
    await sell()
    await expect.poll(() => browser.edge.sockets.length).toBe(1)

    const [socket] = browser.edge.sockets
    browser.edge.tell(socket?.url.match(/orders\/(\w+)/)?.[1] ?? '', { status: 'voided' })

    await desk.reads(/Voided This link takes no payment any more/)
    expect(desk.texts('.tick, svg.qr')).toEqual([])
  })

  it('opens one order for a lost answer and the same sum again, and another for another sum', async () => {
    browser.edge.losesAnswers = true
    await sell()
    await desk.reads('No answer came')
    browser.edge.losesAnswers = false
    await desk.press('Show QR code')
    await desk.reads('The shopper scans the code')

    const [first, second] = opened()
    expect(second?.body).toEqual(first?.body)
    await desk.press('Cancel order')
    await desk.press('0')
    await desk.press('Show QR code')
    await expect.poll(() => opened().length).toBe(3)
    expect(opened()[2]?.body.reference).not.toBe(first?.body.reference)
  })

  it('opens one order for two lost answers, a refusal between them, and the same sum again', async () => {
    browser.edge.losesAnswers = true
    await sell()
    await desk.reads('No answer came')
    browser.edge.losesAnswers = false
    browser.edge.failNext('amount-invalid')
    await desk.press('Show QR code')
    await desk.reads('The amount is not possible')

    await desk.press('Show QR code')

    await desk.reads('The shopper scans the code')
    expect(references()).toHaveLength(3)
    expect(new Set(references()).size).toBe(1)
  })

  it.each([
    [
      'once the time of the first is over',
      async () => {
        browser.now += 15 * 60_000
      },
    ],
    [
      'once the sum was typed anew',
      async () => {
        await desk.press('Delete the last digit')
        await desk.press('0')
      },
    ],
  ])('opens another order for the same sum %s', async (_, change) => {
    browser.edge.losesAnswers = true
    await sell()
    await desk.reads('No answer came')
    browser.edge.losesAnswers = false
    await change()

    await desk.press('Show QR code')

    await desk.reads('The shopper scans the code')
    expect(references()).toHaveLength(2)
    expect(new Set(references()).size).toBe(2)
  })

  it('opens one order for a lost answer and the same sum again, while its time is not over', async () => {
    browser.edge.losesAnswers = true
    await sell()
    await desk.reads('No answer came')
    browser.edge.losesAnswers = false
    browser.now += 14 * 60_000

    await desk.press('Show QR code')

    await desk.reads('The shopper scans the code')
    expect(new Set(references()).size).toBe(1)
  })

  it('opens nothing without a sum', async () => {
    desk = await Desk.signedIn(browser, '#/keypad')

    await desk.press('Show QR code')

    expect(opened()).toEqual([])
  })

  it('says which scope it needs', async () => {
    browser.edge.scopes = ['read']

    desk = await Desk.signedIn(browser, '#/keypad')

    await desk.reads('a key that has the scope “charge”')
    expect(desk.buttons).not.toContain('Show QR code')
  })
})
