import type { Frame } from '../browser.ts'
import { bankInFrame, dialogGone } from '../pages/bank-dialog.ts'
import { confirmAtBank } from '../pages/bank-page.ts'
import { payWithCard } from '../pages/card-form.ts'
import { statusText } from '../pages/shop.ts'

/** The sandbox's cards by the flow that they lead to. */
export const CARD = {
  challenge: '4000000000002008',
  methodThenChallenge: '4000000000005001',
  silentMethod: '4000000000007007',
  pareq: '4000000000010001',
  redirect: '4000000000011009',
} as const

/** The three main flows, each with its card. */
export const FLOWS = [
  ['a method, then a challenge', CARD.methodThenChallenge],
  ['a redirect', CARD.redirect],
  ['a PaReq', CARD.pareq],
] as const

/** Sends a card and waits for the bank's challenge in the dialog. @returns The bank's page. */
export async function payUntilChallenged(page: Frame, number: string = CARD.challenge): Promise<Frame> {
  await payWithCard(page, { number })
  return untilChallenged(page)
}

/** Waits for the bank's challenge in the dialog. @returns The bank's page. */
export async function untilChallenged(page: Frame): Promise<Frame> {
  const bank = await bankInFrame(page)
  await bank.text('[name=challenge]')
  return bank
}

/** Approves at the bank, and waits until the shop's page shows it and the dialog is gone. */
export async function approve(page: Frame, bank: Frame): Promise<void> {
  await confirmAtBank(bank)
  // The oldest release says it in other words.
  await statusText(page, /Thank you|Payment approved/)
  await dialogGone(page)
}
