/** A merchant's receiver of webhooks that sometimes fails, and records what it was sent. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { isOutcome, isSettled, isUnderWay } from '../shared/order-status.ts'
import type { MerchantOrderView } from '../shared/order-view.ts'
import { TIMES } from '../worker/config/durations.ts'
import { type Finding, finding, idsIn } from './money-verification.ts'
import { Random } from './random.ts'

/** A receiver that listens. */
export interface WebhookReceiver {
  readonly webhooks: WebhookRecorder
  /** The settings by which the edge finds this receiver. */
  readonly settings: Readonly<Record<string, string>>
  readonly stop: () => void
}

/**
 * Starts a receiver on a free port.
 *
 * @param failureRate How often it answers with a failure, from 0 to 1; one time in two it has recorded the webhook before.
 */
export async function startWebhookReceiver(seed: number, failureRate: number): Promise<WebhookReceiver> {
  const secret = `whsec_${randomBytes(24).toString('base64')}`
  const webhooks = new WebhookRecorder(secret)
  const random = new Random('receiver', seed)
  const server = createServer(async (request, reply) => {
    const header = (name: string) => String(request.headers[`webhook-${name}`] ?? '')
    const message = { id: header('id'), timestamp: header('timestamp'), signature: header('signature') }
    const body = await text(request)
    const isFailing = random.isTrue(failureRate)
    if (isFailing && random.isTrue(0.5)) return reply.writeHead(503).end()
    const isGenuine = webhooks.record({ ...message, body })
    if (isGenuine && !isFailing) webhooks.accepted(message, Date.now())
    return reply.writeHead(isGenuine ? (isFailing ? 500 : 204) : 401).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const settings = { WEBHOOK_URL: `http://127.0.0.1:${port}/webhooks`, WEBHOOK_SECRET: secret }
  return { webhooks, settings, stop: () => server.close() }
}

/** One webhook as it arrived. @see https://www.standardwebhooks.com */
export interface Webhook {
  readonly id: string
  readonly timestamp: string
  readonly signature: string
  readonly body: string
}

interface Message {
  readonly type: string
  readonly data: OrderChange | { readonly order?: never }
}

interface OrderChange {
  readonly order: MerchantOrderView
  readonly followUp?: number
}

/** What the webhooks said about one order. */
interface OrderRecord {
  last: MerchantOrderView
  /** Each change that a webhook reported, so that one reported under two ids is noticed. */
  readonly changes: Set<string>
  /** Type of event, with the follow-up's number → how many webhooks reported it. */
  readonly events: Map<string, number>
  readonly findings: Finding[]
  /** Transactions of the gateway that any of them named. */
  readonly ids: Set<string>
}

const PREFIX = 'whsec_'

/** The last moment of the second in which a try began, in milliseconds since the epoch. */
const endOf = (timestamp: string) => (Number(timestamp) + 1) * 1000

/** An answer within this time after the signature reaches the edge within its deadline: the way takes seconds under load. */
const IN_TIME_MS = TIMES.webhookDeadline / 2

/** Records webhooks, each id once, and notices the wrong ones. No network. */
export class WebhookRecorder {
  readonly #key: Buffer
  /** The first body under each id. */
  readonly #bodies = new Map<string, string>()
  readonly #orders = new Map<string, OrderRecord>()
  /** Id → when the receiver answered it in time with a 2xx. */
  readonly #accepted = new Map<string, number>()
  /** For each whose sender began another try after that, its order. */
  readonly repeats: string[] = []
  /** How many genuine ones arrived, repeats included. */
  count = 0

  /** @param secret As the edge is given it: Base64 after `whsec_`. */
  constructor(secret: string) {
    this.#key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  }

  /** Records a webhook, unless it is about the gateway and no order. @returns Whether it was genuine. */
  record({ id, timestamp, signature, body }: Webhook): boolean {
    const right = createHmac('sha256', this.#key).update(`${id}.${timestamp}.${body}`).digest('base64')
    if (!signature.split(' ').some((one) => isEqual(one, `v1,${right}`))) return false
    this.count += 1
    const { type, data } = JSON.parse(body) as Message
    if (!data.order) return true
    // On a machine that is overloaded, a try that was given up may arrive a minute later. It is no new one.
    if (endOf(timestamp) > (this.#accepted.get(id) ?? Infinity)) this.repeats.push(data.order.id)
    // Delivery is at least once, so a receiver drops an id that it knows.
    const known = this.#bodies.get(id)
    if (known === undefined) this.#add(type, data)
    else if (known !== body) this.#drop(type, data, id)
    this.#bodies.set(id, known ?? body)
    return true
  }

  /**
   * Notes that the receiver answers a webhook with a 2xx. It need not come again, if the sender has not given it up.
   *
   * @param now Milliseconds since the epoch.
   */
  accepted({ id, timestamp }: Pick<Webhook, 'id' | 'timestamp'>, now: number): void {
    if (now < endOf(timestamp) + IN_TIME_MS && !this.#accepted.has(id)) this.#accepted.set(id, now)
  }

  /** Transactions of the gateway that webhooks about an order named. */
  idsOf = (order: string): ReadonlySet<string> => this.#orders.get(order)?.ids ?? new Set()

  /** Lists the webhooks that came twice, in the wrong order, or not at all. @param view The order in the end. */
  findings(view: MerchantOrderView): Finding[] {
    const record = this.#orders.get(view.id)
    const isReported = record?.last.status === view.status || !isOutcome(view.status) || isUntried(view)
    const lastMissing = `ends as ${view.status}, and the last webhook said ${record?.last.status ?? 'nothing'}`
    const eventsMissing = expectedEvents(view)
      .filter(([name, times]) => (record?.events.get(name) ?? 0) < times)
      .map(([name, times]) => `${name} was due ${times} times`)
    return [
      ...(record?.findings ?? []),
      ...[...(isReported ? [] : [lastMissing]), ...eventsMissing].map((words) =>
        finding('webhook missing', words),
      ),
    ]
  }

  /** A receiver drops a second message under an id that it knows. */
  #drop(type: string, { order }: OrderChange, id: string): void {
    this.#orders
      .get(order.id)
      ?.findings.push(finding('webhook missing', `${type} arrived under ${id}, the id of another`))
  }

  #add(type: string, { order, followUp = 0 }: OrderChange): void {
    const record = this.#orders.get(order.id) ?? newRecord(order)
    this.#orders.set(order.id, record)
    const change = `${type} ${order.seq} ${followUp}`
    if (record.changes.has(change) && !MAY_BE_SEVERAL.includes(type))
      record.findings.push(finding('webhook repeated', `${change} under another id`))
    if (order.seq < record.last.seq)
      record.findings.push(finding('webhook out of order', `${change} after seq ${record.last.seq}`))
    record.changes.add(change)
    for (const id of idsIn(order)) record.ids.add(id)
    const event = followUp ? `${type} ${followUp}` : type
    record.events.set(event, (record.events.get(event) ?? 0) + 1)
    if (order.seq >= record.last.seq) record.last = order
  }
}

const newRecord = (last: MerchantOrderView): OrderRecord => ({
  last,
  changes: new Set(),
  events: new Map(),
  findings: [],
  ids: new Set(),
})

/** The edge tells nobody of an order that was opened and cancelled without an attempt. */
const isUntried = ({ status, attempts }: MerchantOrderView) => status === 'cancelled' && attempts.length === 0

/** One change may find or give back several charges. */
const MAY_BE_SEVERAL = ['surplus.found', 'surplus.reversed', 'transaction.foreign']

/** The events that webhooks must have reported besides the last outcome, and how often at least. */
function expectedEvents({ intent, status, followUps, transactions }: MerchantOrderView): [string, number][] {
  const ended = followUps.filter((one) => !isUnderWay(one.status))
  const surplus = intent === 'verify' ? [] : transactions.filter((one) => one.surplus)
  return [
    ...(isSettled(status) ? [['order.approved', 1] satisfies [string, number]] : []),
    ...ended.map(({ number }): [string, number] => [`follow-up.settled ${number}`, 1]),
    ['surplus.found', surplus.length],
    ['surplus.reversed', surplus.filter(({ reversed }) => reversed).length],
  ]
}

function isEqual(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
