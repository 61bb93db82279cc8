/** Schemas of responses other than orders. Only the API document uses them; nothing is parsed with them. */
import * as z from 'zod'
import { COLLECT } from '../../../shared/customer.ts'
import type { CheckoutReply, Problem, Settings } from '../../../shared/http-bodies.ts'
import { MERCHANT_SCOPES } from '../../../shared/merchant-key.ts'
import type { MerchantKeyView } from '../../../shared/order-list.ts'
import { METHODS } from '../../../shared/order-view.ts'
import { PROBLEMS, type ProblemCode } from '../../../shared/problem.ts'
import type { CardInfo } from '../../order/card-tokens.ts'
import { eitherOrder, moment, order } from './order-schemas.ts'
import type { Fact, Same } from './type-assertions.ts'

/** The response of every operation that opens an order for a page. */
export const opened = z
  .object({
    order,
    token: z
      .string()
      .describe('Has scope `pay`. The tag’s `session` is the order’s id, a full stop, and this token.'),
  })
  .meta({ id: 'OpenedOrder' })

/** An offer that the merchant signed. */
export const checkedOffer = z
  .object({ digest: z.string().describe('Identifies the offer, like `offer` of its orders.') })
  .meta({ id: 'CheckedOffer' })

export const cardInfo = z
  .object({
    cardRef: z.string(),
    bin: z.string(),
    brand: z.string(),
    masked: z.string(),
    expires: z.string(),
    holder: z.string().exactOptional(),
  })
  .meta({ id: 'CardInfo' })

/** Too many cards failed. */
export const attack = z.object({
  since: moment,
  failures: z.int().describe('Cards that failed in the ten minutes before.'),
  cardsForOffers: z.enum(['on', 'off']),
})

/** The gateway refused several payments in a row. */
export const refusingGateway = z.object({
  since: moment.describe('When it refused the first of them.'),
  refusals: z.int().describe('How many.'),
  cause: z.string().describe('What the gateway’s words point to, such as `signature`; more may follow.'),
  advice: z.string().describe('What to look at, for people.'),
  codes: z.array(z.string()).describe('The gateway’s own codes, without repeats.'),
})

export const reindexed = z
  .object({
    done: z.boolean(),
    cursor: z.string().describe('The cursor of the next call; absent when done.').exactOptional(),
  })
  .meta({ id: 'Reindexed' })

const merchant = z
  .object({
    name: z.string(),
    logo: z.string().describe('For documents of the edge: a shop’s policy loads no picture.').exactOptional(),
    terms: z.string().exactOptional(),
    termsRequired: z.boolean().describe('The shopper has to agree to `terms` first.').exactOptional(),
    privacy: z.string().exactOptional(),
    cards: z
      .array(z.string())
      .describe('Brands of the cards that the shop takes, such as `Visa`: drawn beside the choice of a card.')
      .exactOptional(),
    support: z.string().describe('A page, `mailto:` or `tel:`.').exactOptional(),
  })
  .meta({ id: 'Merchant', description: 'The seller, as shoppers read it.' })

export const settings = z
  .object({
    methods: z.array(z.enum(METHODS)),
    collect: z.record(z.string(), z.array(z.enum(COLLECT))),
    test: z.boolean(),
    locales: z.array(z.string()).describe('Languages of the tag, as BCP 47 tags.'),
    merchant: merchant.exactOptional(),
  })
  .meta({ id: 'Settings' })

export const merchantKey = z
  .object({
    name: z.string(),
    scopes: z.array(z.enum(MERCHANT_SCOPES)),
  })
  .meta({ id: 'MerchantKey', description: 'A merchant key by its name, and what it allows.' })

export const receipt = z
  .object({ receipt: z.string().describe('A compact JWS, signed with EdDSA.') })
  .meta({ id: 'Receipt' })

export const receiptKeys = z
  .object({
    keys: z.array(
      z.object({
        kty: z.literal('OKP'),
        crv: z.literal('Ed25519'),
        x: z.string(),
        alg: z.literal('EdDSA'),
        use: z.literal('sig'),
        kid: z.string(),
      }),
    ),
  })
  .meta({
    id: 'ReceiptKeys',
    description: 'RFC 7517. The first key signs; the others still verify.',
  })

export const health = z
  .object({
    ok: z.literal(true),
    warnings: z
      .array(z.string())
      .optional()
      .describe(
        'Valid settings that leave something open, and variables whose names resemble those of settings.',
      ),
  })
  .extend({
    gateway: refusingGateway
      .pick({ refusals: true, cause: true, advice: true })
      .optional()
      .describe('The gateway refuses every payment.'),
  })
  .meta({ id: 'Health' })

const problemMembers = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum(Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]]),
  detail: z.string().exactOptional(),
  fields: z.array(z.string()).describe('Paths such as `billing.city`.').exactOptional(),
  gatewayCode: z.string().describe('The gateway’s own code. For merchant keys only.').exactOptional(),
  retryAfterSeconds: z
    .int()
    .describe(
      'When the request may succeed, as `Retry-After` says too. With `method-off`: when this way to pay is back.',
    )
    .exactOptional(),
  supportId: z.string().describe('Shoppers quote it to support.'),
})

/** A refusal. Not every code comes with an order. */
export const problemDocument = problemMembers
  .extend({
    order: eitherOrder
      .describe('The order as it stands; the merchant’s view for a merchant key.')
      .exactOptional(),
  })
  .meta({ id: 'Problem', description: 'RFC 9457. Codes are stable, titles are not.' })

/**
 * Fails to compile unless the schemas match the types.
 *
 * @public Nothing imports it: the compiler reads it.
 */
export type AnswerProofs = [
  Fact<Same<typeof opened, CheckoutReply>>,
  Fact<Same<typeof cardInfo, CardInfo>>,
  Fact<Same<typeof settings, Settings>>,
  Fact<Same<typeof merchantKey, MerchantKeyView>>,
  Fact<Same<typeof problemMembers, Omit<Problem, 'order'> & { readonly detail?: string }>>,
]
