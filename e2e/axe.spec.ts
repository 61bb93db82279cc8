import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { barriers } from './axe.ts'
import { type Browser, launch } from './browser.ts'
import { type ContractPages, startContractPages } from './contract-pages.ts'

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

  it('finds a field without a name inside a shadow root, whatever the page forbids', async () => {
    const tab = await browser.open(pages.at('shop', '/barrier'))

    const found = await barriers(tab)

    expect(found).toEqual([expect.stringMatching(/^label .* at outer-tag input: /)])
    await tab.close()
  })

  it('takes pale words for readable only in a frame through which the dark page is seen', async () => {
    const tab = await browser.open(pages.at('shop', '/dark'))

    const found = await barriers(tab, '#241f2b')

    expect(found).toHaveLength(3)
    for (const name of ['sheet', 'light', 'backed'])
      expect(found).toContainEqual(
        expect.stringMatching(`^color-contrast .*iframe\\[title="${name}"\\] main`),
      )
    await tab.close()
  })

  it('finds nothing on a page without barriers', async () => {
    const tab = await browser.open(pages.at('shop', '/next'))

    expect(await barriers(tab)).toEqual([])
    await tab.close()
  })
})
