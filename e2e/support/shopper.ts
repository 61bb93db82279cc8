import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { OrderView } from '../../shared/order-view.ts'
import type { Browser, Tab, TabOptions } from '../browser.ts'
import { chosenEngine, launch } from '../engines/launch.ts'
import { orderOf } from '../pages/shop.ts'
import { axeViolations } from './accessibility/axe.ts'
import { screenOf } from './accessibility/screens.ts'
import { isOf, type Ledger, type Movement, readLedger, resetSandbox } from './ledger.ts'
import { addresses } from './stack/stack.ts'

/** The e-mail address of every shopper in these stories. */
export const EMAIL = 'ann@example.com'

let shoppers = 0

/** Opens pages as a shopper. In Chromium each test gets a shopper with a profile of its own. */
export interface Shopper {
  /**
   * @param page A page of the shop by its name, or an address.
   * @param options `profile` names another shopper of the same story.
   */
  visits(page: string, options?: TabOptions): Promise<Tab>
  /** Closes a tab in the middle of a story. */
  leaves(tab: Tab): Promise<void>
}

/** The screens that axe has searched in this process, which runs many files. */
const searched = new Set<string>()

/** Movements that give money back, or release what was held. */
const BACK: readonly Movement['kind'][] = ['reversal', 'release']

/** An approved order has one charge, any other has none, and each duplicate charge that is not reversed yet adds one. */
function expectMoneyToFit(order: OrderView | undefined, movements: readonly Movement[]): void {
  // An order without an outcome may have moved money or not.
  if (!order || order.status === 'unknown' || order.status === 'processing') return
  const surplus = order.transactions.filter((one) => one.surplus && !one.reversed).length
  const own = movements.filter(isOf(order.reference))
  const back = own.filter(({ kind }) => BACK.includes(kind)).length
  const kept = own.length - 2 * back
  expect(kept, `${order.status}`).toBe((order.status === 'approved' ? 1 : 0) + surplus)
}

/**
 * Starts the browser for a file of stories and empties the sandbox before each. After each it checks every open page: its
 * barriers, in Chromium, and that the money in the ledger fits the order.
 *
 * @param start Starts another browser than the default one.
 */
export function shopper(start: () => Promise<Browser> = launch): Shopper {
  let browser: Browser | undefined
  const tabs: Tab[] = []

  // Elsewhere a profile is a process, and axe is not there.
  const isChromium = chosenEngine() === 'chromium'

  /** Searches each screen once: a search takes two seconds, and most stories end at the same few screens. */
  async function expectNoAxeViolations(tab: Tab): Promise<void> {
    const screen = await screenOf(tab)
    if (screen && searched.has(screen)) return
    const violations = await axeViolations(tab)
    // A screen that changed meanwhile was not the one that axe searched. It may have been pale as it came.
    const hasChanged = screen !== (await screenOf(tab))
    if (violations.length > 0 && hasChanged) return expectNoAxeViolations(tab)
    expect(violations, await tab.url()).toEqual([])
    if (screen && !hasChanged) searched.add(screen)
  }

  beforeAll(async () => {
    browser = await start()
  })
  beforeEach(async () => {
    shoppers += 1
    await Promise.all(tabs.splice(0).map((tab) => tab.close()))
    await resetSandbox()
  })
  afterEach(async () => {
    for (const tab of tabs) {
      if (isChromium) await expectNoAxeViolations(tab)
      expectMoneyToFit(await orderOf(tab).catch(() => undefined), (await readLedger()).movements)
    }
  })
  afterAll(() => browser?.close())

  return {
    leaves: async (tab) => {
      tabs.splice(tabs.indexOf(tab), 1)
      await tab.close()
    },
    visits: async (page, options = {}) => {
      if (!browser) throw new TypeError('no browser yet')
      const address = page.startsWith('http') ? page : `${addresses().shop}/${page}.html`
      const tab = await browser.open(address, {
        ...options,
        ...(isChromium && { profile: `shopper-${shoppers}-${options.profile ?? 'first'}` }),
      })
      tabs.push(tab)
      return tab
    },
  }
}

/** The claims of the offer in most stories. */
export const MUG = {
  item: 'mug',
  description: 'Mug',
  currency: 'EUR',
  intent: 'sale',
  amount: '12.50',
  methods: ['hosted'],
  collect: ['email'],
} as const

/** The money that moved, as text: `charge 12.50 EUR`. */
export const moneyMoved = async () =>
  (await readLedger()).movements.map(({ kind, amount, currency }) => `${kind} ${amount} ${currency}`)

/** The operations of all requests that reached the gateway, without polls. */
export const operationsSent = ({ requests }: Ledger) =>
  requests.map(({ operation }) => operation).filter((operation) => operation !== 'status')
