import type { Frame, Tab } from '../browser.ts'
import { addresses } from '../support/stack/stack.ts'

/** The address of the merchant's desk, or of one of its pages. */
export const deskAddress = (hash = '#/') => `${addresses().edge}/desk${hash}`

/** Types a merchant key into the desk, and sends it. */
export async function signIn(page: Frame, key: string): Promise<void> {
  await page.type('desk-sign-in input', key)
  await page.click('desk-sign-in button')
}

/** Waits until the desk reads so. */
export const deskText = (page: Frame, until = /./) => page.text('pay-desk', until)

/** Looks for a text in the list of orders, from any page of the desk. */
export async function search(page: Frame, text: string): Promise<void> {
  await page.click('nav a[href="#/orders"]')
  await page.type('desk-orders #search', text)
  await page.click('desk-orders .entry button')
}

/** Presses the button of an action on an order's page, and confirms it. @returns The words of the confirm. */
export async function act(page: Frame, action: string, amount?: string): Promise<string> {
  await page.click(`desk-order [data-action="${action}"]`)
  if (amount !== undefined) {
    await page.click('desk-action-dialog .check:nth-of-type(2) input')
    await page.type('desk-action-dialog #amount', amount)
  }
  const words = await page.text('desk-action-dialog dialog', /./)
  await page.click('desk-action-dialog button.primary')
  return words
}

/** Goes to another page of the desk by its address, without loading it again. */
export const goWithin = (tab: Tab, hash: string) =>
  tab.evaluate<void>(`void (location.hash = ${JSON.stringify(hash)})`)
