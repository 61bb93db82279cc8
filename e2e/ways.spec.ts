/** Each way to pay or to be paid, in each presentation and to each outcome: what is read, and what the gateway moved. */
import { expect, it } from 'vitest'
import type { Presentation } from '../shared/messages.ts'
import type { Frame, Tab } from './browser.ts'
import { counter, counterMoney } from './counter.ts'
import { isClosed, windowOf, windowsOf } from './engines/chromium.ts'
import { bankInFrame, dialogGone } from './pages/bank-dialog.ts'
import { confirmAtBank, refuseAtBank } from './pages/bank-page.ts'
import { payWithCard, typeCode } from './pages/card-form.ts'
import { typeDestination } from './pages/destination-form.ts'
import { submitCard, typeAtGateway } from './pages/hosted-page.ts'
import { sendToPhone } from './pages/payout-page.ts'
import { chooseWay, pay, statusText } from './pages/shop.ts'
import { shopper } from './shopper.ts'

const { visits } = shopper()

type Outcome = 'approved' | 'declined' | 'unknown'

/** What the shopper reads and what was moved, where it is approved. */
const BOUGHT = [/^Payment approved$/, 'charge 12.50 EUR'] as const
const RESERVED = [/^Amount reserved$/, 'hold 96.00 EUR'] as const
const VERIFIED = [/^Card verified$/, 'verification 0'] as const
const PAID_OUT = [/^Paid out$/, 'payout 30.00 EUR'] as const

/** What the shopper reads otherwise. Nothing is moved. */
const READ = { declined: /^Payment declined$/, unknown: /^The outcome is not known yet$/ }

/** Codes that decide the outcome at the sandbox. */
const CODE: Readonly<Record<Outcome, string>> = { approved: '123', declined: '116', unknown: '217' }

/** Last digits of a destination that do. */
const ENDING: Readonly<Record<Outcome, string>> = { approved: '0955', declined: '9100', unknown: '9217' }

/** The same for cards, whose last digit is a check digit. */
const RECEIVING_CARD: Readonly<Record<Outcome, string>> = {
  approved: '4444555566661111',
  declined: '4000000000369100',
  unknown: '4000000000369217',
}

/** One row of the table. */
interface Row {
  readonly ware: string
  readonly presentation: Presentation
  readonly outcome: Outcome
  /** What is special about it. */
  readonly by: string
  readonly ifApproved: typeof BOUGHT | typeof RESERVED | typeof VERIFIED | typeof PAID_OUT
  pays(tab: Tab): Promise<void>
}

/** Leads to the gateway's page, acts on it, and sees how it ends. */
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

const PRESENTATIONS = ['redirect', 'popup', 'frame'] as const satisfies readonly Presentation[]

const cardAtGateway = (outcome: Outcome) => async (page: Frame) => {
  await typeAtGateway(page, { cvv: CODE[outcome] })
  await submitCard(page)
}

const payoutAtGateway = (outcome: Outcome) => (page: Frame) => sendToPhone(page, `+447946${ENDING[outcome]}`)

type AtGateway = (outcome: Outcome) => (page: Frame) => Promise<void>

/** The rows of one way on a page of the gateway's. @param chosen What it is called, where there is a choice. */
const onPages = (
  ware: string,
  ifApproved: Row['ifApproved'],
  { at = cardAtGateway, chosen }: { readonly at?: AtGateway; readonly chosen?: RegExp } = {},
): Row[] =>
  PRESENTATIONS.flatMap((presentation) =>
    (['approved', 'declined'] as const).map((outcome) => ({
      ...{ ware, presentation, outcome, ifApproved, by: 'the gateway’s page' },
      pays: async (tab) => {
        if (chosen) await chooseWay(tab, chosen)
        await SHOWN[presentation](tab, at(outcome))
      },
    })),
  )

/** The rows of a way whose fields are in the page, where nothing is opened whatever the presentation. */
const inPage = (
  ware: string,
  ifApproved: Row['ifApproved'],
  outcomes: readonly Outcome[],
  type: (tab: Tab, outcome: Outcome) => Promise<void>,
): Row[] =>
  outcomes.map((outcome) => ({
    ...{ ware, presentation: 'popup', outcome, ifApproved, by: 'fields' },
    pays: (tab) => type(tab, outcome),
  }))

const byCard = (tab: Tab, outcome: Outcome) => payWithCard(tab, { cvv: CODE[outcome] })

const byCode = async (tab: Tab, outcome: Outcome) => {
  await typeCode(tab, CODE[outcome])
  await pay(tab)
}

const to = (fields: (outcome: Outcome) => Record<string, string>) => async (tab: Tab, outcome: Outcome) => {
  await typeDestination(tab, fields(outcome))
  await pay(tab)
}

/** A bank that asks first; what it is told decides. */
const asked = (ware: string, begins: (tab: Tab) => Promise<void>): Row[] => {
  const row = { ware, presentation: 'redirect', ifApproved: BOUGHT } as const
  return [
    {
      ...{ ...row, outcome: 'approved', by: 'fields and a bank that is told yes' },
      pays: async (tab) => {
        await begins(tab)
        await confirmAtBank(await bankInFrame(tab))
      },
    },
    {
      ...{ ...row, outcome: 'declined', by: 'fields and a bank that is told no' },
      pays: async (tab) => {
        await begins(tab)
        await refuseAtBank(await bankInFrame(tab))
      },
    },
  ]
}

const ALL = ['approved', 'declined', 'unknown'] as const
const BOTH = ['approved', 'declined'] as const

const ROWS: readonly Row[] = [
  ...onPages('hosted', BOUGHT),
  ...onPages('payment-page', BOUGHT),
  ...onPages('verify', VERIFIED, { chosen: /Payment page/ }),
  ...onPages('payout-page', PAID_OUT, { at: payoutAtGateway }),
  ...inPage('card', BOUGHT, ALL, byCard),
  ...asked('card', (tab) => payWithCard(tab, { number: '4000000000002008' })),
  ...inPage('saved-card', BOUGHT, ALL, byCode),
  ...asked('saved-card', async (tab) => {
    await typeCode(tab, '321')
    await pay(tab)
  }),
  ...inPage('reserve', RESERVED, BOTH, byCard),
  ...inPage('verify', VERIFIED, BOTH, byCard),
  ...inPage(
    'payout-card',
    PAID_OUT,
    BOTH,
    to((outcome) => ({ number: RECEIVING_CARD[outcome] })),
  ),
  ...inPage(
    'payout-bank',
    PAID_OUT,
    BOTH,
    to((outcome) => ({ account: `001234${ENDING[outcome]}`, bank: 'Demo bank' })),
  ),
  ...inPage(
    'payout-ewallet',
    PAID_OUT,
    BOTH,
    to((outcome) => ({ wallet: `ann-${ENDING[outcome]}` })),
  ),
  ...inPage(
    'payout-phone',
    PAID_OUT,
    ALL,
    to((outcome) => ({ phone: `+44 7946 ${ENDING[outcome]}` })),
  ),
]

it.each(ROWS)('$ware by $by, asked for as $presentation, is $outcome', async (row) => {
  const { ware, presentation, outcome, ifApproved } = row
  const tab = await visits(counter(ware, presentation))

  await row.pays(tab)

  const [read, moved] = ifApproved
  await statusText(tab, outcome === 'approved' ? read : READ[outcome])
  expect(await counterMoney()).toEqual(outcome === 'approved' ? [moved] : [])
  expect(windowsOf(tab), 'no window is left, and none was opened for fields').toHaveLength(1)
})
