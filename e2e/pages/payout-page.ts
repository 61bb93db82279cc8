import type { Frame } from '../browser.ts'

/** Sends the money to a phone number on the gateway's payout page, wherever it is shown. */
export async function sendToPhone(page: Frame, phone: string): Promise<void> {
  await page.click('[name=payout] [name=kind][value=phone]')
  await page.type('#phone', phone)
  await page.click('[name=payout] button[value=pay]')
}
