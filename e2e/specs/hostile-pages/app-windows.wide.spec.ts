/** The windows in which apps show a shop: what they lack of a browser, and what they say at the wrong time. */
import { describe, expect, it } from 'vitest'
import type { Tab } from '../../browser.ts'
import { chromiumPage, windowOf } from '../../engines/chromium.ts'
import { bankInFrame } from '../../pages/bank-dialog.ts'
import { payByCard, submitCard, typeAtGateway } from '../../pages/hosted-page.ts'
import { pay, statusText, tagText } from '../../pages/shop.ts'
import { EMAIL, shopper } from '../../support/shopper.ts'
import { page, paidOnce, strangePage } from '../../support/strange-page.ts'

const { visits } = shopper()

/** The name that an app's window gives itself, and what a script finds in each of its pages and frames. */
interface AppWindow {
  readonly userAgent: string
  readonly script: string
}

const refuse = (name: string) =>
  `Object.defineProperty(window, '${name}', { get() { throw new DOMException('no', 'SecurityError') } })`

const WINDOWS: Readonly<Record<string, AppWindow>> = {
  'Instagram on a telephone of Apple': {
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/20G75 Instagram 302.0.0.23.114',
    script: `open = () => null; delete Navigator.prototype.locks; ${refuse('localStorage')}`,
  },
  'Facebook on Android': {
    userAgent:
      'Mozilla/5.0 (Linux; Android 13; SM-S901B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/430.0.0.26.69;]',
    script: `open = () => window; delete window.opener; Object.defineProperty(window, 'localStorage', { value: null })`,
  },
  'an app without windows': {
    userAgent:
      'Mozilla/5.0 (Linux; Android 10; K; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Shop/1.0',
    script: `delete window.open; delete Navigator.prototype.locks; ${refuse('localStorage')}; ${refuse('sessionStorage')}`,
  },
  'an app that says of every page that it is hidden': {
    userAgent:
      'Mozilla/5.0 (Linux; Android 10; K; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Shop/1.0',
    script: `isSeen = false; Object.defineProperties(document, {
      hidden: { get: () => !isSeen }, visibilityState: { get: () => (isSeen ? 'visible' : 'hidden') },
    })`,
  },
}

/** Opens a page that sells a mug in such a window. */
async function visitIn(name: string, presentation: string): Promise<Tab> {
  const { userAgent, script } = WINDOWS[name] ?? expect.fail()
  const url = await strangePage((parts) => page(parts.script, parts.tag), {
    attributes: `presentation="${presentation}"`,
  })
  const tab = await visits('index')
  await chromiumPage(tab).setExtraHTTPHeaders({ 'User-Agent': userAgent })
  const named = `Object.defineProperty(navigator, 'userAgent', { value: ${JSON.stringify(userAgent)} })`
  await chromiumPage(tab).addInitScript(`${named}; ${script}`)
  await tab.goto(url)
  return tab
}

describe.each(Object.keys(WINDOWS))('in %s', (name) => {
  it('the shopper leaves for the payment page, and reads the outcome', async () => {
    const tab = await visitIn(name, 'redirect')

    await pay(tab, { email: EMAIL })
    await payByCard(tab)

    await statusText(tab, /Thank you/)
    await paidOnce()
  })

  it('the shopper pays in a frame', async () => {
    const tab = await visitIn(name, 'frame')
    const address = await tab.url()

    await pay(tab, { email: EMAIL })
    const gateway = await bankInFrame(tab)
    await typeAtGateway(gateway)
    await submitCard(gateway)

    await statusText(tab, /Thank you/)
    expect(await tab.url()).toBe(address)
    await paidOnce()
  })
})

describe.each(Object.keys(WINDOWS).slice(0, 3))('in %s', (name) => {
  it('a payment that was meant for a window of its own uses the page', async () => {
    const tab = await visitIn(name, 'popup')
    const address = await tab.url()

    await pay(tab, { email: EMAIL })
    await payByCard(tab)

    await statusText(tab, /Thank you/)
    expect(await tab.url()).toBe(address)
    await paidOnce()
  })
})

it('an app that says the page goes away while another window is in front, and that it is seen again, shows the outcome', async () => {
  const tab = await visitIn('an app that says of every page that it is hidden', 'popup')
  const popUp = await windowOf(tab, () => pay(tab, { email: EMAIL }))
  await tagText(tab, /Continue in the other window/)

  await tab.evaluate(`dispatchEvent(new PageTransitionEvent('pagehide'))`)
  await payByCard(popUp)
  await tab.evaluate(`(isSeen = true, document.dispatchEvent(new Event('visibilitychange')))`)

  await statusText(tab, /Thank you/)
  await paidOnce()
})
