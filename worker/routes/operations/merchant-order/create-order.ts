/** `POST /v1/orders`: a merchant's server opens an order that a shopper pays on the shop's page (a session). */
import * as z from 'zod'
import { openedSession } from '../../../../shared/contract/response-schemas.ts'
import { COLLECT } from '../../../../shared/customer.ts'
import type { SessionReply } from '../../../../shared/http-bodies.ts'
import { METHODS, PAYOUT_METHODS } from '../../../../shared/order-values.ts'
import type { Intent, Way } from '../../../../shared/order-view.ts'
import { accepted, type Result, refused } from '../../../../shared/result.ts'
import type { Config } from '../../../config/config.ts'
import { origin } from '../../../config/setting-shapes.ts'
import { linkKeys, payToken, payUrlOf } from '../../../credentials/order-tokens.ts'
import { customer } from '../../../domain/customer.ts'
import type { Refusal } from '../../../domain/refusal.ts'
import {
  act,
  amount,
  cardRef,
  currency,
  description,
  locale,
  reference,
} from '../../../domain/request-fields.ts'
import { parseReturnUrl, payPage } from '../../../domain/return-url.ts'
import type { OrderTerms } from '../../../domain/terms.ts'
import { mayKeepCard } from '../../../order/model/cards.ts'
import { MAX_SESSION_SECONDS } from '../../../order/model/expiry.ts'
import {
  descriptionRoom,
  isKeepingSignable,
  isPossible,
  isSignableWay,
} from '../../../order/model/methods.ts'
import { scopeRefusal } from '../../authorize.ts'
import { operation } from '../../define-operation.ts'
import { followedOrder, follows, tellFollowed } from '../../followed-order.ts'
import { sameRequest } from '../../idempotency.ts'
import { orderOf } from '../../order-place.ts'
import { problem } from '../../respond.ts'
import { serverTerms } from '../../server-terms.ts'

const MAX_CARDS = 20

/** Whether the shopper pays: a verification charges nothing, and a payout sends money. */
const isPaid = ({ intent }: { readonly intent: Intent }) => intent === 'sale' || intent === 'preauth'

/** A link may be forwarded to anybody, so no money goes out by one. */
const hasLink = ({ intent }: { readonly intent: Intent }) => intent !== 'payout'

const body = z
  .strictObject({
    reference,
    intent: z.enum(['sale', 'preauth', 'verify', 'payout']),
    act: act.exactOptional(),
    amount: amount.describe('Absent or zero for `verify`.').exactOptional(),
    currency,
    description: description(255).describe(
      'The purpose, for people to read; line feeds are kept. Payouts without the gateway’s own page take 64 characters.',
    ),
    locale: locale
      .describe('The language of mails to the shopper. The page has that of their browser.')
      .exactOptional(),
    methods: z
      .array(z.enum([...METHODS, ...PAYOUT_METHODS]))
      .min(1)
      .describe('Default: all that the edge offers for the intent.')
      .exactOptional(),
    customer: customer.describe('Known data of the shopper.').exactOptional(),
    collect: z
      .array(z.enum(COLLECT))
      .describe('Data that the shopper is asked for, besides what the gateway needs.')
      .exactOptional(),
    cardRefs: z
      .array(cardRef)
      .max(MAX_CARDS)
      .describe(
        'Makes this the session of a customer, who may also keep a card. The saved cards to choose from; the first has ' +
          'number "1". An empty list means that the customer has none yet.',
      )
      .exactOptional(),
    mayRemoveCards: z
      .literal(true)
      .describe(
        'The shopper may remove saved cards. Your server is then notified by `card.removed`, and forgets the references in ' +
          '`removedCardRefs`.',
      )
      .exactOptional(),
    origins: z
      .array(origin)
      .min(1)
      .max(50)
      .describe('Origins of the return address. Default: ALLOWED_ORIGINS.')
      .exactOptional(),
    returnUrl: z.string().exactOptional().describe('Default: the edge’s own page.'),
    expiresIn: z
      .int()
      .min(60)
      .max(MAX_SESSION_SECONDS)
      .describe('New attempts may start for this many seconds, at most 180 days. Default: a day.')
      .exactOptional(),
    follows: follows.exactOptional(),
    request: z
      .literal(true)
      .describe(
        'A person will get `payUrl`: the order is listed as `open` from now on, its merchant is notified by `request.seen` and ' +
          '`request.expired`, and it stays after its end as paid orders do.',
      )
      .exactOptional(),
  })
  .refine((session) => session.act === undefined || isPaid(session), { path: ['act'] })
  .refine((session) => !session.request || hasLink(session), { path: ['request'] })
  .meta({ id: 'SessionRequest' })

type SessionRequest = z.output<typeof body>

