import { randomUUID } from 'node:crypto'
import { Command } from '@commander-js/extra-typings'
import type { FollowUpView, MerchantOrderView } from '../../shared/order-view.ts'
import { type Answer, CommandError, type Terminal } from '../command.ts'
import { accepted, type EdgeClient, merchantClient } from '../edge-client.ts'
import { findOrder, type ListedOrder, type OrderList } from '../order-lookup.ts'
import { reconcileCommand } from './reconcile.ts'

const EDGE = ['--edge <origin>', 'the edge, such as https://pay.example.com'] as const
const KEY_FILE = [
  '--merchant-key-file <file>',
  'file with a merchant key; default: PAY_MERCHANT_KEY',
] as const

/** `pay-checkout orders`: what a merchant's server can do with orders, from the keyboard. */
export const ordersCommand = (terminal: Terminal) =>
  new Command('orders')
    .summary('list, show, capture, void and refund orders; reconcile them')
    .description(
      'Works with the orders of an edge. Needs a merchant key: read to look, charge to capture, refund to void and refund.',
    )
    .addCommand(listCommand(terminal))
    .addCommand(showCommand(terminal))
    .addCommand(captureCommand(terminal))
    .addCommand(voidCommand(terminal))
    .addCommand(refundCommand(terminal))
    .addCommand(reconcileCommand(terminal))

/** The flags that are filters of the edge's list. */
const FILTERS = [
  ...(['status', 'intent', 'currency', 'reference', 'supportId', 'needsAttention'] as const),
  ...(['from', 'to', 'limit', 'cursor'] as const),
]

const listCommand = (terminal: Terminal) =>
  new Command('list')
    .summary('list orders, newest first')
    .description('Lists orders, newest first. An order enters the list with its first attempt.')
    .requiredOption(...EDGE)
    .option('--status <status>', 'such as approved or unknown')
    .option('--intent <intent>', 'sale, preauth, verify or payout')
    .option('--currency <code>', 'such as EUR')
    .option('--reference <reference>', 'your own reference')
    .option('--support-id <id>', 'what a shopper quotes')
    .option('--needs-attention', 'only orders that a person has to resolve')
    .option('--from <time>', 'ISO 8601: the first attempt began then or later')
    .option('--to <time>', 'ISO 8601: it began earlier')
    .option('--limit <count>', 'the most orders of a page')
    .option('--cursor <cursor>', 'the cursor of the page before; the other options must be the same')
    .option(...KEY_FILE)
    .action(async ({ edge, merchantKeyFile, ...filters }) => {
      const client = await merchantClient({ edge, ...(merchantKeyFile && { merchantKeyFile }) }, terminal)
      const given = FILTERS.flatMap((name) =>
        filters[name] === undefined ? [] : [[name, String(filters[name])]],
      )
      const list = accepted<OrderList>(
        await client.ask(`/v1/orders?${new URLSearchParams(Object.fromEntries(given))}`),
      )
      const rows = list.orders.map(rowOf)
      const more = list.cursor === undefined ? [] : [`More: --cursor ${list.cursor}`]
      terminal.answer({
        lines: [...(rows.length > 0 ? rows : ['There are none.']), ...more],
        value: list,
      })
    })

const rowOf = ({
  startedAt,
  reference,
  status,
  amount,
  currency,
  description,
  needsAttention,
  attention = [],
}: ListedOrder) =>
  [
    startedAt,
    status.padEnd(18),
    `${amount.padStart(12)} ${currency}`,
    reference,
    description,
    ...(needsAttention
      ? [`← needs attention${attention.length > 0 ? `: ${attention.join(', ')}` : ''}`]
      : []),
  ].join('  ')

const showCommand = (terminal: Terminal) =>
  new Command('show')
    .summary('show one order')
    .description('Shows one order, with its attempts and follow-ups. Exit code 3 if it needs attention.')
    .argument('<order>', 'its id or your reference')
    .requiredOption(...EDGE)
    .option(...KEY_FILE)
    .action(async (name, options) => {
      const order = await findOrder(await merchantClient(keyOptions(options), terminal), name)
      terminal.answer({ lines: linesOf(order), value: order, needsAttention: order.needsAttention })
    })

