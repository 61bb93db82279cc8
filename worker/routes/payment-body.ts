/** A request to pay: its form, whether it can be sent, and what of it the order gets. */
import * as z from 'zod'
import { MAX_WAIT_SECONDS } from '../../shared/http-bodies.ts'
import { METHODS, PAYOUT_METHODS } from '../../shared/order-values.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import type { Config } from '../config/config.ts'
import type { Details } from '../domain/attempt-details.ts'
import { browser, browserDetails, browserRefusal } from '../domain/browser.ts'
import { cardRefusal, normalizedCard, presentCard } from '../domain/card.ts'
import { customer, customerRefusal } from '../domain/customer.ts'
import { destination, destinationDetails, destinationRefusal, payoutMethod } from '../domain/destination.ts'
import type { Refusal } from '../domain/refusal.ts'
import { cvv } from '../domain/request-fields.ts'
import { keptPage, parseWebAddress } from '../domain/return-url.ts'
import type { PaymentRequest } from '../order/attempt-start.ts'
import { isForm, isKeepingSignable, isSignableWay } from '../order/model/methods.ts'
import type { ShownIn } from '../order/model/state.ts'
import { addressOf } from './client-address.ts'
import type { EdgeContext } from './context.ts'

/** A limited offer has too few units left, or other shoppers, or this address, are paying for them now. */
export const SCARCITY_PROBLEMS = [
  'offer-limit',
  'quantity-unavailable',
  'offer-reserved',
  'address-limit',
] as const

/** The longest token of a bot check, in characters. */
const MAX_CHECK_TOKEN = 2048

/** Each attempt of an order may have another, and all of them are stored in one row. */
const MAX_RETURN_URL = 2048

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
      'For sessions: the calling page, for a way back. It must have an origin of the shop, or it is not stored.',
    )
    .exactOptional(),
  returnUrl: z
    .string()
    .max(MAX_RETURN_URL)
    .describe(
      'For sessions: where the shopper comes back to after this attempt, within the session’s origins. Default: the ' +
        'session’s own `returnUrl`.',
    )
    .exactOptional(),
  card: presentCard.describe('For "card".').exactOptional(),
  keepCard: z
    .literal(true)
    .describe('For "card": the shopper agrees to keep it. Only if the order has `mayKeepCard`.')
    .exactOptional(),
  savedCard: z
    .string()
    .regex(/^[1-9]\d?$/)
    .describe('For "saved-card": the number of the order’s saved card, from "1".')
    .exactOptional(),
  cvv: cvv
    .describe('For "saved-card"; needed unless the profile charges saved cards by `rebill`.')
    .exactOptional(),
  destination: destination.describe('For the payout methods, except the hosted page.').exactOptional(),
  browser: browser.exactOptional(),
  check: z
    .string()
    .max(MAX_CHECK_TOKEN)
    .describe('What the bot check of this order gave, after `check-needed`.')
    .exactOptional(),
  wait: z
    .int()
    .min(1)
    .max(MAX_WAIT_SECONDS)
    .describe(
      'For how many seconds from the attempt’s start on the answer waits for the gateway’s reply, which brings `action`. ' +
        'Default: it does not wait.',
    )
    .exactOptional(),
})

type Shape = z.output<typeof shape>

/** Method → the part that it needs, and the parts that it takes. A method that is not listed takes none. */
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

/** Parts that the method needs and the request lacks, or that it has and the method does not take. */
function misplaced(given: Shape): string[] {
  const parts = PARTS[given.method]
  return OWN_PARTS.filter((name) =>
    given[name] === undefined ? parts?.needs === name : !parts?.takes.includes(name),
  )
}

/** Whether the destination fits the method. */
const isReached = ({ method, destination }: Shape) => !destination || payoutMethod(destination) === method

/** What a request to pay consists of, alone or as part of a checkout. */
export const payment = shape
  .superRefine((given, context) => {
    const wrong = misplaced(given)
    for (const name of wrong) context.addIssue({ code: 'custom', path: [name] })
    if (wrong.length === 0 && !isReached(given)) context.addIssue({ code: 'custom', path: ['destination'] })
  })
  .meta({ id: 'PaymentRequest' })

/** A request to pay whose form is right. */
type Payment = z.output<typeof payment>

