import { describe, expect, it } from 'vitest'
import type { Tab, TabOptions } from '../../browser.ts'
import { chromiumPage } from '../../engines/chromium.ts'
import { bankInFrame } from '../../pages/bank-dialog.ts'
import { cardForm, payWithCard } from '../../pages/card-form.ts'
import { orderOf, statusText } from '../../pages/shop.ts'
import { threeDsEntry } from '../../support/bank-ledger.ts'
import { takeOrder, visitWithCard } from '../../support/card-order.ts'
import { shopper } from '../../support/shopper.ts'
import { addresses } from '../../support/stack/stack.ts'
import { payUntilChallenged } from '../../support/three-ds-flows.ts'

const { visits } = shopper()

const METHOD_AND_QUESTION = '4000000000005001'
const QUESTION = '4000000000002008'

/** Pays until the bank challenges the shopper. */
async function challenged(number: string, options?: TabOptions): Promise<Tab> {
  const tab = await visitWithCard(visits, options)
  await payUntilChallenged(tab, number)
  return tab
}

describe('the gateway learns how the method ended', () => {
  it.each([
    ['Y', 'answers', METHOD_AND_QUESTION],
    ['Y', 'answers with padding', '4000000000013005'],
    ['N', 'never answers', '4000000000007007'],
    ['N', 'answers too late', '4000000000008005'],
    ['U', 'is missing', '4000000000009003'],
  ])('%s where the page %s', async (threeDSCompInd, _, number) => {
    await challenged(number)

    expect((await threeDsEntry()).uploaded).toMatchObject({ threeDSCompInd })
  })

  it('Y where no challenge follows', async () => {
    const tab = await visitWithCard(visits)

    await payWithCard(tab, { number: '4000000000006009' })

    await statusText(tab, /Thank you/)
    expect(await threeDsEntry()).toMatchObject({ uploaded: { threeDSCompInd: 'Y' }, visits: [] })
  })
})

/** A browser whose values are all unusual, or beyond what EMVCo allows. */
const ODD_BROWSER = `{
  const told = (type, name, value) => Object.defineProperty(type.prototype, name, { get: () => value })
  told(Navigator, 'language', 'zh-Hant-TW')
  told(Screen, 'colorDepth', 30)
  told(Screen, 'width', 2560)
  told(Screen, 'height', 1440)
  Date.prototype.getTimezoneOffset = () => -345
}`

/** The `Accept` header of a page load, which no script sends. */
const OF_A_NAVIGATION = expect.stringMatching(/^text\/html,.*\*\/\*;q=0\.8/)

describe('the gateway learns about the browser', () => {
  it('what it reports itself', async () => {
    const tab = await visitWithCard(visits)
    const own = await (await cardForm(tab)).evaluate<object>(`({
      browserColorDepth: String(screen.colorDepth),
      browserScreenWidth: String(screen.width),
      browserScreenHeight: String(screen.height),
      browserLanguage: navigator.language,
      browserTZ: String(new Date().getTimezoneOffset()),
      browserUserAgent: navigator.userAgent,
      browserJavaEnabled: 'false',
      browserJavascriptEnabled: 'true',
    })`)

    await payWithCard(tab, { number: METHOD_AND_QUESTION })

    await (await bankInFrame(tab)).text('[name=challenge]')
    expect((await threeDsEntry()).uploaded).toEqual({
      ...own,
      threeDSCompInd: 'Y',
      browserAcceptHeader: OF_A_NAVIGATION,
      browserIP: expect.stringMatching(/^(127\.0\.0\.1|::1)$/),
    })
  })

  it('within EMVCo’s limits: language, depth of colours, screen and zone', async () => {
    const tab = await visits('index')
    await chromiumPage(tab).addInitScript(ODD_BROWSER)
    await tab.goto(`${addresses().shop}/thanks.html`)
    await takeOrder(tab)

    await payWithCard(tab, { number: METHOD_AND_QUESTION })

    await (await bankInFrame(tab)).text('[name=challenge]')
    expect((await threeDsEntry()).uploaded).toMatchObject({
      browserLanguage: 'zh-Hant',
      browserColorDepth: '24',
      browserScreenWidth: '2560',
      browserScreenHeight: '1440',
      browserTZ: '-345',
    })
  })
})

describe('the bank receives', () => {
  it.each([
    ['05', 'a small telephone', 320, 568],
    ['05', 'a telephone', 390, 844],
    ['03', 'a large screen', 1280, 800],
    ['04', 'a low window', 1280, 600],
    ['02', 'a low and narrow one', 560, 600],
  ])('the window’s size %s on %s', async (windowSize, _, width, height) => {
    const tab = await challenged(QUESTION, { width, height })

    expect((await threeDsEntry()).visits).toMatchObject([{ destination: 'iframe', windowSize }])
    const [bankWidth, bankHeight] = SIZES[windowSize] ?? []
    const bank = await bankInFrame(tab)
    const inner = () => bank.evaluate<number[]>('[innerWidth, innerHeight]')
    await expect.poll(inner).toEqual([bankWidth ?? expect.any(Number), bankHeight ?? expect.any(Number)])
    await expect.poll(() => bank.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  })

  it('the return address and the data to send back', async () => {
    const tab = await challenged(QUESTION)

    const { id } = (await orderOf(tab)) ?? {}
    const { notificationUrl, visits: [visit] = [] } = await threeDsEntry()
    expect(notificationUrl).toMatch(new RegExp(`^${addresses().edge}/three-ds/${id}/[\\w.-]+/cres$`))
    const { threeDSSessionData = '', ...others } = visit?.carried ?? {}
    expect(others).toEqual({})
    expect(threeDSSessionData).toMatch(/^[\w-]{1,1024}$/)
    expect(Buffer.from(threeDSSessionData, 'base64url').toString()).toBe(`${id}.1`)
  })

  it('the return address of 3-D Secure 1.0.2', async () => {
    const tab = await challenged('4000000000010001')

    const { id } = (await orderOf(tab)) ?? {}
    const [visit] = (await threeDsEntry()).visits
    expect(visit).toMatchObject({ destination: 'iframe', carried: { MD: expect.stringMatching(/./) } })
    expect(visit?.carried.TermUrl).toMatch(new RegExp(`^${addresses().edge}/three-ds/${id}/[\\w.-]+/pares$`))
  })
})

/** EMVCo's number → size of the window in CSS pixels; the full frame has none. */
const SIZES: Readonly<Record<string, readonly [number, number]>> = {
  '02': [390, 400],
  '03': [500, 600],
  '04': [600, 400],
}
