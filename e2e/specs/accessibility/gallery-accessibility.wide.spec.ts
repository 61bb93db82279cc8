/**
 * Every state of the gallery as shoppers with other settings see it: languages, both directions, forced colours, large
 * letters, spaced text. `gallery.wide.spec.ts` has the same in English, in light and dark.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../shared/languages.ts'
import { TEXTS } from '../../../widget/screen/english-texts.ts'
import type { Browser, Tab } from '../../browser.ts'
import { chromiumPage } from '../../engines/chromium.ts'
import { launch } from '../../engines/launch.ts'
import { bringAbout, galleryPage, galleryStates, overflowing, shownBy } from '../../pages/gallery.ts'
import { axeViolations } from '../../support/accessibility/axe.ts'
import { lostWords, spaceText } from '../../support/accessibility/text-spacing.ts'
import { addresses } from '../../support/stack/stack.ts'

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
  /** Axe, which reads no words, has nothing more to say of longer ones. */
  readonly isForSizeAlone?: boolean
}

/** Every tag is drawn in the page's language, and so are its fields. */
const READY = `Promise.all([...document.querySelectorAll('pay-checkout')].map(async (tag) => {
  await customElements.whenDefined('pay-checkout')
  // A product that is still to come has its room alone.
  const DRAWN = tag.closest('[data-happens=waiting]') ? 'form' : '[part~=primary], slot:not([name]), #status, :host > p'
  const isReady = ({ shadowRoot }) =>
    shadowRoot.querySelector(DRAWN) &&
    !shadowRoot.querySelector('iframe[part~=card][height="0"]:not([hidden])') &&
    (shadowRoot.querySelector('form')?.lang || document.documentElement.lang) === document.documentElement.lang
  while (!isReady(tag))
    await new Promise((drawn) => requestAnimationFrame(drawn))
}))`

/** Opens a page of the gallery. Each of its tags is drawn, in the state before it is brought about. */
async function open({ colours, switches, width = 1280, hasForcedColours }: View, state = ''): Promise<Tab> {
  const tab = await browser.open('about:blank', { dark: colours === 'light', width })
  if (hasForcedColours) await chromiumPage(tab).emulateMedia({ forcedColors: 'active' })
  if (state === SILENT) await chromiumPage(tab).addInitScript(IMPATIENT)
  await tab.goto(`${addresses().shop}/${galleryPage(colours, state)}.html?${new URLSearchParams(switches)}`)
  await tab.evaluate(READY)
  return tab
}

/** Opens the page of a state with a dialog, and waits for the dialog. */
async function openDialog(view: View, state: string): Promise<Tab> {
  const tab = await open(view, state)
  // Its spinner is all that moves.
  if (state === SILENT) await tab.text('pay-checkout dialog [role=alert]', /\S/)
  else await tab.gone('pay-checkout dialog [part=spinner]')
  if (state === ASKING) await tab.click('pay-checkout dialog [part~=close]')
  return tab
}

/** The state whose words come after eight seconds. */
const SILENT = 'challenge-silent'
const IMPATIENT =
  '{ const wait = setTimeout; setTimeout = (act, ms, ...rest) => wait(act, ms === 8000 ? 0 : ms, ...rest) }'

/** The state in which the dialog asks whether to stop. */
const ASKING = 'challenge-stop'

/** The states with a dialog of the tag's, each on a page of its own. */
const DIALOGS = ['redirect-frame', 'challenge', SILENT, ASKING]

const ENGLISH = Object.entries(TEXTS)

/** The tag's own text in the language of a view. */
async function translator({ switches: { language } }: View): Promise<(english: string) => string> {
  if (!language) return (english) => english
  const path = join(import.meta.dirname, `../../../widget/languages/${language}.json`)
  const { tag } = JSON.parse(await readFile(path, 'utf8'))
  return (english) => {
    const key = ENGLISH.find(([, text]) => text === english)?.[0]
    return (key && tag[key]) ?? english
  }
}

