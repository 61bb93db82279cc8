/** Tabs of one browser, whose processes hear of each other's storage late. */
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Tab } from '../../browser.ts'
import { launchWholeChromium } from '../../engines/chromium.ts'
import { readLedger } from '../../support/ledger.ts'
import { operationsSent, shopper } from '../../support/shopper.ts'
import { mug, page, strangePage } from '../../support/strange-page.ts'

const { visits } = shopper(launchWholeChromium)

/** When the storage alone had the key, one in ten made two orders. */
const ROUNDS = 60

const TAG = `document.querySelector('pay-checkout')`

const SHOWS_FORM = `!${TAG}.order && !!${TAG}.shadowRoot.querySelector('#email')`

const STAYS = `addEventListener('pay-redirect', (event) => event.preventDefault())`

/**
 * Clicks once the word comes, which reaches both tabs at the same moment. A command of the test's own may come so late that
 * the tab shows the other one's order already, in which nobody can type any more.
 */
const PAYS_AT_THE_WORD = `new BroadcastChannel('pay').addEventListener('message', ({ target }) => {
  const { shadowRoot } = ${TAG}
  shadowRoot.querySelector('#email').value = 'ann@example.com'
  shadowRoot.querySelector('[part~=primary]').click()
  target.close()
}, { once: true })`

const SAYS_THE_WORD = `new BroadcastChannel('pay').postMessage('')`

/** The order that waits for its shopper at the gateway's form. */
const waiting = (tab: Tab) =>
  tab.evaluate<string | null>(`${TAG}.order?.status === 'redirect' ? ${TAG}.order.id : null`)

it('in two tabs at the same moment, clicks on one offer make one order and one form', async () => {
  const address = await strangePage(({ script, tag }) => page(script, tag))
  const tabs = [await visits(address), await visits(address)]
  const inTabs = <Value>(act: (tab: Tab) => Promise<Value>) => Promise.all(tabs.map(act))
  await inTabs((tab) => tab.evaluate(STAYS))

  for (let round = 1; round <= ROUNDS; round += 1) {
    const offer = await mug({ item: randomUUID() })
    await inTabs((tab) => tab.evaluate(`void (${TAG}.offer = ${JSON.stringify(offer)})`))
    await inTabs((tab) => expect.poll(() => tab.evaluate(SHOWS_FORM)).toBe(true))

    await inTabs((tab) => tab.evaluate(PAYS_AT_THE_WORD))
    await tabs[0]?.evaluate(SAYS_THE_WORD)

    await inTabs((tab) => expect.poll(() => waiting(tab)).not.toBeNull())
    const [one, two] = await inTabs(waiting)
    expect(two).toBe(one)
    expect(operationsSent(await readLedger())).toHaveLength(round)
  }
})
