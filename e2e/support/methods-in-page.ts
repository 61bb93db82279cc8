/** Payment and payout methods with fields in the shop's page, as rows of the table. */
import type { Tab } from '../browser.ts'
import { bankInFrame } from '../pages/bank-dialog.ts'
import { confirmAtBank, refuseAtBank } from '../pages/bank-page.ts'
import { payWithCard, typeCode } from '../pages/card-form.ts'
import { typeDestination } from '../pages/destination-form.ts'
import { pay } from '../pages/shop.ts'
import {
  BOTH,
  BOUGHT,
  CODE,
  ENDING,
  type MethodRow,
  type Outcome,
  PAID_OUT,
  RESERVED,
  VERIFIED,
} from './payment-methods.ts'

/** One method, and every outcome that its fields can lead to. */
interface MethodInPage {
  readonly ware: string
  readonly ending: MethodRow['ending']
  readonly outcomes: readonly Outcome[]
  type(tab: Tab, outcome: Outcome): Promise<void>
}

const ALL = ['approved', 'declined', 'unknown'] as const

/** As {@link ENDING} for cards, whose last digit is a check digit. */
const RECEIVING_CARD: Readonly<Record<Outcome, string>> = {
  approved: '4444555566661111',
  declined: '4000000000369100',
  unknown: '4000000000369217',
}

const byCard = (tab: Tab, outcome: Outcome) => payWithCard(tab, { cvv: CODE[outcome] })

const byCode = async (tab: Tab, outcome: Outcome) => {
  await typeCode(tab, CODE[outcome])
  await pay(tab)
}

const to = (fields: (outcome: Outcome) => Record<string, string>) => async (tab: Tab, outcome: Outcome) => {
  await typeDestination(tab, fields(outcome))
  await pay(tab)
}

/** Every method with fields in the page. */
export const METHODS_IN_PAGE: readonly MethodInPage[] = [
  { ware: 'card', ending: BOUGHT, outcomes: ALL, type: byCard },
  { ware: 'saved-card', ending: BOUGHT, outcomes: ALL, type: byCode },
  { ware: 'reserve', ending: RESERVED, outcomes: BOTH, type: byCard },
  { ware: 'verify', ending: VERIFIED, outcomes: BOTH, type: byCard },
  {
    ware: 'payout-card',
    ending: PAID_OUT,
    outcomes: BOTH,
    type: to((outcome) => ({ number: RECEIVING_CARD[outcome] })),
  },
  {
    ware: 'payout-bank',
    ending: PAID_OUT,
    outcomes: BOTH,
    type: to((outcome) => ({ account: `001234${ENDING[outcome]}`, bank: 'Demo bank' })),
  },
  {
    ware: 'payout-ewallet',
    ending: PAID_OUT,
    outcomes: BOTH,
    type: to((outcome) => ({ wallet: `ann-${ENDING[outcome]}` })),
  },
  {
    ware: 'payout-phone',
    ending: PAID_OUT,
    outcomes: ALL,
    type: to((outcome) => ({ phone: `+44 7946 ${ENDING[outcome]}` })),
  },
]

/** The rows of a method; it opens nothing, whatever the presentation. */
export const inPage = (
  { ware, ending, outcomes, type }: MethodInPage,
  only: readonly Outcome[] = outcomes,
): MethodRow[] =>
  outcomes
    .filter((outcome) => only.includes(outcome))
    .map((outcome) => ({
      ...{ ware, presentation: 'popup', outcome, ending, by: 'fields' },
      pays: (tab) => type(tab, outcome),
    }))

/** A method whose bank challenges the shopper. */
interface ChallengedMethod {
  readonly ware: string
  begins(tab: Tab): Promise<void>
}

/** The methods whose bank can challenge the shopper. */
export const CHALLENGED: readonly ChallengedMethod[] = [
  { ware: 'card', begins: (tab) => payWithCard(tab, { number: '4000000000002008' }) },
  {
    ware: 'saved-card',
    begins: async (tab) => {
      await typeCode(tab, '321')
      await pay(tab)
    },
  },
]

/** The rows of such a method: the shopper's answer decides. */
export const challenged = ({ ware, begins }: ChallengedMethod): MethodRow[] => {
  const row = { ware, presentation: 'redirect', ending: BOUGHT } as const
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
