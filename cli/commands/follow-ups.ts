/** `pay-checkout orders capture`, `void` and `refund`: each is sent once, and then waited for. */
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { Command } from '@commander-js/extra-typings'
import { FOLLOW_UP_HEADER } from '../../shared/http-bodies.ts'
import type { FollowUpView, MerchantOrderView } from '../../shared/order-view.ts'
import { type Answer, CommandError, type Terminal } from '../command.ts'
import {
  accepted,
  type EdgeClient,
  type EdgeReply,
  type MerchantOptions,
  merchantClient,
} from '../edge-client.ts'
import { SETTLED } from '../order-events.ts'
import { findOrder, readOrder } from '../order-lookup.ts'
import { EDGE, KEY_FILE } from './edge-options.ts'

/**
 * Takes the money that a preauthorization holds.
 *
 * @example
 * npx --no pay-checkout orders capture cart-4711 --amount 12.50 --currency EUR --edge https://pay.example.com
 */
export const captureCommand = (terminal: Terminal) =>
  withMoney(
    new Command('capture').summary('take money that a preauthorization holds'),
    'Takes the money that a preauthorization holds, all of it or a part. The rest is released.',
  ).action((name, options) => followUp({ kind: 'capture', path: 'capture' }, { name, options }, terminal))

/**
 * Returns money to the shopper.
 *
 * @example
 * npx --no pay-checkout orders refund cart-4711 --amount 2.50 --currency EUR --edge https://pay.example.com
 */
export const refundCommand = (terminal: Terminal) =>
  withMoney(
    new Command('refund').summary('return money to the shopper'),
    'Returns money to the shopper, all that is left or a part.',
  ).action((name, options) => followUp({ kind: 'return', path: 'return' }, { name, options }, terminal))

/**
 * Undoes a payment.
 *
 * @example
 * npx --no pay-checkout orders void cart-4711 --edge https://pay.example.com
 */
export const voidCommand = (terminal: Terminal) =>
  withOrder(
    new Command('void').summary('undo a payment that is not settled yet'),
    'Undoes a payment that is not settled yet, always as a whole.',
  ).action((name, options) => followUp({ kind: 'void', path: 'void' }, { name, options }, terminal))

const withMoney = (command: Command, description: string) =>
  withOrder(command, description)
    .option('--amount <amount>', 'a part, such as 2.50; default: all of it')
    .option('--currency <code>', 'required with --amount, so that a mistaken one is refused')

/** Most gateways are done within seconds. */
const WAIT_SECONDS = '60'

const withOrder = (command: Command, description: string) =>
  command
    .description(
      `${description} The edge does it once for each idempotency key: the command makes one and prints it. It then waits until the outcome is certain, and ends with 4 if it is not by then.`,
    )
    .argument('<order>', 'its id or your reference')
    .requiredOption(...EDGE)
    .option('--comment <text>', 'kept with the order')
    .option(
      '--idempotency-key <key>',
      'the key of an earlier run whose outcome is unknown: nothing happens twice',
    )
    .option('--wait <seconds>', 'how long to wait for the outcome', WAIT_SECONDS)
    .option('--no-wait', 'do not wait for the outcome')
    .option('--every <seconds>', 'how often to ask for it', '1')
    .option(...KEY_FILE)

interface Wish {
  readonly name: string
  readonly options: MerchantOptions & {
    readonly amount?: string
    readonly currency?: string
    readonly comment?: string
    readonly idempotencyKey?: string
    /** `false` by `--no-wait`. */
    readonly wait: string | boolean
    readonly every: string
  }
}

/** Which follow-up, and the last part of its address. */
interface Kind {
  readonly kind: FollowUpView['kind']
  readonly path: string
}

