/** A campaign's result as text. Pure. */
import type { CampaignResult } from './campaign-result.ts'
import { DAMAGE, type Finding } from './findings.ts'
import { reasonOf } from './quiescence.ts'

type Row = readonly [name: string, value: string | number]

/** The table that ends a campaign. */
export function report(result: CampaignResult): string {
  const { orders, crashes, requests, tookMs, webhooks } = result
  const rows: Row[] = [
    ['orders', orders.length],
    ...counted(orders.map(({ made }) => made.plan.kind)).map(indented),
    ['requests to the edge', requests],
    ...exchangeRows(result),
    ['crashes', sum(Object.values(crashes))],
    ...Object.entries(crashes).map(indented),
    ['webhooks', webhooks],
    ...damageRows(orders.flatMap(({ findings }) => findings)),
    ['orders by status', ''],
    ...counted(orders.map(({ view }) => view?.status ?? 'not opened')).map(indented),
    ['orders that need attention', orders.filter(({ view }) => view?.needsAttention).length],
    ...counted(orders.flatMap(({ view }) => (view && reasonOf(view)) ?? [])).map(indented),
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
    ...[...fired].map(indented),
  ]
}

function damageRows(findings: readonly Finding[]): Row[] {
  const names = [...new Set(Object.values(DAMAGE))]
  return names.map((name) => [name, findings.filter(({ damage }) => DAMAGE[damage] === name).length] as const)
}

/** What is wrong with single orders, each with what makes it happen again. */
export function details({ orders, kept }: CampaignResult): string {
  const lines = orders
    .filter(({ findings }) => findings.length > 0)
    .flatMap(({ made, findings }) => [
      `${made.reference} (${made.plan.kind}): npm run campaign -- --only ${made.plan.name}`,
      ...findings.map(({ damage, words }) => `  ${damage}: ${words}`),
      ...(kept.has(made.reference) ? [eventLog(kept.get(made.reference) ?? '')] : []),
    ])
  return lines.join('\n')
}

interface Line {
  readonly at: number
  readonly event: { readonly type: string }
}

/** The events of an order, one a line. */
export function eventLog(kept: string): string {
  const { log = [] } = (JSON.parse(kept) ?? {}) as { log?: readonly Line[] }
  const [first] = log
  return log
    .map(
      ({ at, event: { type, ...rest } }) =>
        `    +${at - (first?.at ?? 0)} ms ${type} ${JSON.stringify(rest)}`,
    )
    .join('\n')
}

const share = (part: number, all: number) =>
  `${part} of ${all} (${all === 0 ? 0 : ((100 * part) / all).toFixed(1)} %)`

const indented = ([name, value]: Row): Row => [`  ${name}`, value]

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

const counted = (names: readonly string[]): Row[] =>
  [...Map.groupBy(names, (name) => name)]
    .map(([name, all]) => [name, all.length] as const)
    .sort(([one], [other]) => one.localeCompare(other))