/** The order's part of a request to pay. */
type PaymentRead = Omit<PaymentRequest, 'key' | 'bodyDigest'>

/** Problems of any request that pays. */
export const PAYMENT_PROBLEMS = [
  ...SCARCITY_PROBLEMS,
  ...['order-final', 'reference-taken', 'payments-paused', 'private-key-missing'],
  ...['card-invalid', 'browser-invalid', 'check-needed', 'too-many-requests'],
] as const

/** What decides whether a payment is valid, besides the request. */
interface Judging {
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Whether a saved card needs its code. It does not if the profile charges it as a rebill. */
  readonly needsCode: boolean
}

/** Whether it contains what shoppers type into the edge's own frame. */
export const isTyped = ({ card, cvv, destination }: Payment): boolean =>
  card !== undefined || cvv !== undefined || destination !== undefined

/**
 * Reads a payment whose form is right.
 *
 * @returns The order's part of it, without a key; else why it cannot be sent.
 */
export function readPayment(c: EdgeContext, given: Payment): Result<PaymentRead, Refusal> {
  const config = c.get('config')
  const judging = { now: Date.now(), needsCode: config.GATEWAY_PROFILE.savedCard === 'sale' }
  const wrong = paymentRefusal(given, judging)
  if (wrong) return refused(wrong)
  return isSignableFor(given, config)
    ? accepted(attemptRequest(c, given))
    : refused({ code: 'private-key-missing' })
}

/** Whether everything that this payment leads to can be signed: a card must not be kept if no reference can be made. */
const isSignableFor = ({ method, keepCard }: Payment, config: Config) =>
  isSignableWay(method, config) && (!keepCard || isKeepingSignable(config))

function paymentRefusal(given: Payment, judging: Judging): Refusal | undefined {
  const { customer: told, browser: seen } = given
  return (
    (told && customerRefusal(told)) ??
    meansRefusal(given, judging) ??
    (seen && browserRefusal(seen, 'browser'))
  )
}

function meansRefusal(given: Payment, { now, needsCode }: Judging): Refusal | undefined {
  const { method, card, cvv, destination } = given
  if (card) return cardRefusal(card, 'card', now)
  if (cvv !== undefined) return cardRefusal({ cvv }, '', now)
  if (method === 'saved-card' && needsCode) return { code: 'card-invalid', fields: ['cvv'] }
  return destination && destinationRefusal(destination, 'destination', now)
}

/** @returns Card or account data for this one call; `undefined` if the method needs none. */
function paymentDetails({ card, cvv, destination }: Payment): Details | undefined {
  if (card) return { card: normalizedCard(card) }
  if (destination) return destinationDetails(destination)
  return cvv === undefined ? undefined : { cvv }
}

/** Methods with steps at the bank. Frames in the shop's page can show them, pop-ups cannot. */
const WITH_STEPS: readonly Payment['method'][] = ['card', 'saved-card']

/** Where the next page is shown; `undefined` if the method has none, or if the browser goes to it in full. */
function shownIn({ method, presentation }: Payment): ShownIn | undefined {
  if (presentation === 'frame' && WITH_STEPS.includes(method)) return presentation
  return isForm(method) && presentation !== 'redirect' ? presentation : undefined
}

/** The IP address comes from the connection, never from the body. */
function attemptRequest(c: EdgeContext, body: Payment): PaymentRead {
  const { method, customer, savedCard, keepCard, browser, check, returnUrl, wait } = body
  const details = paymentDetails(body)
  const shown = shownIn(body)
  const page = body.pageUrl !== undefined && parseWebAddress(body.pageUrl)
  return {
    method,
    ip: addressOf(c),
    ...(customer && { customer }),
    ...(details && { details }),
    ...(savedCard !== undefined && { savedCard }),
    ...(check !== undefined && { check }),
    ...(keepCard && { keepCard }),
    ...(shown && { shownIn: shown }),
    ...(page && { pageUrl: keptPage(page.href, c.get('config').PUBLIC_URL) }),
    ...(returnUrl !== undefined && { returnUrl }),
    ...(browser && { browser: browserDetails(browser, c.req.raw.headers) }),
    ...(wait !== undefined && { waitMs: wait * 1000 }),
  }
}
