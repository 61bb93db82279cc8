/**
 * How the tag looks: each state beside the picture of it that the repository keeps. `PAY_RECORD=yes` keeps what is seen now;
 * the commit says why. Fontconfig gives all machines one font, so they are compared where it does.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectPictureFont, usePictureFont } from '../../../scripts/picture-font.ts'
import type { Browser } from '../../browser.ts'
import { chromiumPage, launchChromium } from '../../engines/chromium.ts'
import { bringAbout, galleryPage } from '../../pages/gallery.ts'
import { whatDiffers } from '../../pictures/kept-pictures.ts'
import { PICTURED, PICTURED_CLOSELY } from '../../pictures/pictured-states.ts'
import { pointerAway } from '../../pictures/pointer-away.ts'
import { untilDrawn } from '../../pictures/until-drawn.ts'
import { addresses } from '../../support/stack/stack.ts'

/** How a page of the gallery is looked at. */
interface Look {
  /** Of the viewport, in CSS pixels. */
  readonly width: number
  /** Of a tag. Default: what the page's columns leave. */
  readonly tagWidth?: number
  readonly states: readonly string[]
  readonly colours?: 'dark' | 'forced'
  /** Default: English. */
  readonly language?: string
}

const LOOKS: Readonly<Record<string, Look>> = {
  phone: { width: 390, states: PICTURED },
  // As wide as a tag becomes.
  desk: { width: 1280, tagWidth: 448, states: PICTURED },
  dark: { width: 390, states: PICTURED_CLOSELY, colours: 'dark' },
  'right-to-left': { width: 390, states: PICTURED_CLOSELY, language: 'ar' },
  'forced-colours': { width: 390, states: PICTURED_CLOSELY, colours: 'forced' },
  narrow: { width: 320, states: PICTURED_CLOSELY },
}

/** Eighty tags with their frames, drawn without a graphics card. */
const LIMIT_MS = 120_000

/** Playwright hides a caret, but not in forced colours, and it blinks. A field that cannot be changed has none. */
async function caretAway(page: ReturnType<typeof chromiumPage>): Promise<void> {
  for (const frame of page.frames()) {
    await frame.evaluate(() => {
      let focused = document.activeElement
      while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement
      if (focused instanceof HTMLInputElement) focused.readOnly = true
    })
  }
}

/** @returns What differs, state by state. */
async function differencesOf(
  browser: Browser,
  folder: string,
  { width, tagWidth, states, colours, language = '' }: Look,
) {
  const isDark = colours === 'dark'
  const url = `${addresses().shop}/${galleryPage(isDark ? 'dark' : 'light')}.html?language=${language}&width=${tagWidth ?? ''}&pictured=${states}`
  const tab = await browser.open('about:blank', { width, height: 1000, dark: isDark, profile: folder })
  const page = chromiumPage(tab)
  await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: colours === 'forced' ? 'active' : 'none' })
  await tab.goto(url)
  await expectPictureFont(tab)
  await bringAbout(tab, () => '')
  await pointerAway(tab)
  await caretAway(page)
  await untilDrawn(tab, states)
  const found: string[] = []
  for (const state of states) {
    const seen = await page.locator(`#${state} pay-checkout`).screenshot({ animations: 'disabled' })
    const difference = await whatDiffers(folder, state, seen)
    if (difference) found.push(difference)
  }
  await tab.close()
  return found
}

describe.skipIf(process.platform !== 'linux')('the gallery', () => {
  let browser: Browser
  let useOwnFonts: () => Promise<void>

  beforeAll(async () => {
    useOwnFonts = await usePictureFont()
    browser = await launchChromium()
  })

  afterAll(async () => {
    await browser.close()
    await useOwnFonts()
  })

  it.for(Object.entries(LOOKS))('looks as it is kept: %s', { timeout: LIMIT_MS }, async ([folder, look]) => {
    expect(await differencesOf(browser, folder, look)).toEqual([])
  })
})
