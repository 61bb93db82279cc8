/** What a campaign found, and its text. Pure. */
import { isInDoubt } from '../shared/order-status.ts'
import { isProduct } from './cart-plan.ts'
import type { DisturbedShare, FaultReport } from './ledger.ts'
import { DAMAGE, type Finding } from './money-verification.ts'
import type { VerifiedOrder } from './quiescence.ts'
import type { PlacedOrder } from './scene.ts'
import { isMixedUp, type SeenOrder } from './unsettled.ts'

/** What a campaign, or a part of it, found. */
export interface CampaignResult {
  readonly orders: readonly VerifiedOrder[]
  readonly faults: FaultReport & { readonly ownership: DisturbedShare }
  /** Crash point → how many order objects died there. */
  readonly crashes: Readonly<Record<string, number>>
  /** How many webhooks arrived. */
  readonly webhooks: number
  /** How many of them were tried again after a 2xx: about orders that never crashed, and about others. */
  readonly repeats: { readonly withoutCrash: number; readonly afterCrash: number }
  readonly requests: number
  readonly tookMs: number
  /** Reference → what the edge stores of an order with findings, as JSON. */
  readonly eventLogs: ReadonlyMap<string, string>
  /** Lines of the Workers' logs that say that the runtime itself failed. What it then damaged says nothing of the edge. */
  readonly runtimeErrors: readonly string[]
}

/** Adds up the parts of a campaign that ran one after the other. */
export function joined(parts: readonly CampaignResult[]): CampaignResult {
  const total = (of: (part: CampaignResult) => number) => sum(parts.map(of))
  return {
    orders: parts.flatMap(({ orders }) => orders),
    faults: {
      rules: parts.flatMap(({ faults }) => faults.rules),
      exchanges: joinedExchanges(parts),
      ownership: {
        total: total(({ faults }) => faults.ownership.total),
        disturbed: total(({ faults }) => faults.ownership.disturbed),
      },
    },
    crashes: joinedCrashes(parts),
    webhooks: total(({ webhooks }) => webhooks),
    repeats: {
      withoutCrash: total(({ repeats }) => repeats.withoutCrash),
      afterCrash: total(({ repeats }) => repeats.afterCrash),
    },
    requests: total(({ requests }) => requests),
    tookMs: total(({ tookMs }) => tookMs),
    eventLogs: new Map(parts.flatMap(({ eventLogs }) => [...eventLogs])),
    runtimeErrors: parts.flatMap(({ runtimeErrors }) => runtimeErrors),
  }
}

function joinedCrashes(parts: readonly CampaignResult[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const [point, count] of parts.flatMap(({ crashes }) => Object.entries(crashes)))
    sums[point] = (sums[point] ?? 0) + count
  return sums
}

function joinedExchanges(parts: readonly CampaignResult[]): FaultReport['exchanges'] {
  const sums: Record<string, { total: number; disturbed: number }> = {}
  for (const [kind, one] of parts.flatMap(({ faults }) => Object.entries(faults.exchanges))) {
    const { total = 0, disturbed = 0 } = sums[kind] ?? {}
    sums[kind] = { total: total + one.total, disturbed: disturbed + one.disturbed }
  }
  return sums
}

type Row = readonly [name: string, value: string | number]

