/** `GATEWAY_PROFILE`: every choice that the gateway's specification leaves open, with its default. */
import * as z from 'zod'

const scheme = z.enum(['control', 'hmac-sha1', 'rsa-sha256'])

/** A name under which a value stands in a reply, or a word that stands there. */
const word = z.string().regex(/^[\w-]{1,64}$/)

/** What is sent as a comment; empty: none is. */
const comment = z
  .string()
  .trim()
  .max(50)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u)

/** Words for one kind of transaction, whatever their letter case; the first is the one to expect. */
const words = (...known: string[]) => z.array(z.string().toLowerCase()).default(known)

/** What an approval is checked by, besides its names. */
export const STATUS_FIELDS = ['amount', 'currency', 'type'] as const

/** One of them. */
export type StatusField = (typeof STATUS_FIELDS)[number]

const statusField = z.enum(STATUS_FIELDS)

export const profile = z.strictObject({
  /** Letter case of the SHA-1 digits. Lower: the gateway family's samples and libraries. */
  controlCase: z.enum(['lower', 'upper']).default('lower'),
  /**
   * Which field carries the callback address of payments in v2 (forms, direct payments, rebills). The specification names
   * the first; the second also tells reversals. Payouts, transfers and recurring payments know the first alone.
   */
  callbackField: z.enum(['server_callback_url', 'notify_url']).default('server_callback_url'),
  /** How operations are signed for which the specification names no scheme. */
  schemes: z
    .strictObject({
      /** The gateway family's manual and PHP library: a control over login and cardrefid. */
      'get-card-info': scheme.default('control'),
      /** Nothing is published; the other forms for payers have a control. */
      'payment-form': scheme.default('control'),
      /** The gateway family's current manual; another edition of the page says `rsa-sha256`. */
      'payout-form': scheme.default('hmac-sha1'),
      /** Nothing is published; the other v4 operations are signed so. */
      'payout-pay': scheme.default('rsa-sha256'),
    })
    .prefault({}),
  /**
   * How a shopper pays by a card that was kept. `sale`: sale or preauth with the reference in place of the card, which
   * the specification calls sale by reference. `rebill`: make-rebill, which is for an absent cardholder.
   */
  savedCard: z.enum(['sale', 'rebill']).default('sale'),
  /**
   * Which reference is made of a card that its shopper agreed to have kept. `v4` is usable in the v4 operations too, and
   * needs `GATEWAY_PRIVATE_KEY`. The specification names both and prefers none.
   */
  keptCard: z.enum(['v2', 'v4']).default('v2'),
  /**
   * Whether `status` is asked about one request, by its serial number in `by-request-sn`. The gateway family's manual and
   * libraries know the field, the specification does not. Without it a question is about the newest stage.
   */
  bySerialNumber: z.boolean().default(true),
  /**
   * Comments where the merchant gives none. The specification names the field nowhere; libraries of the gateway's family
   * need one with voids and returns.
   */
  comments: z
    .strictObject({
      capture: comment.default(''),
      void: comment.default('Void'),
      return: comment.default('Return'),
    })
    .prefault({}),
  /** Names of fields that the specification and the gateway family's manual spell in more than one way. */
  spellings: z
    .strictObject({
      /** In the three uploads and pan-eligibility. The specification has the first there and the second elsewhere. */
      'client-order-id': z.enum(['client-order-id', 'client_orderid']).default('client-order-id'),
      /** In v4: card references, payout checks and payments, transfers. The specification has the second in examples. */
      client_orderid: z.enum(['client_orderid', 'client-order-id']).default('client_orderid'),
      /** In recurring payments. The gateway family's manual has the first. */
      'client-orderid': z
        .enum(['client-orderid', 'client_orderid', 'client-order-id'])
        .default('client-orderid'),
      /** The manual's table has the first, its example the second. */
      cRes: z.enum(['cRes', 'cres']).default('cRes'),
      /** The manual's table has the first; the others are how EMVCo and the example beside it would have it. */
      paRes: z.enum(['paRes', 'pares', 'PaRes']).default('paRes'),
    })
    .prefault({}),
  /**
   * How a status reply tells of a 3-D Secure step that the merchant has to take. Neither names nor words are published,
   * but for `tds_status`: the defaults are the sandbox's. `-` and `_` count as the same.
   */
  threeDs: z
    .strictObject({
      names: z
        .strictObject({
          step: word.default('tds-status'),
          methodUrl: word.default('three-ds-method-url'),
          serverTransactionId: word.default('three-ds-server-trans-id'),
          acsUrl: word.default('acs-url'),
          creq: word.default('creq'),
          pareq: word.default('pareq'),
          md: word.default('md'),
        })
        .prefault({}),
      words: z
        .strictObject({
          method: word.default('method'),
          challenge: word.default('challenge'),
          pareq: word.default('pareq'),
        })
        .prefault({}),
    })
    .prefault({}),
  /**
   * Error codes with which `status` says that it knows no such order. None is published, so none is believed: a lost
   * charge stays in doubt until the merchant says what became of it. Longer codes are not read from replies.
   */
  unknownOrderCodes: z.array(z.string().regex(/^[A-Za-z\d-]{1,8}$/)).default([]),
  /**
   * `transaction-type` of each kind in a status reply. A reply of a kind that was not asked for decides nothing. The
   * gateway family's code knows sale, preauth, capture, reversal and chargeback; the spelling of the others is ours.
   */
  transactionTypes: z
    .strictObject({
      sale: words('sale'),
      preauth: words('preauth'),
      verify: words('account-verification', 'account_verification', 'account verification'),
      /** A charge of a kept card is a sale to some gateways. */
      rebill: words('rebill', 'sale'),
      payout: words('payout'),
      'payout-check': words('payout-check', 'payout_check'),
      transfer: words('transfer'),
      'pan-eligibility': words('pan-eligibility', 'pan_eligibility'),
      capture: words('capture'),
      /** A return of a reservation is told as the second. */
      void: words('void', 'cancel'),
      reversal: words('reversal', 'return', 'refund'),
      chargeback: words('chargeback'),
    })
    .prefault({}),
  /**
   * Which of these `status` tells of a payment. The specification shows no field of the reply, so all are expected, and
   * an approval that lacks one proves nothing. Of a gateway that never tells a field, leave it out here. What is told has
   * to match all the same; an amount or a currency that is not told is then not checked, which `/healthz` warns of.
   */
  statusTells: z.array(statusField).default([...STATUS_FIELDS]),
  /** Whether the gateway moves no real money. Default: told by its address. */
  test: z.boolean().optional(),
})

export type Profile = z.infer<typeof profile>
