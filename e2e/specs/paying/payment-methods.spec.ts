/**
 * Each payment and payout method: what the shopper reads, and the money that the gateway moved. The hosted page is here
 * in every presentation; `e2e/conditions/payment-methods.spec.ts` has every other combination.
 */
import { it } from 'vitest'
import { CHALLENGED, challenged, inPage, METHODS_IN_PAGE } from '../../support/methods-in-page.ts'
import {
  everyRow,
  expectOutcome,
  HOSTED,
  type MethodRow,
  OTHER_PAGES,
  PRESENTATIONS,
} from '../../support/payment-methods.ts'
import { shopper } from '../../support/shopper.ts'

const { visits } = shopper()

/** Each other page of the gateway once, and each presentation once. */
const otherPages = OTHER_PAGES.map((way, page) =>
  way(PRESENTATIONS[page] ?? 'redirect', page % 2 === 0 ? 'approved' : 'declined'),
)

const [card, ...others] = METHODS_IN_PAGE

const ROWS: readonly MethodRow[] = [
  ...everyRow(HOSTED),
  ...otherPages,
  ...(card ? inPage(card) : []),
  ...others.flatMap((method) => inPage(method, ['approved'])),
  ...CHALLENGED.slice(0, 1).flatMap(challenged),
]

it.each(ROWS)('$ware by $by, asked for as $presentation, is $outcome', (row) => expectOutcome(visits, row))
