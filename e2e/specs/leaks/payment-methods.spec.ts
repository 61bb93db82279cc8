/** What a shopper types into the edge's frames stays there, whatever the payment method and the outcome. */
import { expect, it } from 'vitest'
import type { Tab } from '../../browser.ts'
import { typeCard, typeCode } from '../../pages/card-form.ts'
import { typeDestination } from '../../pages/destination-form.ts'
import { orderOf, pay, statusText } from '../../pages/shop.ts'
import { counter } from '../../support/counter.ts'
import {
  carriers,
  listen,
  readPage,
  type Search,
  searchFor,
  searchForCode,
  written,
} from '../../support/leaks.ts'
import { shopper } from '../../support/shopper.ts'
import { webhooks } from '../../support/stack/stack.ts'

const { visits } = shopper()

/** These values occur nowhere else. The card's code has four digits, and the sandbox approves it. */
const CARD = { number: '371449635398431', expiry: '11/43', cvv: '1234', holder: 'Marked Holder' }

const searchForCard: Search = (where, content) => [
  ...searchFor(CARD.number, CARD.holder, '11/2043', '"2043"')(where, content),
  ...searchForCode(CARD.cvv)(where, content),
]

/** The gateway tells the merchant when the card expires, but the shop's page must not learn it. */
const searchForExpiry = searchFor(CARD.expiry)

/** One payment method: what the shopper types, and how to find it. */
interface Way {
  readonly ware: string
  readonly what: string
  readonly type: (tab: Tab) => Promise<void>
  readonly search: Search
  readonly frame: string
  readonly told: RegExp
}

const CARDS = { frame: '/frames/card', told: /Thank you/ }
const PAYOUTS = { frame: '/frames/destination', told: /Money sent/ }

const WAYS: readonly Way[] = [
  { ...CARDS, ware: 'card', what: 'a card', type: (tab) => typeCard(tab, CARD), search: searchForCard },
  {
    ...{ ...CARDS, ware: 'card', what: 'a card that is declined', told: /declined/ },
    type: (tab) => typeCard(tab, { ...CARD, cvv: '9731' }),
    search: (where, content) => [...searchForCard(where, content), ...searchForCode('9731')(where, content)],
  },
  {
    ...{ ...CARDS, ware: 'saved-card', what: 'the code of a saved card' },
    type: (tab) => typeCode(tab, '111'),
    search: searchForCode('111'),
  },
  {
    ...{ ...PAYOUTS, ware: 'payout-card', what: 'a card that money goes to' },
    type: (tab) => typeDestination(tab, { number: '5454545454545454', holder: CARD.holder }),
    search: searchFor('5454545454545454', CARD.holder),
  },
  {
    ...{ ...PAYOUTS, ware: 'payout-bank', what: 'an account' },
    type: (tab) =>
      typeDestination(tab, {
        account: 'DE89 3704 0044 0532 0130 00',
        bank: 'Marked Bank',
        accountName: CARD.holder,
      }),
    search: searchFor('DE89370400440532013000', 'Marked Bank', CARD.holder),
  },
  {
    ...{ ...PAYOUTS, ware: 'payout-ewallet', what: 'a wallet' },
    type: (tab) => typeDestination(tab, { wallet: 'marked-wallet-7731' }),
    search: searchFor('marked-wallet-7731'),
  },
  {
    ...{ ...PAYOUTS, ware: 'payout-phone', what: 'a phone number' },
    type: (tab) => typeDestination(tab, { phone: '+44 7700 900123' }),
    search: searchFor('447700900123'),
  },
]

it.each(WAYS)('$what reaches the edge’s frame and the gateway alone', async (way) => {
  const { ware, type, search, frame, told } = way
  const tab = await visits('index')
  const { requests, frames, said } = listen(tab)
  await tab.goto(counter(ware))

  await type(tab)
  const seen = [await readPage(tab)]
  await pay(tab)
  await statusText(tab, told)
  seen.push(await readPage(tab))
  await tab.reload()
  await statusText(tab, told)
  seen.push(await readPage(tab))
  const { id = '' } = (await orderOf(tab)) ?? {}
  await expect.poll(async () => (await webhooks()).join()).toContain(id)

  expect(frames.length).toBeGreaterThan(0)
  for (const find of [search, searchForExpiry]) {
    expect(seen.flatMap((text) => find('the page', text))).toEqual([])
    expect(frames.flatMap((text) => find('a socket', text))).toEqual([])
    expect(said.flatMap((text) => find('the console', text))).toEqual([])
  }
  expect((await webhooks()).flatMap((text) => search('a webhook', text))).toEqual([])
  expect(carriers(requests, search)).toEqual([[`/v1/orders/${id}/pay`, frame]])
  expect((await written('edge')).flatMap(([path, content]) => search(path, content))).toEqual([])
})
