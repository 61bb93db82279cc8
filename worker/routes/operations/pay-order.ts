/** What a page says when its shopper pays: which way, and what that way needs. */
import * as z from 'zod'
import { METHODS, PAYOUT_METHODS } from '../../../shared/order-view.ts'
import { browser, browserRefusal } from '../../domain/browser.ts'
import { cardRefusal, presentCard, toldCard } from '../../domain/card.ts'
import { customer } from '../../domain/customer.ts'
import {
  destination,
  destinationDetails,
  destinationRefusal,
  payoutMethod,
} from '../../domain/destination.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { cvv } from '../../domain/request-fields.ts'
import type { ChargeDetails } from '../charge.ts'

const shape = z.strictObject({
  method: z.enum([...METHODS, ...PAYOUT_METHODS]),
  presentation: z
    .enum(['redirect', 'popup', 'frame'])
    .describe(
      'How the page will show what comes next. With "frame" the bank’s pages of a card payment, and the gateway’s own ' +
        'pages, come in frames; with "popup" the gateway’s own pages end at a page that closes its window.',
    )
    .exactOptional(),
  customer: customer.exactOptional(),
  pageUrl: z
    .string()
    .describe(
      'For sessions: the page that asks, where its shopper can go back to; left out where it lies elsewhere.',
    )
    .exactOptional(),
  card: presentCard.describe('For "card".').exactOptional(),
  keepCard: z
    .literal(true)
    .describe('For "card": the shopper agrees that it is kept. Only where the order says `mayKeepCard`.')
    .exactOptional(),
  savedCard: z
    .string()
    .regex(/^[1-9]\d?$/)
    .describe('For "saved-card": which of the order’s saved cards, counted from "1".')
    .exactOptional(),
  cvv: cvv
    .describe('For "saved-card"; needed unless the profile charges saved cards by `rebill`.')
    .exactOptional(),
  destination: destination.describe('For the payout methods, except the hosted page.').exactOptional(),
  browser: browser.exactOptional(),
})

type Shape = z.output<typeof shape>

/** Method → what has to come with it, and what may. What is not here takes nothing of its own. */
const PARTS: Partial<Record<Shape['method'], { needs: keyof Shape; takes: readonly (keyof Shape)[] }>> = {
  card: { needs: 'card', takes: ['card', 'keepCard', 'browser'] },
  'saved-card': { needs: 'savedCard', takes: ['savedCard', 'cvv', 'browser'] },
  'payout-card': { needs: 'destination', takes: ['destination'] },
  'payout-bank': { needs: 'destination', takes: ['destination'] },
  'payout-ewallet': { needs: 'destination', takes: ['destination'] },
  'payout-phone': { needs: 'destination', takes: ['destination'] },
}

const OWN_PARTS = [
  'card',
  'keepCard',
  'savedCard',
  'cvv',
  'destination',
  'browser',
] as const satisfies (keyof Shape)[]

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

/** What a payment is judged by. */
interface Judging {
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Whether a saved card is paid with its code; without one only where it is charged as if its holder were absent. */
  readonly needsCode: boolean
}

/** Why a payment cannot be sent as it is; `undefined` where it can. */
export function paymentRefusal(given: PaymentRequest, judging: Judging): Refusal | undefined {
  const { browser: seen } = given
  return meansRefusal(given, judging) ?? (seen && browserRefusal(seen, 'browser'))
}

function meansRefusal(given: PaymentRequest, { now, needsCode }: Judging): Refusal | undefined {
  const { method, card, cvv, destination } = given
  if (card) return cardRefusal(card, 'card', now)
  if (cvv !== undefined) return cardRefusal({ cvv }, '', now)
  if (method === 'saved-card' && needsCode) return { code: 'card-invalid', fields: ['cvv'] }
  return destination && destinationRefusal(destination, 'destination', now)
}

/** @returns What the order is told for this one call; `undefined` where its method needs nothing. */
export function paymentDetails({ card, cvv, destination }: PaymentRequest): ChargeDetails | undefined {
  if (card) return { card: toldCard(card) }
  if (destination) return destinationDetails(destination)
  return cvv === undefined ? undefined : { cvv }
}