/** Opens a state with a page of its own, and brings it about. */
async function openState(view: View, state: string): Promise<Tab> {
  if (DIALOGS.includes(state)) return openDialog(view, state)
  const tab = await open(view, state)
  const translated = await translator(view)
  await bringAbout(tab, translated)
  const shows = await tab.evaluate<string>(`document.getElementById('${state}').dataset.shows ?? ''`)
  await shownBy(tab, { name: state, shows: translated(shows) })
  return tab
}

/** Whether a dialog is larger than the window, or has something beside itself. */
const isBeyond = (tab: Tab) =>
  tab.evaluate<boolean>(`(() => {
    const dialog = document.querySelector('pay-checkout').shadowRoot.querySelector('dialog')
    if (!dialog) return false
    const { top, bottom } = dialog.getBoundingClientRect()
    return top < 0 || bottom > innerHeight || dialog.scrollWidth > dialog.clientWidth
  })()`)

/** Names what overflows a screen of 320 px, in letters of the usual size and of twice that. */
async function overflowingOnPhone(tab: Tab): Promise<string[]> {
  const found: string[] = []
  await chromiumPage(tab).setViewportSize({ width: 320, height: 640 })
  for (const letters of ['100%', '200%']) {
    await tab.evaluate(`document.documentElement.style.fontSize = '${letters}'`)
    // The page around a tag is the shop's.
    const wide = (await overflowing(tab)).filter((one) => one !== 'page')
    if (await isBeyond(tab)) wide.push('dialog')
    found.push(...wide.map((one) => `${one} overflows with letters of ${letters}`))
  }
  return found
}

/** Opens each dialog once, and names what axe finds, and what overflows a screen of 320 px and large letters. */
async function dialogFindings(view: View): Promise<Record<string, readonly string[]>> {
  const findings: Record<string, readonly string[]> = {}
  for (const state of DIALOGS) {
    const tab = await openDialog(view, state)
    const found = view.isForSizeAlone ? [] : await axeViolations(tab)
    found.push(...(await overflowingOnPhone(tab)))
    if (found.length > 0) findings[state] = found
    await tab.close()
  }
  return findings
}

describe('the dialogs of the gallery', () => {
  it.each([
    ...SHOWN.map((language) => ({ colours: 'light' as const, switches: { language } })),
    { colours: 'dark', switches: { direction: 'rtl' } },
    { colours: 'light', switches: { language: 'en-XA' }, isForSizeAlone: true },
  ] satisfies readonly View[])(
    'have no barriers and fit a small screen, also in large letters, in $colours with $switches',
    async (view) => {
      expect(await dialogFindings(view)).toEqual({})
    },
    LIMIT_MS,
  )

  it(
    'have no barriers in forced colours',
    async () => {
      const found = await dialogFindings({ colours: 'dark', switches: {}, hasForcedColours: true })

      const barriers = Object.values(found).flat()
      expect(barriers.filter((barrier) => !barrier.startsWith('color-contrast'))).toEqual([])
    },
    LIMIT_MS,
  )
})

/** Words that are lost, and what overflows. */
const lostOnPhone = async (tab: Tab) => [...(await lostWords(tab)), ...(await overflowing(tab))]

