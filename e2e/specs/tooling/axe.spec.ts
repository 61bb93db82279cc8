import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '../../browser.ts'
import { type ContractPages, startContractPages } from '../../engines/contract-pages.ts'
import { launch } from '../../engines/launch.ts'
import { axeViolations } from '../../support/accessibility/axe.ts'
import { screenOf } from '../../support/accessibility/screens.ts'

describe('the search for barriers', () => {
  let browser: Browser
  let pages: ContractPages

  beforeAll(async () => {
    pages = await startContractPages()
    browser = await launch('chromium')
  })

  afterAll(async () => {
    await browser?.close()
    await pages?.close()
  })

  it('finds a field without a name inside a shadow root, despite the page’s policy', async () => {
    const tab = await browser.open(pages.at('shop', '/barrier'))

    const found = await axeViolations(tab)

    expect(found).toEqual([expect.stringMatching(/^label .* at outer-tag input: /)])
    await tab.close()
  })

  it('takes pale words for readable only in a frame that shows the dark page behind it', async () => {
    const tab = await browser.open(pages.at('shop', '/dark'))

    const found = await axeViolations(tab, '#241f2b')

    expect(found).toHaveLength(3)
    for (const name of ['sheet', 'light', 'backed'])
      expect(found).toContainEqual(
        expect.stringMatching(`^color-contrast .*iframe\\[title="${name}"\\] main`),
      )
    await tab.close()
  })

  it.each([
    ['is another page', 'barrier', '0'],
    [
      'has other words in a shadow root',
      '',
      `document.querySelector('outer-tag').shadowRoot.querySelector('p').prepend('new')`,
    ],
    ['has another element', '', `document.body.append(document.createElement('input'))`],
    ['looks different', '', `document.documentElement.style.colorScheme = 'dark'`],
    ['has a dialog open', '', `document.body.appendChild(document.createElement('dialog')).showModal()`],
  ])('takes a screen for another one if it %s', async (_, path, change) => {
    const [one, other] = [
      await browser.open(pages.at('shop', '/')),
      await browser.open(pages.at('shop', `/${path}`)),
    ]
    for (const tab of [one, other]) await tab.gone('#fleeting')

    await other.evaluate(`void (${change})`)

    expect(await screenOf(other)).not.toBe(await screenOf(one))
    for (const tab of [one, other]) await tab.close()
  })

  it('takes a screen for another one if a frame of another site shows something else', async () => {
    const [one, other] = [
      await browser.open(pages.at('shop', '/frames')),
      await browser.open(pages.at('shop', '/frames')),
    ]
    const frames = await Promise.all([one, other].map((tab) => tab.frame('iframe')))
    for (const frame of frames) await frame.frame('iframe')
    expect(await screenOf(other)).toBe(await screenOf(one))

    await frames[1]?.evaluate(`void document.body.append('new')`)

    expect(await screenOf(other)).not.toBe(await screenOf(one))
    for (const tab of [one, other]) await tab.close()
  })

  it('takes a screen for another one if it is narrower', async () => {
    const one = await browser.open(pages.at('shop', '/next'))
    const other = await browser.open(pages.at('shop', '/next'), { width: 320 })

    expect(await screenOf(other)).not.toBe(await screenOf(one))
    for (const tab of [one, other]) await tab.close()
  })

  it('takes a screen for the same if only an identifier, a time or a number differs', async () => {
    const tabs = [
      await browser.open(pages.at('shop', '/next')),
      await browser.open(pages.at('shop', '/next')),
    ]
    for (const [index, tab] of tabs.entries())
      await tab.evaluate(
        `void document.body.append('Reference ${'abc-123_XYZ'.repeat(index + 2)}, at ${index}:30', ...['aB${index}', 'x-${index}Y']
          .map((textContent) => Object.assign(document.createElement('span'), { textContent })))`,
      )

    const [one, other] = await Promise.all(tabs.map(screenOf))

    expect(one).toBeTruthy()
    expect(other).toBe(one)
    for (const tab of tabs) await tab.close()
  })

  it('finds nothing on a page without barriers', async () => {
    const tab = await browser.open(pages.at('shop', '/next'))

    expect(await axeViolations(tab)).toEqual([])
    await tab.close()
  })
})
