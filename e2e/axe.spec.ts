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

  it('finds nothing on a page without barriers', async () => {
    const tab = await browser.open(pages.at('shop', '/next'))

    expect(await barriers(tab)).toEqual([])
    await tab.close()
  })
})
