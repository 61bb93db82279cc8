/** What a campaign found, and how its parts make a whole. Pure. */

import type { FaultReport } from './ledger.ts'
import type { Judged } from './verification.ts'

/** What became of a campaign, or of a part of it. */
export interface CampaignResult {
  readonly orders: readonly Judged[]
  readonly faults: FaultReport
  /** Deaths of objects, by point. */
  readonly crashes: Readonly<Record<string, number>>
  /** Webhooks that came. */
  readonly webhooks: number
  readonly requests: number
  readonly tookMs: number
  /** What the edge keeps of orders with findings: reference → JSON. */
  readonly kept: ReadonlyMap<string, string>
}

/** Puts together what was found in parts that ran one after the other. */
export function joined(parts: readonly CampaignResult[]): CampaignResult {
  const total = (of: (part: CampaignResult) => number) => parts.reduce((sum, part) => sum + of(part), 0)
  return {
    orders: parts.flatMap(({ orders }) => orders),
    faults: {
      rules: parts.flatMap(({ faults }) => faults.rules),
      exchanges: exchangesOf(parts),
    },
    crashes: crashesOf(parts),
    webhooks: total(({ webhooks }) => webhooks),
    requests: total(({ requests }) => requests),
    tookMs: total(({ tookMs }) => tookMs),
    kept: new Map(parts.flatMap(({ kept }) => [...kept])),
  }
}

function crashesOf(parts: readonly CampaignResult[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const [point, count] of parts.flatMap(({ crashes }) => Object.entries(crashes)))
    sums[point] = (sums[point] ?? 0) + count
  return sums
}

function exchangesOf(parts: readonly CampaignResult[]): FaultReport['exchanges'] {
  const sums: Record<string, { total: number; disturbed: number }> = {}
  for (const [kind, one] of parts.flatMap(({ faults }) => Object.entries(faults.exchanges))) {
    const { total = 0, disturbed = 0 } = sums[kind] ?? {}
    sums[kind] = { total: total + one.total, disturbed: disturbed + one.disturbed }
  }
  return sums
}
