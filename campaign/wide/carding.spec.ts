/** A thief with 1,000 stolen cards and 50 networks is stopped, and honest shoppers pay meanwhile. */
import { expect, it } from 'vitest'
import { type Attack, type CardingResult, runCarding } from '../carding.ts'

/** What the specification of the limits allows the thief. */
const MOST_CARDS = 60

const attack: Attack = { offers: 'one', hasKeys: false, networks: 50, cardsPerNetwork: 20 }

const ALL_BY_CARD = Array(8).fill('card')

/** Published prices in USD: a million requests, calls of objects, or rows (worker/order/stories/billed-rows.test.ts). */
const PRICES = { request: 0.3, call: 0.15, row: 1 }

const sum = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((all, one) => all + one, 0)

function told({ requests, answers, reached, reachedInAll, cost, tookMs }: CardingResult): string {
  const { rows, calls } = cost
  const usd = PRICES.request + (sum(calls) / requests) * PRICES.call + (sum(rows) / requests) * PRICES.row
  return [
    `${requests} requests in ${Math.round(tookMs / 1000)} s: ${reached} of the thief and ${reachedInAll} in all reached the gateway`,
    `answers to the thief: ${JSON.stringify(answers)}`,
    `rows ${JSON.stringify(rows)}, calls ${JSON.stringify(calls)}`,
    `a million such requests: ${usd.toFixed(2)} USD`,
  ].join('\n')
}

/** What the thief does, and how the honest shoppers behind the thief's networks pay. */
type Row = readonly [title: string, attack: Partial<Attack>, behind: 'card' | 'hosted']

const ROWS: readonly Row[] = [
  ['one public offer', {}, 'hosted'],
  ['fresh offers and e-mail addresses, where bots are checked', { offers: 'fresh', hasKeys: true }, 'card'],
  ['one public offer, where bots are checked', { hasKeys: true }, 'card'],
  ['fresh offers and e-mail addresses', { offers: 'fresh' }, 'hosted'],
]

it.each(ROWS)(
  '1,000 cards from 50 networks with %s are stopped, and ten honest shoppers pay',
  async (_, change, behind) => {
    const result = await runCarding({ ...attack, ...change })

    console.log(told(result))
    expect(result.reached).toBeLessThanOrEqual(MOST_CARDS)
    expect(result.alone).toEqual(ALL_BY_CARD)
    expect(result.behind).toEqual([behind, behind])
    expect(result.leaks).toEqual([])
  },
)