/** The table that ends a campaign. */
export function report(result: CampaignResult): string {
  const { orders, crashes, requests, tookMs, webhooks } = result
  const rows: Row[] = [
    ['orders', orders.length],
    ...counted(orders.map(({ order }) => order.plan.kind)).map(indented),
    ['requests to the edge', requests],
    ...exchangeRows(result),
    ["orders beside another shop's", share(orders.filter(({ isShared }) => isShared).length, orders.length)],
    ['charges that the gateway never reported', sum(orders.map(({ untold }) => untold))],
    ['crashes', sum(Object.values(crashes))],
    ...Object.entries(crashes).map(indented),
    ['webhooks', webhooks],
    indented(['repeated without a crash', share(result.repeats.withoutCrash, webhooks)]),
    indented(['repeated after a crash', share(result.repeats.afterCrash, webhooks)]),
    ...damageRows(orders.flatMap(({ findings }) => findings)),
    ['orders by status', ''],
    ...outcomesOf(orders).map(indented),
    ['sales of products', orders.filter(sellsProducts).length],
    indented([
      'at another price than the first one that their shopper saw',
      orders.filter(isAtOtherPrice).length,
    ]),
    ['orders that need attention', orders.filter(({ view }) => view?.needsAttention).length],
    ...counted(orders.flatMap(({ view }) => (view && attentionReason(view)) ?? [])).map(indented),
    ['errors of the runtime', result.runtimeErrors.length],
    ['time', `${Math.round(tookMs / 1000)} s`],
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`.trimEnd()).join('\n')
}

function exchangeRows({ faults }: CampaignResult): Row[] {
  const kinds = Object.values(faults.exchanges)
  const [total, disturbed] = [sum(kinds.map((one) => one.total)), sum(kinds.map((one) => one.disturbed))]
  const fired = new Map<string, number>()
  for (const { fault, fired: count } of faults.rules) fired.set(fault, (fired.get(fault) ?? 0) + count)
  return [
    ['exchanges with the gateway', total],
    ...Object.entries(faults.exchanges).map(([name, one]) =>
      indented([name, share(one.disturbed, one.total)]),
    ),
    ['with a fault', share(disturbed, total)],
    [
      'requests with a fault about whose money it is',
      share(faults.ownership.disturbed, faults.ownership.total),
    ],
    ...[...fired].map(indented),
  ]
}

function damageRows(findings: readonly Finding[]): Row[] {
  const names = [...new Set(Object.values(DAMAGE))]
  return names.map((name) => [name, findings.filter(({ damage }) => DAMAGE[damage] === name).length] as const)
}

/** Errors of the runtime; every order with damage: what is wrong, the command that places it again, and its event log. */
export function details({ orders, eventLogs, runtimeErrors }: CampaignResult): string {
  const lines = orders
    .filter(({ findings }) => findings.length > 0)
    .flatMap(({ order, findings, edge }) => [
      titleOf(order, edge),
      ...findings.map(({ damage, words }) => `  ${damage}: ${words}`),
      ...(eventLogs.has(order.reference) ? [formatLog(eventLogs.get(order.reference) ?? '')] : []),
    ])
  return [...runtimeErrors, ...lines].join('\n')
}

const titleOf = ({ reference, plan: { kind, name } }: VerifiedOrder['order'], edge: number | undefined) =>
  edge === undefined
    ? `${reference} (${kind}): npm run campaign -- --only ${name}`
    : `${reference} (${kind}, edge ${edge}): npm run campaign -- --two-edges --only ${name}`

interface Line {
  readonly at: number
  readonly event: { readonly type: string }
}

/** The events of an order, one a line. @param stored What the edge answered: JSON, or the words of its failure. */
export function formatLog(stored: string): string {
  const log = logIn(stored)
  if (!log) return `    ${stored.trim()}`
  const [first] = log
  return log
    .map(
      ({ at, event: { type, ...rest } }) =>
        `    +${at - (first?.at ?? 0)} ms ${type} ${JSON.stringify(rest)}`,
    )
    .join('\n')
}

function logIn(stored: string): readonly Line[] | undefined {
  try {
    const { log = [] } = (JSON.parse(stored) ?? {}) as { log?: readonly Line[] }
    return log
  } catch {
    return undefined
  }
}

/** How many orders ended in which way. */
export const outcomesOf = (orders: readonly VerifiedOrder[]): readonly Row[] =>
  counted(orders.map(({ view, order }) => view?.status ?? notOpened(order)))

/** Somebody else has the units, or a product stayed hidden: the shopper knows why. */
const notOpened = ({ refusedWith }: PlacedOrder) =>
  refusedWith === undefined ? 'not opened' : `not opened: ${refusedWith}`

const sellsProducts = ({ order }: Pick<VerifiedOrder, 'order'>) =>
  order.plan.cart?.some(({ item }) => isProduct(item))

const isAtOtherPrice = ({ order, view }: VerifiedOrder) =>
  sellsProducts({ order }) && view !== undefined && view.amount !== order.agreedSums?.[0]

/** Why an order needs a person. @returns `undefined` if it does not. */
function attentionReason(view: SeenOrder): string | undefined {
  const { needsAttention, status, attempts, followUps, error, transactions } = view
  if (!needsAttention) return undefined
  const followUp = followUps.find((one) => isInDoubt(one.status))
  if (followUp) return `${followUp.kind} in doubt`
  if (isInDoubt(status)) return `outcome in doubt: ${error?.code ?? 'the bank does not know'}`
  if (attempts.some((one) => isInDoubt(one.status))) return 'an attempt in doubt'
  if (isMixedUp(view)) return 'answers about other orders'
  return transactions.some(({ surplus }) => surplus) ? 'a duplicate charge' : 'an unmatched transaction'
}

const share = (part: number, all: number) =>
  `${part} of ${all} (${all === 0 ? 0 : ((100 * part) / all).toFixed(1)} %)`

const indented = ([name, value]: Row): Row => [`  ${name}`, value]

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

const counted = (names: readonly string[]): Row[] =>
  [...Map.groupBy(names, (name) => name)]
    .map(([name, all]) => [name, all.length] as const)
    .sort(([one], [other]) => one.localeCompare(other))
