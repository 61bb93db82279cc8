/** From every state of the tag something leads on, and no control does nothing; nor does one of the edge's own page. */
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '../../browser.ts'
import { chromiumPage, windowOf } from '../../engines/chromium.ts'
import { launch } from '../../engines/launch.ts'
import { galleryPage, galleryStates } from '../../pages/gallery.ts'
import { type Effect, openToWalk, type Pressed, walk } from '../../pages/gallery-walker.ts'
import { addresses } from '../../support/stack/stack.ts'

/** Control → what it must do. The edge of the gallery answers no request that acts: the tag then says so, in words. */
const EFFECTS: readonly [control: RegExp, effects: readonly Effect[]][] = [
  [/^Print$/, ['print']],
  [
    /^(Back to the shop|Contact the shop|Read the terms|Open in full page|Open the window again)$/,
    ['address'],
  ],
  // The button that pays, or the link to the page that waits.
  [/^Continue to payment$/, ['address', 'text', 'focus']],
  [/^(Check now$|Pay another way|Cancel|Go on|Not now|Start again|Make a new|Buy again)/, ['text']],
  // The button that pays focuses what is missing. Names of ways to pay begin with the same word.
  [/^(Pay|Reserve|Receive|Verify|Try again)/, ['text', 'focus', 'choice']],
  // Fields, and choices of one among several.
  [/./, ['focus', 'choice', 'text']],
]

/**
 * States in which there is nothing to press: the page has switched the tag off, or shows words of its own; or the tag waits
 * until the edge says what a product is, or takes a payment again.
 */
const WITHOUT_CONTROLS = ['product-waiting', 'open-disabled', 'refused-too-many', 'empty', 'empty-cart']

/** The state in which the tag carries out the last press. It ends by itself: a test of its own waits for that. */
const PASSING = 'working-long'

const expectedOf = (control: string) => EFFECTS.find(([name]) => name.test(control))?.[1] ?? []

let browser: Browser
let pressed: readonly Pressed[]
let names: readonly string[]

/** Some eighty tags with two or three controls each, a few with a form. */
const LIMIT_MS = 480_000

beforeAll(async () => {
  browser = await launch()
  const tab = await openToWalk(browser, `${addresses().shop}/${galleryPage('light')}.html`)
  const states = await galleryStates(tab)
  names = states.map(({ name }) => name)
  const walked = states.filter(({ name }) => ![...WITHOUT_CONTROLS, PASSING].includes(name))
  const [alone = [], together = []] = [true, false].map((isAlone) =>
    walked.filter((state) => state.isAlone === isAlone).map(({ name }) => name),
  )
  pressed = await walk(tab, together)
  await tab.close()
  for (const name of alone) {
    const page = await openToWalk(browser, `${addresses().shop}/${galleryPage('light', name)}.html`)
    pressed = [...pressed, ...(await walk(page, [name]))]
    await page.close()
  }
}, LIMIT_MS)

afterAll(() => browser?.close())

describe('every state of the tag', () => {
  it('has controls that do what they say', () => {
    const wrong = pressed.filter(({ control, effect }) => !expectedOf(control).includes(effect))

    expect(wrong).toEqual([])
  })

  it('is reached where it begins with a window', () => {
    const again = { state: 'redirect-popup', control: 'Open the window again', effect: 'address' }

    expect(pressed).toContainEqual(again)
  })

  it.each([
    ['open-card', 'Card number', 'focus'],
    ['open-keep-card', 'Keep this card for next time', 'choice'],
    ['open-payout-bank', 'Account number or IBAN', 'focus'],
  ] as const)('has fields in its form that do something: %s, %s', (state, control, effect) => {
    expect(pressed).toContainEqual({ state, control, effect })
  })

  it('has something to press', () => {
    const walked = new Set(pressed.map(({ state }) => state))

    expect(names.filter((name) => !walked.has(name) && name !== PASSING)).toEqual(WITHOUT_CONTROLS)
  })
})

describe('a press that takes long', () => {
  const BUTTON = '[part~=primary]:not([aria-disabled=true])'

  /** The tag waits as long as the edge asks it to, 30 seconds, before it tries again. Here the test ends these waits. */
  const WAITS = `{
    globalThis.ends = []
    const wait = setTimeout
    globalThis.setTimeout = (act, ms) => (ms === 30_000 ? ends.push(act) : wait(act, ms))
  }`

  const open = async (prepare: (page: Page) => Promise<unknown>) => {
    const tab = await browser.open('about:blank')
    await prepare(chromiumPage(tab))
    await tab.goto(`${addresses().shop}/${galleryPage('light', PASSING)}.html`)
    await tab.click(`pay-checkout ${BUTTON}`)
    await tab.text('pay-checkout', /takes longer than usual/)
    return tab
  }

  it('ends in words and a button after three tries that the edge refuses', async () => {
    const tab = await open((page) => page.addInitScript(WAITS))

    for (const tries of [1, 2]) {
      await expect.poll(() => tab.evaluate('ends.length')).toBe(tries)
      await tab.evaluate('ends.at(-1)()')
    }

    await tab.text('pay-checkout [role=alert]', /too many tries. Nothing was charged. Please try again/)
    await tab.text(`pay-checkout ${BUTTON}`, /^Continue to payment/)
    await tab.close()
  })

  it('ends in words and a button where the edge never answers', async () => {
    const tab = await open((page) => page.route('**/pay', () => {}))

    await tab.text('pay-checkout [role=alert]', /connection was lost. Please try again/)
    await tab.text(`pay-checkout ${BUTTON}`, /^Continue to payment/)
    await tab.close()
  })
})

describe('the payment page of the edge', () => {
  // "Try again" is pressed in specs/paying/offers.spec.ts.
  it.each([
    ['Terms', 'terms.html', 'h1'],
    ['Privacy', 'privacy.html', 'h1'],
  ])('leads to %s, and stays open beside it', async (_, file, heading) => {
    const tab = await browser.open(`${addresses().edge}/pay`)

    const opened = await windowOf(tab, () => tab.click(`footer a[href$="${file}"]`))

    await opened.waitForUrl(new RegExp(`/${file}$`))
    expect(await opened.text(heading)).not.toBe('')
    expect(await tab.text('pay-checkout', /no payment/)).toContain('open the link from the shop again')
    await opened.close()
    await tab.close()
  })

  it('leads to a message to the seller', async () => {
    const tab = await browser.open(`${addresses().edge}/pay`)

    expect(await tab.evaluate('document.querySelector("footer li:last-child a").href')).toMatch(/^mailto:./)
    await tab.close()
  })
})
