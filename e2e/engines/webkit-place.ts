import { NotClicked } from './patient-frame.ts'
import type { WebDriver } from './webdriver.ts'

/** Opens each tab as a window of its own, since a tab in the background gets neither clicks nor keys. */
export async function openWindow(driver: WebDriver): Promise<Place> {
  // From the session's first window, since the last used one may be closed.
  const [first] = await driver.get<[string]>('/window/handles')
  await driver.post('/window', { handle: first })
  const { handle } = await driver.post<{ handle: string }>('/window/new', { type: 'window' })
  return new Place(driver, handle)
}

/** A document: a tab, and the frames on the way down from its top. */
export class Place {
  readonly driver: WebDriver
  /** The window's handle. */
  readonly tab: string
  readonly #frames: readonly string[]

  constructor(driver: WebDriver, tab: string, frames: readonly string[] = []) {
    this.driver = driver
    this.tab = tab
    this.#frames = frames
  }

  /** The document in a frame of this one. */
  inner(pick: string): Place {
    return new Place(this.driver, this.tab, [...this.#frames, pick])
  }

  /** Runs steps with this document as the current one. */
  run<T>(steps: () => Promise<T>): Promise<T> {
    return this.driver.together(async () => {
      await this.driver.post('/window', { handle: this.tab })
      await this.driver.post('/frame', { id: null })
      for (const pick of this.#frames) await enter(this.driver, pick)
      return steps()
    })
  }

  /** Evaluates an expression in this document. */
  evaluate<T>(expression: string): Promise<T> {
    return this.run(() => this.driver.evaluate<T>(expression))
  }

  click(pick: string): Promise<void> {
    return this.run(() => click(this.driver, pick))
  }

  close(): Promise<void> {
    return this.run(() => this.driver.delete('/window'))
  }
}

/** Switches to the document in a frame. If the frame were missing, the protocol would switch to the tab's own document. */
async function enter(driver: WebDriver, pick: string): Promise<void> {
  const id = await driver.evaluate<object | null>(pick)
  if (!id) throw new Error('is not there')
  await driver.post('/frame', { id })
}

/** Sends keys, or what a pointer does, to the current window. */
export const act = (driver: WebDriver, type: 'pointer' | 'key', actions: readonly object[]) =>
  driver.post<void>('/actions', { actions: [{ type, id: type, actions }] })

/** Presses and releases the pointer in the current window, at a point of the window or in the middle of an element. */
export const pressOn = (driver: WebDriver, place: { x?: number; y?: number; origin: object | string }) =>
  act(driver, 'pointer', [
    { type: 'pointerMove', x: 0, y: 0, ...place },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ])

/**
 * Clicks the element and not a point: the protocol takes points for those of the tab, also within a frame.
 *
 * A new window of a busy machine changes its height once more after it has the asked one. A page that is scrolled to its
 * end moves with it, and the pointer hits the empty page. Then the click is made again, since it did nothing.
 */
async function click(driver: WebDriver, pick: string): Promise<void> {
  const origin = await driver.evaluate<object | null>(watched(pick))
  if (!origin) throw new NotClicked('went away')
  await pressOn(driver, { origin })
  if (await isMissed(driver)) throw new NotClicked('moved away under the pointer')
}

/** Whether the last click hit nothing that acts. A page that it closed or left does not answer. */
export const isMissed = (place: Pick<Place, 'evaluate'>) =>
  place.evaluate<boolean | null>('globalThis.isClickMissed').catch(() => false)

/** An expression that gives the element, and notes whether the next click in its document hits nothing that acts. */
export const watched = (pick: string) => `((element) => {
  delete globalThis.isClickMissed
  const acts = (node) => node === element || node.matches?.('a, button, input, label, select, summary, textarea')
  const note = (event) => { globalThis.isClickMissed = !event.composedPath().some(acts) }
  document.addEventListener('click', note, { capture: true, once: true })
  return element
})(${pick})`
