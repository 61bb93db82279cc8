import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { Command } from '@commander-js/extra-typings'
import { Webhook } from 'standardwebhooks'
import type { ListedOrder } from '../../packages/server/src/server.ts'
import { boundedFetch } from '../bounded-fetch.ts'
import { CommandError, type Terminal } from '../command.ts'
import { commandErrorOf, type EdgeClient, merchantClient } from '../edge-client.ts'
import { type Before, eventsOf, type OrderEvent, settledIn } from '../order-events.ts'
import { EDGE } from './edge-options.ts'

/** An hour: orders that shoppers are paying when the command starts. */
const WATCHED_MS = 3_600_000

/**
 * `pay-checkout listen`: prints events of orders as they come, until Ctrl-C, and forwards them. Changes nothing.
 *
 * @example
 * npx --no pay-checkout listen --edge http://pay.localhost:8787 --forward http://localhost:3000/hooks
 */
export const listenCommand = (terminal: Terminal) =>
  new Command('listen')
    .summary('follow orders, and forward their events to a local server')
    .description(
      'Follows the orders of an edge and prints what happens to them, until Ctrl-C. --forward posts each event to a server on your machine, shaped and signed as webhooks are. It asks the edge every two seconds, so it needs no public address. It is for development: it tells of orders whose first attempt began in the last hour or later, and only while it runs.',
    )
    .requiredOption(...EDGE)
    .option('--forward <address>', 'your receiver, such as http://localhost:3000/hooks')
    .option('--every <seconds>', 'how often to ask', '2')
    .option('--merchant-key-file <file>', 'file with a merchant key of scope read; default: PAY_MERCHANT_KEY')
    .action(async (options) => {
      const { forward, every } = options
      const everyMs = Number(every) * 1000
      if (!(everyMs > 0)) throw new CommandError('usage', ['--every: must be a number of seconds'])
      if (forward !== undefined && !URL.canParse(forward))
        throw new CommandError('usage', ['--forward: must be an address'])
      const post = forward === undefined ? undefined : forwarder(forward, secretOf(terminal))
      const signal = terminal.interruption()
      const client = await merchantClient(options, terminal, { signal })
      const watch = new Watch(client, new Date(terminal.now() * 1000 - WATCHED_MS))
      await watch.look().catch(unlessInterrupted(signal))
      if (signal.aborted) return
      terminal.tell(`Following the orders of ${client.edge}. Ctrl-C ends it.`)
      while (await pause(everyMs, signal)) {
        for (const event of await patient(watch, signal, terminal))
          if (!signal.aborted) terminal.answer(await answerOf(event, signal, post))
      }
    })

/** Ctrl-C ends the requests that are under way. That is the end which was asked for, and no failure. */
const unlessInterrupted = (signal: AbortSignal) => (error: unknown) => {
  if (!signal.aborted) throw error
  return []
}

/** @returns Whether to go on. */
const pause = (ms: number, signal: AbortSignal): Promise<boolean> =>
  setTimeout(ms, true, { signal }).catch(() => false)

/** A look that the edge does not answer is no reason to end: it may be deployed just now. */
const patient = (watch: Watch, signal: AbortSignal, { tell }: Terminal): Promise<readonly OrderEvent[]> =>
  watch
    .look()
    .catch(unlessInterrupted(signal))
    .catch((error: unknown) => {
      const known = commandErrorOf(error)
      if (!known) throw error
      tell(`${known.message}; trying again`)
      return []
    })

/** What was last seen of the orders. */
class Watch {
  readonly #client: EdgeClient
  readonly #from: string
  readonly #seen = new Map<string, Before & { readonly seq: number }>()
  #isFirst = true

  constructor(client: EdgeClient, from: Date) {
    this.#client = client
    this.#from = from.toISOString()
  }

  /**
   * Looks once. What it saw counts only if it saw everything, so that a look that fails loses no event.
   *
   * @returns What happened since the last look, oldest first; nothing the first time.
   */
  async look(): Promise<readonly OrderEvent[]> {
    const entries: ListedOrder[] = []
    const time = { from: this.#from, to: FAR_FUTURE }
    for await (const entry of this.#client.orders({ ...time, limit: 100 })) entries.push(entry)
    const changed = entries.reverse().filter(({ id, seq }) => this.#seen.get(id)?.seq !== seq)
    const orders = await Promise.all(changed.map((entry) => this.#client.getOrder(entry)))
    const events = orders.flatMap((order) => eventsOf(this.#before(order.id), order))
    orders.forEach((order, index) => {
      const { seq = order.seq } = changed[index] ?? {}
      this.#seen.set(order.id, { seq, status: order.status, settled: new Set(settledIn(order)) })
    })
    const isFirst = this.#isFirst
    this.#isFirst = false
    return isFirst ? [] : events
  }

  #before(id: string): Before {
    return this.#seen.get(id) ?? { settled: new Set() }
  }
}

/** The list wants an end. */
const FAR_FUTURE = '2100-01-01T00:00:00.000Z'

/** The receiver's secret, or one for this run alone. */
function secretOf({ env, tell }: Terminal): string {
  if (env.PAY_WEBHOOK_SECRET) return env.PAY_WEBHOOK_SECRET
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  tell(`PAY_WEBHOOK_SECRET is not set. For this run, events are signed with ${secret}`)
  return secret
}

type Post = (event: OrderEvent, signal: AbortSignal) => Promise<string>

/**
 * Posts an event once, signed as the edge signs and by its rules: within 15 s, without following a redirect, and without
 * reading the answer's body.
 *
 * @returns How it went, for a person: the status, or why there is none.
 */
function forwarder(address: string, secret: string): Post {
  const webhook = new Webhook(secret)
  return async ({ id, body }, signal) => {
    const text = JSON.stringify(body)
    const now = new Date()
    const headers = {
      'Content-Type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': webhook.sign(id, now, text),
    }
    const reply = await boundedFetch(address, { method: 'POST', headers, body: text, maxBytes: 0, signal })
    return reply.ok ? String(reply.value.status) : reply.reason.code
  }
}

async function answerOf(event: OrderEvent, signal: AbortSignal, post: Post | undefined) {
  const { type, timestamp, data } = event.body
  const { reference, amount, currency } = data.order
  const forwarded = await post?.(event, signal)
  const text = `${timestamp}  ${type}  ${reference}  ${amount} ${currency}`
  return {
    lines: [forwarded === undefined ? text : `${text}  → ${forwarded}`],
    value: { ...event.body, ...(forwarded !== undefined && { forwarded }) },
  }
}
