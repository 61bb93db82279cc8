/** Every payment and payout method in every presentation and with each outcome. */
import { it } from 'vitest'
import { CHALLENGED, challenged, inPage, METHODS_IN_PAGE } from '../../support/methods-in-page.ts'
import { everyRow, expectOutcome, OTHER_PAGES } from '../../support/payment-methods.ts'
import { shopper } from '../../support/shopper.ts'

const { visits } = shopper()

const ROWS = [
  ...OTHER_PAGES.flatMap(everyRow),
  ...METHODS_IN_PAGE.flatMap((method) => inPage(method)),
  ...CHALLENGED.flatMap(challenged),
]

it.each(ROWS)('$ware by $by, asked for as $presentation, is $outcome', (row) => expectOutcome(visits, row))
