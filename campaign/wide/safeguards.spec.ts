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

/** Another shop at the account has the same references, and each charge of the merchant gets lost. */
const LOST_TO_OTHERS = [{ operation: 'sale', fault: 'other-shop', name: 'bare', consequence: 'lost' }]

/** Each charge is carried out twice, no callback tells of the second one, and most answers name another order. */
const SECOND_UNTOLD = [
  { operation: 'sale', fault: 'second-order', callbacks: 'second-lost' },
  { operation: 'status', fault: 'other-order', probability: 0.7, seed: 1 },
]

/** Each charge is carried out twice for another sum, and no callback tells of the second one. */
const TWICE_OF_ANOTHER_SUM = [
  { operation: 'sale', fault: 'second-order', callbacks: 'second-lost' },
  { operation: 'sale', fault: 'other-sum', amount: '7' },
]

/** Each refund is carried out and refused, and shows only after some seconds. */
const REFUND_UNSEEN = [
  { operation: 'return', fault: '400-after' },
  { operation: 'status', fault: 'stale', delayMs: 2_000 },
]

/** Direct sales that are approved, and nothing else is done with them. */
const PAID = [56, 105, 139, 191, 277, 280, 283, 284]

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

/** The same, each under faults that do nothing but this damage. With the safeguard there is none. */
const SHARP_ROWS: typeof ROWS = [
  ['marked-names', "stranger's outcome", [56, 105, 139, 191], { ...CALM, faults: LOST_TO_OTHERS }],
  ['look-names-order', 'double charge', PAID, { ...CALM, faults: SECOND_UNTOLD }],
  ['look-in-doubt', 'double charge', PAID, { ...CALM, faults: TWICE_OF_ANOTHER_SUM }],
  ['refusal-told-twice', 'double money out', [288, 466, 526, 595], { ...CALM, faults: REFUND_UNSEEN }],
]

/** Orders whose objects leave the memory between payment and refund. */
const SLEEPING = [903, 921, 1062, 1104, 1127, 1311, 1574, 2057]

// Each row has a stack of its own, and waits most of the time.
describe.concurrent('the campaign notices', () => {
  it.each([...ROWS, ...SHARP_ROWS])('that %s is missing: %s', async (safeguard, damage, numbers, more) => {
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

  it.each(SHARP_ROWS)('nothing where %s is there: no %s', async (_, damage, numbers, more) => {
    const result = await runCampaign({ seed: 3, numbers, restMs: REST_MS, ...more })

    expect(damagesOf(result)).not.toContain(damage)
  })

  it.each([
    ['delivery-written', true],
    ['', false],
  ])('whether delivered webhooks come again (without %o: %o)', async (safeguard, comeAgain) => {
    const all = { seed: 3, numbers: SLEEPING, restMs: REST_MS }
    const { repeats } = await runCampaign({ ...all, ...CALM, withoutSafeguard: safeguard })

    expect(repeats.afterCrash).toBe(0)
    expect(repeats.withoutCrash > 0).toBe(comeAgain)
  })
})