function linesOf(order: MerchantOrderView): readonly string[] {
  const { id, reference, intent, status, amount, currency, captured, returned, attempts, followUps } = order
  const { lines = [] } = order
  return [
    `${reference} (${id})`,
    `${intent} of ${amount} ${currency}: ${status}${order.needsAttention ? ', needs attention' : ''}`,
    `captured ${captured} ${currency}, returned ${returned} ${currency}`,
    ...lines.map(
      (one) => `line  ${one.quantity} × ${one.description} (${one.item})  ${one.amount} ${currency}`,
    ),
    ...attempts.map(
      ({ number, method, status: outcome, startedAt }) =>
        `attempt ${number}  ${startedAt}  ${method}: ${outcome}`,
    ),
    ...followUps.map(
      (one) => `${one.kind} ${one.number}  ${one.startedAt}  ${one.amount} ${currency}: ${one.status}`,
    ),
  ]
}

const captureCommand = (terminal: Terminal) =>
  withMoney(
    new Command('capture').summary('take money that a preauthorization holds'),
    'Takes the money that a preauthorization holds, all of it or a part. The rest is released.',
  ).action((name, options) => followUp({ kind: 'capture', path: 'capture' }, { name, options }, terminal))

const refundCommand = (terminal: Terminal) =>
  withMoney(
    new Command('refund').summary('return money to the shopper'),
    'Returns money to the shopper, all that is left or a part.',
  ).action((name, options) => followUp({ kind: 'return', path: 'return' }, { name, options }, terminal))

const withMoney = (command: Command, description: string) =>
  withOrder(command, description)
    .option('--amount <amount>', 'a part, such as 2.50; default: all of it')
    .option('--currency <code>', 'required with --amount, so that a mistaken one is refused')

const voidCommand = (terminal: Terminal) =>
  withOrder(
    new Command('void').summary('undo a payment that is not settled yet'),
    'Undoes a payment that is not settled yet, always as a whole.',
  ).action((name, options) => followUp({ kind: 'void', path: 'void' }, { name, options }, terminal))

const withOrder = (command: Command, description: string) =>
  command
    .description(
      `${description} The edge does it once for each idempotency key: the command makes one and prints it.`,
    )
    .argument('<order>', 'its id or your reference')
    .requiredOption(...EDGE)
    .option('--comment <text>', 'kept with the order')
    .option(
      '--idempotency-key <key>',
      'the key of an earlier run whose outcome is unknown: nothing happens twice',
    )
    .option(...KEY_FILE)

interface Order {
  readonly edge: string
  readonly merchantKeyFile?: string | undefined
}

const keyOptions = ({ edge, merchantKeyFile }: Order) => ({
  edge,
  ...(merchantKeyFile !== undefined && { merchantKeyFile }),
})

interface Wish {
  readonly name: string
  readonly options: Order & {
    readonly amount?: string
    readonly currency?: string
    readonly comment?: string
    readonly idempotencyKey?: string
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
  const client = await merchantClient(keyOptions(options), terminal)
  const { id } = await findOrder(client, name)
  terminal.tell(`The idempotency key is ${key}.`)
  const body = {
    ...(amount !== undefined && { amount, currency }),
    ...(comment !== undefined && { comment }),
  }
  terminal.answer(answerOf(kind, await sent(client, { path: `/v1/orders/${id}/${path}`, key, body })))
}

interface Sent {
  readonly path: string
  readonly key: string
  readonly body: object
}

/** Sends it once. Where no answer came, or none that says whether it was done, the same key asks again without doing it twice. */
async function sent({ ask }: EdgeClient, { path, key, body }: Sent): Promise<MerchantOrderView> {
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
  return accepted<MerchantOrderView>(reply)
}

/** How follow-ups end that moved no money, or may have. */
const DOUBTFUL = ['declined', 'error', 'filtered', 'unknown']

function answerOf(kind: FollowUpView['kind'], order: MerchantOrderView): Answer {
  const last = order.followUps.filter((one) => one.kind === kind).at(-1)
  const text = last
    ? `${kind} of ${last.amount} ${order.currency}: ${last.status}`
    : `${kind}: ${order.status}`
  return { lines: [text], value: order, needsAttention: last !== undefined && DOUBTFUL.includes(last.status) }
}
