/**
 * Schemas of responses other than orders. The types of `http-bodies.ts` are read off them, and the API document describes
 * them; nothing is parsed with them.
 */
import * as z from 'zod'
import { COLLECT } from '../customer.ts'
import { MERCHANT_SCOPES } from '../merchant-key.ts'
import { MAIL_KINDS, METHODS } from '../order-values.ts'
import { PROBLEMS, type ProblemCode } from '../problem.ts'
import { eitherOrder, moment, order } from './order-schemas.ts'
import { product, productLook } from './product-schemas.ts'

/** The response of every operation that opens an order for a page. */
export const opened = z
  .object({
    order,
    /** Scope `pay`, for 31 days. Every read signs it again, in the header `Order-Token`, with the same expiry. */
    token: z
      .string()
      .describe('Has scope `pay`. The tag’s `session` is the order’s id, a full stop, and this token.'),
  })
  .meta({ id: 'OpenedOrder' })

/** The response of a server's request that opens an order. */
export const openedSession = opened
  .extend({
    /** The edge's own page of this order. Absent for a payout: each holder of a link could take the money. */
    payUrl: z
      .string()
      .describe(
        'A link for people: the edge’s own page of this order. It counts as long as the order can be paid. Payouts have none.',
      )
      .exactOptional(),
  })
  .meta({ id: 'OpenedSession' })

/** The response to the exchange of a link. */
export const exchangedLink = opened
  .extend({
    token: z.string().describe('Has scope `pay`. Its life begins with the exchange.'),
  })
  .meta({ id: 'ExchangedLink' })

/** An offer that the merchant signed. */
export const checkedOffer = z
  .object({
    digest: z.string().describe('Identifies the offer, like `offer` of its orders.'),
    /** A guess. The edge stores it nowhere. */
    country: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .describe(
        'Where the caller’s connection seems to come from, as ISO 3166-1 alpha-2: a guess for the form.',
      )
      .exactOptional(),
  })
  .meta({ id: 'CheckedOffer' })

export const cardInfo = z
  .object({
    cardRef: z.string(),
    bin: z.string(),
    brand: z.string(),
    masked: z.string(),
    /** `MM/YY`, empty where the gateway does not report it. */
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

/** Few units of a product are left. */
export const lowStock = z.object({
  id: z.string().describe('The product’s id.'),
  left: z.int().describe('Units that are not sold. Those that open orders reserve are among them.'),
  lowAt: z.int().describe('The bound: `lowAt` of the product.'),
})

export const reindexed = z
  .object({
    done: z.boolean(),
    cursor: z.string().describe('The cursor of the next call; absent when done.').exactOptional(),
  })
  .meta({ id: 'Reindexed' })

export const merchant = z
  .object({
    name: z.string(),
    /** For the edge's own documents only: a shop's policy lets the tag load no picture. */
    logo: z.string().describe('For documents of the edge: a shop’s policy loads no picture.').exactOptional(),
    accent: z.string().describe('The brand’s colour, `#rrggbb`, on the edge’s own pages.').exactOptional(),
    address: z.string().describe('The seller’s postal address, for receipts.').exactOptional(),
    taxNote: z.string().describe('What a receipt says about taxes.').exactOptional(),
    terms: z.string().exactOptional(),
    /** The shopper has to agree to `terms` before paying. */
    termsRequired: z.boolean().describe('The shopper has to agree to `terms` first.').exactOptional(),
    privacy: z.string().exactOptional(),
    /** Where shoppers withdraw from the contract. */
    withdrawal: z.string().describe('A page on which shoppers withdraw from the contract.').exactOptional(),
    /** Brands of the cards that the shop takes, as people write them. They are drawn, and decide nothing. */
    cards: z
      .array(z.string())
      .describe('Brands of the cards that the shop takes, such as `Visa`: drawn beside the choice of a card.')
      .exactOptional(),
    /** Where shoppers find help: a page, `mailto:` or `tel:`. */
    support: z.string().describe('A page, `mailto:` or `tel:`.').exactOptional(),
  })
  .meta({ id: 'Merchant', description: 'The seller, as shoppers read it.' })

export const settings = z
  .object({
    methods: z.array(z.enum(METHODS)),
    /** Currency (or `*`) → the fields to ask its shoppers for. */
    collect: z.record(z.string(), z.array(z.enum(COLLECT))),
    test: z.boolean(),
    /** BCP 47 tags of the languages in which shoppers can read the tag. */
    locales: z.array(z.string()).describe('Languages of the tag, as BCP 47 tags.'),
    /** Absent where the merchant has not set it. */
    merchant: merchant.exactOptional(),
    /** The tag then says what the e-mail address is for. */
    mailsReceipts: z.literal(true).describe('Shoppers get a receipt by mail.').exactOptional(),
  })
  .meta({ id: 'Settings' })

/** ISO 4217 code → decimal text. */
const sums = z.record(z.string(), z.string())

export const merchantKey = z
  .object({
    name: z.string(),
    scopes: z.array(z.enum(MERCHANT_SCOPES)),
    refundUpTo: sums
      .describe('The most that one refund, void or capture of a part may give back.')
      .exactOptional(),
    refundPerDay: sums.describe('The most that all of them together may, in a day of UTC.').exactOptional(),
    mails: z
      .array(z.enum(MAIL_KINDS))
      .describe('What the edge mails to shoppers, by `SHOPPER_MAIL`. Absent where it mails nothing.')
      .exactOptional(),
  })
  .meta({ id: 'MerchantKey', description: 'A merchant key by its name, and what it allows.' })

export const deskSession = z
  .object({
    key: z.string().describe('For `Authorization: Bearer`. Keep it in memory alone.'),
    name: z.string().describe('The person’s e-mail address, by which histories name them.'),
    scopes: z.array(z.enum(MERCHANT_SCOPES)),
    expiresAt: z.string().describe('ISO 8601. Ask for another key before.'),
  })
  .meta({ id: 'DeskSession', description: 'The key of a person at the desk.' })

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

/** A problem without the order that may come with it. */
export const problemMembers = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum(Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]]),
  detail: z.string().exactOptional(),
  /** Paths such as `billing.city`, where fields are wrong. */
  fields: z.array(z.string()).describe('Paths such as `billing.city`.').exactOptional(),
  /** The gateway's own code of its refusal. For the merchant's servers alone. */
  gatewayCode: z.string().describe('The gateway’s own code. For merchant keys only.').exactOptional(),
  /** When to try again, in seconds: as `Retry-After`. */
  retryAfterSeconds: z
    .int()
    .describe(
      'When the request may succeed, as `Retry-After` says too. With `method-off`: when this way to pay is back.',
    )
    .exactOptional(),
  /** With `price-changed`: the products as they are now. */
  products: z
    .array(productLook)
    .describe('With `price-changed`: the products of the order as they are now.')
    .exactOptional(),
  /** With `product-changed` and `product-exists`: the product as it is now. */
  product: product
    .describe('With `product-changed` and `product-exists`: the product as it is now.')
    .exactOptional(),
  /** Shoppers quote it to support. */
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
