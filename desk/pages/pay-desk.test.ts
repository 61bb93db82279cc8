import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { IDLE_CHECK_MS, IDLE_LIMIT_MS } from '../session/desk-session.ts'
import { exampleOrder } from '../testing/example-orders.ts'
import { BAD_KEY, GOOD_KEY } from '../testing/fake-desk-edge.ts'
import { Desk, FakeBrowser } from '../testing/harness.ts'

let desk: Desk
let browser: FakeBrowser

beforeEach(() => {
  browser = new FakeBrowser()
})

afterEach(() => desk.close())

describe('signing in', () => {
  it('shows the overview to somebody with a key of the edge', async () => {
    desk = await Desk.open(browser)

    await desk.signIn(GOOD_KEY)

    await desk.reads('Needs attention')
    expect(desk.text).toContain('back office')
  })

  it('sends nothing for a text that cannot be a key', async () => {
    desk = await Desk.open(browser)

    await desk.signIn('pck_short')

    await desk.reads('47 characters')
    expect(desk.edge.calls).toEqual([])
  })

  it('says that the edge does not know a key, with the support code', async () => {
    desk = await Desk.open(browser)

    await desk.signIn(BAD_KEY)

    await desk.reads(/does not know the key.*Support code: order0000-abcd/)
    expect(desk.text).not.toContain('Sign out')
  })

  it('says that a key may not read', async () => {
    browser.edge.scopes = ['refund']
    desk = await Desk.open(browser)

    await desk.signIn(GOOD_KEY)

    await desk.reads('may not read orders')
    expect(desk.text).not.toContain('Sign out')
  })

  it('says to wait after too many wrong keys', async () => {
    desk = await Desk.open(browser)
    browser.edge.failNext('too-many-requests', { retryAfter: '60' })

    await desk.signIn(BAD_KEY)

    await desk.reads('Wait a minute')
  })

  it('leads to the page of the address', async () => {
    const { id, reference } = browser.edge.add(exampleOrder())

    desk = await Desk.signedIn(browser, `#/orders/${id}`)

    await desk.reads(reference)
  })

  it('speaks German with Germans, and writes sums as their country does', async () => {
    browser.languages = ['de-AT', 'en']
    browser.edge.add(exampleOrder())
    desk = await Desk.open(browser, '#/orders')

    await desk.signIn(GOOD_KEY)

    await desk.reads(/Bestellungen.*€ 12,50/)
  })
})

describe('the merchant key', () => {
  it('is in no document, storage or address, and in no part of a request but Authorization', async () => {
    const { id } = browser.edge.add(exampleOrder())
    desk = await Desk.signedIn(browser, `#/orders/${id}`)
    await desk.press('Refund …')
    await desk.press('Refund €12.50')
    await desk.reads('€12.50 refunded')

    const traces = [
      desk.markup,
      location.href,
      document.cookie,
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]),
      ...browser.edge.calls.map(({ authorization: _, ...rest }) => JSON.stringify(rest)),
      ...browser.edge.sockets.map(({ url, protocols }) => url + protocols.join()),
    ]

    expect(traces.filter((trace) => trace.includes(GOOD_KEY.slice(4)))).toEqual([])
    expect(new Set(browser.edge.calls.map(({ authorization }) => authorization))).toEqual(
      new Set([`Bearer ${GOOD_KEY}`]),
    )
  })

  it('is asked for with a field that browsers neither show nor fill in', async () => {
    desk = await Desk.open(browser)

    const { type, autocomplete, spellcheck } = desk.find<HTMLInputElement>('#key')
    expect({ type, autocomplete, spellcheck }).toEqual({
      type: 'password',
      autocomplete: 'off',
      spellcheck: false,
    })
  })
})

describe('the session', () => {
  const isOver = async () => {
    await desk.reads('Merchant key')
    const before = desk.edge.calls.length
    window.dispatchEvent(new Event('pointerdown'))
    desk.goTo('#/orders')
    await desk.element.updateComplete
    expect(desk.edge.calls).toHaveLength(before)
  }

  it('ends when the person signs out, and takes every order off the page', async () => {
    const { reference } = browser.edge.add(exampleOrder())
    desk = await Desk.signedIn(browser, '#/orders')
    await desk.reads(reference)

    await desk.press('Sign out')

    await desk.reads('You are signed out')
    expect(desk.text).not.toContain(reference)
    await isOver()
  })

  it('ends after a quarter of an hour without an act of the person', async () => {
    desk = await Desk.signedIn(browser)

    browser.now += IDLE_LIMIT_MS
    await browser.passes(IDLE_CHECK_MS)

    await desk.reads('15 minutes without activity')
    await isOver()
  })

  it('goes on while the person acts', async () => {
    desk = await Desk.signedIn(browser)
    browser.now += IDLE_LIMIT_MS - 1
    window.dispatchEvent(new Event('pointerdown'))

    browser.now += IDLE_LIMIT_MS - 1
    await browser.passes(IDLE_CHECK_MS)

    expect(desk.text).toContain('Sign out')
  })

  describe('about to end', () => {
    beforeEach(async () => {
      desk = await Desk.signedIn(browser)
      browser.now += IDLE_LIMIT_MS - 65_000
      await browser.passes(IDLE_CHECK_MS)
      await desk.reads('You will be signed out in a minute')
    })

    it('goes on where the person stays', async () => {
      await desk.press('Stay signed in')

      await desk.readsNoMore('You will be signed out')
      browser.now += IDLE_LIMIT_MS - 100_000
      await browser.passes(IDLE_CHECK_MS)
      expect(desk.text).toContain('Sign out')
    })

    it('is not prolonged by a touch: the warning stays, and the next click hits nothing below it', async () => {
      window.dispatchEvent(new Event('pointermove'))
      browser.now += 65_000
      await browser.passes(IDLE_CHECK_MS)

      await desk.reads('15 minutes without activity')
    })
  })

  it('ends at the first act after a night of sleep, before it shows anything', async () => {
    desk = await Desk.signedIn(browser)

    browser.now += 8 * 3_600_000
    window.dispatchEvent(new Event('pointerdown'))

    await desk.reads('15 minutes without activity')
  })

  it('ends when the page goes away, so that Back shows nothing', async () => {
    const { reference } = browser.edge.add(exampleOrder())
    desk = await Desk.signedIn(browser, '#/orders')
    await desk.reads(reference)

    window.dispatchEvent(new Event('pagehide'))

    // At once: the browser freezes the page as it is.
    expect(desk.text).not.toContain(reference)
    await isOver()
  })

  it('ends when the edge no longer knows the key', async () => {
    desk = await Desk.signedIn(browser)
    browser.edge.failNext('token-invalid')

    desk.goTo('#/orders')

    await desk.reads('no longer accepts this key')
  })
})
