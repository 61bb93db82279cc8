/** How far a page's content moves while it loads, as Chromium counts it. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright'
import type { Tab } from '../browser.ts'
import { chromiumPage } from '../engines/chromium.ts'
import type { Shopper } from './shopper.ts'
import { addresses } from './stack/stack.ts'

/** Share of the screen that moves, times how far; a hundredth of the screen by half of it. Google calls up to 0.1 good. */
const MOST_SHIFT = 0.005

/** Sums the page's layout shifts, and names what moved: its place and height before and after. */
const MEASURE = `shift = 0; moved = new Set(); new PerformanceObserver((list) => {
  const place = ({ y, height }) => [y, height].map(Math.round).join('+')
  for (const { value, hadRecentInput, sources } of list.getEntries()) if (!hadRecentInput) {
    shift += value
    for (const { node, previousRect, currentRect } of sources)
      moved.add((node?.localName ?? node?.nodeName) + ' ' + place(previousRect) + ' to ' + place(currentRect))
  }
}).observe({ type: 'layout-shift', buffered: true })`

/** Measures this tab from its next page on. */
export const measureShift = (tab: Tab) => chromiumPage(tab).addInitScript(MEASURE)

/** The sum of the page's shifts. Resolves once the page has been painted after all pending work. */
export const shiftOf = (tab: Tab) =>
  tab.evaluate<number>(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(shift))))',
  )

/** So long that the browser paints what is there without the scripts. */
const SCRIPT_DELAY_MS = 200

/** A page, and how to open it. */
interface Opening extends Shopper {
  readonly address: string
  /** CSS pixels. */
  readonly widths: readonly number[]
  /** Item → how many of it are in the shop's cart. */
  readonly cart?: Readonly<Record<string, number>>
  /** The browser paints the edge's page without waiting for a script, as those do that do not know `blocking="render"`. */
  readonly paintsAtOnce?: boolean
}

/**
 * Opens a page at each width as over a slow network, where every script comes after the first paint.
 *
 * @returns Width → how much moved, and what; without the widths at which nothing jumps.
 */
export async function jumpsAt({ widths, ...opening }: Opening): Promise<Record<number, string>> {
  const jumps = await Promise.all(widths.map(async (width) => [width, await jumpAt(width, opening)] as const))
  return Object.fromEntries(jumps.filter(([, jump]) => jump))
}

async function jumpAt(
  width: number,
  { visits, leaves, address, cart, paintsAtOnce }: Omit<Opening, 'widths'>,
): Promise<string> {
  const tab = await visits('index', { width, profile: `${width}` })
  const page = chromiumPage(tab)
  if (cart) await tab.evaluate(`localStorage.setItem('heather-hill:cart', '${JSON.stringify(cart)}')`)
  await measureShift(tab)
  await page.route(/\.js$/, async (route) => {
    await wait(SCRIPT_DELAY_MS)
    await route.continue()
  })
  const taken = paintsAtOnce ? await takeRenderBlocking(page) : undefined
  await tab.goto(address)
  await page.waitForLoadState('networkidle')
  await page.locator('pay-checkout:not(:defined)').waitFor({ state: 'detached' })
  if (taken?.length === 0) throw new Error(`nothing took${RENDER_BLOCKING} out of ${address}`)
  const shift = await shiftOf(tab)
  const moved = await tab.evaluate<string>('[...moved].join("; ")')
  await leaves(tab)
  return shift < MOST_SHIFT ? '' : `${shift.toFixed(3)}: ${moved}`
}

const RENDER_BLOCKING = ' blocking="render"'

/** Takes the attribute out of the edge's page. @returns The addresses where it was taken out, so far. */
async function takeRenderBlocking(page: Page): Promise<readonly string[]> {
  const taken: string[] = []
  await page.route(/\/pay(#|$)/, async (route) => {
    const { edge, local } = addresses()
    const url = route.request().url()
    const response = await route.fetch({ url: url.replace(edge, local.edge) })
    const text = await response.text()
    if (text.includes(RENDER_BLOCKING)) taken.push(url)
    await route.fulfill({ response, body: text.replace(RENDER_BLOCKING, '') })
  })
  return taken
}

/** The address at which the edge sells what a page of the shop offers. */
export async function offeredBy(page: string): Promise<string> {
  const { edge, local } = addresses()
  const [, offer] = /offer="([^"]+)"/.exec(await (await fetch(`${local.shop}/${page}.html`)).text()) ?? []
  return `${edge}/pay#offer=${offer}`
}
