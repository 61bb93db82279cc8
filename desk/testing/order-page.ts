/** The page of an order, for tests: opened for an example, with the words and requests of its person. */
import { afterEach, beforeEach } from 'vitest'
import type { OrderDetails } from '../../shared/order-history.ts'
import type { FollowUpView, MerchantAttemptView } from '../../shared/order-view.ts'
import { exampleOrder, minutesAgo } from './example-orders.ts'
import { Desk, FakeBrowser } from './harness.ts'

export const REFUND: FollowUpView = {
  number: 1,
  kind: 'return',
  amount: '3.00',
  status: 'approved',
  startedAt: minutesAgo(5),
}

export const ATTEMPT: MerchantAttemptView = {
  number: 1,
  method: 'card',
  status: 'approved',
  startedAt: minutesAgo(5),
  clientOrderId: 'shop-1',
}

/** The desk of the present test, at the page of an order. */
class OrderPage {
  browser = new FakeBrowser()
  desk!: Desk

  /** Opens the page of an order. */
  async show(changes: Partial<OrderDetails> = {}): Promise<OrderDetails> {
    const order = this.browser.edge.add(exampleOrder(changes))
    this.desk = await Desk.signedIn(this.browser, `#/orders/${order.id}`)
    await this.desk.reads(order.reference)
    return order
  }

  /** Chooses a part of the sum, and types it. */
  async typePart(text: string): Promise<void> {
    await this.desk.reads('A part')
    this.desk.find('.check:nth-of-type(2) input').click()
    this.desk.type('#amount', text)
  }

  /** The requests that change something. */
  commands = () => this.desk.edge.calls.filter(({ method }) => method === 'POST')
}

/** Has each test of a file begin with a browser of its own, and end with its desk closed. */
export function orderPage(): OrderPage {
  const page = new OrderPage()
  beforeEach(() => {
    page.browser = new FakeBrowser()
  })
  afterEach(() => page.desk.close())
  return page
}
