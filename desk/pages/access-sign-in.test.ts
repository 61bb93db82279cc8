import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exampleOrder } from '../testing/example-orders.ts'
import { GOOD_KEY } from '../testing/fake-desk-edge.ts'
import { Desk, FakeBrowser } from '../testing/harness.ts'

const MINUTE = 60_000

let desk: Desk
let browser: FakeBrowser

beforeEach(() => {
  browser = new FakeBrowser()
  browser.hasAccess = true
  browser.edge.answerOfAccess = () => browser.edge.personKey(browser.now + 15 * MINUTE)
})

afterEach(() => desk.close())

const refused = (status: number, code: string) => () =>
  new Response(JSON.stringify({ code, supportId: 'order0000-abcd' }), {
    status,
    headers: { 'Content-Type': 'application/problem+json' },
  })

async function signedIn(hash = '#/') {
  desk = await Desk.open(browser, hash)
  await desk.press('Continue with Cloudflare Access')
  await desk.reads('Sign out')
}

/** Sends a further request. */
async function goOn(hash: string) {
  const before = browser.edge.calls.length
  desk.goTo(hash)
  await expect.poll(() => browser.edge.calls.length).toBeGreaterThan(before)
}

const lastKey = () => browser.edge.calls.at(-1)?.authorization

describe('signing in through Cloudflare Access', () => {
  it('is offered where the edge says so, and nowhere else', async () => {
    browser.hasAccess = false
    desk = await Desk.open(browser)
    expect(desk.text).not.toContain('Cloudflare')
    desk.close()

    browser.hasAccess = true
    desk = await Desk.open(browser)

    expect(desk.buttons).toEqual(['Continue with Cloudflare Access', 'Sign in'])
    // A person who has just signed out is not signed in again by the page.
    expect(browser.edge.sessions).toBe(0)
  })

  it('shows the desk to the person, under their own name', async () => {
    await signedIn()

    expect(desk.text).toContain('Signed in as ann@shop.example')
    expect(lastKey()).toBe('Bearer pcd_1')
  })

  it('leaves the way in by a merchant key', async () => {
    desk = await Desk.open(browser)

    await desk.signIn(GOOD_KEY)

    await desk.reads('back office')
  })

  it.each<[string, () => Response, string]>([
    ['that nobody stands in front', refused(401, 'token-invalid'), 'did not say who you are'],
    ['that the person is not listed', refused(403, 'scope-missing'), 'You may not use this desk'],
    ['to wait', refused(429, 'too-many-requests'), 'Wait a minute'],
  ])('says %s', async (_, answer, words) => {
    browser.edge.answerOfAccess = answer
    desk = await Desk.open(browser)

    await desk.press('Continue with Cloudflare Access')

    await desk.reads(words)
    expect(desk.text).toContain('order0000-abcd')
    expect(browser.reloads).toBe(0)
  })

  it.each<[string, () => Response]>([
    ['leads elsewhere', () => Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' })],
    ['refuses the page', () => new Response('Unauthorized', { status: 401 })],
  ])('loads the page again where Access %s, so that it can sign the person in', async (_, answer) => {
    browser.edge.answerOfAccess = answer
    desk = await Desk.open(browser)

    await desk.press('Continue with Cloudflare Access')

    await expect.poll(() => browser.reloads).toBe(1)
  })
})

describe('the key of a person', () => {
  it('is in no document, storage or address', async () => {
    const { reference } = browser.edge.add(exampleOrder())
    await signedIn('#/orders')
    await desk.reads(reference)

    const stores = JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state])
    const traces = [desk.markup, location.href, document.cookie, stores]

    expect(traces.filter((trace) => trace.includes('pcd_'))).toEqual([])
  })

  it('is renewed with a request before it ends, without a word', async () => {
    await signedIn()
    browser.now += 9 * MINUTE
    await goOn('#/orders')
    expect(lastKey()).toBe('Bearer pcd_1')

    browser.now += 2 * MINUTE
    await goOn('#/')

    await expect.poll(lastKey).toBe('Bearer pcd_2')
    expect(browser.edge.sessions).toBe(2)
    expect(desk.text).toContain('Sign out')
  })

  it('is used on where it cannot be renewed for a moment, and asked for again later', async () => {
    await signedIn()
    browser.edge.answerOfAccess = refused(503, 'unavailable')
    browser.now += 11 * MINUTE
    await goOn('#/orders')
    await goOn('#/')
    expect(lastKey()).toBe('Bearer pcd_1')
    expect(browser.edge.sessions).toBe(2)

    browser.edge.answerOfAccess = () => browser.edge.personKey(browser.now + 15 * MINUTE)
    browser.now += MINUTE
    await goOn('#/orders')

    await expect.poll(lastKey).toBe('Bearer pcd_3')
  })

  it('ends with the session at Access, which the desk asks the person to begin again', async () => {
    const { reference } = browser.edge.add(exampleOrder())
    await signedIn('#/orders')
    await desk.reads(reference)
    browser.edge.answerOfAccess = () => new Response('', { status: 401 })
    browser.now += 11 * MINUTE

    desk.goTo('#/')

    await desk.reads('Your sign-in at Cloudflare Access is over')
    expect(desk.text).not.toContain(reference)
    expect(browser.reloads).toBe(0)
  })

  it('ends for somebody who was taken out of the setting', async () => {
    await signedIn()
    browser.edge.forgetPeople()

    desk.goTo('#/orders')

    await desk.reads('no longer accepts this key')
  })

  it('is forgotten where the person signs out', async () => {
    await signedIn()
    await desk.press('Sign out')
    await desk.reads('You are signed out')
    const before = [browser.edge.sessions, browser.edge.calls.length]

    browser.now += 11 * MINUTE
    desk.goTo('#/orders')
    await desk.element.updateComplete

    expect([browser.edge.sessions, browser.edge.calls.length]).toEqual(before)
  })
})
