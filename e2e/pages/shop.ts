import type { OrderView } from '../../shared/order-view.ts'
import type { Frame, Tab } from '../browser.ts'
import { chromiumPage } from '../engines/chromium.ts'
import { patiently } from '../engines/patience.ts'

/** The tag on a page of the shop; a test with several tags gives its own selector. */
const TAG = 'pay-checkout'

/** Selector of the pay button: the only one that submits the tag's form. */
export const payButton = (tag = TAG) => `${tag} [part~=primary]:not([type=button])`

/** What a shopper fills in before paying. Other fields stay as they are. */
export interface Details {
  readonly email?: string
  readonly name?: string
  readonly phone?: string
  /** The amount, where the offer leaves it open. */
  readonly amount?: string
  /** The quantity, where the offer leaves it open. */
  readonly quantity?: string
}

/** Fills in these fields, without paying. */
export async function fillDetails(page: Frame, details: Details, tag = TAG): Promise<void> {
  for (const [id, text] of Object.entries(details)) await page.type(`${tag} [id="${id}"]`, text)
}

/** Clicks the pay button by script, if it is there: for several tabs at the same time, or several clicks. */
export const PRESS_NOW = `document.querySelector('pay-checkout').shadowRoot.querySelector('[part~=primary]')?.click()`

/** Fills in these fields and presses the pay button. */
export async function pay(page: Frame, details: Details = {}, tag = TAG): Promise<void> {
  await fillDetails(page, details, tag)
  await page.click(payButton(tag))
}

/** Names of the payment methods in the order of the page; empty where there is no choice. */
export const paymentMethodNames = (page: Frame, tag = TAG) =>
  page.evaluate<string[]>(`(() => {
    const ways = document.querySelector(${JSON.stringify(tag)}).shadowRoot.querySelectorAll('[part=ways] label')
    return [...ways].map((way) => way.textContent.trim())
  })()`)

const isMarked = (page: Frame, tag: string, place: number) =>
  page.evaluate<boolean>(
    `document.querySelector(${JSON.stringify(tag)}).shadowRoot.querySelectorAll('[part=ways] label input')[${place - 1}].checked`,
  )

/** Waits for a payment method, and chooses it by its name. */
export async function choosePaymentMethod(page: Frame, name: RegExp, tag = TAG): Promise<void> {
  await page.text(`${tag} [part=ways]`, name)
  const place = (await paymentMethodNames(page, tag)).findIndex((way) => name.test(way)) + 1
  const line = `${tag} [part=way]:nth-of-type(${place}) label`
  // In WebKit the frame of card fields grows as it loads, and a click on a line below it may miss: its mark tells.
  await patiently(
    async () => {
      await page.click(line)
      return (await isMarked(page, tag, place)) ? { value: undefined } : { obstacle: 'is not marked' }
    },
    async () => line,
  )
}

/** The tag's status text, such as `Thank you!`; waits until it matches. */
export const statusText = (page: Frame, until = /./, tag = TAG) => page.text(`${tag} #status`, until)

/** The whole text of the tag. */
export const tagText = (page: Frame, until = /./, tag = TAG) => page.text(tag, until)

/** The tag's words on why the last click had no effect; waits until they match. */
export const alertText = (page: Frame, until = /./, tag = TAG) => page.text(`${tag} [role=alert]`, until)

/** Waits until the tag's pay button, or the price above one without a sum, matches, and reads the button's text. */
export const payLabel = (page: Frame, until = /./, tag = TAG): Promise<string> =>
  patiently(
    async () => {
      const [label = '', price = ''] = await page.evaluate<string[]>(
        `[${JSON.stringify(payButton(''))}, '[part=price]'].map((one) => document.querySelector(${JSON.stringify(tag)})?.shadowRoot?.querySelector(one)?.innerText.trim() ?? '')`,
      )
      const isThere = label && (until.test(label) || (!/\p{Nd}/u.test(label) && until.test(price)))
      return isThere ? { value: label } : { obstacle: `says "${label}" and "${price}", not ${until}` }
    },
    async () => payButton(tag),
  )

/** Goes back to the hosted page of the same attempt. */
export const continueToPayment = (page: Frame, tag = TAG) => page.click(`${tag} [part~=primary][type=button]`)

/** Chooses to pay another way, which starts a new attempt. */
export const payAnotherWay = (page: Frame, tag = TAG) => page.click(`${tag} [part~=secondary]`)

/** Presses the secondary button: cancel while a payment waits, check while its outcome is open, buy again afterwards. */
export const pressSecondary = (page: Frame, tag = TAG) => page.click(`${tag} [part~=quiet]`)

/** The order as the page's own script sees it; nothing before the shopper's click. */
export const orderOf = async (page: Frame, tag = TAG) =>
  (await page.evaluate<OrderView | null>(`document.querySelector(${JSON.stringify(tag)})?.order ?? null`)) ??
  undefined

/** The key that opens the order of the page's offer: the tag makes it at the shopper's first touch. */
export const orderKeyOf = (page: Frame) =>
  page.evaluate<string | undefined>(`(() => {
    const [kept] = Object.entries(localStorage).flatMap(([name, text]) => (name.startsWith('pay-checkout:') ? [text] : []))
    return kept && JSON.parse(kept).key
  })()`)

/** Every event of the tag with the order's status, across the pages of one tab. */
const RECORDER = `(() => {
  for (const name of ['ready', 'submit', 'redirect', 'challenge', 'status', 'settled', 'failed', 'cancelled'])
    addEventListener('pay-' + name, ({ type, order }) => {
      const kept = JSON.parse(sessionStorage.getItem('events') ?? '[]')
      sessionStorage.setItem('events', JSON.stringify([...kept, [type, order?.status].filter(Boolean).join(' ')]))
    })
})()`

/** Records the tag's events on this tab, from its next page on. Chromium only. */
export const recordEvents = (tab: Tab) => chromiumPage(tab).addInitScript(RECORDER)

/** The events since `recordEvents` on the shop's pages, oldest first: `pay-settled approved`. */
export const recordedEvents = (tab: Tab) =>
  tab.evaluate<string[]>('JSON.parse(sessionStorage.getItem("events") ?? "[]")')
