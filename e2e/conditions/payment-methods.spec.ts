/** Each page of the gateway in every presentation and with each outcome; `e2e/specs/paying/payment-methods.spec.ts` has the hosted one. */
import { it } from 'vitest'
import { everyRow, expectOutcome, OTHER_PAGES } from '../support/payment-methods.ts'
import { shopper } from '../support/shopper.ts'

const { visits } = shopper()

it.each(OTHER_PAGES.flatMap(everyRow))('$ware, asked for as $presentation, is $outcome', (row) =>
  expectOutcome(visits, row),
)
