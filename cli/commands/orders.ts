import { Command } from '@commander-js/extra-typings'
import type { ListedOrder, ListOrdersFilter, OrderDetails } from '../../packages/server/src/server.ts'
import type { Address, Customer } from '../../shared/customer.ts'
import { listedOutcomeOf, outcomeOf } from '../../shared/order-outcome.ts'
import { ORDER_PHASES } from '../../shared/order-status.ts'
import type { Terminal } from '../command.ts'
import { merchantClient } from '../edge-client.ts'
import { findOrder } from '../order-lookup.ts'
import { EDGE, KEY_FILE } from './edge-options.ts'
import { captureCommand, refundCommand, voidCommand } from './follow-ups.ts'
import { reconcileCommand } from './reconcile.ts'

/**
 * `pay-checkout orders`: what a merchant's server can do with orders, from the keyboard.
 *
 * @example
 * npx --no pay-checkout orders list --edge https://pay.example.com --needs-attention
 * npx --no pay-checkout orders show cart-4711 --edge https://pay.example.com
 */
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
  ...(['status', 'intent', 'currency', 'reference', 'email', 'lastFour'] as const),
  ...(['supportId', 'needsAttention', 'day', 'from', 'to', 'limit', 'cursor'] as const),
]

const listCommand = (terminal: Terminal) =>
  new Command('list')
    .summary('list orders, newest first')
    .description('Lists orders, newest first. An order enters the list with its first attempt.')
    .requiredOption(...EDGE)
    .option('--status <status>', 'such as approved or unknown')
    .option('--intent <intent>', 'sale, preauth, verify or payout')
    .option('--currency <code>', 'such as EUR')
    .option('--reference <beginning>', 'your own reference, or its beginning')
    .option('--email <address>', 'paid orders of a shopper; the key needs the scope personal too')
    .option('--last-four <digits>', 'the end of the card that paid; together with --day')
    .option('--day <date>', 'such as 2026-11-28: the first attempt began on that day, UTC')
    .option('--support-id <id>', 'what a shopper quotes')
    .option('--needs-attention', 'only orders that a person has to resolve')
    .option('--from <time>', 'ISO 8601: the first attempt began then or later')
    .option('--to <time>', 'ISO 8601: it began earlier')
    .option('--limit <count>', 'the most orders of a page')
    .option('--cursor <cursor>', 'the cursor of the page before; the other options must be the same')
    .option(...KEY_FILE)
    .action(async (options) => {
      const client = await merchantClient(options, terminal)
      const given = FILTERS.flatMap((name) =>
        options[name] === undefined ? [] : [[name, String(options[name])]],
      )
      // The edge says what is wrong with a filter.
      const list = await client.listOrders(Object.fromEntries(given) as ListOrdersFilter)
      const rows = list.orders.map(rowOf)
      const more = list.cursor === undefined ? [] : [`More: --cursor ${list.cursor}`]
      terminal.answer({
        lines: [...(rows.length > 0 ? rows : ['There are none.']), ...more],
        value: list,
      })
    })

/** Says what became of an order; of a status or an intent that only a newer edge knows, the status. */
const told = <Order extends Pick<OrderDetails, 'status'>>(
  order: Order,
  outcome: (order: Order) => string | undefined,
): string => (order.status in ORDER_PHASES ? outcome(order) : undefined) ?? order.status

/** The longest outcome, and a space. */
const OUTCOME_WIDTH = 24

function rowOf(order: ListedOrder) {
  const { startedAt, reference, amount, currency, description, needsAttention, attention = [] } = order
  return [
    startedAt,
    told(order, listedOutcomeOf).padEnd(OUTCOME_WIDTH),
    `${amount.padStart(12)} ${currency}`,
    reference,
    description,
    ...(needsAttention
      ? [`← needs attention${attention.length > 0 ? `: ${attention.join(', ')}` : ''}`]
      : []),
  ].join('  ')
}

const showCommand = (terminal: Terminal) =>
  new Command('show')
    .summary('show one order')
    .description(
      'Shows one order, with its attempts and follow-ups, and who ordered where the key has the scope personal. Exit code 3 if it needs attention.',
    )
    .argument('<order>', 'its id or your reference')
    .requiredOption(...EDGE)
    .option(...KEY_FILE)
    .action(async (name, options) => {
      const order = await findOrder(await merchantClient(options, terminal), name)
      terminal.answer({ lines: linesOf(order), value: order, needsAttention: order.needsAttention })
    })

function linesOf(order: OrderDetails): readonly string[] {
  const { id, reference, intent, amount, currency, captured, returned, attempts, followUps } = order
  const { lines = [] } = order
  return [
    `${reference} (${id})`,
    `${intent} of ${amount} ${currency}: ${told(order, outcomeOf)}${order.needsAttention ? ', needs attention' : ''}`,
    `captured ${captured} ${currency}, returned ${returned} ${currency}`,
    ...customerLines(order.customer ?? {}),
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

/** Who ordered, a line for each thing that is known. */
const customerLines = ({ name, email, phone, shipping, billing }: Customer): readonly string[] =>
  [
    ['customer', [name, email, phone]],
    ['deliver to', placeOf(shipping)],
    ['billed to', placeOf(billing)],
  ].flatMap(([label, parts]) => {
    const known = [parts].flat().filter(Boolean)
    return known.length > 0 ? [`${label}  ${known.join(', ')}`] : []
  })

const placeOf = ({ address, postalCode, city, state, country }: Partial<Address> = {}) => [
  ...[address, postalCode, city, state, country],
]
