import type { OrderView } from '../../shared/order-view.ts'
import type { Frame, Tab } from '../browser.ts'
import { chromiumPage } from '../engines/chromium.ts'

/** The tag on a page of the shop; a test that has several gives its own selector. */
const TAG = 'pay-checkout'

/** Selector of the button that pays: the only one that sends the tag's form. */
export const payButton = (tag = TAG) => `${tag} [part~=primary]:not([type=button])`

/** What a shopper fills in before paying. Fields that are not named are left as they are. */
export interface Details {
  readonly email?: string
  readonly name?: string
  readonly phone?: string
  /** What is typed as the amount, where the offer leaves it open. */
  readonly amount?: string
  /** How many, where the offer leaves it open. */
  readonly quantity?: string
}

/** Fills in what is named, without paying. */
export async function fillDetails(page: Frame, details: Details, tag = TAG): Promise<void> {
  for (const [id, text] of Object.entries(details)) await page.type(`${tag} [id="${id}"]`, text)
}

/** Presses the button that pays, if it is there, as a script does: at the same time in several tabs, or several times. */
export const PRESS_NOW = `document.querySelector('pay-checkout').shadowRoot.querySelector('[part~=primary]')?.click()`

/** Fills in what is named and presses the button that pays. */
export async function pay(page: Frame, details: Details = {}, tag = TAG): Promise<void> {
  await fillDetails(page, details, tag)
  await page.click(payButton(tag))
}

/** The ways to pay, as they are called and in the order in which they are offered; none where there is no choice. */
export const waysOf = (page: Frame, tag = TAG) =>
  page.evaluate<string[]>(`(() => {
    const ways = document.querySelector(${JSON.stringify(tag)}).shadowRoot.querySelectorAll('[part=ways] label')
    return [...ways].map((way) => way.textContent.trim())
  })()`)

/** Chooses a way to pay by what it is called, once it is offered. */
export async function chooseWay(page: Frame, name: RegExp, tag = TAG): Promise<void> {
  await page.text(`${tag} [part=ways]`, name)
  const place = (await waysOf(page, tag)).findIndex((way) => name.test(way)) + 1
  await page.click(`${tag} [part=ways] label:nth-of-type(${place})`)
}

/** What the tag says of the payment, such as `Payment approved`; waits until it matches. */
export const statusText = (page: Frame, until = /./, tag = TAG) => page.text(`${tag} #status`, until)

/** All that the tag shows. */
export const tagText = (page: Frame, until = /./, tag = TAG) => page.text(tag, until)

/** Says why the last click came to nothing; waits until it matches. */
export const alertText = (page: Frame, until = /./, tag = TAG) => page.text(`${tag} [role=alert]`, until)

/** What is wrong with a field, named as the edge names it: `email`, `billing.city`; waits until it matches. */
export const fieldAlert = (page: Frame, field: string, until = /./, tag = TAG) =>
  page.text(`${tag} [id="${field}-wrong"]`, until)

/** Waits for the tag's button that pays, and reads it. */
export const payLabel = (page: Frame, until = /./, tag = TAG) => page.text(payButton(tag), until)

/** Goes back to the hosted page of the same attempt. */
export const continueToPayment = (page: Frame, tag = TAG) => page.click(`${tag} [part~=primary][type=button]`)

/** Leaves the hosted attempt for a new one. */
export const payAnotherWay = (page: Frame, tag = TAG) => page.click(`${tag} [part~=secondary]`)

/** Presses the one quiet button: cancel while a payment waits, check while it is checked, again once it is done. */
export const pressQuiet = (page: Frame, tag = TAG) => page.click(`${tag} [part~=quiet]`)

/** The order as the page's own script sees it; nothing before the first intent. */
export const orderOf = async (page: Frame, tag = TAG) =>
  (await page.evaluate<OrderView | null>(`document.querySelector(${JSON.stringify(tag)})?.order ?? null`)) ??
  undefined

/** Every event of the tag, with the order's status, kept over the pages of one tab. */
const RECORDER = `(() => {
  for (const name of ['ready', 'submit', 'redirect', 'challenge', 'status', 'settled', 'failed', 'cancelled'])
    addEventListener('pay-' + name, ({ type, order }) => {
      const kept = JSON.parse(sessionStorage.getItem('events') ?? '[]')
      sessionStorage.setItem('events', JSON.stringify([...kept, [type, order?.status].filter(Boolean).join(' ')]))
    })
})()`

/** Listens to the tag's events on every page of this tab from the next one on. Chromium only. */
export const keepEvents = (tab: Tab) => chromiumPage(tab).addInitScript(RECORDER)

/** What was fired since `keepEvents` on the shop's pages, oldest first: `pay-settled approved`. */
export const keptEvents = (tab: Tab) =>
  tab.evaluate<string[]>('JSON.parse(sessionStorage.getItem("events") ?? "[]")')
