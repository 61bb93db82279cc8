/** `pay-checkout orders capture`, `void` and `refund`: each is sent once, and then waited for. */
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { Command } from '@commander-js/extra-typings'
import {
  type FollowedUp,
  type FollowUp,
  type MerchantOrder,
  UncertainError,
} from '../../packages/server/src/server.ts'
import { type Answer, CommandError, type Terminal } from '../command.ts'
import {
  commandErrorOf,
  type EdgeClient,
  type MerchantOptions,
  merchantClient,
  whyUncertain,
} from '../edge-client.ts'
import { SETTLED } from '../order-events.ts'
import { findOrder } from '../order-lookup.ts'
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
  ).action((name, options) => followUp('capture', { name, options }, terminal))

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
  ).action((name, options) => followUp('refund', { name, options }, terminal))

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
  ).action((name, options) => followUp('void', { name, options }, terminal))

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

/** What the edge takes as a key. */
const KEY = /^[A-Za-z0-9._-]{16,128}$/

type Deed = 'capture' | 'refund' | 'void'

async function followUp(deed: Deed, { name, options }: Wish, terminal: Terminal): Promise<void> {
  const { amount, currency, comment, idempotencyKey = randomUUID() } = options
  if ((amount === undefined) !== (currency === undefined))
    throw new CommandError('usage', ['--amount and --currency come together or not at all'])
  if (!KEY.test(idempotencyKey))
    throw new CommandError('usage', ['--idempotency-key: must be 16 to 128 of A-Z, a-z, 0-9, . _ and -'])
  const pace = paceOf(options)
  const client = await merchantClient(options, terminal)
  const found = await findOrder(client, name)
  terminal.tell(`The idempotency key is ${idempotencyKey}.`)
  const request = {
    idempotencyKey,
    ...(amount !== undefined && currency !== undefined && { amount, currency }),
    ...(comment !== undefined && { comment }),
  }
  const done = await client[deed](found, request).catch((error: unknown) => {
    throw error instanceof UncertainError ? lost(error, idempotencyKey) : error
  })
  terminal.answer(answerOf(await decided(client, done, pace)))
}

/** The person decides whether to ask again: the same key finds out, and does nothing twice. */
const lost = (error: UncertainError, key: string) =>
  new CommandError('outcome-unknown', [
    ...whyUncertain(error),
    `it may have been done; the key is --idempotency-key ${key}`,
  ])

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

/** Asks the edge until the follow-up has ended. An edge that does not answer may be deployed just now. */
async function decided(client: EdgeClient, done: FollowedUp, pace: Pace): Promise<FollowedUp> {
  let { order, followUp } = done
  for (let times = 0; times < pace.times && !isCertain(followUp); times += 1) {
    await setTimeout(pace.everyMs)
    order = await client.getOrder(order).catch((error: unknown): MerchantOrder => {
      if (commandErrorOf(error)) return order
      throw error
    })
    followUp = order.followUps.find(({ number }) => number === followUp.number) ?? followUp
  }
  return { order, followUp }
}

/** One that waits for a person takes days: there is nothing to wait for. */
const isCertain = ({ status }: FollowUp) => status === 'waiting' || SETTLED.includes(status)

const WAITS =
  'It is above the limits of this key, and nothing was sent. Another key approves or refuses it, on the desk or by the interface.'

function answerOf({ order, followUp }: FollowedUp): Answer {
  const line = `${followUp.kind} of ${followUp.amount} ${order.currency}: ${followUp.status}`
  if (followUp.status === 'waiting') return { lines: [line, WAITS], value: order, needsAttention: true }
  if (isCertain(followUp))
    return { lines: [line], value: order, needsAttention: followUp.status !== 'approved' }
  const later = `Its outcome is not certain yet. Look again: pay-checkout orders show ${order.reference}`
  return { lines: [line, later], value: order, isUncertain: true }
}
