/** Gateways that answer late or never: what shoppers read meanwhile, by the present tag and the oldest one, and where they end. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Tab } from '../../browser.ts'
import { typeCard } from '../../pages/card-form.ts'
import { payByCard } from '../../pages/hosted-page.ts'
import { fillDetails, orderOf, PRESS_NOW, pay, payLabel, statusText } from '../../pages/shop.ts'
import { isOf, type Ledger, readLedger, setFaults } from '../../support/ledger.ts'
import { oldestScript } from '../../support/page-libraries.ts'
import { readTexts, recordTexts } from '../../support/read-texts.ts'
import { ROOMY_LIMITS } from '../../support/roomy-limits.ts'
import { EMAIL, operationsSent, shopper } from '../../support/shopper.ts'
import { addresses, redeploy } from '../../support/stack/stack.ts'
import { page, strangePage } from '../../support/strange-page.ts'

const { visits } = shopper()

beforeAll(() => redeploy('edge', { LIMITS: JSON.stringify(ROOMY_LIMITS) }))
afterAll(() => redeploy('edge'))

/** How a shopper pays. */
interface Buyer {
  readonly tab: Tab
  /** They type a card in the page. */
  readonly isCard?: boolean
  /** What they read from the click on, until they leave the page or know the outcome. */
  readonly reads: readonly string[]
}

const BUSY = 'Processing…'
/** What the oldest tag's button says instead. */
const OLDEST_BUSY = 'One moment…'
const SENDING = 'Preparing your payment…'
const LONG = `${SENDING} | This takes longer than usual. Please do not pay again. Keep this page open, or ask the shop.`
const LEAVING = 'Taking you to the payment page…'
const APPROVED = 'Thank you! | You paid €12.50.'

async function buyer(
  name: string,
  reads: readonly string[],
  { script = edgeScript(), isCard = false } = {},
): Promise<Buyer> {
  const claims = { methods: [isCard ? 'card' : 'hosted'] }
  const attributes = `edge="${addresses().edge}"`
  const tab = await visits(`${addresses().shop}/thanks.html`, { profile: name })
  await recordTexts(tab)
  await tab.goto(await strangePage(({ tag }) => page(script, tag), { claims, attributes }))
  await payLabel(tab, /€/)
  await fillDetails(tab, { email: EMAIL })
  if (isCard) await typeCard(tab)
  return { tab, isCard, reads }
}

const edgeScript = () => `<script type="module" src="${addresses().edge}/pay-checkout.js"></script>`

/** How long the gateway takes for every form and sale. It carries them out at once. */
const answersAfter = (delayMs: number) =>
  setFaults(...['sale-form', 'sale'].map((operation) => ({ operation, fault: 'delay', delayMs })))

const click = (buyers: readonly Buyer[]) => Promise.all(buyers.map(({ tab }) => tab.evaluate(PRESS_NOW)))

/** How long a card's payment is being checked depends on the edge's polls. */
const IS_CHECKING = /^We are checking your payment/

/** Expects the words that the shopper read. @param also What they may have read too. */
async function expectWords({ tab, reads }: Buyer, also: RegExp = IS_CHECKING): Promise<void> {
  const read = await readTexts(tab)
  const busy = reads[0] ?? ''
  expect(read, 'the button says that it is busy').toContain(busy)
  const sinceClick = read.slice(read.indexOf(busy)).filter((text) => !also.test(text))
  expect(sinceClick.slice(0, reads.length)).toEqual(reads)
}

/** The words of today, and those of the oldest tag. */
const IS_PAID = /Thank you|Payment approved/

const isOfOrder = async (tab: Tab) => isOf((await orderOf(tab))?.reference ?? '')

/** The requests of a tab's order that reached the gateway, without polls. */
async function sent(tab: Tab): Promise<readonly string[]> {
  const ledger: Ledger = await readLedger()
  return operationsSent({ ...ledger, requests: ledger.requests.filter(await isOfOrder(tab)) })
}

async function expectOneCharge(tab: Tab): Promise<void> {
  const { movements } = await readLedger()
  expect(movements.filter(await isOfOrder(tab)).map(({ kind }) => kind)).toEqual(['charge'])
}

it.each([
  [4, [BUSY]],
  [6, [BUSY, SENDING]],
  [9, [BUSY, SENDING]],
])('a gateway that answers after %i s is waited for, and asked once', async (seconds, waiting) => {
  await answersAfter(seconds * 1_000)
  const buyers = [
    await buyer('at the form', [...waiting, LEAVING]),
    await buyer('with a card', [...waiting, APPROVED], { isCard: true }),
    await buyer('with the oldest tag', [OLDEST_BUSY, SENDING, LEAVING], { script: await oldestScript() }),
  ]

  await click(buyers)

  for (const { tab, isCard } of buyers) {
    if (!isCard) await payByCard(tab)
    await statusText(tab, IS_PAID)
  }
  for (const one of buyers) {
    // On a busy machine ten seconds may pass before an answer after nine.
    await expectWords(one, /^We are checking your payment|longer than usual/)
    expect(await sent(one.tab)).toEqual([one.isCard ? 'sale' : 'sale-form'])
    expect((await orderOf(one.tab))?.attempts).toHaveLength(1)
    await expectOneCharge(one.tab)
  }
})

/** Longer than the edge waits for any gateway. */
const NEVER_MS = 90_000

it('a gateway that never answers is asked once for each click, and no shopper is charged twice', async () => {
  await answersAfter(NEVER_MS)
  const ended = 'Payment not completed'
  const atForm = await buyer('at the form', [BUSY, SENDING, LONG, ended])
  const withCard = await buyer('with a card', [BUSY, SENDING, LONG, APPROVED], { isCard: true })
  const script = await oldestScript()
  const kept = await buyer(
    'with the oldest tag',
    [OLDEST_BUSY, SENDING, LONG, `${ended} | Nothing was charged. Try again.`],
    {
      script,
    },
  )

  await click([atForm, withCard, kept])

  await statusText(withCard.tab, /Thank you/)
  expect(await sent(withCard.tab)).toEqual(['sale'])
  for (const { tab } of [atForm, kept]) {
    await statusText(tab, /not completed/)
    expect(await sent(tab)).toEqual(['sale-form'])
  }
  for (const one of [atForm, withCard, kept]) await expectWords(one)
  await setFaults()
  for (const { tab } of [atForm, kept]) {
    await pay(tab)
    await payByCard(tab)
    await statusText(tab, IS_PAID)
    expect(await sent(tab)).toEqual(['sale-form', 'sale-form'])
  }
  for (const { tab } of [atForm, withCard, kept]) await expectOneCharge(tab)
})
