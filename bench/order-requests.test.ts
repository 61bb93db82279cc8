/** The budgets of `worker` price the requests that the pages of `e2e` make: neither may import the other's. */
import { expect, it } from 'vitest'
import { ABANDONED_PAGE, FOLLOWING, PAID_PAGES } from '../e2e/support/order-requests.ts'
import { ABANDONED_REQUESTS, PAID_REQUESTS } from '../worker/order/testing/counted-use.ts'

/** The gateway makes it, not a page. */
const CALLBACK = 'GET /callback/*/*'

const ofPages = (requests: Readonly<Record<string, number>>) =>
  Object.fromEntries(
    Object.entries(requests).filter(([route]) => route !== CALLBACK && !FOLLOWING.includes(route)),
  )

it.each([
  ['is paid', PAID_REQUESTS, PAID_PAGES],
  ['is abandoned', ABANDONED_REQUESTS, ABANDONED_PAGE],
])('the requests that are priced of an order that %s are those that its pages make', (_, priced, made) => {
  expect(ofPages(priced)).toEqual(made)
})
