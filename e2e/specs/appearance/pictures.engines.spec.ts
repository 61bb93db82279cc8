/** How the tag looks on a phone in another engine, beside the pictures that the repository keeps of that engine. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectPictureFont, usePictureFont } from '../../../scripts/picture-font.ts'
import type { Browser, Tab } from '../../browser.ts'
import { whyMissing } from '../../engines/executables.ts'
import { chosenEngine, launch } from '../../engines/launch.ts'
import { bringAbout, galleryPage } from '../../pages/gallery.ts'
import { cutOut, type Rectangle } from '../../pictures/cut-out.ts'
import { whatDiffers } from '../../pictures/kept-pictures.ts'
import { PICTURED_IN_ENGINES } from '../../pictures/pictured-states.ts'
import { pointerAway } from '../../pictures/pointer-away.ts'
import { untilDrawn } from '../../pictures/until-drawn.ts'
import { addresses } from '../../support/stack/stack.ts'

/** A telephone of 390 px. The window is wider, since Firefox takes the room of a scrollbar away from the page. */
const WINDOW = { width: 430, height: 1000 }
const TAG_WIDTH = 358

const LIMIT_MS = 240_000

const engine = chosenEngine()
const missing = process.platform === 'linux' ? whyMissing(engine) : 'Linux'

/** Brings a state to the top of the window, and waits until it is painted there. @returns Where its tag is, as far as the window shows it. */
const placeOf = (tab: Tab, state: string) =>
  tab.evaluate<Rectangle>(`(async () => {
    const tag = document.querySelector('#${state} pay-checkout')
    tag.scrollIntoView({ block: 'start', behavior: 'instant' })
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame)
    const { left, top, width, bottom } = tag.getBoundingClientRect()
    return [left, top, width, Math.min(bottom, innerHeight) - top].map(Math.round)
  })()`)

describe.skipIf(missing)(`the gallery of a shopper with ${missing ?? engine}`, () => {
  let browser: Browser
  let useOwnFonts: () => Promise<void>
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pay-checkout-pictures-'))
    useOwnFonts = await usePictureFont()
    browser = await launch(engine)
  })

  afterAll(async () => {
    await browser.close()
    await useOwnFonts()
    await rm(folder, { recursive: true })
  })

  it('looks as it is kept', { timeout: LIMIT_MS }, async () => {
    const page = `${galleryPage('light')}.html?width=${TAG_WIDTH}&pictured=${PICTURED_IN_ENGINES}`
    const tab = await browser.open(`${addresses().shop}/${page}`, WINDOW)
    await expectPictureFont(tab)
    await bringAbout(tab, () => '')
    await pointerAway(tab)
    await untilDrawn(tab, PICTURED_IN_ENGINES)
    const found: string[] = []
    for (const state of PICTURED_IN_ENGINES) {
      const path = join(folder, `${state}.png`)
      const place = await placeOf(tab, state)
      await tab.shot(path)
      const difference = await whatDiffers(engine, state, cutOut(await readFile(path), place))
      if (difference) found.push(difference)
    }

    expect(found).toEqual([])
  })
})
