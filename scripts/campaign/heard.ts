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
  /** Each change that was told, so that one told under two names is noticed. */
  readonly changes: Set<string>
  /** What was told to have happened, whenever that was. */
  readonly happened: Set<string>
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
    const isTold = heard?.last.status === view.status || !HAS_TO_BE_TOLD.includes(view.status)
    const missing = `stands at ${view.status}, and the last that was heard is ${heard?.last.status ?? 'nothing'}`
    const unheard = happened(view).filter((one) => !heard?.happened.has(one))
    return [
      ...(heard?.findings ?? []),
      ...[...(isTold ? [] : [missing]), ...unheard].map((words) => finding('webhook missing', words)),
    ]
  }

  #note({ type, data: { order, followUp = 0 } }: Told): void {
    const heard = this.#orders.get(order.id) ?? {
      last: order,
      changes: new Set(),
      happened: new Set(),
      findings: [],
    }
    this.#orders.set(order.id, heard)
    const change = `${type} ${order.seq} ${followUp}`
    if (heard.changes.has(change) && !MAY_BE_SEVERAL.includes(type))
      heard.findings.push(finding('webhook repeated', `${change} under another id`))
    if (order.seq < heard.last.seq)
      heard.findings.push(finding('webhook out of order', `${change} after seq ${heard.last.seq}`))
    heard.changes.add(change)
    heard.happened.add(followUp ? `${type} ${followUp}` : type)
    if (order.seq >= heard.last.seq) heard.last = order
  }
}

/** What an order may come to that its merchant is always told. */
const HAS_TO_BE_TOLD = [
  ...['approved', 'declined', 'filtered', 'error', 'unknown', 'cancelled'],
  ...['captured', 'voided', 'returned', 'partially-returned', 'charged-back'],
]

/** One change may find or give back several charges. */
const MAY_BE_SEVERAL = ['surplus.found', 'surplus.reversed', 'transaction.foreign']

/** What must have been told of an order beside its outcome. */
function happened({ intent, followUps, transactions }: MerchantOrderView): string[] {
  const settled = followUps.filter(({ status }) => !['sending', 'processing'].includes(status))
  const surplus = intent === 'verify' ? [] : transactions.filter((one) => one.surplus)
  return [
    ...settled.map(({ number }) => `follow-up.settled ${number}`),
    ...(surplus.length > 0 ? ['surplus.found'] : []),
    ...(surplus.some(({ reversed }) => reversed) ? ['surplus.reversed'] : []),
  ]
}

function isEqual(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
