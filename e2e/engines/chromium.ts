import {
  type BrowserContext,
  chromium,
  type Frame,
  type LaunchOptions,
  type Page,
  type Browser as Process,
} from 'playwright'
import type { Browser, Tab, TabOptions } from '../browser.ts'
import { executable } from './executables.ts'
import { patiently } from './patience.ts'
import { NotClicked, type Surface } from './patient-frame.ts'
import { PatientTab, type TabSurface } from './patient-tab.ts'

const pages = new WeakMap<Tab, Page>()

/**
 * The Playwright page of a tab, for tests that need Chromium: axe, requests, console, forced colours, offline.
 *
 * @throws {TypeError} If the tab belongs to another engine.
 */
export function chromiumPage(tab: Tab): Page {
  const page = pages.get(tab)
  if (!page) throw new TypeError('This tab is not one of Chromium')
  return page
}

/** The options of every Chromium. @throws {EngineMissing} If this machine lacks it. */
export const startOptions = () => ({
  executablePath: executable('chromium', 'Chromium'),
  args: [
    // Without a graphics card, Chromium starts its process again and again, which costs a story a fifth of its time.
    '--disable-gpu',
    // Chromium's own sandbox does not run as root.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ],
  ignoreDefaultArgs: ['--disable-back-forward-cache'],
})

/** Starts Chromium: its headless shell where there is one, which draws the same pages in less time. */
export const launchChromium = () =>
  start({
    ...startOptions(),
    executablePath: process.env.PAY_HEADLESS_SHELL || startOptions().executablePath,
  })

/** Starts Chromium as one that is led elsewhere. @param rules Which hosts are where: `MAP pay.localhost:1 127.0.0.1:2`. */
export const launchLedChromium = (rules: string) =>
  start({ ...startOptions(), args: [...startOptions().args, `--host-resolver-rules=${rules}`] })

/** Starts a whole Chromium, with autofill and the back-forward cache, which Playwright turns off. */
export const launchWholeChromium = () => start(startOptions())

async function start(options: LaunchOptions): Promise<Browser> {
  const browser = await chromium.launch(options)
  const profiles = new Map<string, Promise<BrowserContext>>()
  return {
    open: async (url, options = {}) =>
      openTab(await profile(browser, profiles, options.profile), url, options),
    close: () => browser.close(),
  }
}

function profile(browser: Process, profiles: Map<string, Promise<BrowserContext>>, name = '') {
  const context = profiles.get(name) ?? browser.newContext()
  profiles.set(name, context)
  return context
}

/** Opens a tab in a context. */
export async function openTab(context: BrowserContext, url: string, options: TabOptions): Promise<Tab> {
  const { width = 1280, height = 800, dark = false } = options
  const page = await context.newPage()
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' })
  const tab = new PatientTab(tabSurface(page), options)
  pages.set(tab, page)
  await tab.goto(url)
  return tab
}

/**
 * The window that the shopper opens with a step, in the size that the page gives it.
 *
 * @param step The window may open before or after it ends.
 */
export async function windowOf(tab: Tab, step: () => Promise<void>): Promise<Tab> {
  const opened = chromiumPage(tab).context().waitForEvent('page')
  const [page] = await Promise.all([opened, step()])
  const popUp = new PatientTab(tabSurface(page), {})
  pages.set(popUp, page)
  return popUp
}

/** All windows that the tab's shopper has open, the tab among them. */
export const windowsOf = (tab: Tab) => chromiumPage(tab).context().pages()

/** Whether a tab or a window was closed. */
export const isClosed = (tab: Tab) => chromiumPage(tab).isClosed()

const tabSurface = (page: Page): TabSurface => ({
  ...surface(page, page.mainFrame()),
  goto: async (url) => void (await page.goto(url)),
  reload: async () => void (await page.reload()),
  shot: async (path) => void (await page.screenshot({ path })),
  close: () => page.close(),
})

const surface = (page: Page, frame: Frame): Surface => ({
  evaluate: (expression) => frame.evaluate(expression),
  click: (pick) => click(frame, pick),
  retype: (text) => retype(frame, text),
  inner: (pick) => inner(page, frame, pick),
})

async function click(frame: Frame, pick: string): Promise<void> {
  // Keys reach a field in another site's frame only in the tab in front. A story that types in two tabs does so in turn.
  await frame.page().bringToFront()
  const element = (await frame.evaluateHandle<Element>(pick)).asElement()
  if (!element) throw new NotClicked('went away')
  try {
    await element.click()
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : String(cause)
    // Playwright reports this only before it presses.
    if (said.includes('not attached')) throw new NotClicked('went away', { cause })
    const isGone = frame.isDetached() || frame.page().isClosed()
    if (!isGone || !hasPressed(said)) throw cause
  }
}

/** Whether the log at the end of Playwright's error reaches the press in its last try. */
const hasPressed = (said: string) =>
  said
    .split(/(?:attempting|retrying) click action/)
    .at(-1)
    ?.includes('performing click action') === true

async function retype(frame: Frame, text: string): Promise<void> {
  await patiently(
    async () => ((await getsKeys(frame)) ? { value: undefined } : { obstacle: 'gets no keys' }),
    async () => frame.url(),
  )
  const { keyboard } = frame.page()
  await keyboard.press('ControlOrMeta+A')
  await keyboard.press('Backspace')
  // As a fast typist does, without waiting for each key: that took half of a story's time. The keys keep their order.
  await Promise.all([...text].map((key) => keyboard.type(key)))
}

/** Whether keys go to this frame: they go to another site's frame only a moment after the click in it. */
async function getsKeys(frame: Frame): Promise<boolean> {
  const parent = frame.parentFrame()
  if (!parent) return true
  const element = await frame.frameElement()
  const isActive = await element.evaluate((one) => {
    const root = one.getRootNode()
    return root instanceof Document || root instanceof ShadowRoot ? root.activeElement === one : false
  })
  return isActive && getsKeys(parent)
}

async function inner(page: Page, frame: Frame, pick: string): Promise<Surface> {
  const element = (await frame.evaluateHandle<Element>(pick)).asElement()
  if (!element) throw new Error('is not there')
  const content = await element.contentFrame()
  if (!content) throw new Error('is no frame')
  return surface(page, content)
}
