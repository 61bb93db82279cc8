/** Each page of the gateway's in every presentation and to each outcome; the hosted one is in `e2e/specs/paying/payment-methods.spec.ts`. */
import { it } from 'vitest'
import { everyRow, expectOutcome, OTHER_PAGES } from '../support/payment-methods.ts'
import { shopper } from '../support/shopper.ts'

const { visits } = shopper()

it.each(OTHER_PAGES.flatMap(everyRow))('$ware, untilChallenged for as $presentation, is $outcome', (row) =>
  expectOutcome(visits, row),
)
