/** What a merchant's receiver of webhooks heard. No network. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { isOutcome, isSettled } from '../shared/order-status.ts'
import type { MerchantOrderView } from '../shared/order-view.ts'
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
  /** What was told to have happened, and how often. */
  readonly happened: Map<string, number>
  readonly findings: Finding[]
}

const PREFIX = 'whsec_'

/** Keeps what was heard, each webhook once, and notices what must not be. */
export class Heard {
  readonly #key: Buffer
  /** What came first under each id. */
  readonly #bodies = new Map<string, string>()
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
    const known = this.#bodies.get(id)
    if (known === undefined) this.#note(JSON.parse(body) as Told)
    else if (known !== body) this.#lose(JSON.parse(body) as Told, id)
    this.#bodies.set(id, known ?? body)
    return true
  }

  /** What was heard too often, in the wrong order, or not at all. @param view The order as it stands in the end. */
  findings(view: MerchantOrderView): Finding[] {
    const heard = this.#orders.get(view.id)
    const isTold = heard?.last.status === view.status || !isOutcome(view.status)
    const missing = `stands at ${view.status}, and the last that was heard is ${heard?.last.status ?? 'nothing'}`
    const unheard = happened(view)
      .filter(([name, times]) => (heard?.happened.get(name) ?? 0) < times)
      .map(([name, times]) => `${name} was to be told ${times} times`)
    return [
      ...(heard?.findings ?? []),
      ...[...(isTold ? [] : [missing]), ...unheard].map((words) => finding('webhook missing', words)),
    ]
  }

  /** A receiver drops a second thing under a name that it knows. */
  #lose({ type, data: { order } }: Told, id: string): void {
    this.#orders
      .get(order.id)
      ?.findings.push(finding('webhook missing', `${type} came as ${id}, which was another`))
  }

  #note({ type, data: { order, followUp = 0 } }: Told): void {
    const heard: OrderHeard = this.#orders.get(order.id) ?? {
      last: order,
      changes: new Set(),
      happened: new Map(),
      findings: [],
    }
    this.#orders.set(order.id, heard)
    const change = `${type} ${order.seq} ${followUp}`
    if (heard.changes.has(change) && !MAY_BE_SEVERAL.includes(type))
      heard.findings.push(finding('webhook repeated', `${change} under another id`))
    if (order.seq < heard.last.seq)
      heard.findings.push(finding('webhook out of order', `${change} after seq ${heard.last.seq}`))
    heard.changes.add(change)
    const name = followUp ? `${type} ${followUp}` : type
    heard.happened.set(name, (heard.happened.get(name) ?? 0) + 1)
    if (order.seq >= heard.last.seq) heard.last = order
  }
}

/** One change may find or give back several charges. */
const MAY_BE_SEVERAL = ['surplus.found', 'surplus.reversed', 'transaction.foreign']

/** What must have been told of an order beside its last outcome, and how often at least. */
function happened({ intent, status, followUps, transactions }: MerchantOrderView): [string, number][] {
  const settled = followUps.filter((one) => isOutcome(one.status))
  const surplus = intent === 'verify' ? [] : transactions.filter((one) => one.surplus)
  return [
    ...(isSettled(status) ? [['order.approved', 1] satisfies [string, number]] : []),
    ...settled.map(({ number }): [string, number] => [`follow-up.settled ${number}`, 1]),
    ['surplus.found', surplus.length],
    ['surplus.reversed', surplus.filter(({ reversed }) => reversed).length],
  ]
}

function isEqual(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
