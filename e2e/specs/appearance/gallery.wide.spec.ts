import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OrderStatus } from '../../../shared/order-status.ts'
import { PARTS } from '../../../widget/theme/appearance.ts'
import type { Browser, Tab } from '../../browser.ts'
import { chromiumPage } from '../../engines/chromium.ts'
import { launch } from '../../engines/launch.ts'
import {
  bringAbout,
  galleryPage,
  galleryStates,
  overflowing,
  partsOn,
  shownBy,
  statusesOn,
} from '../../pages/gallery.ts'
import { axeViolations } from '../../support/accessibility/axe.ts'
import { addresses } from '../../support/stack/stack.ts'

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

/** What a shopper asks their system for. */
type Wishes = Parameters<Page['emulateMedia']>[0]

/** Opens a page of the gallery in the scheme that the shopper does not prefer, so that only the page decides. */
async function open(colours: (typeof COLOURS)[number], state = '', wishes: Wishes = {}): Promise<Tab> {
  const tab = await browser.open('about:blank', { dark: colours === 'light' })
  await chromiumPage(tab).emulateMedia(wishes)
  await tab.goto(`${addresses().shop}/${galleryPage(colours, state)}.html`)
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

/** An expression that calls a function with every root in the page: those of the tags, and the documents in their frames. */
const inRoots = (act: string) => `[...document.querySelectorAll('pay-checkout')].flatMap(({ shadowRoot }) => [
    shadowRoot,
    ...[...shadowRoot.querySelectorAll('iframe')].map((frame) => frame.contentDocument).filter(Boolean),
  ]).flatMap(${act})`

describe('a shopper who asks their system for less motion', () => {
  /** What moves, and how long a turn takes in milliseconds. */
  const MOVING = `[...new Set(${inRoots(`(root) => root.getAnimations().map(({ effect }) =>
    [...effect.target.part, effect.getTiming().duration].join(' '))`)})]`

  it(
    'sees the spinner turn at a fifth of its speed, and nothing else move',
    async () => {
      const usual = await open('light')
      const calm = await open('light', '', { reducedMotion: 'reduce' })

      expect(await usual.evaluate(MOVING)).toEqual(['spinner 800'])
      expect(await calm.evaluate(MOVING)).toEqual(['spinner 4000'])
      await usual.close()
      await calm.close()
    },
    LIMIT_MS,
  )
})

describe.each(COLOURS)('a shopper who asks their system for more contrast, in %s colours', (colours) => {
  /** Colours of quieter words and of lines: that of the tag's own words, or another one. What warns has its hue. */
  const QUIET = `(() => {
    const words = getComputedStyle(document.querySelector('pay-checkout')).color
    const kindsOf = (selector, property) => [...new Set(${inRoots(`(root) => [...root.querySelectorAll(selector)].map((one) =>
      getComputedStyle(one)[property] === words ? 'as words' : 'fainter')`)})]
    return {
      words: kindsOf('dt, small:not([part=wrong], [part=alert], [part=badge]), [part=seller], [part=description], [part=text]', 'color'),
      lines: kindsOf('[part=checkout]', 'borderBlockEndColor'),
      fields: kindsOf('input:not([type=radio], [type=checkbox], [aria-invalid=true]), select', 'borderBlockEndColor'),
    }
  })()`

  it(
    'reads every word and sees every line and every field in the colour of the text',
    async () => {
      const usual = await open(colours)
      const strong = await open(colours, '', { contrast: 'more' })

      // A few of these words are as strong as the rest also without that wish: the seller, and what a success says.
      expect(await usual.evaluate(QUIET)).toEqual({
        words: expect.arrayContaining(['fainter']),
        lines: ['fainter'],
        // A field in a cell of the card has no border of its own.
        fields: expect.arrayContaining(['fainter']),
      })
      expect(await strong.evaluate(QUIET)).toEqual({
        words: ['as words'],
        lines: ['as words'],
        fields: ['as words'],
      })
      await usual.close()
      await strong.close()
    },
    LIMIT_MS,
  )
})

describe('the theme editor', () => {
  /** What a shopper sees of the changed tokens, in the tag and in the edge's frame. */
  const LOOKS = `(() => {
    const { shadowRoot } = document.querySelector('#open-card pay-checkout, #offline pay-checkout')
    const button = getComputedStyle(shadowRoot.querySelector('[part~=primary]'))
    const field = shadowRoot.querySelector('iframe')?.contentDocument.querySelector('[part~=field]')
    return {
      button: button.backgroundColor,
      corners: button.borderRadius,
      ...(field && { fields: getComputedStyle(field).borderStartStartRadius }),
    }
  })()`

  const EDITED = { button: 'rgb(194, 37, 92)', corners: '4px' }

  it(
    'prints the rule that gives the tags their looks, also on another page',
    async () => {
      const tab = await browser.open(`${addresses().shop}/${galleryPage('light', 'looks')}.html`)
      const page = chromiumPage(tab)
      await (await tab.frame('#open-card pay-checkout iframe')).text('label')
      const before = await tab.evaluate(LOOKS)

      await page.fill('.editor [name=accent]', '#c2255c')
      await page.fill('.editor [name=radius]', '4')

      await expect.poll(() => tab.evaluate(LOOKS)).toEqual({ ...EDITED, fields: '4px' })
      const rule = await tab.text('#css')
      expect(rule).toBe('pay-checkout { --pay-accent: #c2255c; --pay-radius: 4px; }')

      const other = await open('light', 'offline')
      await other.evaluate(`(() => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(${JSON.stringify(rule)})
        document.adoptedStyleSheets.push(sheet)
      })()`)
      // The button's colour moves there, too.
      await expect.poll(() => other.evaluate(LOOKS)).toEqual(EDITED)
      await other.close()

      await tab.click('.editor [type=reset]:not([data-tokens])')
      await expect.poll(() => tab.evaluate(LOOKS)).toEqual(before)
      expect(await tab.text('#css')).toBe('pay-checkout { }')
      await tab.close()
    },
    LIMIT_MS,
  )
})
