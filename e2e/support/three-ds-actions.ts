/** What shoppers do at the bank, and the payments around these actions. */
import { expect } from 'vitest'
import type { Tab } from '../browser.ts'
import {
  bankInFrame,
  dialogAlert,
  dialogGone,
  openFullPage,
  pressStopOrGoOn,
  stopPayment,
} from '../pages/bank-dialog.ts'
import { bankAlert, confirmAtBank, refuseAtBank } from '../pages/bank-page.ts'
import { payWithCard } from '../pages/card-form.ts'
import { orderOf, statusText } from '../pages/shop.ts'
import { passAtBank, threeDsEntry } from './bank-ledger.ts'
import { CARD_CHARGE, visitWithCard } from './card-order.ts'
import { moneyMoved, type Shopper } from './shopper.ts'

/** What a shopper does once the card has been sent. */
export type BankAction = (tab: Tab) => Promise<unknown>

/** One payment: the sandbox's card decides what the bank does. */
export interface ThreeDsRow {
  readonly what: string
  readonly number: string
  readonly action: BankAction
}

/** Leaves everything to the bank. */
export const nothing: BankAction = async () => undefined

/** Passes the bank's challenge. */
export const approve: BankAction = async (tab) => confirmAtBank(await bankInFrame(tab))

/** Waits until the bank's page was opened; the bank may end the challenge by itself, before the shopper sees it. */
export const lookAtBank: BankAction = async () => {
  await expect.poll(async () => (await threeDsEntry()).visits).not.toEqual([])
}

/** Cancels at the bank. */
export const refuse: BankAction = async (tab) => refuseAtBank(await bankInFrame(tab))

/** Types these words one after the other; the bank rejects each but the last. */
export const typeWords =
  (...words: readonly string[]): BankAction =>
  async (tab) => {
    const bank = await bankInFrame(tab)
    for (const [tries, word] of words.entries()) {
      // The field of the next page is empty; the field of the page before still has the typed word.
      if (tries > 0) await bankAlert(bank)
      await bank.text('[name=challenge] #word', /^$/)
      await confirmAtBank(bank, word)
    }
  }

/** Leaves the bank's page open for longer than banks wait. */
export const wait: BankAction = async (tab) => {
  await (await bankInFrame(tab)).text('[name=challenge]')
  await passAtBank(11 * 60_000)
}

/** Approves at a bank that tries to leave its frame with the answer, which no browser allows, not even after a click. */
export const approveAndContinue: BankAction = async (tab) => {
  await approve(tab)
  const bank = await bankInFrame(tab)
  await bank.click('[name=answer] button')
  expect(await orderOf(tab)).toMatchObject({ status: 'challenge' })
}

/** Approves, and stops the payment once the bank has sent an unusable answer. */
export const approveInVainAndStop: BankAction = async (tab) => {
  await approve(tab)
  // Words meant for a separate window would mislead in the dialog.
  await (await bankInFrame(tab)).text('body', /^(?!.*close).*go on in the shop/)
  expect(await dialogAlert(tab)).toBe('Nothing here? Open the full page.')
  expect(await orderOf(tab)).toMatchObject({ status: 'challenge' })
  await pressStopOrGoOn(tab)
  await stopPayment(tab)
}

/** Pays by card in the page. Neither the shop's page nor its address change. */
export async function payInPage(visits: Shopper['visits'], { number, action }: ThreeDsRow): Promise<Tab> {
  const tab = await visitWithCard(visits)
  const before = [await tab.url(), await tab.evaluate('performance.timeOrigin')]
  await payWithCard(tab, { number })
  await action(tab)
  await statusText(tab, /Thank you|approved|declined|Cancelled/)
  await dialogGone(tab)
  expect([await tab.url(), await tab.evaluate('performance.timeOrigin')]).toEqual(before)
  return tab
}

/** Continues in the full page, which leads back to the shop with the outcome. @param row Its action comes first. */
export async function payInFullPage(
  visits: Shopper['visits'],
  { number, action }: ThreeDsRow,
): Promise<void> {
  const tab = await visitWithCard(visits)
  await payWithCard(tab, { number })
  await action(tab)
  await bankInFrame(tab)

  await openFullPage(tab)
  await tab.waitForUrl(/^http:\/\/bank\.localhost/)
  await confirmAtBank(tab)

  await tab.waitForUrl(/\/thanks\.html$/)
  await statusText(tab, /Thank you/)
  expect(await moneyMoved()).toEqual([CARD_CHARGE])
}

/** Expects one charge of the card. */
export async function expectOneCharge(tab: Tab): Promise<void> {
  expect(await orderOf(tab)).toMatchObject({ status: 'approved', attempts: [{ method: 'card' }] })
  expect(await moneyMoved()).toEqual([CARD_CHARGE])
}

/** Expects a decline by the bank, and that no money moved. */
export async function expectDecline(tab: Tab): Promise<void> {
  expect(await orderOf(tab)).toMatchObject({ status: 'declined', attempts: [{ method: 'card' }] })
  expect(await moneyMoved()).toEqual([])
}

/** Expects that the shopper stopped the payment, and that no money moved. */
export async function expectCancel(tab: Tab): Promise<void> {
  expect(await orderOf(tab)).toMatchObject({ status: 'cancelled' })
  expect(await moneyMoved()).toEqual([])
}
