/** The settings by which edge and sandbox of one machine work together. Pure. */
import { publicKeySet } from '../../cli/keys.ts'
import { merchantEntry } from '../../cli/merchant-key.ts'
import { CANCELLED_CODE, UNKNOWN_ORDER_CODE, WRONG_CODE } from '../../sandbox/api/error-codes.ts'
import { SITE_KEYS, TURNSTILE_SECRET } from '../../sandbox/turnstile/stand-in.ts'
import { MERCHANT_SCOPES } from '../../shared/merchant-key.ts'
import { METHODS } from '../../shared/order-values.ts'
import { shopMerchant } from '../../shop/catalog.ts'
import { type Addresses, DOCS_ORIGIN } from './addresses.ts'
import type { Secrets } from './secrets.ts'

type Settings = Readonly<Record<string, string>>

/** The endpoint that the edge uses and the sandbox knows. */
const ENDPOINT = '1001'

/** Of every edge, whoever looks at it: a test or a person. */
export function edgeSettings(addresses: Addresses, secrets: Secrets): Settings {
  return {
    GATEWAY_URL: addresses.local.gateway,
    GATEWAY_LOGIN: secrets.login,
    GATEWAY_CONTROL_KEY: secrets.controlKey,
    GATEWAY_PRIVATE_KEY: secrets.gatewayKeys.privateKey,
    GATEWAY_ENDPOINTS: JSON.stringify({ '*': { endpoint: Number(ENDPOINT) } }),
    GATEWAY_PROFILE: JSON.stringify({
      unknownOrderCodes: [UNKNOWN_ORDER_CODE],
      declineCodes: { 'security-code': [WRONG_CODE], cancelled: [CANCELLED_CODE] },
    }),
    PUBLIC_URL: addresses.edge,
    ALLOWED_ORIGINS: JSON.stringify([addresses.shop]),
    MERCHANT: JSON.stringify(shopMerchant(addresses.shop)),
    OFFER_KEYS: JSON.stringify(publicKeySet([secrets.offerKey])),
    OFFERS_NOT_BEFORE: '{}',
    TOKEN_KEY: secrets.tokenKey,
    NAME_KEY: secrets.nameKey,
    CARD_DIGEST_KEY: secrets.cardDigestKey,
    SEARCH_KEY: secrets.searchKey,
    // Everything on one machine has one address.
    LIMITS: 'off',
    MERCHANT_KEYS: JSON.stringify([merchantEntry(secrets.merchantKey, 'this machine', MERCHANT_SCOPES)]),
    PAYMENTS: 'on',
    DESK: 'on',
  }
}

/** Of every sandbox. */
export const sandboxSettings = (addresses: Addresses, secrets: Secrets): Settings => ({
  SANDBOX_URL: addresses.gateway,
  BANK_URL: addresses.bank,
  SANDBOX_LOGIN: secrets.login,
  SANDBOX_CONTROL_KEY: secrets.controlKey,
  SANDBOX_PUBLIC_KEY: secrets.gatewayKeys.publicKey,
  SANDBOX_ENDPOINTS: JSON.stringify({ [ENDPOINT]: { currencies: '*' } }),
})

/**
 * The sandbox has one test card, and a person who looks around has one network and one e-mail address, so that the usual
 * budgets run out after a few declines. The edge itself knows no loopback, or tests would measure other limits.
 */
const LOOK_AROUND_LIMITS = {
  ...{ cardsForOffers: 'auto', cardsPerOrder: 1_000, furtherCards: 1_000 },
  ...{ triesPerNetwork: 1_000, triesPerEmail: 1_000, triesPerCard: 1_000 },
  ...{ failuresPerOffer: 10_000, failuresForAttack: 10_000 },
} as const

/**
 * What a person who looks around has besides: the documentation has a live tag, the counter sells by every method, and the mug's offer takes cards too, with
 * the sandbox's stand-in as bot check.
 */
export const lookAroundSettings = ({ local, shop }: Addresses): Settings => ({
  ALLOWED_ORIGINS: JSON.stringify([shop, DOCS_ORIGIN]),
  CHECKOUT_METHODS: JSON.stringify(METHODS),
  LIMITS: JSON.stringify(LOOK_AROUND_LIMITS),
  TURNSTILE_URL: local.gateway,
  TURNSTILE_SITE_KEY: SITE_KEYS.asks,
  TURNSTILE_SECRET_KEY: TURNSTILE_SECRET,
})
