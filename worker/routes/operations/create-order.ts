/** Sessions: orders that a merchant's server opens for a shopper, who then pays on the shop's page. */
import * as z from 'zod'
import { COLLECT } from '../../../shared/customer.ts'
import { type Intent, METHODS, PAYOUT_METHODS, type Way } from '../../../shared/order-view.ts'
import { accepted, type Result, refused } from '../../../shared/result.ts'
import type { Config } from '../../config/config.ts'
import { origin } from '../../config/setting-shapes.ts'
import { customer } from '../../domain/customer.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { amount, cardRef, currency, description, reference } from '../../domain/request-fields.ts'
import { parseReturnUrl, payPage } from '../../domain/return-url.ts'
import type { Terms } from '../offer-terms.ts'
import { serverTerms } from '../server-terms.ts'

/** As long as an order is followed. */
const MAX_SECONDS = 30 * 24 * 3600

const MAX_CARDS = 20

export const sessionBody = z
  .strictObject({
    reference,
    intent: z.enum(['sale', 'preauth', 'verify', 'payout']),
    amount: amount.describe('Left out, or zero, to verify.').exactOptional(),
    currency,
    description: description(255).describe(
      'What it is for, as people read it; line feeds are kept. Payouts without the gateway’s own page take 64 characters.',
    ),
    methods: z
      .array(z.enum([...METHODS, ...PAYOUT_METHODS]))
      .min(1)
      .describe('Default: all that the edge offers for the intent.')
      .exactOptional(),
    customer: customer.describe('What is known of the shopper already.').exactOptional(),
    collect: z
      .array(z.enum(COLLECT))
      .describe('What the shopper is asked for, besides what the gateway needs.')
      .exactOptional(),
    cardRefs: z
      .array(cardRef)
      .max(MAX_CARDS)
      .describe(
        'The session is that of a customer, who may have the card kept that is typed in it. These are the saved cards ' +
          'to choose from, of which "1" is the first; an empty list is a customer with none yet.',
      )
      .exactOptional(),
    origins: z
      .array(origin)
      .min(1)
      .max(50)
      .describe('Origins that the return address may lie in. Default: ALLOWED_ORIGINS.')
      .exactOptional(),
    returnUrl: z.string().exactOptional().describe('Default: the edge’s own page.'),
    expiresIn: z
      .int()
      .min(60)
      .max(MAX_SECONDS)
      .describe('Seconds for which new attempts may start. Default: a day.')
      .exactOptional(),
  })
  .meta({ id: 'SessionRequest' })

export type SessionRequest = z.output<typeof sessionBody>

type SessionSettings = Pick<
  Config,
  'ALLOWED_ORIGINS' | 'CHECKOUT_METHODS' | 'GATEWAY_ENDPOINTS' | 'PUBLIC_URL' | 'times'
>

/** What the gateway's operations can do. */
export interface Abilities {
  /** Whether an intent can be met in a way at all. */
  readonly isPossible: (way: Way, intent: Intent) => boolean
  /** How long a description may be in every one of these ways. */
  readonly descriptionRoom: (ways: readonly Way[], intent: Intent) => number
}

/**
 * Works out the terms of a session. The same request gives the same terms, but for the two times.
 *
 * @param now Milliseconds since the epoch.
 * @returns The terms, or the first thing in the request that cannot be done.
 */
export async function sessionTerms(
  request: SessionRequest,
  {
    config,
    now,
    isPossible,
    descriptionRoom,
  }: Abilities & { readonly config: SessionSettings; readonly now: number },
): Promise<Result<Terms, Refusal>> {
  const { intent, expiresIn, customer, collect = [], cardRefs, origins } = request
  const methods = methodsOf(request, config, isPossible)
  if (!methods.ok) return methods
  // Found out later, it would end the only attempt of a payout with nothing sent.
  if (request.description.length > descriptionRoom(methods.value, intent))
    return refused({ code: 'description-too-long', fields: ['description'] })
  const returnUrl = returnUrlOf(request, config)
  if (!returnUrl) return refused({ code: 'return-url-invalid', fields: ['returnUrl'] })
  const sum = sumOf(request)
  if (!sum.ok) return sum
  const asked = {
    reference: request.reference,
    intent,
    kind: intent,
    methods: methods.value,
    ...sum.value,
    currency: request.currency,
    description: request.description,
    ...(customer && { customer }),
    // The gateway signs a payer's e-mail, so it is always asked for; who is paid need not have one.
    collect: intent === 'payout' ? collect : (['email', ...collect] as const),
    mayRequire: intent !== 'payout',
    isAttended: true,
    returnUrl,
    ...(origins && { origins }),
    ...(cardRefs && { cardRefs }),
    ...(expiresIn !== undefined && { expiresInMs: expiresIn * 1000 }),
  }
  return serverTerms(asked, config, now)
}

/** The ways that were asked for, all of which must be on; else all that are. */
function methodsOf(
  { intent, methods, cardRefs }: SessionRequest,
  { CHECKOUT_METHODS }: SessionSettings,
  isPossible: Abilities['isPossible'],
): Result<readonly Way[], Refusal> {
  const offered: readonly Way[] = intent === 'payout' ? PAYOUT_METHODS : CHECKOUT_METHODS
  const isOn = (way: Way) =>
    offered.includes(way) && isPossible(way, intent) && (way !== 'saved-card' || !!cardRefs?.length)
  const standard: readonly Way[] = intent === 'payout' ? ['payout-page'] : CHECKOUT_METHODS
  const chosen = methods ?? standard.filter(isOn)
  return chosen.length > 0 && chosen.every(isOn)
    ? accepted(chosen)
    : refused({ code: 'method-off', fields: ['methods'] })
}

function returnUrlOf({ returnUrl, origins }: SessionRequest, config: SessionSettings): string | undefined {
  if (returnUrl === undefined) return payPage(config.PUBLIC_URL)
  return parseReturnUrl(returnUrl, {
    origins: origins ?? config.ALLOWED_ORIGINS,
    publicUrl: config.PUBLIC_URL,
  })
}

/** A verification may say that it costs nothing; everything else has to say what it costs. */
function sumOf({ intent, amount }: SessionRequest): Result<{ amount?: string }, Refusal> {
  const isNothing = amount === undefined || /^0+(\.0+)?$/.test(amount)
  if ((intent === 'verify') !== isNothing) return refused({ code: 'amount-invalid', fields: ['amount'] })
  return accepted(isNothing || amount === undefined ? {} : { amount })
}
