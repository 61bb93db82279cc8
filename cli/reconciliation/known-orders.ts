/** Reads from the edge the orders that a report names, and those of its time. */

import type { ListedOrder, OrderDetails } from '../../packages/server/src/server.ts'
import { referenceIn } from '../../shared/order-names.ts'
import type { EdgeClient } from '../edge-client.ts'
import { inParallel } from '../in-parallel.ts'
import { listedUnder } from '../order-lookup.ts'
import type { KnownOrder } from './comparison.ts'
import { cutsIn, spelledAs } from './edge-names.ts'
import { edgeUnits, textOfUnits } from './report-amounts.ts'

/** The time of a report, ISO 8601. */
export interface ReportTime {
  readonly from: string
  readonly to: string
}

/**
 * Reads the orders.
 *
 * @param names What the report calls transactions.
 * @param time Absent: only orders that the report names are read, so none is found that it lacks.
 */
export async function knownOrders(
  client: EdgeClient,
  names: ReadonlySet<string>,
  time?: ReportTime,
): Promise<readonly KnownOrder[]> {
  const listed: ListedOrder[] = []
  if (time) for await (const entry of client.orders({ ...time, limit: 100 })) listed.push(entry)
  const references = new Set([...names].map(referenceIn))
  const isListed = new Set(listed.map(({ reference }) => reference))
  const others = [...references].filter((reference) => !isListed.has(reference))
  const found = (await inParallel(others, (reference) => listedUnder(client, reference))).flat()
  const likely = [
    ...found,
    ...listed.filter((entry) => references.has(entry.reference) || mayHaveMoved(entry)),
  ]
  const known = await inParallel(likely, (entry) => orderOf(client, entry))
  const owned = new Set(known.flatMap((order) => order.names))
  const spelled = spelledAs(owned)
  // A gateway that takes short names gets a cut reference. The rows of another shop look like none of ours that was cut.
  const isCut = cutsIn([...names].filter((name) => !owned.has(spelled(name))))
  const rest = listed.filter((entry) => !likely.includes(entry) && isCut(entry.reference))
  return [...known, ...(await inParallel(rest, (entry) => orderOf(client, entry)))]
}

/** An entry of an older edge has no sums. */
const mayHaveMoved = ({ captured, returned, chargedBack }: ListedOrder) =>
  [captured, returned, chargedBack].some((sum) => sum === undefined || edgeUnits(sum) !== 0n)

async function orderOf(client: EdgeClient, entry: ListedOrder): Promise<KnownOrder> {
  const order: Details = await client.getOrder(entry)
  const { reference, intent, amount, currency, captured, returned, status, attempts } = order
  return {
    ...{ reference, intent, amount, currency, captured, returned },
    chargedBack: chargedBackOf(entry, order),
    isVoided: status === 'voided',
    isScheduled: attempts.some(({ method }) => method === 'recurring-payment'),
    names: attempts.map(({ clientOrderId }) => clientOrderId),
  }
}

/** An edge of an older version has no chargebacks in its answer. */
type Details = Omit<OrderDetails, 'chargebacks'> & Partial<Pick<OrderDetails, 'chargebacks'>>

/** The list's sum counts each chargeback once. The order's own log forgets. Where neither says a sum, it was all. */
function chargedBackOf(entry: ListedOrder, { status, captured, returned, chargebacks }: Details): string {
  if (entry.chargedBack !== undefined) return entry.chargedBack
  const sum = (chargebacks ?? []).reduce((all, { amount }) => all + edgeUnits(amount), 0n)
  if (sum > 0n || status !== 'charged-back') return textOfUnits(sum, 4)
  return textOfUnits(edgeUnits(captured) - edgeUnits(returned), 4)
}
