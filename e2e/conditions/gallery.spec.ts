import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OrderStatus } from '../../shared/order-status.ts'
import { PARTS } from '../../widget/theme/appearance.ts'
import type { Browser, Tab } from '../browser.ts'
import { chromiumPage } from '../engines/chromium.ts'
import { launch } from '../engines/launch.ts'
import {
  bringAbout,
  galleryPage,
  galleryStates,
  overflowing,
  partsOn,
  shownBy,
  statusesOn,
} from '../pages/gallery.ts'
import { axeViolations } from '../support/accessibility/axe.ts'
import { addresses } from '../support/stack/stack.ts'

/** Every status of an order: the compiler misses none. */
const STATUSES: Readonly<Record<OrderStatus, true>> = {
  ...{ open: true, sending: true, redirect: true, method: true, challenge: true, processing: true },
  ...{ approved: true, declined: true, filtered: true, error: true, unknown: true, cancelled: true },
  ...{ expired: true, captured: true, voided: true, returned: true, 'partially-returned': true },
  'charged-back': true,
}

/** What a tag says that shows an order or an offer, or the page's own words. */
const WORDS = /€|Guest account|how else to pay/

let browser: Browser

beforeAll(async () => {
  browser = await launch()
})

afterAll(() => browser?.close())

const COLOURS = ['light', 'dark'] as const

/** The shop's background behind its tags. */
const SURFACES = { light: '#ffffff', dark: '#241f2b' } as const

/** Axe searches some eighty tags with their frames. */
const LIMIT_MS = 480_000

/** Names of states with a page of their own; the empty name stands for the page with all others. */
let pages: readonly string[]

beforeAll(async () => {
  const tab = await open('light')
  const alone = (await galleryStates(tab)).filter(({ isAlone }) => isAlone)
  pages = ['', ...alone.map(({ name }) => name)]
  await tab.close()
}, LIMIT_MS)

/** Opens a page of the gallery in the scheme that the shopper does not prefer, so that only the page decides. */
async function open(colours: (typeof COLOURS)[number], state = ''): Promise<Tab> {
  const url = `${addresses().shop}/${galleryPage(colours, state)}.html`
  const tab = await browser.open(url, { dark: colours === 'light' })
  await bringAbout(tab)
  const drawn = (await galleryStates(tab)).filter(({ isAlone }) => !isAlone)
  for (const state of drawn) await shownBy(tab, state, WORDS)
  return tab
}

/** What a pass over every page of the gallery found. */
interface Findings {
  readonly statuses: Set<string>
  readonly parts: Set<string>
  /** State with a page of its own → its barriers, of the pages that have any. */
  readonly barriers: Record<string, readonly string[]>
  /** The same for what overflows a screen of 320 pixels. */
  readonly overflowing: Record<string, readonly string[]>
}

/** Opens each page once, since drawing some fifty tags takes longest. */
async function look(colours: (typeof COLOURS)[number]): Promise<Findings> {
  const statuses = new Set<string>()
  const parts = new Set<string>()
  const barriers: Record<string, readonly string[]> = {}
  const tooWide: Record<string, readonly string[]> = {}
  for (const state of pages) {
    const tab = await open(colours, state)
    for (const status of Object.values(await statusesOn(tab))) statuses.add(status)
    for (const part of await partsOn(tab)) parts.add(part)
    const found = await axeViolations(tab, SURFACES[colours])
    if (found.length > 0) barriers[state] = found
    await chromiumPage(tab).setViewportSize({ width: 320, height: 800 })
    const wide = await overflowing(tab)
    if (wide.length > 0) tooWide[state] = wide
    await tab.close()
  }
  return { statuses, parts, barriers, overflowing: tooWide }
}

describe.each(COLOURS)('the gallery in %s colours', (colours) => {
  let findings: Findings

  beforeAll(async () => {
    findings = await look(colours)
  }, LIMIT_MS)

  it('draws every status that an order can have', () => {
    expect(Object.keys(STATUSES).filter((status) => !findings.statuses.has(status))).toEqual([])
  })

  it('draws every part that the documentation names', () => {
    expect(Object.keys(PARTS).filter((part) => !findings.parts.has(part))).toEqual([])
  })

  it('has no barriers', () => {
    expect(findings.barriers).toEqual({})
  })

  it('fits a screen of 320 pixels', () => {
    expect(findings.overflowing).toEqual({})
  })
})
