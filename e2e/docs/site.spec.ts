import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type StaticServer, serveFolder } from '../../shop/static-server.ts'
import type { Browser, Tab } from '../browser.ts'
import { launch } from '../engines/launch.ts'

let server: StaticServer
let browser: Browser
let site: string

beforeAll(async () => {
  server = await serveFolder(join(import.meta.dirname, '../../dist/docs'), 0)
  site = `http://127.0.0.1:${server.port}`
  browser = await launch()
})

afterAll(async () => {
  await browser.close()
  await server.stop()
})

/** Opens a page, and closes it after the steps. */
async function onPage(path: string, steps: (tab: Tab) => Promise<void>, width = 1280): Promise<void> {
  const tab = await browser.open(site + path, { width })
  await steps(tab)
  await tab.close()
}

const overflow = 'document.documentElement.scrollWidth - innerWidth'

describe('the search', () => {
  it.each([
    ['a desktop', 1280],
    ['a phone', 390],
  ])('finds refunds, and leads to them, on %s', (_, width) =>
    onPage(
      '/five-minutes.html',
      async (tab) => {
        await tab.click('.VPNavBarSearch button')
        await tab.type('.search-input', 'refund')
        await tab.click('.result[href*="/refunds.html#"]')

        expect(await tab.waitForUrl(/\/refunds\.html/)).toContain('/refunds.html')
        expect(await tab.text('h1', /Refunds/)).toContain('Refunds')
      },
      width,
    ),
  )
})

describe('the reference', () => {
  it('has an operation with its request, its members and its answer', () =>
    onPage('/reference/index.html', async (tab) => {
      await tab.click('.vp-doc a[href*="returnOrder"]')

      expect(await tab.text('.route', /return/)).toContain('/v1/orders/{id}/return')
      expect(await tab.text('.examples', /curl/)).toContain('Idempotency-Key')
      expect(await tab.text('.words', /currency/)).toContain('ISO 4217')
    }))

  it('is where a guide’s link to a schema leads', () =>
    onPage('/webhooks.html', async (tab) => {
      await tab.click('.vp-doc a[href*="schemas.html#merchantorder"]')

      expect(await tab.text('#merchantorder')).toContain('MerchantOrder')
    }))
})

describe('a page', () => {
  it.each([
    ['the first one', '/'],
    ['a guide', '/refunds.html'],
    ['an operation', '/reference/createOrder.html'],
    ['a list of operations', '/reference/index.html'],
    ['a wide table', '/settings.html'],
  ])('fits a phone: %s', (_, path) =>
    onPage(path, async (tab) => expect(await tab.evaluate<number>(overflow)).toBeLessThanOrEqual(0), 390),
  )

  it('loads nothing from beyond this machine', () =>
    onPage('/', async (tab) => {
      // It has looked for a sandbox, and found one or none.
      await tab.text('.live-tag figcaption', /Look again|live/)
      const hosts = await tab.evaluate<string[]>(
        'performance.getEntriesByType("resource").map(({ name }) => new URL(name).hostname)',
      )

      expect(hosts.filter((host) => !/^127\.0\.0\.1$|\.localhost$/.test(host))).toEqual([])
    }))

  it('shows the picture of the theme that the reader chose', () =>
    onPage('/ways-to-pay.html', async (tab) => {
      await tab.click('.VPNavBarAppearance button')

      const shown =
        '[...document.querySelectorAll(".vp-doc img")].filter((one) => one.offsetWidth).map((one) => one.src)'
      expect((await tab.evaluate<string[]>(shown)).join()).toMatch(/dark/)
    }))
})
