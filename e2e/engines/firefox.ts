import puppeteer, {
  type ElementHandle,
  type Frame,
  type JSHandle,
  type Page,
  type Browser as Process,
} from 'puppeteer-core'
import { tether } from '../../scripts/stack/tethered.ts'
import type { Browser, Tab, TabOptions } from '../browser.ts'
import { executable } from './executables.ts'
import { NotClicked, type Surface } from './patient-frame.ts'
import { PatientTab, type TabSurface } from './patient-tab.ts'
import { ProcessPool } from './process-pool.ts'

/** Firefox reads its colour scheme once, from this preference: 0 is dark, 1 is light. */
const COLOR_SCHEME = 'layout.css.prefers-color-scheme.content-override'

/** Starts Firefox over WebDriver BiDi, one process per profile and colour scheme. */
export async function launchFirefox(): Promise<Browser> {
  const executablePath = executable('firefox', 'Firefox')
  const pool = new ProcessPool<Process>((options) => start(executablePath, options))
  return {
    open: async (url, options = {}) => open(await pool.get(options), url, options),
    close: () => pool.end((process) => process.close()),
  }
}

async function start(executablePath: string, { dark = false }: TabOptions): Promise<Process> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    extraPrefsFirefox: { [COLOR_SCHEME]: dark ? 0 : 1 },
  })
  const { pid } = browser.process() ?? {}
  if (pid) browser.once('disconnected', tether(pid))
  return browser
}

async function open(process: Process, url: string, options: TabOptions): Promise<Tab> {
  const { width = 1280, height = 800 } = options
  const page = await process.newPage()
  await page.setViewport({ width, height })
  const tab = new PatientTab(tabSurface(page), options)
  await tab.goto(url)
  return tab
}

const tabSurface = (page: Page): TabSurface => ({
  ...surface(page, page.mainFrame()),
  goto: async (url) => void (await page.goto(url)),
  reload: async () => void (await page.reload()),
  shot: async (path) => void (await page.screenshot({ path: pngPath(path) })),
  close: () => page.close(),
})

const surface = (page: Page, frame: Frame): Surface => ({
  evaluate: async <T>(expression: string) => (await frame.evaluate(expression)) as T,
  click: (pick) => click(page, frame, pick),
  retype: (text) => retype(page, text),
  inner: (pick) => inner(page, frame, pick),
})

async function click(page: Page, frame: Frame, pick: string): Promise<void> {
  // A tab in the background neither paints nor gets the focus.
  await page.bringToFront()
  const point = await place(frame, pick)
  await page.mouse.click(point.x, point.y)
}

/** Ends the motion around an element, which may cut it off meanwhile. Spinners turn for ever. */
const endMotion = (pick: string) => `(${pick}).getRootNode().getAnimations()
  .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
  .forEach((motion) => motion.finish())`

/** The element's place in the tab, with the offsets of all frames around it. */
async function place(frame: Frame, pick: string) {
  try {
    await frame.evaluate(endMotion(pick))
    return await asElement(await frame.evaluateHandle(pick)).clickablePoint()
  } catch (cause) {
    throw new NotClicked('went away', { cause })
  }
}

async function retype({ keyboard }: Page, text: string): Promise<void> {
  const modifier = process.platform === 'darwin' ? 'Meta' : 'Control'
  await keyboard.down(modifier)
  await keyboard.press('a')
  await keyboard.up(modifier)
  await keyboard.press('Backspace')
  await keyboard.type(text)
}

async function inner(page: Page, frame: Frame, pick: string): Promise<Surface> {
  const content = await asElement(await frame.evaluateHandle(pick)).contentFrame()
  if (!content) throw new Error('is no frame')
  return surface(page, content)
}

function asElement(handle: JSHandle): ElementHandle {
  const element = handle.asElement()
  if (!element) throw new Error('is not there')
  return element as ElementHandle
}

function pngPath(path: string): `${string}.png` {
  if (!path.endsWith('.png')) throw new TypeError(`${path} has to end in .png`)
  return path as `${string}.png`
}
