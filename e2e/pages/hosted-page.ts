import type { Frame, Tab } from '../browser.ts'

/** A card as a shopper types it. Default values are those of a good card, whose outcome depends on the security code. */
export interface CardDetails {
  readonly number?: string
  readonly expiry?: string
  readonly cvv?: string
  readonly holder?: string
}

const GOOD_CARD: Required<CardDetails> = {
  number: '4444555566661111',
  expiry: '12/39',
  cvv: '123',
  holder: 'Ann Example',
}

/** Waits for the gateway's card page. */
export async function onHostedPage(tab: Tab): Promise<void> {
  await tab.waitForUrl(/^http:\/\/gateway\.localhost:\d+\/form\//)
  await tab.text('[name=card] #number')
}

/** Waits for the gateway's page, and types a card. */
export async function fillCard(tab: Tab, card: CardDetails = {}): Promise<void> {
  await onHostedPage(tab)
  await typeAtGateway(tab, card)
}

/** Types a card into the gateway's page wherever it is shown: in a tab, a pop-up or a frame. */
export async function typeAtGateway(page: Frame, card: CardDetails = {}): Promise<void> {
  const { number, expiry, cvv, holder } = { ...GOOD_CARD, ...card }
  await page.type('[name=card] #number', number)
  await page.type('#expiry', expiry)
  await page.type('#code', cvv)
  await page.type('#holder', holder)
}

/** Sends the card to the gateway. */
export const submitCard = (tab: Frame) => tab.click('[name=card] button[value=pay]')

/** Cancels on the gateway's page, which ends the attempt. */
export const cancelAtGateway = (tab: Tab) => tab.click('[name=card] button[value=cancel]')

/** Types a card and sends it; the shopper then leaves for the shop or the bank. */
export async function payByCard(tab: Tab, card: CardDetails = {}): Promise<void> {
  await fillCard(tab, card)
  await submitCard(tab)
}
