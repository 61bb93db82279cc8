/** Two edges share a gateway account, and their shops use the same references, prices and seconds. */
import process from 'node:process'
import { describe, it } from 'vitest'
import { type CampaignOptions, runCampaign } from './campaign.ts'
import { details, outcomesOf, report } from './report.ts'

/** At each edge. Enough that the gateway confuses some of them; `npm run test:wide` places more. */
const ORDERS = process.env.PAY_ORDERS ? 300 : 20

const SECRETS: readonly NonNullable<CampaignOptions['secondEdge']>[] = ['own-secrets', 'copied-secrets']

describe.concurrent('two edges at one gateway account', () => {
  it.for(SECRETS)('keep their orders apart: the second one has %s', async (secondEdge, { expect }) => {
    const numbers = Array.from({ length: ORDERS }, (_, index) => index + 1)

    const result = await runCampaign({ seed: 2, numbers, secondEdge })

    console.log(report(result))
    expect(details(result)).toBe('')
    // A rebill and an order of a server may need several references.
    expect(result.orders.length).toBeGreaterThanOrEqual(2 * ORDERS)
    // Those of carts never meet, whose references are their own ids, nor later tries that one edge alone needed.
    const met = result.orders.filter(({ isOfTwoEdges }) => isOfTwoEdges)
    expect(met.length, `too few met: ${outcomesOf(result.orders)}`).toBeGreaterThan(ORDERS / 4)
  })
})
