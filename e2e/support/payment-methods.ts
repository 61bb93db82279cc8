/** Payment and payout methods as rows of a table, and how to check a row. */
import { expect } from 'vitest'
import type { Presentation } from '../../shared/http-bodies.ts'
import type { Frame, Tab } from '../browser.ts'
import { isClosed, windowOf, windowsOf } from '../engines/chromium.ts'
import { bankInFrame, dialogGone } from '../pages/bank-dialog.ts'
import { submitCard, typeAtGateway } from '../pages/hosted-page.ts'
import { sendToPhone } from '../pages/payout-page.ts'
import { choosePaymentMethod, pay, statusText } from '../pages/shop.ts'
import { counter, counterMoney } from './counter.ts'
import type { Shopper } from './shopper.ts'

/** How a payment may end. */
export type Outcome = 'approved' | 'declined' | 'unknown'

/** What the shopper reads, and the money that an approval moves. Nothing else moves any. */
interface Ending {
  readonly approved: RegExp
  readonly declined: RegExp
  readonly moved: string
}

export const BOUGHT: Ending = {
  approved: /^Thank you!$/,
  declined: /^Payment declined$/,
  moved: 'charge 12.50 EUR',
}
export const RESERVED: Ending = {
  approved: /^Thank you!$/,
  declined: /^Payment declined$/,
  moved: 'hold 96.00 EUR',
}
export const VERIFIED: Ending = {
  approved: /^Card verified$/,
  declined: /^Card not verified$/,
  moved: 'verification 0',
}
export const PAID_OUT: Ending = {
  approved: /^Money sent$/,
  declined: /^Money not sent$/,
  moved: 'payout 30.00 EUR',
}

/** Outcome → security code that leads to it at the sandbox. */
export const CODE: Readonly<Record<Outcome, string>> = { approved: '123', declined: '116', unknown: '217' }

/** Outcome → last digits of a destination that lead to it. */
export const ENDING: Readonly<Record<Outcome, string>> = {
  approved: '0955',
  declined: '9100',
  unknown: '9217',
}

/** One row of the table. */
export interface MethodRow {
  readonly ware: string
  readonly presentation: Presentation
  readonly outcome: Outcome
  /** What is special about the row. */
  readonly by: string
  readonly ending: Ending
  pays(tab: Tab): Promise<void>
}

/** Goes to the gateway's page, acts there, and waits for the outcome. */
type Shows = (tab: Tab, act: (page: Frame) => Promise<void>) => Promise<void>

const SHOWN: Readonly<Record<Presentation, Shows>> = {
  redirect: async (tab, act) => {
    await pay(tab)
    await tab.waitForUrl(/^http:\/\/gateway\./)
    await act(tab)
    await tab.waitForUrl(/\/counter\//)
  },
  popup: async (tab, act) => {
    const popUp = await windowOf(tab, () => pay(tab))
    await act(popUp)
    await expect.poll(() => isClosed(popUp)).toBe(true)
  },
  frame: async (tab, act) => {
    await pay(tab)
    await act(await bankInFrame(tab))
    await dialogGone(tab)
  },
}

const cardAtGateway = (outcome: Outcome) => async (page: Frame) => {
  await typeAtGateway(page, { cvv: CODE[outcome] })
  await submitCard(page)
}

const payoutAtGateway = (outcome: Outcome) => (page: Frame) => sendToPhone(page, `+447946${ENDING[outcome]}`)

type AtGateway = (outcome: Outcome) => (page: Frame) => Promise<void>

/** One method on a page of the gateway. */
type PageMethod = (presentation: Presentation, outcome: Outcome) => MethodRow

/** @param chosen Its name, where there is a choice. */
const onPages =
  (
    ware: string,
    ending: Ending,
    { at = cardAtGateway, chosen }: { readonly at?: AtGateway; readonly chosen?: RegExp } = {},
  ): PageMethod =>
  (presentation, outcome) => ({
    ...{ ware, presentation, outcome, ending, by: 'the gateway’s page' },
    pays: async (tab) => {
      if (chosen) await choosePaymentMethod(tab, chosen)
      await SHOWN[presentation](tab, at(outcome))
    },
  })

/** The main method on a page of the gateway. */
export const HOSTED = onPages('hosted', BOUGHT)

/** The other methods on pages of the gateway. */
export const OTHER_PAGES: readonly PageMethod[] = [
  onPages('payment-page', BOUGHT),
  onPages('verify', VERIFIED, { chosen: /payment page/ }),
  onPages('payout-page', PAID_OUT, { at: payoutAtGateway }),
]

/** How the shop may show a page of the gateway. */
const PRESENTATIONS = ['redirect', 'popup', 'frame'] as const satisfies readonly Presentation[]

/** The outcomes of a payment on a page that shows them. */
export const BOTH = ['approved', 'declined'] as const satisfies readonly Outcome[]

/** A method in every presentation and with each outcome. */
export const everyRow = (way: PageMethod): MethodRow[] =>
  PRESENTATIONS.flatMap((presentation) => BOTH.map((outcome) => way(presentation, outcome)))

/** Pays as the row says. The shopper reads the outcome, the gateway moved that money, and no window is left. */
export async function expectOutcome(visits: Shopper['visits'], row: MethodRow): Promise<void> {
  const { ware, presentation, outcome, ending } = row
  const tab = await visits(counter(ware, presentation))

  await row.pays(tab)

  await statusText(tab, outcome === 'unknown' ? /^The outcome is not known yet$/ : ending[outcome])
  expect(await counterMoney()).toEqual(outcome === 'approved' ? [ending.moved] : [])
  expect(windowsOf(tab), 'no window is left, and none was opened for fields').toHaveLength(1)
}
