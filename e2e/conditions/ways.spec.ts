/** Each page of the gateway's in every presentation and to each outcome; the hosted one is in `e2e/ways.spec.ts`. */
import { it } from 'vitest'
import { shopper } from '../shopper.ts'
import { everyRow, expectOutcome, OTHER_PAGES } from '../ways.ts'

const { visits } = shopper()

it.each(OTHER_PAGES.flatMap(everyRow))('$ware, asked for as $presentation, is $outcome', (row) =>
  expectOutcome(visits, row),
)
