/** The campaign finds damage as soon as any one safeguard is missing. */
import { describe, expect, it } from 'vitest'
import { type CampaignOptions, runCampaign } from '../campaign.ts'
import { usualFaultRules } from '../faults.ts'
import type { Damage } from '../money-verification.ts'
import type { CampaignResult } from '../report.ts'

const damagesOf = ({ orders }: CampaignResult): Damage[] =>
  [...new Set(orders.flatMap(({ findings }) => findings.map(({ damage }) => damage)))].sort()

/** Damage stays, so there is no need to wait long for it. */
const REST_MS = 4_000

/**
 * Nothing goes wrong by itself, there is enough in stock, and a busy machine meets the deadline: what happens follows from
 * the plans alone. For carts, whose ids differ in every run, and with them the faults and crashes that are drawn by id.
 */
const CALM: Partial<CampaignOptions> = {
  faults: [],
  crashProbability: 0,
  receiverFails: 0,
  pieces: 100,
  requestDeadlineMs: 60_000,
}

/** Safeguard, the damage without it, and orders of seed 3 that need it. */
const ROWS: readonly (readonly [string, Damage, readonly number[], Partial<CampaignOptions>])[] = [
  ['intent-stored-first', 'double money out', [3, 5, 12, 29, 38, 46, 51, 58], { crashProbability: 0.3 }],
  ['ask-before-resend', 'double charge', [14, 32, 408, 768, 1138, 1715, 2032], {}],
  ['ask-after-refusal', 'double charge', [898, 5346, 7037, 10061, 10152, 12538, 19336, 22220], {}],
  ['one-in-flight', 'double charge', [76, 78, 120, 285, 292, 305, 319, 365], {}],
  ['surplus-reversal', 'double charge', [23, 108, 156, 474, 906, 911, 1972], {}],
  ['amount-check', 'wrong outcome', [1343, 2443, 2528, 3223, 6101, 7237, 7329, 7565], {}],
  // Each pays at a form whose units the counters have back, and does not cancel before.
  ['units-before-payment', 'units wrong', [62, 242, 302, 421, 435, 462], CALM],
  ['webhook-dedup-id', 'webhook repeated', [1, 2, 3, 4, 5, 6, 7, 8], { receiverFails: 0.5 }],
]

// Each row has a stack of its own, and waits most of the time.
describe.concurrent('the campaign notices', () => {
  it.each(ROWS)('that %s is missing: %s', async (safeguard, damage, numbers, more) => {
    const result = await runCampaign({
      seed: 3,
      numbers,
      withoutSafeguard: safeguard,
      restMs: REST_MS,
      faults: usualFaultRules(3),
      ...more,
    })

    console.log(`${safeguard}: ${damagesOf(result).join(', ')}`)
    expect(damagesOf(result)).toContain(damage)
  })
})