describe('the states with a page of their own', () => {
  /** Those that no test above opens: waits, a lost connection, a payment begun elsewhere, the check of a person. */
  let others: readonly string[]

  beforeAll(async () => {
    const tab = await browser.open(`${addresses().shop}/${galleryPage('light')}.html`)
    const alone = (await galleryStates(tab)).filter(({ isAlone }) => isAlone)
    others = alone.map(({ name }) => name).filter((name) => !DIALOGS.includes(name))
    await tab.close()
  }, LIMIT_MS)

  /** State → what a look at its page finds, of the states where it finds something. */
  async function findings(states: readonly string[], view: View, look: (tab: Tab) => Promise<string[]>) {
    const found: Record<string, readonly string[]> = {}
    for (const state of states) {
      const tab = await openState(view, state)
      const seen = await look(tab)
      if (seen.length > 0) found[state] = seen
      await tab.close()
    }
    return found
  }

  it(
    'have no barriers and fit a small screen, also in large letters, in Arabic in dark colours',
    async () => {
      const view = { colours: 'dark', switches: { language: 'ar' } } as const
      const found = await findings(others, view, async (tab) => [
        ...(await axeViolations(tab, SURFACES.dark)),
        ...(await overflowingOnPhone(tab)),
      ])

      expect(others).toContain('offline')
      expect(found).toEqual({})
    },
    LIMIT_MS,
  )

  it(
    'have no barriers in forced colours',
    async () => {
      const view = { colours: 'dark', switches: {}, hasForcedColours: true } as const
      const found = await findings(others, view, async (tab) =>
        (await axeViolations(tab)).filter((barrier) => !barrier.startsWith('color-contrast')),
      )

      expect(found).toEqual({})
    },
    LIMIT_MS,
  )

  it(
    'keep all their words on a small screen with the text spacing of WCAG 1.4.12',
    async () => {
      const view = { colours: 'light', switches: {}, width: 320 } as const
      const found = await findings([...others, ...DIALOGS], view, async (tab) => {
        await spaceText(tab)
        const lost = await lostOnPhone(tab)
        return (await isBeyond(tab)) ? [...lost, 'dialog'] : lost
      })

      expect(found).toEqual({})
    },
    LIMIT_MS,
  )
})

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

      expect(await tab.text('#approved pay-checkout', /Thåñk/)).toContain('wörd')
      expect(await (await tab.frame('#open-card pay-checkout iframe')).text('label')).toContain('wörd')
      expect(await overflowing(tab)).toEqual([])
    },
    LIMIT_MS,
  )
})

describe('the gallery with the text spacing of WCAG 1.4.12', () => {
  it.each([
    ['English', ''],
    ['the longest texts that a language may have', 'en-XA'],
  ])(
    'keeps all its words on a screen of 320 px in %s',
    async (_, language) => {
      const tab = await open({ colours: 'light', switches: { language }, width: 320 })
      if (!language) await bringAbout(tab)

      await spaceText(tab)

      await expect.poll(() => lostOnPhone(tab)).toEqual([])
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
    'draws what colours say elsewhere',
    async () => {
      const tab = await open({ colours: 'dark', switches: {}, hasForcedColours: true })
      // A tag draws its order once the edge answered, so a part may not be there yet.
      const drawn = () =>
        tab.evaluate<Record<string, string>>(`(() => {
          const styleOf = (selector) => {
            const [state, part] = selector.split(' ')
            return getComputedStyle(document.querySelector(state + ' pay-checkout').shadowRoot.querySelector(part))
          }
          const gap = styleOf('#starting [part=spinner]')
          return {
            spinner: gap.borderInlineEndColor === gap.borderInlineStartColor ? 'a closed ring' : 'a ring with a gap',
            badge: styleOf('#approved [part=badge]').outlineStyle,
            mark: styleOf('#unknown [part=mark]').outlineStyle,
          }
        })()`)

      await expect.poll(drawn).toEqual({ spinner: 'a ring with a gap', badge: 'solid', mark: 'solid' })
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

  const CONTROLS = ['button', 'link', 'textbox', 'combobox', 'radio', 'checkbox', 'spinbutton', 'Iframe']

  it(
    'names every control of every state',
    async () => {
      const tab = await open({ colours: 'light', switches: {} })
      const page = chromiumPage(tab)
      const session = await page.context().newCDPSession(page)
      const controls = async () => {
        const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: AxNode[] }
        return nodes.filter(({ ignored, role }) => !ignored && CONTROLS.includes(role?.value ?? ''))
      }
      const states = (await galleryStates(tab)).length

      // The browser makes the tree when it is first asked, and not all of it at once.
      let count = 0
      const isWhole = async () => {
        const before = count
        count = (await controls()).length
        return count > states && count === before
      }
      await expect.poll(isWhole, { timeout: LIMIT_MS }).toBe(true)
      expect((await controls()).filter(({ name }) => !name?.value.trim())).toEqual([])
    },
    LIMIT_MS,
  )
})
