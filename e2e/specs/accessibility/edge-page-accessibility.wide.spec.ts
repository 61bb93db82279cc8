/** The edge's own pages as shoppers with other settings see them: languages, both schemes, forced colours, large letters. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../shared/languages.ts'
import type { Browser, Tab } from '../../browser.ts'
import { chromiumPage } from '../../engines/chromium.ts'
import { launch } from '../../engines/launch.ts'
import { axeViolations } from '../../support/accessibility/axe.ts'
import { addresses, redeploy, serve, served } from '../../support/stack/stack.ts'

/** Those that are there, of one for each direction. */
const SHOWN = ['de', 'ar'].filter((language) => LANGUAGES.some((one) => one === language))

/** Each has the longest words of all for some text. */
async function wordiest(): Promise<Set<string>> {
  const files = await Promise.all(
    LANGUAGES.map(async (language) => {
      const reply = await fetch(`${addresses().local.edge}/page-texts/${language}.json`)
      const { pages, check } = (await reply.json()) as Record<string, Record<string, string>>
      return { language, texts: { ...pages, ...check } }
    }),
  )
  const keys = Object.keys(files[0]?.texts ?? {})
  return new Set(
    keys.map(
      (key) =>
        files.reduce((longest, one) => (lengthOf(one, key) > lengthOf(longest, key) ? one : longest))
          .language,
    ),
  )
}

const lengthOf = ({ texts }: { readonly texts: Readonly<Record<string, string>> }, key: string) =>
  texts[key]?.length ?? 0

/** A page of the edge: its address in a language, and the element that has its words once it is drawn. */
interface EdgePage {
  readonly url: (language: string) => string
  readonly words: string
}

const onEdge =
  (path: string, fragment = '') =>
  (language: string) =>
    `${addresses().edge}${path}?lang=${language}${fragment}`

const check = (language: string) =>
  onEdge('/frames/check', `#order=1&return=${encodeURIComponent(`${served().shop}/`)}`)(language)

/** Page of the shop → page of the edge in a frame. */
const FRAMED = '/framed-check'

const PAGES: Readonly<Record<string, EdgePage>> = {
  'without a payment': { url: onEdge('/pay'), words: 'pay-checkout > p' },
  'that cannot ask the edge': { url: onEdge('/pay', '#offer=unasked'), words: '#silence button' },
  'of no payment': { url: onEdge('/return/1/unknown'), words: 'p' },
  'at the end of a window': { url: onEdge('/frames/done'), words: 'a' },
  'of the bot check': { url: check, words: '#words' },
  'of a bot check that lacks its order': { url: onEdge('/frames/check'), words: '#words' },
  'of the bot check in a frame': {
    url: (language) => `${served().shop}${FRAMED}-${language}.html`,
    words: '',
  },
}

let browser: Browser

beforeAll(async () => {
  await redeploy('edge', {
    TURNSTILE_URL: addresses().local.gateway,
    TURNSTILE_SITE_KEY: '3x00000000000000000000FF',
    TURNSTILE_SECRET_KEY: '1x0000000000000000000000000000000AA',
  })
  for (const language of ['en', ...LANGUAGES]) {
    const body = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Shop</title><main><h1>Shop</h1><iframe title="Check" style="inline-size: 100%; block-size: 10rem" src="${check(language)}"></iframe></main></html>`
    await serve({ path: `${FRAMED}-${language}.html`, body })
  }
  browser = await launch()
})

afterAll(async () => {
  await browser?.close()
  await redeploy('edge')
})

/** Opens a tab that shows the page in one language after the other. The edge does not answer whether an offer is good. */
async function open(options: Parameters<Browser['open']>[1] = {}): Promise<Tab> {
  const tab = await browser.open(`${addresses().edge}/pay`, options)
  await chromiumPage(tab).route('**/v1/offers/check', (route) => route.abort())
  return tab
}

/** Goes to a page, and waits for its words. */
async function show(tab: Tab, { url, words }: EdgePage, language: string): Promise<void> {
  await tab.goto(url(language))
  if (words) await tab.text(words, /\S/)
  else await (await tab.frame('iframe')).text('#words', /\S/)
}

/** Axe takes a page without a background for white, also in the dark. */
const PAINTED = `(() => {
  const { style } = document.documentElement
  if (getComputedStyle(document.documentElement).backgroundColor === 'rgba(0, 0, 0, 0)') style.background = 'Canvas'
})()`

/** Doubles the letters of the edge's documents, and names what then lies outside of them. */
const OUTSIDE = `(() => {
  document.documentElement.style.fontSize = '200%'
  return [...document.body.querySelectorAll('*')].filter((one) => {
    const { left, right, width } = one.getBoundingClientRect()
    return width > 0 && (left < -1 || right > innerWidth + 1)
  }).map((one) => one.localName + (one.id && '#' + one.id))
})()`

async function outside(tab: Tab): Promise<string[]> {
  const { edge } = addresses()
  const documents = chromiumPage(tab)
    .frames()
    .filter((frame) => frame.url().startsWith(edge))
  return (await Promise.all(documents.map((frame) => frame.evaluate<string[]>(OUTSIDE)))).flat()
}

describe.each(Object.entries(PAGES))('a page of the edge %s', (_, page) => {
  it.each([
    ['light colours', SHOWN, {}],
    ['dark colours', ['en'], { dark: true }],
    ['forced colours', ['en'], { hasForcedColours: true }],
  ])('has no barriers in %s', async (_, languages, { hasForcedColours = false, ...scheme }: Colours) => {
    const tab = await open(scheme)
    if (hasForcedColours) await chromiumPage(tab).emulateMedia({ forcedColors: 'active' })
    const barriers: Record<string, string[]> = {}
    for (const language of languages) {
      await show(tab, page, language)
      await tab.evaluate(PAINTED)
      // The system decides the colours of words and of what is behind them; axe still reads those of the page.
      const found = (await axeViolations(tab)).filter(
        (barrier) => !(hasForcedColours && barrier.startsWith('color-contrast')),
      )
      if (found.length > 0) barriers[language] = found
    }
    await tab.close()

    expect(barriers).toEqual({})
  })

  it('fits 320 px with letters of twice the size, however long its texts', async () => {
    const tab = await open({ width: 320 })
    const tooWide: Record<string, string[]> = {}
    for (const language of await wordiest()) {
      await show(tab, page, language)
      const found = await outside(tab)
      if (found.length > 0) tooWide[language] = found
    }
    await tab.close()

    expect(tooWide).toEqual({})
  })
})

interface Colours {
  readonly dark?: boolean
  readonly hasForcedColours?: boolean
}
