import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OrderStatus } from '../../../shared/order-status.ts'
import type { Browser, Tab, TabOptions } from '../../browser.ts'
import { launch } from '../../engines/launch.ts'
import {
  bringAbout,
  galleryPage,
  galleryStates,
  overflowing,
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

/** The text of states without an order. */
const WORDS: Readonly<Record<string, RegExp>> = {
  starting: /Looking up/,
  broken: /not available/,
  'offer-expired': /has expired/,
  'session-invalid': /not available/,
  'connection-lost': /connection was lost/,
  'open-fields-wrong': /Enter an email/,
  'challenge-stop': /Stop this payment/,
  empty: /how else to pay/,
}

let browser: Browser

beforeAll(async () => {
  browser = await launch()
})

afterAll(() => browser?.close())

const COLOURS = ['light', 'dark'] as const

/** The shop's background behind its tags. */
const SURFACES = { light: '#ffffff', dark: '#241f2b' } as const

/** Axe searches some fifty tags with their frames. */
const LIMIT_MS = 240_000

/** Names of states with a page of their own; the empty name stands for the page with all others. */
let pages: readonly string[]

beforeAll(async () => {
  const tab = await open('light')
  const alone = (await galleryStates(tab)).filter(({ isAlone }) => isAlone)
  pages = ['', ...alone.map(({ name }) => name)]
  await tab.close()
}, LIMIT_MS)

/** Opens a page of the gallery in the scheme that the shopper does not prefer, so that only the page decides. */
async function open(colours: (typeof COLOURS)[number], state = '', options: TabOptions = {}): Promise<Tab> {
  const url = `${addresses().shop}/${galleryPage(colours, state)}.html`
  const tab = await browser.open(url, { dark: colours === 'light', ...options })
  await bringAbout(tab)
  const drawn = (await galleryStates(tab)).filter(({ isAlone }) => !isAlone)
  for (const { name } of drawn) await shownBy(tab, name, WORDS[name] ?? /€|Guest account/)
  return tab
}

/** Opens the pages of the gallery one after the other, and waits until all their states show. */
async function onEachPage(
  see: (tab: Tab, state: string) => Promise<void>,
  colours: (typeof COLOURS)[number] = 'light',
  options: TabOptions = {},
) {
  for (const state of pages) {
    const tab = await open(colours, state, options)
    await see(tab, state)
    await tab.close()
  }
}

describe('the gallery', () => {
  it(
    'draws every status that an order can have',
    async () => {
      const shown = new Set<string>()

      await onEachPage(async (tab) => {
        for (const status of Object.values(await statusesOn(tab))) shown.add(status)
      })

      expect(Object.keys(STATUSES).filter((status) => !shown.has(status))).toEqual([])
    },
    LIMIT_MS,
  )

  it.each(COLOURS)(
    'has no barriers in %s colours',
    (colours) =>
      onEachPage(async (tab, state) => {
        expect(await axeViolations(tab, SURFACES[colours]), state).toEqual([])
      }, colours),
    LIMIT_MS,
  )

  it(
    'fits a screen of 320 pixels',
    () =>
      onEachPage(async (tab, state) => expect(await overflowing(tab), state).toEqual([]), 'light', {
        width: 320,
      }),
    LIMIT_MS,
  )
})
