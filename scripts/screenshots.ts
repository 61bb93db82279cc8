import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import { galleryPath, wordsOf } from '../shop/gallery/gallery-pages.ts'
import { type GalleryState, isAlone } from '../shop/gallery/state.ts'
import { GALLERY_STATES } from '../shop/gallery/states.ts'
import { buildWidget } from './build.ts'
import { takeDocsPictures } from './docs-pictures.ts'
import { usePictureFont } from './picture-font.ts'
import { startStack } from './stack/stack.ts'
import { ensureChromium } from './suites/chromium.ts'

const WIDTHS = [320, 390, 768, 1280]

const COLOURS = ['light', 'dark'] as const
type Colours = (typeof COLOURS)[number]

/** Languages of different scripts, directions and lengths, and the states with the most words. */
const LANGUAGES = ['de', 'fr', 'ru', 'tr', 'ar', 'ja', 'hi', 'th']
const WORDY = [
  ...['open-ways', 'open-card-wrong', 'open-fields-wrong', 'open-terms', 'open-payout', 'unknown'],
  ...['approved-offer', 'declined-ways', 'cancelled-surplus', 'challenge'],
]

const HEIGHT = 900

/** The tag reports a missing frame after eight seconds, and nothing else takes longer. */
const SETTLE_MS = 9_000

/**
 * Takes the pictures of README and docs again, in the font that the pictures of the tests have, so that each machine draws
 * the same. With a folder, takes a picture of each state of the gallery instead, at each width and in both colour schemes,
 * for a person to look at: `<state>-<width>-<colours>.png`; and of ten states in eight languages on a phone:
 * `<state>-<width>-<language>.png`. Run by hand.
 *
 * @returns 0 if all were taken.
 */
export async function main([folder]: string[]): Promise<number> {
  if (!(await ensureChromium())) return 1
  const failure = await buildWidget()
  if (failure) {
    console.error(failure)
    return 1
  }
  if (folder) await mkdir(folder, { recursive: true })
  const giveFontsBack = folder ? async () => {} : await usePictureFont()
  const stack = await startStack()
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath: process.env.PAY_CHROMIUM ?? '', args })
  try {
    if (folder) await takeEveryState(new Shoot(browser, stack.addresses.shop, folder))
    else for (const colours of COLOURS) await takeDocsPictures(browser, stack.addresses, colours)
  } finally {
    await browser.close()
    await stack.stop()
    await giveFontsBack()
  }
  return 0
}

async function takeEveryState(shoot: Shoot) {
  for (const colours of COLOURS)
    for (const width of WIDTHS) await shoot.all(GALLERY_STATES, { width, colours })
  const wordy = GALLERY_STATES.filter(({ name }) => WORDY.includes(name))
  for (const language of LANGUAGES) await shoot.all(wordy, { width: 390, colours: 'light', language })
}

interface View {
  readonly width: number
  readonly colours: Colours
  /** Default: English. */
  readonly language?: string
}

class Shoot {
  readonly #browser: Browser
  readonly #shop: string
  readonly #folder: string

  constructor(browser: Browser, shop: string, folder: string) {
    this.#browser = browser
    this.#shop = shop
    this.#folder = folder
  }

  async all(states: readonly GalleryState[], view: View) {
    const together = states.filter((state) => !isAlone(state))
    await Promise.all([
      this.#take(galleryPath(view.colours), together, view),
      ...states
        .filter(isAlone)
        .map((state) => this.#take(galleryPath(view.colours, state.name), [state], view)),
    ])
    console.log(Object.values(view).join(' '))
  }

  async #take(path: string, states: readonly GalleryState[], { width, colours, language = '' }: View) {
    const page = await this.#browser.newPage({
      viewport: { width, height: HEIGHT },
      // The opposite of the page's scheme shows parts that wrongly follow the system.
      colorScheme: colours === 'light' ? 'dark' : 'light',
    })
    // The fields to press have to be there first.
    await page.goto(`${this.#shop}/${path}?language=${language}`, { waitUntil: 'networkidle' })
    for (const state of states) await press(page, state, language)
    await page.waitForTimeout(SETTLE_MS)
    for (const state of states) {
      const file = join(this.#folder, `${state.name}-${width}-${language || colours}.png`)
      if (isAlone(state)) await page.screenshot({ path: file })
      else await page.locator(`#${state.name}`).screenshot({ path: file })
    }
    await page.close()
  }
}

/** Presses the buttons of a state that waits for the shopper. */
async function press(page: Page, state: GalleryState, language: string) {
  const { name, press: selectors = [] } = state
  const words = wordsOf(state)
  const tag = page.locator(`#${name} pay-checkout`)
  for (const selector of selectors) await tag.locator(selector).first().click()
  // Words that appear move the buttons below them, perhaps from under the pointer.
  if (selectors.length > 0 && words && !language) await tag.getByText(words).first().waitFor()
}
