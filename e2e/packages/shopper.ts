/** A shopper of the examples. All of them draw one shop: a mug, a button that opens and closes the checkout, a line of thanks. */
import { expect } from 'vitest'
import type { Browser, Tab } from '../browser.ts'
import { chromiumPage } from '../engines/chromium.ts'
import { payByCard } from '../pages/hosted-page.ts'
import { fillDetails, payButton } from '../pages/shop.ts'

/** A shopper on the page of an example. */
export interface Shopper {
  readonly tab: Tab
  /** Errors of the page and its console since it opened. */
  readonly complaints: readonly string[]
}

/** Opens the shop's page as a new shopper. */
export async function visit(browser: Browser, address: string): Promise<Shopper> {
  const tab = await browser.open('about:blank', { profile: `shopper-${crypto.randomUUID()}` })
  const complaints: string[] = []
  const page = chromiumPage(tab)
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    // The browser asks for an icon, which no example has.
    const isIcon = /Failed to load resource/.test(message.text())
    if (message.type() === 'error' && !isIcon) complaints.push(message.text())
  })
  await tab.goto(address)
  await tab.text(payButton())
  return { tab, complaints }
}

/** The button that opens and closes the checkout comes first in every example. */
const SWITCH = 'button'

/** Closes and opens the checkout, and touches it each time, so that it has an order to remember. */
export async function closeAndOpen({ tab }: Shopper): Promise<void> {
  await tab.text(SWITCH, /Close/)
  await tab.click(SWITCH)
  await tab.gone('pay-checkout')
  await tab.text(SWITCH, /Buy/)
  await tab.click(SWITCH)
  await tab.text(payButton())
  await fillDetails(tab, { quantity: '1' })
}

/** How many tags the page has, and how many orders the browser remembers. */
export const countsIn = ({ tab }: Shopper) =>
  tab.evaluate<{ tags: number; orders: number }>(`({
    tags: document.querySelectorAll('pay-checkout').length,
    orders: Object.keys(localStorage).filter((name) => name.startsWith('pay-checkout:')).length,
  })`)

const EMAIL = 'pay-checkout [id=email]'

/** Pays on the gateway's page, and comes back. */
export async function pay({ tab }: Shopper): Promise<void> {
  await tab.text(payButton())
  const asksForEmail = await tab.evaluate<boolean>(
    `!!document.querySelector('pay-checkout').shadowRoot.querySelector('[id=email]')`,
  )
  if (asksForEmail) await tab.type(EMAIL, 'ann@example.com')
  await tab.click(payButton())
  await payByCard(tab)
}

/** @returns The reference that the shop's own line names once its listener has the paid order. */
export async function thanked({ tab }: Shopper): Promise<string> {
  const text = await tab.text('body', /Thank you: \S+/)
  const [, reference = ''] = /Thank you: (\S+)/.exec(text) ?? []
  expect(reference).not.toBe('')
  return reference
}
