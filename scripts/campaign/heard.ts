/** What a merchant's receiver of webhooks heard. No network. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { MerchantOrderView } from '../../shared/order-view.ts'
import { type Finding, finding } from './findings.ts'

/** One webhook as it came. @see https://www.standardwebhooks.com */
export interface Webhook {
  readonly id: string
  readonly timestamp: string
  readonly signature: string
  readonly body: string
}

interface Told {
  readonly type: string
  readonly data: { readonly order: MerchantOrderView; readonly followUp?: number }
}

/** What was heard of one order. */
interface OrderHeard {
  last: MerchantOrderView
  readonly things: Set<string>
  readonly findings: Finding[]
}

const PREFIX = 'whsec_'

/** Keeps what was heard, each webhook once, and notices what must not be. */
export class Heard {
  readonly #key: Buffer
  readonly #ids = new Set<string>()
  readonly #orders = new Map<string, OrderHeard>()
  /** How many came, repeats too. */
  webhooks = 0

  /** @param secret As the edge is given it: Base64 after `whsec_`. */
  constructor(secret: string) {
    this.#key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  }

  /** Takes a webhook. @returns Whether it was genuine. */
  take({ id, timestamp, signature, body }: Webhook): boolean {
    const right = createHmac('sha256', this.#key).update(`${id}.${timestamp}.${body}`).digest('base64')
    if (!signature.split(' ').some((one) => isEqual(one, `v1,${right}`))) return false
    this.webhooks += 1
    // At least once is what is promised, so a receiver drops what it knows.
    if (!this.#ids.has(id)) this.#note(JSON.parse(body) as Told)
    this.#ids.add(id)
    return true
  }

  /** What was heard too often, in the wrong order, or not at all. @param view The order as it stands in the end. */
  findings(view: MerchantOrderView): Finding[] {
    const heard = this.#orders.get(view.id)
    const isTold = heard ? heard.last.status === view.status : !HAS_TO_BE_TOLD.includes(view.status)
    const missing = `stands at ${view.status}, and the last that was heard is ${heard?.last.status ?? 'nothing'}`
    return [...(heard?.findings ?? []), ...(isTold ? [] : [finding('webhook missing', missing)])]
  }

  #note({ type, data: { order, followUp = 0 } }: Told): void {
    const heard = this.#orders.get(order.id) ?? { last: order, things: new Set(), findings: [] }
    this.#orders.set(order.id, heard)
    const thing = `${type} ${order.seq} ${followUp}`
    if (heard.things.has(thing)) heard.findings.push(finding('webhook repeated', `${thing} under another id`))
    if (order.seq < heard.last.seq)
      heard.findings.push(finding('webhook out of order', `${thing} after seq ${heard.last.seq}`))
    heard.things.add(thing)
    if (order.seq >= heard.last.seq) heard.last = order
  }
}

/** What an order may come to that its merchant is always told. */
const HAS_TO_BE_TOLD = [
  ...['approved', 'declined', 'filtered', 'error', 'unknown', 'cancelled'],
  ...['captured', 'voided', 'returned', 'partially-returned', 'charged-back'],
]

function isEqual(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
