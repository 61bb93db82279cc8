import { writeFile } from 'node:fs/promises'
import type { Browser, Tab, TabOptions } from '../browser.ts'
import { assertInstalled } from './executables.ts'
import { patiently } from './patience.ts'
import type { Surface } from './patient-frame.ts'
import { PatientTab, type TabSurface } from './patient-tab.ts'
import { ProcessPool } from './process-pool.ts'
import type { WebDriver } from './webdriver.ts'
import { openFromPage } from './webkit-opened-place.ts'
import { act, openWindow, type Place } from './webkit-place.ts'
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
  const place = await driver.together(() =>
    options.replacesBuiltIns ? openFromPage(driver, url) : openWindow(driver),
  )
  await resize(place, options)
  const tab = new PatientTab(tabSurface(place), options)
  await tab.goto(url)
  return tab
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
  place.evaluate<{ width: number; height: number }>('{ width: innerWidth, height: innerHeight }')

function tabSurface(place: Place): TabSurface {
  const { driver } = place
  return {
    ...surface(place),
    goto: (url) => place.run(() => driver.post('/url', { url })),
    reload: () => place.run(() => driver.post('/refresh')),
    shot: async (path) => writeFile(path, await place.run(() => driver.get<string>('/screenshot')), 'base64'),
    close: () => place.close(),
  }
}

const surface = (place: Place): Surface => ({
  evaluate: (expression) => place.evaluate(expression),
  click: (pick) => place.click(pick),
  retype: (text) => place.run(() => act(place.driver, 'key', keys(text))),
  inner: async (pick) => surface(place.inner(pick)),
})

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
