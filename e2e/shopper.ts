import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type Browser, launch, type Tab, type TabOptions } from './browser.ts'
import { type Ledger, readLedger, resetSandbox } from './ledger.ts'
import { addresses } from './stack.ts'

/** The e-mail that every shopper of these stories has. */
export const EMAIL = 'ann@example.com'

let shoppers = 0

/** Opens pages as a shopper; each test gets a shopper of its own, with a profile of its own. */
export interface Shopper {
  /**
   * @param page A page of the shop by its name, or an address.
   * @param options `profile` names another shopper of the same story.
   */
  visits(page: string, options?: TabOptions): Promise<Tab>
}

/** Starts the browser for a file of stories, empties the sandbox before each, and hands out shoppers. */
export function shopper(): Shopper {
  let browser: Browser | undefined
  const tabs: Tab[] = []

  beforeAll(async () => {
    browser = await launch()
  })
  beforeEach(async () => {
    shoppers += 1
    await Promise.all(tabs.splice(0).map((tab) => tab.close().catch(() => undefined)))
    await resetSandbox()
  })
  afterAll(() => browser?.close())

  return {
    visits: async (page, options = {}) => {
      if (!browser) throw new TypeError('no browser yet')
      const address = page.startsWith('http') ? page : `${addresses().shop}/${page}.html`
      const tab = await browser.open(address, {
        ...options,
        profile: `shopper-${shoppers}-${options.profile ?? 'first'}`,
      })
      tabs.push(tab)
      return tab
    },
  }
}

/** The money that moved, as text: `charge 12.50 EUR`. */
export const moneyMoved = async () =>
  (await readLedger()).movements.map(({ kind, amount, currency }) => `${kind} ${amount} ${currency}`)

/** What reached the gateway, by operation, but for questions. */
export const requestsTo = ({ requests }: Ledger) =>
  requests.map(({ operation }) => operation).filter((operation) => operation !== 'status')
