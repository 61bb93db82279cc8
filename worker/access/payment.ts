/** What a page says when its shopper pays: which way, and what that way needs. */
import { z } from 'zod'
import { METHODS, PAYOUT_METHODS } from '../../shared/order-view.ts'
import { browser, browserRefusal } from './browser.ts'
import { cardRefusal, presentCard, toldCard } from './card.ts'
import type { ChargeDetails } from './charge.ts'
import { customer } from './customer.ts'
import { destination, destinationDetails, destinationRefusal, payoutMethod } from './destination.ts'
import { cvv } from './fields.ts'
import type { Refusal } from './refusal.ts'

const shape = z.strictObject({
  method: z.enum([...METHODS, ...PAYOUT_METHODS]),
  presentation: z
    .enum(['redirect', 'popup', 'frame'])
    .describe(
      'How the page will show what comes next. With "frame" the bank’s pages of a card payment come in frames.',
    )
    .exactOptional(),
  customer: customer.exactOptional(),
  card: presentCard.describe('For "card".').exactOptional(),
  savedCard: z
    .string()
    .regex(/^[1-9]\d?$/)
    .describe('For "saved-card": which of the order’s saved cards, counted from "1".')
    .exactOptional(),
  cvv: cvv.describe('For "saved-card".').exactOptional(),
  destination: destination.describe('For the payout methods, except the hosted page.').exactOptional(),
  browser: browser.exactOptional(),
})

type Shape = z.output<typeof shape>

/** Method → what has to come with it, and what may. What is not here takes nothing of its own. */
const PARTS: Partial<Record<Shape['method'], { needs: keyof Shape; takes: readonly (keyof Shape)[] }>> = {
  card: { needs: 'card', takes: ['card', 'browser'] },
  'saved-card': { needs: 'savedCard', takes: ['savedCard', 'cvv', 'browser'] },
  'payout-card': { needs: 'destination', takes: ['destination'] },
  'payout-bank': { needs: 'destination', takes: ['destination'] },
  'payout-ewallet': { needs: 'destination', takes: ['destination'] },
  'payout-phone': { needs: 'destination', takes: ['destination'] },
}

const OWN_PARTS = ['card', 'savedCard', 'cvv', 'destination', 'browser'] as const satisfies (keyof Shape)[]

/** The parts that a method needs and lacks, or has and does not take. */
function misplaced(given: Shape): string[] {
  const parts = PARTS[given.method]
  return OWN_PARTS.filter((name) =>
    given[name] === undefined ? parts?.needs === name : !parts?.takes.includes(name),
  )
}

/** Whether a destination is of the kind that the method leads to. */
const isReached = ({ method, destination }: Shape) => !destination || payoutMethod(destination) === method

export const paymentBody = shape
  .superRefine((given, context) => {
    const wrong = misplaced(given)
    for (const name of wrong) context.addIssue({ code: 'custom', path: [name] })
    if (wrong.length === 0 && !isReached(given)) context.addIssue({ code: 'custom', path: ['destination'] })
  })
  .meta({ id: 'PaymentRequest' })

export type PaymentRequest = z.output<typeof paymentBody>

/** @param now Milliseconds since the epoch. */
export function paymentRefusal(given: PaymentRequest, now: number): Refusal | undefined {
  const { browser: seen } = given
  return meansRefusal(given, now) ?? (seen && browserRefusal(seen, 'browser'))
}

function meansRefusal({ card, cvv, destination }: PaymentRequest, now: number): Refusal | undefined {
  if (card) return cardRefusal(card, 'card', now)
  if (cvv !== undefined) return cardRefusal({ cvv }, '', now)
  return destination && destinationRefusal(destination, 'destination', now)
}

/** @returns What the order is told for this one call; `undefined` where its method needs nothing. */
export function paymentDetails({ card, cvv, destination }: PaymentRequest): ChargeDetails | undefined {
  if (card) return { card: toldCard(card) }
  if (destination) return destinationDetails(destination)
  return cvv === undefined ? undefined : { cvv }
}
