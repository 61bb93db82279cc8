import { patiently } from './patience.ts'
import { NotClicked } from './patient-frame.ts'
import type { WebDriver } from './webdriver.ts'
import { isMissed, openWindow, Place, pressOn, watched } from './webkit-place.ts'

/** A page's button that opens a window: the browser blocks one that no click asked for. */
const OPENER = `void (document.body.innerHTML = '<button onclick="opened = open(\\'\\', \\'_blank\\', \\'popup\\')">Open</button>')`

/** Opens a window from a blank page on the site of an address, so that this page may evaluate in the window's own. */
export async function openFromPage(driver: WebDriver, url: string): Promise<Place> {
  const { origin } = new URL(url)
  const opener = await openWindow(driver)
  await driver.post('/window', { handle: opener.tab })
  await driver.post('/url', { url: `${origin}/opener` })
  await driver.evaluate(OPENER)
  const before = await driver.get<string[]>('/window/handles')
  await pressOn(driver, { origin: await driver.evaluate('document.querySelector("button")') })
  const handle = await patiently(
    async () => {
      const [value] = (await driver.get<string[]>('/window/handles')).filter((one) => !before.includes(one))
      return value ? { value } : { obstacle: 'opens no window' }
    },
    async () => origin,
  )
  return new OpenedPlace(driver, handle, { page: opener, origin })
}

/** The window that evaluates in one that it opened, while that one shows a page of its own site. */
interface Opener {
  readonly page: Place
  readonly origin: string
}

/** A tab that a page opened. On the site of that page, the driver needs nothing of the tab's own document. */
class OpenedPlace extends Place {
  readonly #opener: Opener

  constructor(driver: WebDriver, tab: string, opener: Opener) {
    super(driver, tab)
    this.#opener = opener
  }

  override async evaluate<T>(expression: string): Promise<T> {
    return (await this.#isAtOpener())
      ? this.#opener.page.evaluate(`opened.eval(${JSON.stringify(`(${expression})`)})`)
      : super.evaluate(expression)
  }

  override async click(pick: string): Promise<void> {
    if (!(await this.#isAtOpener())) return super.click(pick)
    const point = await this.evaluate<{ x: number; y: number } | null>(middle(watched(pick)))
    if (!point) throw new NotClicked('went away')
    await this.run(() => pressOn(this.driver, { ...point, origin: 'viewport' }))
    if (await isMissed(this)) throw new NotClicked('moved away under the pointer')
  }

  override async close(): Promise<void> {
    await super.close()
    await this.#opener.page.close()
  }

  /** Native code of the driver answers with the address. */
  async #isAtOpener(): Promise<boolean> {
    const url = await this.run(() => this.driver.get<string>('/url'))
    return new URL(url).origin === this.#opener.origin
  }
}

/** An expression that gives the middle of an element in whole pixels of the window; `null` without an element. */
const middle = (element: string) => `((element) => {
  if (!element) return null
  const { left, top, width, height } = element.getClientRects()[0]
  return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) }
})(${element})`
