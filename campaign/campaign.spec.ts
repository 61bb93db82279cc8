/** No payment is made twice and none is lost, whatever fails. */
import process from 'node:process'
import { expect, it } from 'vitest'
import { isSettled } from '../shared/order-status.ts'
import { runCampaign } from './campaign.ts'
import { type CampaignResult, details, report } from './report.ts'

/** Enough that each kind of order, fault and crash occurs several times; `npm run test:wide` places more. */
const ORDERS = Number(process.env.PAY_ORDERS ?? 200)

/** The share of all exchanges with the gateway that a fault struck. */
function shareDisturbed({ faults }: CampaignResult): number {
  const kinds = Object.values(faults.exchanges)
  const sum = (of: (kind: (typeof kinds)[number]) => number) => kinds.reduce((all, kind) => all + of(kind), 0)
  return sum(({ disturbed }) => disturbed) / sum(({ total }) => total)
}

/** Of all webhooks, the part that may come again after a 2xx although their orders never crashed. */
const MOST_REPEATED = 0.001

const share = (part: number, all: number) => part / all

it(`${ORDERS} orders under faults and crashes are paid once, and none is lost`, async () => {
  const numbers = Array.from({ length: ORDERS }, (_, index) => index + 1)

  const result = await runCampaign({ seed: 1, numbers })

  console.log(report(result))
  expect(details(result)).toBe('')
  expect(shareDisturbed(result)).toBeGreaterThan(1 / 3)
  const { ownership } = result.faults
  expect(share(ownership.disturbed, ownership.total)).toBeGreaterThan(1 / 3)
  const shared = result.orders.filter(({ isShared }) => isShared)
  expect(share(shared.length, result.orders.length)).toBeGreaterThan(1 / 3)
  expect(share(result.repeats.withoutCrash, result.webhooks)).toBeLessThanOrEqual(MOST_REPEATED)
  // The ids of carts differ in every run, and with them the crashes at their counters and the catalogue.
  const points = Object.keys(result.crashes).filter((point) => !/^(counter|catalogue)-/.test(point))
  expect(points.sort()).toEqual([
    'answer-next',
    'intent-stored',
    'notice-stored',
    'reply-received',
    'report-received',
  ])
  const sold = result.orders.filter(({ order, view }) => order.plan.cart && view && isSettled(view.status))
  expect(sold.length).toBeGreaterThan(ORDERS / 50)
})
