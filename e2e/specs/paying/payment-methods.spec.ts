/**
 * The hosted page in every presentation, and one method of each other kind: what the shopper reads, and the money that the
 * gateway moved. `e2e/specs/paying/payment-methods.wide.spec.ts` has every other combination.
 */
import { it } from 'vitest'
import { inPage, METHODS_IN_PAGE } from '../../support/methods-in-page.ts'
import {
  everyRow,
  expectOutcome,
  HOSTED,
  type MethodRow,
  OTHER_PAGES,
} from '../../support/payment-methods.ts'
import { shopper } from '../../support/shopper.ts'

const { visits } = shopper()

const ROWS: readonly MethodRow[] = [
  ...everyRow(HOSTED),
  ...OTHER_PAGES.slice(-1).map((payoutPage) => payoutPage('redirect', 'approved')),
  ...METHODS_IN_PAGE.filter(({ ware }) => ware === 'card').flatMap((method) => inPage(method)),
  ...METHODS_IN_PAGE.filter(({ ware }) => ware === 'payout-bank').flatMap((method) =>
    inPage(method, ['declined']),
  ),
]

it.each(ROWS)('$ware by $by, asked for as $presentation, is $outcome', (row) => expectOutcome(visits, row))
