/** The kinds of orders whose cost is counted: what a shopper with a browser does with each. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Tab } from '../e2e/browser.ts'
import { bankInFrame } from '../e2e/pages/bank-dialog.ts'
import { confirmAtBank } from '../e2e/pages/bank-page.ts'
import { payWithCard } from '../e2e/pages/card-form.ts'
import { fillCard, onHostedPage, payByCard, submitCard } from '../e2e/pages/hosted-page.ts'
import { sendToPhone } from '../e2e/pages/payout-page.ts'
import { choosePaymentMethod, fillDetails, pay, payLabel, statusText } from '../e2e/pages/shop.ts'
import { sessionOf } from '../packages/server/src/server.ts'
import type { Stack } from '../scripts/stack/stack.ts'
import type { CheckoutReply } from '../shared/http-bodies.ts'
import { mugOffer, posted } from './edge-shopper.ts'
import { type Conversation, leaveForHostedPage } from './page-conversation.ts'
import { openOrder } from './shop-server.ts'

/** What a shopper does with one order. */
export type Story = (browser: Browser, stack: Stack) => Promise<void>

/** The bank knows the first without a question, and asks about the second. */
const FRICTIONLESS = { number: '4000000000001000' }
const CHALLENGED = { number: '4000000000002008' }

const hosted: Story = async (browser, stack) => {
  const tab = await mugPage(browser, stack)
  await pay(tab)
  await payByCard(tab)
  await approved(tab)
}

/** The shopper pays so long after the click, while the edge asks the gateway. */
const TYPING_MS = 4_500

/** A hosted order by one of the two conversations. Its shopper takes a while to type the card. */
const hostedBy =
  (conversation: Conversation): Story =>
  async (browser, { addresses }) => {
    const tab = await browser.open(`${addresses.shop}/mug.html`, { profile: randomUUID() })
    await payLabel(tab)
    await leaveForHostedPage(tab, addresses.edge, conversation)
    await fillCard(tab)
    await pause(TYPING_MS)
    await submitCard(tab)
    await approved(tab)
  }

const abandoned: Story = async (browser, stack) => {
  const tab = await mugPage(browser, stack)
  await pay(tab)
  await onHostedPage(tab)
  await tab.close()
}

const frictionless: Story = async (browser, stack) => {
  const tab = await cardPage(browser, stack)
  await payWithCard(tab, FRICTIONLESS)
  await approved(tab)
}

const challenged: Story = async (browser, stack) => {
  const tab = await cardPage(browser, stack)
  await payWithCard(tab, CHALLENGED)
  await confirmAtBank(await bankInFrame(tab))
  await approved(tab)
}

const leftAtChallenge: Story = async (browser, stack) => {
  const tab = await cardPage(browser, stack)
  await payWithCard(tab, CHALLENGED)
  await bankInFrame(tab)
  await tab.close()
}

/** What the page alone takes: no order. */
const untouched: Story = async (browser, { addresses }) => {
  const tab = await browser.open(`${addresses.shop}/mug.html`, { profile: randomUUID() })
  await payLabel(tab)
  await tab.close()
}

const cart: Story = async (browser, stack) => {
  const offer = await mugOffer(stack)
  const { edge } = stack.addresses.local
  const lines = [{ offer }, { offer: await mugOffer(stack, 'plate') }]
  const opened = await posted<CheckoutReply>(`${edge}/v1/checkout`, {}, { lines })
  const tab = await sessionPage(browser, stack, opened, /25/)
  await tab.evaluate(`document.querySelector('pay-checkout').customer = { email: '${newEmail()}' }`)
  await pay(tab)
  await payByCard(tab)
  await approved(tab)
}

const payout: Story = async (browser, stack) => {
  const share = { intent: 'payout', amount: '30.00', description: 'Your share' } as const
  const opened = await openOrder(stack, { ...share, methods: ['payout-page'] })
  const tab = await sessionPage(browser, stack, opened, /30/)
  await pay(tab)
  await sendToPhone(tab, '+4479460955')
  await statusText(tab, /sent/)
  await tab.close()
}

/** Kind of order → its story. Each order has a shopper of its own. */
export const STORIES = {
  hosted,
  'hosted, by one request': hostedBy('one request'),
  'hosted, by two requests and a socket': hostedBy('two requests and a socket'),
  'card, frictionless': frictionless,
  'card, with a challenge': challenged,
  'cart of two': cart,
  payout,
  abandoned,
  'a page that nobody touches': untouched,
  'left at the challenge': leftAtChallenge,
} as const satisfies Readonly<Record<string, Story>>

/** The mug's page, with the hosted page chosen and an e-mail address typed. */
async function mugPage(browser: Browser, { addresses }: Stack): Promise<Tab> {
  const tab = await browser.open(`${addresses.shop}/mug.html`, { profile: randomUUID() })
  await choosePaymentMethod(tab, /payment page/)
  await fillDetails(tab, { email: newEmail() })
  return tab
}

/** A page that asks for the card of an order of the shop's server. */
async function cardPage(browser: Browser, stack: Stack): Promise<Tab> {
  const teapot = { intent: 'sale', amount: '20.00', description: 'Teapot' } as const
  return sessionPage(browser, stack, await openOrder(stack, { ...teapot, methods: ['card'] }), /20/)
}

/** A page whose tag shows an order that was opened before, and its price. It opens with an offer, and reads the settings. */
async function sessionPage(
  browser: Browser,
  { addresses }: Stack,
  opened: Pick<CheckoutReply, 'order' | 'token'>,
  price: RegExp,
): Promise<Tab> {
  const tab = await browser.open(`${addresses.shop}/mug.html`, { profile: randomUUID() })
  await payLabel(tab)
  await tab.evaluate(`(() => {
    const tag = document.querySelector('pay-checkout')
    tag.removeAttribute('offer')
    tag.removeAttribute('return-url')
    tag.setAttribute('session', ${JSON.stringify(sessionOf(opened))})
  })()`)
  await payLabel(tab, price)
  return tab
}

const newEmail = () => `${randomUUID()}@example.com`

async function approved(tab: Tab): Promise<void> {
  await statusText(tab, /Thank you/)
  await tab.close()
}
