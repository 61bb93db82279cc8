import { writeFile } from 'node:fs/promises'
import type { Browser, Tab, TabOptions } from '../browser.ts'
import { assertInstalled } from './executables.ts'
import { patiently } from './patience.ts'
import { NotClicked, type Surface } from './patient-frame.ts'
import { PatientTab, type TabSurface } from './patient-tab.ts'
import { ProcessPool } from './process-pool.ts'
import type { WebDriver } from './webdriver.ts'
import { startWebkit, type WebkitProcess } from './webkit-process.ts'

/** Key codes of the protocol. */
const CONTROL = '\uE009'
const BACKSPACE = '\uE003'

/** Starts WebKitGTK over WebDriver, one process per profile and colour scheme. */
export async function launchWebkit(): Promise<Browser> {
  assertInstalled('webkit')
  const pool = new ProcessPool<WebkitProcess>(startWebkit)
  return {
    open: async (url, options = {}) => open((await pool.get(options)).driver, url, options),
    close: () => pool.end((process) => process.end()),
  }
}

async function open(driver: WebDriver, url: string, options: TabOptions): Promise<Tab> {
  const place = await driver.together(() => openWindow(driver))
  await resize(place, options)
  const tab = new PatientTab(tabSurface(place), options)
  await tab.goto(url)
  return tab
}

/** Opens each tab as a window of its own, since a tab in the background gets neither clicks nor keys. */
async function openWindow(driver: WebDriver): Promise<Place> {
  // From the session's first window, since the last used one may be closed.
  const [first] = await driver.get<[string]>('/window/handles')
  await driver.post('/window', { handle: first })
  const { handle } = await driver.post<{ handle: string }>('/window/new', { type: 'window' })
  return new Place(driver, handle)
}

/** Resizes the window until its viewport has the given size, which takes a moment. */
async function resize(place: Place, { width = 1280, height = 800 }: TabOptions): Promise<void> {
  const outer = await place.run(() => place.driver.get<{ width: number; height: number }>('/window/rect'))
  const inner = await size(place)
  const rect = { width: width + outer.width - inner.width, height: height + outer.height - inner.height }
  await place.run(() => place.driver.post('/window/rect', rect))
  await patiently(
    async () => {
      const value = await size(place)
      const hasArrived = value.width === width && value.height === height
      return hasArrived ? { value } : { obstacle: `is ${value.width} × ${value.height}` }
    },
    async () => `A viewport of ${width} × ${height}`,
  )
}

const size = (place: Place) =>
  place.run(() =>
    place.driver.evaluate<{ width: number; height: number }>('{ width: innerWidth, height: innerHeight }'),
  )

/** A document: a tab, and the frames on the way down from its top. */
class Place {
  readonly driver: WebDriver
  readonly #tab: string
  readonly #frames: readonly string[]

  constructor(driver: WebDriver, tab: string, frames: readonly string[] = []) {
    this.driver = driver
    this.#tab = tab
    this.#frames = frames
  }

  /** The document in a frame of this one. */
  inner(pick: string): Place {
    return new Place(this.driver, this.#tab, [...this.#frames, pick])
  }

  /** Runs steps with this document as the current one. */
  run<T>(steps: () => Promise<T>): Promise<T> {
    return this.driver.together(async () => {
      await this.driver.post('/window', { handle: this.#tab })
      await this.driver.post('/frame', { id: null })
      for (const pick of this.#frames) await enter(this.driver, pick)
      return steps()
    })
  }
}

/** Switches to the document in a frame. If the frame were missing, the protocol would switch to the tab's own document. */
async function enter(driver: WebDriver, pick: string): Promise<void> {
  const id = await driver.evaluate<object | null>(pick)
  if (!id) throw new Error('is not there')
  await driver.post('/frame', { id })
}

function tabSurface(place: Place): TabSurface {
  const { driver } = place
  return {
    ...surface(place),
    goto: (url) => place.run(() => driver.post('/url', { url })),
    reload: () => place.run(() => driver.post('/refresh')),
    shot: async (path) => writeFile(path, await place.run(() => driver.get<string>('/screenshot')), 'base64'),
    close: () => place.run(() => driver.delete('/window')),
  }
}

const surface = (place: Place): Surface => ({
  evaluate: (expression) => place.run(() => place.driver.evaluate(expression)),
  click: (pick) => place.run(() => click(place.driver, pick)),
  retype: (text) => place.run(() => act(place.driver, 'key', keys(text))),
  inner: async (pick) => surface(place.inner(pick)),
})

const act = (driver: WebDriver, type: 'pointer' | 'key', actions: readonly object[]) =>
  driver.post<void>('/actions', { actions: [{ type, id: type, actions }] })

/**
 * Clicks the element and not a point: the protocol takes points for those of the tab, also within a frame.
 *
 * A new window of a busy machine changes its height once more after it has the asked one. A page that is scrolled to its
 * end moves with it, and the pointer hits the empty page. Then the click is made again, since it did nothing.
 */
async function click(driver: WebDriver, pick: string): Promise<void> {
  const origin = await driver.evaluate<object | null>(watched(pick))
  if (!origin) throw new NotClicked('went away')
  await act(driver, 'pointer', [
    { type: 'pointerMove', x: 0, y: 0, origin },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ])
  // A page that the click closed or left does not answer.
  const isMissed = await driver.evaluate<boolean | null>('globalThis.isClickMissed').catch(() => false)
  if (isMissed) throw new NotClicked('moved away under the pointer')
}

/** An expression that gives the element, and notes whether the next click in its document hits nothing that acts. */
const watched = (pick: string) => `((element) => {
  delete globalThis.isClickMissed
  const acts = (node) => node === element || node.matches?.('a, button, input, label, select, summary, textarea')
  const note = (event) => { globalThis.isClickMissed = !event.composedPath().some(acts) }
  addEventListener('click', note, { capture: true, once: true })
  return element
})(${pick})`

const keys = (text: string) => [
  { type: 'keyDown', value: CONTROL },
  ...stroke('a'),
  { type: 'keyUp', value: CONTROL },
  ...[BACKSPACE, ...text].flatMap(stroke),
]

const stroke = (value: string) => [
  { type: 'keyDown', value },
  { type: 'keyUp', value },
]
