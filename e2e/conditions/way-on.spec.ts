/** From every state of the tag something leads on, and no control does nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '../browser.ts'
import { launch } from '../engines/launch.ts'
import { bringAbout, galleryPage, galleryStates, shownBy } from '../pages/gallery.ts'
import { type Effect, type Pressed, walk } from '../pages/gallery-walker.ts'
import { addresses } from '../support/stack/stack.ts'

/** Control → what it must do. The edge of the gallery answers no request that acts: the tag then says so, in words. */
const EFFECTS: readonly [control: RegExp, effects: readonly Effect[]][] = [
  [/^Print$/, ['print']],
  [
    /^(Back to the shop|Contact the shop|Read the terms|Open in full page|Open the window again|Continue to payment)$/,
    ['address'],
  ],
  [/^(Check now$|Pay another way|Cancel|Go on|Not now|Start again|Make another)/, ['text']],
  // The button that pays focuses what is missing. Names of ways to pay begin with the same word.
  [/^(Pay|Reserve|Receive|Verify|Try again)/, ['text', 'focus', 'choice']],
  // Fields, and choices of one among several.
  [/./, ['focus', 'choice', 'text']],
]

/** States in which there is nothing to press: the page has switched the tag off, or shows words of its own. */
const WITHOUT_CONTROLS = ['open-disabled', 'empty']

const expectedOf = (control: string) => EFFECTS.find(([name]) => name.test(control))?.[1] ?? []

let browser: Browser
let pressed: readonly Pressed[]
let names: readonly string[]

/** Some fifty tags with two or three controls each. */
const LIMIT_MS = 240_000

beforeAll(async () => {
  browser = await launch()
  const tab = await browser.open(`${addresses().shop}/${galleryPage('light')}.html`)
  await bringAbout(tab)
  const states = await galleryStates(tab)
  names = states.map(({ name }) => name)
  const here = states
    .filter(({ isAlone, name }) => !isAlone && !WITHOUT_CONTROLS.includes(name))
    .map(({ name }) => name)
  for (const name of here) await shownBy(tab, name)
  pressed = await walk(tab, here)
  await tab.close()
  for (const { name } of states.filter(({ isAlone }) => isAlone)) {
    const alone = await browser.open(`${addresses().shop}/${galleryPage('light', name)}.html`)
    await bringAbout(alone)
    await shownBy(alone, name)
    pressed = [...pressed, ...(await walk(alone, [name]))]
    await alone.close()
  }
}, LIMIT_MS)

afterAll(() => browser?.close())

describe('every state of the tag', () => {
  it('has controls that do what they say', () => {
    const wrong = pressed.filter(({ control, effect }) => !expectedOf(control).includes(effect))

    expect(wrong).toEqual([])
  })

  it('is reached where it begins with a window', () => {
    const again = { state: 'redirect-popup', control: 'Open the window again', effect: 'address' }

    expect(pressed).toContainEqual(again)
  })

  it('has something to press', () => {
    const walked = new Set(pressed.map(({ state }) => state))

    expect(names.filter((name) => !walked.has(name))).toEqual(WITHOUT_CONTROLS)
  })
})
