/**
 * Each payment and payout method with each outcome: what the shopper reads, and the money that the gateway moved. The
 * hosted page is here in every presentation; `e2e/conditions/payment-methods.spec.ts` has the gateway's other pages.
 */
import { it } from 'vitest'
import type { Tab } from '../../browser.ts'
import { bankInFrame } from '../../pages/bank-dialog.ts'
import { confirmAtBank, refuseAtBank } from '../../pages/bank-page.ts'
import { payWithCard, typeCode } from '../../pages/card-form.ts'
import { typeDestination } from '../../pages/destination-form.ts'
import { pay } from '../../pages/shop.ts'
import {
  BOTH,
  BOUGHT,
  CODE,
  ENDING,
  everyRow,
  expectOutcome,
  HOSTED,
  type MethodRow,
  OTHER_PAGES,
  type Outcome,
  PAID_OUT,
  PRESENTATIONS,
  RESERVED,
  VERIFIED,
} from '../../support/payment-methods.ts'
import { shopper } from '../../support/shopper.ts'

const { visits } = shopper()

/** The same for cards, whose last digit is a check digit. */
const RECEIVING_CARD: Readonly<Record<Outcome, string>> = {
  approved: '4444555566661111',
  declined: '4000000000369100',
  unknown: '4000000000369217',
}

/** Pairwise: each page meets each presentation and each outcome, and each presentation meets each outcome. */
const pairwise = (): MethodRow[] =>
  OTHER_PAGES.flatMap((way, page) =>
    PRESENTATIONS.map((presentation, shown) =>
      way(presentation, (page + shown) % 2 === 0 ? 'approved' : 'declined'),
    ),
  )

/** The rows of a method with fields in the page, which opens nothing whatever the presentation. */
const inPage = (
  ware: string,
  ifApproved: MethodRow['ifApproved'],
  outcomes: readonly Outcome[],
  type: (tab: Tab, outcome: Outcome) => Promise<void>,
): MethodRow[] =>
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

/** A bank that challenges the shopper, whose answer decides. */
const challengedBy = (ware: string, begins: (tab: Tab) => Promise<void>): MethodRow[] => {
  const row = { ware, presentation: 'redirect', ifApproved: BOUGHT } as const
  return [
    {
      ...{ ...row, outcome: 'approved', by: 'fields and a bank where the shopper agrees' },
      pays: async (tab) => {
        await begins(tab)
        await confirmAtBank(await bankInFrame(tab))
      },
    },
    {
      ...{ ...row, outcome: 'declined', by: 'fields and a bank where the shopper refuses' },
      pays: async (tab) => {
        await begins(tab)
        await refuseAtBank(await bankInFrame(tab))
      },
    },
  ]
}

const ALL = ['approved', 'declined', 'unknown'] as const

const ROWS: readonly MethodRow[] = [
  ...everyRow(HOSTED),
  ...pairwise(),
  ...inPage('card', BOUGHT, ALL, byCard),
  ...challengedBy('card', (tab) => payWithCard(tab, { number: '4000000000002008' })),
  ...inPage('saved-card', BOUGHT, ALL, byCode),
  ...challengedBy('saved-card', async (tab) => {
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

it.each(ROWS)('$ware by $by, asked for as $presentation, is $outcome', (row) => expectOutcome(visits, row))
