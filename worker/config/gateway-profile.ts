/** `GATEWAY_PROFILE`: every choice that the gateway's specification leaves open, with its default. */
import * as z from 'zod'
import { isPlain, withoutDirections } from '../../shared/plain-text.ts'

const scheme = z.enum(['control', 'hmac-sha1', 'rsa-sha256'])

/** A field name in a reply, or a word in its value. */
const word = z.string().regex(/^[\w-]{1,64}$/)

/** A default comment. Empty: none is sent. */
const comment = z.string().overwrite(withoutDirections).trim().max(50).refine(isPlain)

/** Words for one kind of transaction, in any letter case. The first is the usual one. */
const words = (...known: string[]) => z.array(z.string().toLowerCase()).default(known)

/** Error codes. The edge reads no longer one from a reply. */
const errorCodes = z.array(z.string().regex(/^[A-Za-z\d-]{1,8}$/))

/** Fields of a status reply that must match before an approval counts, besides the identifiers. */
const STATUS_FIELDS = ['amount', 'currency', 'type'] as const

/** One of them. */
export type StatusField = (typeof STATUS_FIELDS)[number]

const statusField = z.enum(STATUS_FIELDS)

export const profile = z.strictObject({
  /** Letter case of the SHA-1 digits. Lower: the gateway family's samples and libraries. */
  controlCase: z.enum(['lower', 'upper']).default('lower'),
  /**
   * The field with the callback URL of v2 payments (forms, direct payments, rebills). The specification names the first;
   * under the second the gateway also reports reversals. Payouts, transfers and recurring payments take only the first.
   */
  callbackField: z.enum(['server_callback_url', 'notify_url']).default('server_callback_url'),
  /** Signing schemes of operations for which the specification names none. */
  schemes: z
    .strictObject({
      /** The gateway family's manual and PHP library: a control over login and cardrefid. */
      'get-card-info': scheme.default('control'),
      /** Nothing is published. The other forms for payers have a control. */
      'payment-form': scheme.default('control'),
      /** The gateway family's current manual; another edition of the page says `rsa-sha256`. */
      'payout-form': scheme.default('hmac-sha1'),
      /** Nothing is published. The other v4 operations are signed like this. */
      'payout-pay': scheme.default('rsa-sha256'),
    })
    .prefault({}),
  /**
   * The operation that charges a saved card. `sale`: sale or preauth with the reference in place of the card, which the
   * specification calls sale by reference. `rebill`: make-rebill, which is meant for an absent cardholder.
   */
  savedCard: z.enum(['sale', 'rebill']).default('sale'),
  /**
   * The kind of reference that the edge creates when a shopper agrees to keep a card. `v4` also works in the v4
   * operations, and needs `GATEWAY_PRIVATE_KEY`. The specification names both and prefers none.
   */
  keptCard: z.enum(['v2', 'v4']).default('v2'),
  /**
   * Whether `status` asks about one request, by its serial number in `by-request-sn`. The gateway family's manual and
   * libraries have the field, the specification does not. Without it the reply describes the newest stage.
   */
  bySerialNumber: z.boolean().default(true),
  /**
   * Comments where the merchant gives none. The specification does not have the field; libraries of the gateway family
   * require one for voids and returns.
   */
  comments: z
    .strictObject({
      capture: comment.default(''),
      void: comment.default('Void'),
      return: comment.default('Return'),
    })
    .prefault({}),
  /** Field names that the specification and the gateway family's manual spell in more than one way. */
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
      /** The manual's table has the first; EMVCo and the example beside the table have the others. */
      paRes: z.enum(['paRes', 'pares', 'PaRes']).default('paRes'),
    })
    .prefault({}),
  /**
   * How a status reply announces a 3-D Secure step of the merchant. Of names and words only `tds_status` is published:
   * the defaults are the sandbox's. `-` and `_` count as the same.
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
   * Error codes by which `status` says that it does not know the order. None is published, so the default trusts none: a
   * lost charge stays in doubt until the merchant resolves it. The edge reads no longer code from a reply.
   */
  unknownOrderCodes: errorCodes.default([]),
  /**
   * Error codes of a declined payment by what they mean to the shopper; any other is a plain decline. Acquirers differ,
   * and no table is published: 101 and 116 are those of the gateway family's test scenarios (ISO 8583:1993). Never list a
   * code that also stands for a lost or stolen card, for fraud or for a limit. `cancelled`: the shopper cancelled on the
   * gateway's own page.
   */
  declineCodes: z
    .strictObject({
      'expired-card': errorCodes.default(['101']),
      funds: errorCodes.default(['116']),
      'security-code': errorCodes.default([]),
      cancelled: errorCodes.default([]),
    })
    .prefault({}),
  /**
   * `transaction-type` of each kind in a status reply. A reply of another kind decides nothing. The gateway family's code
   * has sale, preauth, capture, reversal and chargeback; we chose the spelling of the others.
   */
  transactionTypes: z
    .strictObject({
      sale: words('sale'),
      preauth: words('preauth'),
      verify: words('account-verification', 'account_verification', 'account verification'),
      /** Some gateways report a charge of a saved card as a sale. */
      rebill: words('rebill', 'sale'),
      payout: words('payout'),
      'payout-check': words('payout-check', 'payout_check'),
      transfer: words('transfer'),
      'pan-eligibility': words('pan-eligibility', 'pan_eligibility'),
      capture: words('capture'),
      /** Some report the release of a reservation as the second. */
      void: words('void', 'cancel'),
      reversal: words('reversal', 'return', 'refund'),
      chargeback: words('chargeback'),
    })
    .prefault({}),
  /**
   * The fields that `status` reports of a payment. The specification shows none, so the default expects all of them, and
   * an approval that lacks one proves nothing. Remove a field that your gateway never reports. A reported field must
   * match in any case. Without amount or currency in this list their absence goes unchecked, and `/healthz` warns of it.
   */
  statusTells: z.array(statusField).default([...STATUS_FIELDS]),
  /**
   * For how many days a bank holds the money of a preauth. The gateway does not report it and card schemes differ, so it
   * is unset by default. The list of orders then says when a hold ends; nothing else depends on it.
   */
  holdDays: z.int().min(1).max(31).optional(),
  /**
   * The names under which the gateway knows requests. `marked`: the reference and a mark that only this edge makes, so
   * that it never takes another transaction of the account for its own. `bare`: the reference alone. Then the edge asks
   * before each attempt whether the name is free, and a lost reply is in doubt until a callback comes (docs/settings.md).
   */
  orderNames: z.enum(['marked', 'bare']).default('marked'),
  /**
   * How many characters of such a name the gateway takes. The specification says 128; some older gateways take 20. The
   * middle of a long reference is left out, never the mark.
   */
  orderNameLength: z.int().min(20).max(128).default(128),
  /** Whether the gateway is a test one and moves no real money. Default: decided by its address. */
  test: z.boolean().optional(),
})

export type Profile = z.infer<typeof profile>