async function followUp({ kind, path }: Kind, { name, options }: Wish, terminal: Terminal): Promise<void> {
  const { amount, currency, comment, idempotencyKey: key = randomUUID() } = options
  if ((amount === undefined) !== (currency === undefined))
    throw new CommandError('usage', ['--amount and --currency come together or not at all'])
  const pace = paceOf(options)
  const client = await merchantClient(options, terminal)
  const { id } = await findOrder(client, name)
  terminal.tell(`The idempotency key is ${key}.`)
  const body = {
    ...(amount !== undefined && { amount, currency }),
    ...(comment !== undefined && { comment }),
  }
  const reply = await sent(client, { path: `/v1/orders/${id}/${path}`, key, body })
  const order = accepted<MerchantOrderView>(reply)
  const isIt = namedBy(reply, kind)
  terminal.answer(answerOf(kind, await decided(client, { order, isIt, pace }), isIt))
}

interface Pace {
  readonly everyMs: number
  /** How often to ask at most. */
  readonly times: number
}

function paceOf({ wait, every }: Wish['options']): Pace {
  const [waitSeconds, everySeconds] = [wait === false ? 0 : Number(wait), Number(every)]
  if (!(waitSeconds >= 0 && Number.isFinite(waitSeconds)))
    throw new CommandError('usage', ['--wait: must be a number of seconds'])
  if (!(everySeconds > 0 && Number.isFinite(everySeconds)))
    throw new CommandError('usage', ['--every: must be a number of seconds'])
  return { everyMs: everySeconds * 1000, times: Math.ceil(waitSeconds / everySeconds) }
}

interface Sent {
  readonly path: string
  readonly key: string
  readonly body: object
}

/** Sends it once. Where no answer came, or none that says whether it was done, the same key asks again without doing it twice. */
async function sent({ ask }: EdgeClient, { path, key, body }: Sent): Promise<EdgeReply> {
  const lost = (problems: readonly string[]) =>
    new CommandError('outcome-unknown', [
      ...problems,
      `it may have been done; the key is --idempotency-key ${key}`,
    ])
  const reply = await ask(path, { method: 'POST', body, headers: { 'Idempotency-Key': key } }).catch(
    (error: unknown) => {
      throw error instanceof CommandError ? lost(error.problems) : error
    },
  )
  if (reply.status >= 500) throw lost([`the edge answers ${reply.status}`])
  return reply
}

/** Finds in an order the follow-up that the key made. */
type FollowUpFinder = (order: MerchantOrderView) => FollowUpView | undefined

/** The edge says its number. One of an older version does not: then it is the last of its kind. */
function namedBy({ headers }: EdgeReply, kind: FollowUpView['kind']): FollowUpFinder {
  const number = headers.get(FOLLOW_UP_HEADER)
  return ({ followUps }) =>
    number === null
      ? followUps.filter((one) => one.kind === kind).at(-1)
      : followUps.find((one) => String(one.number) === number)
}

interface Waiting {
  readonly order: MerchantOrderView
  readonly isIt: FollowUpFinder
  readonly pace: Pace
}

/** Asks the edge until the follow-up has ended. An edge that does not answer may be deployed just now. */
async function decided(client: EdgeClient, { order, isIt, pace }: Waiting): Promise<MerchantOrderView> {
  let known = order
  for (let times = 0; times < pace.times && !isCertain(isIt(known)); times += 1) {
    await setTimeout(pace.everyMs)
    known = await readOrder(client, order.id).catch((error: unknown) => {
      if (error instanceof CommandError) return known
      throw error
    })
  }
  return known
}

/** An answer that names no follow-up has decided it before: there is nothing to wait for. */
const isCertain = (one: FollowUpView | undefined) => one === undefined || SETTLED.includes(one.status)

function answerOf(kind: FollowUpView['kind'], order: MerchantOrderView, isIt: FollowUpFinder): Answer {
  const { reference, currency, status } = order
  const one = isIt(order)
  if (!one) return { lines: [`${kind}: ${status}`], value: order, isUncertain: true }
  const line = `${kind} of ${one.amount} ${currency}: ${one.status}`
  if (isCertain(one)) return { lines: [line], value: order, needsAttention: one.status !== 'approved' }
  const later = `Its outcome is not certain yet. Look again: pay-checkout orders show ${reference}`
  return { lines: [line, later], value: order, isUncertain: true }
}
