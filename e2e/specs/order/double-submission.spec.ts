/** However often and in however many tabs a shopper pays by fields in the page, one request reaches the gateway. */
import { describe, expect, it } from 'vitest'
import type { Tab } from '../../browser.ts'
import { chromiumPage } from '../../engines/chromium.ts'
import { bankInFrame, openFullPage } from '../../pages/bank-dialog.ts'
import { confirmAtBank } from '../../pages/bank-page.ts'
import { typeCard, typeCode } from '../../pages/card-form.ts'
import { orderOf, PRESS_NOW, pay, payButton, payLabel, statusText } from '../../pages/shop.ts'
import { counter, counterMoney, counterRequests } from '../../support/counter.ts'
import { type Fault, setFaults } from '../../support/ledger.ts'
import { shopper } from '../../support/shopper.ts'

const { visits } = shopper()

/** The gateway carries the sale out, and answers only once the fault rule is removed. */
const SILENT: Fault = { operation: 'status', fault: 'lagging' }

/** Holds back all requests to pay until they are released, so that a second click comes before any answer. */
async function hold(...tabs: readonly Tab[]) {
  const held: Tab[] = []
  const { promise: letGo, resolve: release } = Promise.withResolvers<void>()
  for (const tab of tabs)
    await chromiumPage(tab).route(/\/v1\/orders\/[^/]+\/pay$/, async (route) => {
      held.push(tab)
      await letGo
      await route.continue()
    })
  return { held, release }
}

const WAYS = [
  { ware: 'card', type: (tab: Tab) => typeCard(tab) },
  { ware: 'saved-card', type: (tab: Tab) => typeCode(tab) },
]

describe.each(WAYS)('by $ware', ({ ware, type }) => {
  it.each<[string, (tab: Tab) => Promise<unknown>]>([
    [
      'Enter in the fields and a click at once',
      (tab) => Promise.all([chromiumPage(tab).keyboard.press('Enter'), tab.evaluate(PRESS_NOW)]),
    ],
    ['Enter twice', (tab) => Promise.all([1, 2].map(() => chromiumPage(tab).keyboard.press('Enter')))],
    ['a double click', (tab) => chromiumPage(tab).locator(payButton()).dblclick()],
    ['three clicks of a script', (tab) => tab.evaluate(`{ ${`${PRESS_NOW};`.repeat(3)} }`)],
  ])('%s is one charge', async (_, press) => {
    const tab = await visits(counter(ware))
    await type(tab)
    const { held, release } = await hold(tab)

    await press(tab)
    await expect.poll(() => held).not.toEqual([])
    release()

    await statusText(tab, /Thank you/)
    expect(await counterRequests()).toEqual(['sale'])
    expect(await counterMoney()).toEqual(['charge 12.50 EUR'])
    expect((await orderOf(tab))?.attempts).toHaveLength(1)
  })

  it('two tabs of one order that pay at once make one charge, and both show it', async () => {
    const one = await visits(counter(ware))
    await payLabel(one)
    const other = await visits(await one.url())
    // Keys go to the tab in front.
    for (const tab of [one, other]) await type(tab)
    const { held, release } = await hold(one, other)

    await Promise.all([one, other].map((tab) => tab.evaluate(PRESS_NOW)))
    await expect.poll(() => new Set(held)).toEqual(new Set([one, other]))
    release()

    await statusText(one, /Thank you/)
    await statusText(other, /Thank you/)
    expect(await counterRequests()).toEqual(['sale'])
    expect(await counterMoney()).toEqual(['charge 12.50 EUR'])
  })

  it('a reload before the answer shows the one charge', async () => {
    const tab = await visits(counter(ware))
    await type(tab)
    await setFaults(SILENT)
    await pay(tab)
    await expect.poll(counterRequests).toEqual(['sale'])

    await tab.reload()
    await expect.poll(async () => (await orderOf(tab))?.status).toBe('processing')
    await setFaults()

    await statusText(tab, /Thank you/)
    expect(await counterRequests()).toEqual(['sale'])
    expect(await counterMoney()).toEqual(['charge 12.50 EUR'])
  })
})

it('Back from the bank’s full page continues the one attempt', async () => {
  const tab = await visits(counter('card'))
  await typeCard(tab, { number: '4000000000002008' })
  await pay(tab)
  await bankInFrame(tab)
  await openFullPage(tab)
  await tab.text('[name=challenge]')

  // The edge's page in between has a history entry of its own if it finished loading before it redirected.
  while (!(await tab.url()).includes('/counter/')) await tab.back()
  await confirmAtBank(await bankInFrame(tab))

  await statusText(tab, /Thank you/)
  expect(await counterRequests()).toEqual(['sale'])
  expect(await counterMoney()).toEqual(['charge 12.50 EUR'])
})
