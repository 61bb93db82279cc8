import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exampleOrder, minutesAgo } from '../testing/example-orders.ts'
import { GOOD_KEY } from '../testing/fake-desk-edge.ts'
import { Desk, FakeBrowser } from '../testing/harness.ts'

let desk: Desk
let browser: FakeBrowser

beforeEach(async () => {
  browser = new FakeBrowser()
  desk = await Desk.signedIn(browser, '#/new')
})

afterEach(() => desk.close())

const opened = () =>
  browser.edge.calls.filter(({ path, method }) => path === '/v1/orders' && method === 'POST')

function fill(fields: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(fields)) desk.type(`#${name}`, value)
}

describe('a new payment', () => {
  it('asks for a sum and what for, and shows the link to hand on', async () => {
    fill({ amount: '1,250.00', description: 'Bill 77' })

    await desk.press('Make the link')

    await desk.reads(/Bill 77: €1,250\.00 Open.*pay#order=/)
    expect(opened().map(({ body }) => body)).toEqual([
      {
        ...{ reference: expect.stringMatching(/^desk-20261122-/), intent: 'sale', amount: '1250.00' },
        ...{ currency: 'EUR', description: 'Bill 77', expiresIn: 30 * 86_400, request: true },
      },
    ])
    await desk.press('Copy the link')
    await desk.reads('in your clipboard')
    expect(browser.copied).toEqual([
      expect.stringMatching(/^https:\/\/pay\.example\.com\/pay#order=\w+\.link$/),
    ])
  })

  it('hands on no link once somebody has paid', async () => {
    fill({ amount: '5', description: 'Bill 77' })
    await desk.press('Make the link')
    await desk.reads('pay#order=')

    await expect.poll(() => browser.edge.sockets.length).toBe(1)
    const [socket] = browser.edge.sockets
    browser.edge.tell(socket?.url.match(/orders\/(\w+)/)?.[1] ?? '', {
      status: 'approved',
      captured: '5.00',
      seq: 2,
    })

    await desk.readsNoMore('pay#order=')
    expect(desk.buttons).not.toContain('Copy the link')
  })

  it('marks the currency where that is missing, and not the sum', async () => {
    desk.close()
    browser.edge.collect = { '*': ['email'] }
    desk = await Desk.signedIn(browser, '#/new')
    fill({ amount: '5', description: 'Bill 77' })

    await desk.press('Make the link')

    await desk.reads('Type a sum above zero, and its currency.')
    expect(desk.texts('[aria-invalid=true]').length).toBe(1)
    expect(desk.texts('#currency[aria-invalid=true]').length).toBe(1)
    expect(opened()).toEqual([])
  })

  it('sends what was chosen besides: reference, e-mail, language, days, ways and a hold', async () => {
    fill({
      ...{ amount: '5', description: 'Deposit', reference: 'bill-78' },
      email: 'ada@example.com',
      days: '180',
    })
    desk.find<HTMLSelectElement>('#locale').value = 'fr'
    desk.find('[value=preauth]').click()
    desk.find('[name=methods][value=card]').click()

    await desk.press('Make the link')

    await desk.reads('Deposit: €5.00')
    expect(opened()[0]?.body).toEqual({
      ...{ reference: 'bill-78', intent: 'preauth', amount: '5.00', currency: 'EUR', description: 'Deposit' },
      ...{ methods: ['hosted'], customer: { email: 'ada@example.com' }, locale: 'fr' },
      ...{ expiresIn: 180 * 86_400, request: true },
    })
  })

  it.each([
    ['no sum', ''],
    ['zero', '0'],
    ['a word', 'five'],
    ['too many decimals', '5.005'],
    ['another currency', '$5'],
  ])('opens nothing for %s', async (_, amount) => {
    fill({ amount, description: 'Bill 77' })

    await desk.press('Make the link')

    await expect.poll(() => desk.find('#amount').ariaInvalid).toBe('true')
    expect(opened()).toEqual([])
  })

  it('takes days up to 180', async () => {
    fill({ amount: '5', description: 'Bill 77', days: '181' })

    await desk.press('Make the link')

    expect(desk.find<HTMLInputElement>('#days').validity.rangeOverflow).toBe(true)
    expect(opened()).toEqual([])
  })

  it('says in words why the edge refused', async () => {
    fill({ amount: '5', description: 'Bill 77', reference: 'bill-1' })
    browser.edge.failNext('reference-reused')

    await desk.press('Make the link')

    await desk.reads('Another order has this reference')
  })
})

describe('a request by mail', () => {
  const mailed = () => browser.edge.calls.filter(({ path }) => path.endsWith('/mail'))

  async function made(email = 'ada@example.com') {
    desk.close()
    browser.edge.mails = ['receipt', 'request', 'reminder']
    desk = await Desk.signedIn(browser, '#/new')
    fill({ amount: '5', description: 'Bill 77', email })
    await desk.press('Make the link')
    await desk.reads('Bill 77: €5.00')
  }

  it('is sent by a press, and shows what became of it', async () => {
    await made()

    await desk.press('Send by mail')

    await desk.reads(/Copy the HTML .*Request to pay Sent/)
    expect(mailed().map(({ body }) => body)).toEqual([{ kind: 'request' }])
    expect(desk.buttons).not.toContain('Send by mail')
  })

  it('is sent again under the same key where its answer was lost', async () => {
    await made()
    browser.edge.losesAnswers = true
    await desk.press('Send by mail')
    await desk.reads('No answer came. Trying again sends one mail at most.')
    browser.edge.losesAnswers = false

    await desk.press('Try again')

    await desk.reads('Request to pay Sent')
    expect(mailed()).toHaveLength(2)
    expect(new Set(mailed().map(({ key }) => key)).size).toBe(1)
  })

  it('is not offered without an address, or where the edge mails no requests', async () => {
    await made('')
    expect(desk.buttons).not.toContain('Send by mail')
    browser.edge.mails = ['receipt']
    desk.close()
    desk = await Desk.signedIn(browser, '#/new')
    fill({ amount: '5', description: 'Bill 78', email: 'ada@example.com' })

    await desk.press('Make the link')

    await desk.reads('Bill 78: €5.00')
    expect(desk.buttons).not.toContain('Send by mail')
  })
})

describe('HTML of a request', () => {
  it('is a link to its page, and no tag with a token', async () => {
    fill({ amount: '5', description: 'Bill 77' })
    await desk.press('Make the link')
    await desk.reads('HTML for a page or a mail')

    await desk.press('Copy the HTML')

    await desk.reads('The HTML is in your clipboard')
    expect(browser.copied).toEqual([
      expect.stringMatching(/^<a href="https:\/\/pay\.example\.com\/pay#order=\w+\.link">Pay €5\.00<\/a>$/),
    ])
  })
})

describe('a declined charge of a saved card', () => {
  const REBILL = { number: 1, method: 'rebill', startedAt: minutesAgo(5), clientOrderId: 'r-1' } as const

  async function shows(status: 'declined' | 'approved' | 'unknown') {
    desk.close()
    const order = browser.edge.add(
      exampleOrder({
        ...{ status, reference: 'abo-7', amount: '1250.00', description: 'Rent' },
        ...{ captured: '0.00', attempts: [{ ...REBILL, status }] },
      }),
    )
    browser.languages = ['de']
    desk = await Desk.open(browser, `#/orders/${order.id}`)
    await desk.signIn(GOOD_KEY)
    await desk.reads('abo-7')
    return order
  }

  it('is asked for again as a new payment under the next reference', async () => {
    await shows('declined')
    desk.find('a[href^="#/new?again="]').click()
    await expect
      .poll(() => desk.texts('#amount').length && desk.find<HTMLInputElement>('#amount').value)
      .toBe('1250,00')

    await desk.press('Link erstellen')

    await desk.reads('pay#order=')
    expect(opened()[0]?.body).toMatchObject({
      ...{ reference: 'abo-7-2', amount: '1250.00', currency: 'EUR', description: 'Rent', intent: 'sale' },
    })
  })

  it('is linked with each order that asks for it again, both ways', async () => {
    const former = await shows('declined')
    const ask = async () => {
      await desk.reads('Noch einmal um eine Karte bitten')
      desk.find('a[href^="#/new?again="]').click()
      await expect.poll(() => desk.texts('#amount').length).toBe(1)
      await expect.poll(() => desk.find<HTMLInputElement>('#amount').value).toBe('1250,00')
      await desk.press('Link erstellen')
      await desk.reads('pay#order=')
      desk.find('.buttons a[href^="#/orders/"]').click()
      await desk.reads('Frühere Bestellung')
      desk.find(`dl a[href="#/orders/${former.id}"]`).click()
      await desk.reads('Erneut verlangt als')
    }

    await ask()
    await ask()

    expect(opened().map(({ body }) => [body.reference, body.follows])).toEqual([
      ['abo-7-2', former.id],
      ['abo-7-3', former.id],
    ])
    expect(desk.texts('.history a')).toEqual(['abo-7-3', 'abo-7-2'])
    expect(desk.texts('dl a')).toEqual(['abo-7-2', 'abo-7-3'])
  })

  it.each(['approved', 'unknown'] as const)('is offered for no other end: %s', async (status) => {
    await shows(status)

    expect(desk.text).not.toContain('Noch einmal um eine Karte bitten')
  })
})