/** The same reference with the same body answers the same order. */
export const createOrder = operation(
  {
    route: 'POST /v1/orders',
    tag: 'merchant',
    summary: 'Creates an order that a shopper pays on the shop’s page',
    about:
      'A payout needs the scope `payout`, every other order `charge`. The same reference with the same body returns the ' +
      'same order, however often it is sent. `payUrl` is a link for people to the edge’s own page of the order.',
    pages: 'merchant',
    access: { merchant: ['charge', 'payout'] },
    opensOrders: true,
    body,
    reply: { status: 200, description: 'The order and the token that pays it.', body: openedSession },
    problems: [
      'not-found',
      'reference-reused',
      'amount-invalid',
      'currency-not-served',
      'customer-invalid',
      'method-off',
      'return-url-invalid',
      'description-too-long',
      'private-key-missing',
    ],
  },
  async (c, { body, caller }) => {
    const missing = scopeRefusal(caller, body.intent === 'payout' ? 'payout' : 'charge')
    if (missing) return problem(c, missing)
    const config = c.get('config')
    const now = c.get('receivedAt')
    const terms = await sessionTerms(body, config, now)
    if (!terms.ok) return problem(c, terms.reason)
    const { id } = terms.value
    const order = orderOf(c, id)
    const followed = body.follows === undefined ? undefined : await followedOrder(c, body.follows)
    // An order that is open stays so where the former one, which was never tried, is gone meanwhile.
    if (followed && !followed.ok && !(await order.snapshot('view'))) return problem(c, followed.reason)
    if (!isSignableFor(terms.value, config)) return problem(c, { code: 'private-key-missing' })
    const linkKey = body.request && { linkKey: (await linkKeys(config))[0] }
    const opened = await sameRequest(c, body, (bodyDigest) =>
      order.open(
        { ...terms.value, ...linkKey, ...(followed?.ok && { follows: followed.value }), bodyDigest },
        body.customer,
      ),
    )
    if (!opened.ok) return problem(c, opened.reason)
    if (followed?.ok)
      await tellFollowed(c, followed.value, { following: { id, reference: body.reference }, by: caller.name })
    const { order: found, expiresAt = 0, ...times } = opened.value
    // The page of a long session can always ask.
    const openedAt = Math.max(times.openedAt, expiresAt - config.times.payToken)
    const token = await payToken(config, { id, ...times, openedAt }, now)
    if (!hasLink(body)) return c.json<SessionReply>({ order: found, token })
    return c.json<SessionReply>({ order: found, token, payUrl: await payUrlOf(config, { id, ...times }) })
  },
)

/** Whether everything that the shopper may choose can be signed, keeping a card included. */
const isSignableFor = (terms: OrderTerms, config: Config) =>
  terms.methods.every((way) => isSignableWay(way, config)) &&
  (!mayKeepCard(terms) || isKeepingSignable(config))

/**
 * Works out the terms of a session. The same request gives the same terms, except for the two times.
 *
 * @param now Milliseconds since the epoch.
 * @returns The terms, or the first thing in the request that is not possible.
 */
async function sessionTerms(
  request: SessionRequest,
  config: Config,
  now: number,
): Promise<Result<OrderTerms, Refusal>> {
  const { intent, expiresIn, customer, collect = [], cardRefs, mayRemoveCards, origins } = request
  const methods = methodsOf(request, config)
  if (!methods.ok) return methods
  // If it were found out later, the only attempt of a payout would end with nothing sent.
  if (request.description.length > descriptionRoom(methods.value, intent))
    return refused({ code: 'description-too-long', fields: ['description'] })
  const returnUrl = returnUrlOf(request, config)
  if (!returnUrl) return refused({ code: 'return-url-invalid', fields: ['returnUrl'] })
  const sum = sumOf(request)
  if (!sum.ok) return sum
  const requested = {
    reference: request.reference,
    intent,
    ...(isPaid(request) && { act: request.act ?? ('order' as const) }),
    kind: intent,
    methods: methods.value,
    ...sum.value,
    currency: request.currency,
    description: request.description,
    ...(request.locale !== undefined && { locale: request.locale }),
    ...(customer && { customer }),
    // The gateway signs a payer's e-mail address, so it is always collected. A payee need not have one.
    collect: intent === 'payout' ? collect : (['email', ...collect] as const),
    mayRequire: intent !== 'payout',
    isAttended: true,
    returnUrl,
    ...(origins && { origins }),
    ...(cardRefs && { cardRefs }),
    ...(mayRemoveCards && { mayRemoveCards }),
    ...(expiresIn !== undefined && { expiresInMs: expiresIn * 1000 }),
    ...(hasLink(request) && { hasLink: true as const }),
    ...(request.request && { isRequest: true as const }),
  }
  return serverTerms(requested, config, now)
}

/** The requested methods, if the edge offers all of them; by default all that it offers for the intent. */
function methodsOf(
  { intent, methods, cardRefs }: SessionRequest,
  { CHECKOUT_METHODS }: Config,
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

function returnUrlOf({ returnUrl, origins }: SessionRequest, config: Config): string | undefined {
  if (returnUrl === undefined) return payPage(config.PUBLIC_URL)
  return parseReturnUrl(returnUrl, {
    origins: origins ?? config.ALLOWED_ORIGINS,
    publicUrl: config.PUBLIC_URL,
  })
}

/** A verification has no amount, or zero. Every other intent needs one above zero. */
function sumOf({ intent, amount }: SessionRequest): Result<{ amount?: string }, Refusal> {
  const isNothing = amount === undefined || /^0+(\.0+)?$/.test(amount)
  if ((intent === 'verify') !== isNothing) return refused({ code: 'amount-invalid', fields: ['amount'] })
  return accepted(isNothing || amount === undefined ? {} : { amount })
}
