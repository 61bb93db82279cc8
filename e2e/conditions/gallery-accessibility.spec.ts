/**
 * Every state of the gallery as shoppers with other settings see it: languages, both directions, forced colours, large
 * letters. `npm test` has the same in English, in light and dark.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../shared/languages.ts'
import type { Browser, Tab } from '../browser.ts'
import { chromiumPage } from '../engines/chromium.ts'
import { launch } from '../engines/launch.ts'
import { galleryPage, galleryStates, overflowing } from '../pages/gallery.ts'
import { axeViolations } from '../support/accessibility/axe.ts'
import { addresses } from '../support/stack/stack.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launch()
})

afterAll(() => browser?.close())

/** Axe searches some eighty tags with their frames. */
const LIMIT_MS = 480_000

/** The shop's background behind its tags. */
const SURFACES = { light: '#ffffff', dark: '#241f2b' } as const

/** Those that are there, of one for each script and direction. */
const SHOWN = ['de', 'ar', 'ru', 'ja'].filter((language) => LANGUAGES.some((one) => one === language))

interface View {
  readonly colours: keyof typeof SURFACES
  /** The gallery's switches. */
  readonly switches: Readonly<Record<string, string>>
  readonly width?: number
  readonly hasForcedColours?: boolean
}

/** Every tag is drawn in the page's language, and so are its fields. */
const READY = `Promise.all([...document.querySelectorAll('pay-checkout')].map(async (tag) => {
  await customElements.whenDefined('pay-checkout')
  const isReady = ({ shadowRoot }) =>
    shadowRoot.querySelector('[part~=primary], slot:not([name]), #status, :host > p') &&
    !shadowRoot.querySelector('iframe[part~=card][height="0"]:not([hidden])') &&
    (shadowRoot.querySelector('form')?.lang ?? document.documentElement.lang) === document.documentElement.lang
  while (!isReady(tag))
    await new Promise((drawn) => requestAnimationFrame(drawn))
}))`

/** Opens the page with all states that share one, once each is drawn. */
async function open({ colours, switches, width = 1280, hasForcedColours }: View): Promise<Tab> {
  const tab = await browser.open('about:blank', { dark: colours === 'light', width })
  if (hasForcedColours) await chromiumPage(tab).emulateMedia({ forcedColors: 'active' })
  await tab.goto(`${addresses().shop}/${galleryPage(colours)}.html?${new URLSearchParams(switches)}`)
  await tab.evaluate(READY)
  return tab
}

describe.each([...SHOWN.map((language) => ({ language })), { direction: 'rtl' }])(
  'the gallery with %o',
  (switches) => {
    it.each(['light', 'dark'] as const)(
      'has no barriers in %s colours',
      async (colours) => {
        const tab = await open({ colours, switches })

        expect(await axeViolations(tab, SURFACES[colours])).toEqual([])
      },
      LIMIT_MS,
    )

    it.each([
      ['320 px', { width: 320 }],
      ['390 px with letters of twice the size', { width: 390, letters: '200' }],
    ])(
      'fits %s',
      async (_, { width, ...more }) => {
        const tab = await open({ colours: 'light', switches: { ...switches, ...more }, width })

        expect(await overflowing(tab)).toEqual([])
      },
      LIMIT_MS,
    )
  },
)

describe('the gallery with the longest texts that a language may have', () => {
  it.each([
    ['320 px', { width: 320 }],
    ['390 px with letters of twice the size', { width: 390, letters: '200' }],
  ])(
    'fits %s',
    async (_, { width, ...more }) => {
      const tab = await open({ colours: 'light', switches: { language: 'en-XA', ...more }, width })

      expect(await tab.text('#approved pay-checkout', /Påýméñt/)).toContain('wörd')
      expect(await (await tab.frame('#open-card pay-checkout iframe')).text('label')).toContain('wörd')
      expect(await overflowing(tab)).toEqual([])
    },
    LIMIT_MS,
  )
})

describe('the gallery in forced colours', () => {
  it(
    'has no barriers',
    async () => {
      const tab = await open({ colours: 'dark', switches: {}, hasForcedColours: true })

      // The system decides the colours of words and of what is behind them; axe still reads those of the page.
      const found = await axeViolations(tab)

      expect(found.filter((barrier) => !barrier.startsWith('color-contrast'))).toEqual([])
    },
    LIMIT_MS,
  )

  it(
    'draws what is told by colour elsewhere',
    async () => {
      const tab = await open({ colours: 'dark', switches: {}, hasForcedColours: true })
      const drawn = await tab.evaluate<Record<string, string>>(`(() => {
        const styleOf = (selector) => {
          const [state, part] = selector.split(' ')
          return getComputedStyle(document.querySelector(state + ' pay-checkout').shadowRoot.querySelector(part))
        }
        const gap = styleOf('#starting [part=spinner]')
        return {
          spinner: gap.borderInlineEndColor === gap.borderInlineStartColor ? 'a closed ring' : 'a ring with a gap',
          badge: styleOf('#approved [part=badge]').outlineStyle,
          mark: styleOf('#declined [part=mark]').outlineStyle,
        }
      })()`)

      expect(drawn).toEqual({ spinner: 'a ring with a gap', badge: 'solid', mark: 'solid' })
    },
    LIMIT_MS,
  )
})

describe('what assistive technology hears', () => {
  interface AxNode {
    readonly role?: { readonly value: string }
    readonly name?: { readonly value: string }
    readonly ignored: boolean
  }

  it(
    'names every control of every state',
    async () => {
      const tab = await open({ colours: 'light', switches: {} })
      const page = chromiumPage(tab)
      const session = await page.context().newCDPSession(page)
      const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: AxNode[] }

      const controls = nodes.filter(
        ({ ignored, role }) =>
          !ignored &&
          ['button', 'link', 'textbox', 'combobox', 'radio', 'checkbox', 'spinbutton', 'Iframe'].includes(
            role?.value ?? '',
          ),
      )

      expect(controls.length).toBeGreaterThan((await galleryStates(tab)).length)
      expect(controls.filter(({ name }) => !name?.value.trim())).toEqual([])
    },
    LIMIT_MS,
  )
})
