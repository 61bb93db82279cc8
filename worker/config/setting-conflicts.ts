/** Settings that are valid alone and invalid together. Pure. */
import type { MerchantEntry } from '../../shared/merchant-key.ts'
import type { Endpoints } from './gateway-endpoints.ts'
import type { Budgets } from './limits-setting.ts'
import { areSums } from './merchant-key-settings.ts'
import { isSafeFor, type Merchant } from './merchant-setting.ts'
import { isLoopback } from './setting-shapes.ts'
import type { WebhookEndpoint } from './webhooks-setting.ts'

/** An invalid setting, and what it must be. */
export interface SettingProblem {
  readonly setting: string
  readonly must: string
}

/** The settings, each of them valid, as far as they depend on each other. */
interface ValidSettings {
  readonly GATEWAY_URL: string
  readonly GATEWAY_LOGIN: string
  readonly GATEWAY_CONTROL_KEY: string
  readonly GATEWAY_ENDPOINTS: Endpoints
  readonly MERCHANT_KEYS: readonly MerchantEntry[]
  readonly TOKEN_KEY: string
  readonly TOKEN_KEY_PREVIOUS?: string | undefined
  readonly NAME_KEY?: string | undefined
  readonly PUBLIC_URL: string
  readonly ORDER_TIMES: object
  readonly TURNSTILE_URL: string
  readonly TURNSTILE_SITE_KEY?: string | undefined
  readonly TURNSTILE_SECRET_KEY?: string | undefined
  readonly LIMITS: Budgets | 'off'
  readonly CARD_DIGEST_KEY?: string | undefined
  readonly SEARCH_KEY?: string | undefined
  readonly CHECKOUT_METHODS: readonly string[]
  readonly MERCHANT?: Merchant | undefined
  readonly WEBHOOK_URL?: string | undefined
  readonly WEBHOOK_SECRET?: string | undefined
  readonly WEBHOOKS?: readonly WebhookEndpoint[] | undefined
  readonly NOTIFY_EMAIL?: string | undefined
}

type Conflict = SettingProblem & { readonly isWrong: (settings: ValidSettings) => boolean }

/** Where Turnstile is, the bot check. Tests and `npm run dev` have a stand-in. */
export const TURNSTILE = 'https://challenges.cloudflare.com'

/** Credentials. One that is also another setting was copied into the wrong place. */
const CREDENTIALS = [
  ...([
    'GATEWAY_LOGIN',
    'GATEWAY_CONTROL_KEY',
    'TOKEN_KEY',
    'TOKEN_KEY_PREVIOUS',
    'NAME_KEY',
    'CARD_DIGEST_KEY',
    'SEARCH_KEY',
  ] as const),
  ...(['WEBHOOK_SECRET', 'TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET_KEY'] as const),
]

/** What else could stand in the place of a credential, and pass for one. */
const TEXTS = [...CREDENTIALS, 'PUBLIC_URL', 'GATEWAY_URL', 'WEBHOOK_URL'] as const

/** Settings that are valid alone and invalid together. */
const CONFLICTS: readonly Conflict[] = [
  {
    // Short durations would flood a real gateway with polls and give its payments up. They are for the sandbox only.
    setting: 'ORDER_TIMES',
    must: 'be empty unless the gateway is on this machine',
    isWrong: ({ ORDER_TIMES, GATEWAY_URL }) =>
      Object.keys(ORDER_TIMES).length > 0 && !isLoopback(GATEWAY_URL),
  },
  {
    // Any other verifier could say that every bot is a person. A stand-in is for the sandbox only.
    setting: 'TURNSTILE_URL',
    must: `be ${TURNSTILE} unless the gateway is on this machine`,
    isWrong: ({ TURNSTILE_URL, GATEWAY_URL }) => TURNSTILE_URL !== TURNSTILE && !isLoopback(GATEWAY_URL),
  },
  {
    // With one of them the edge would ask for a check that nobody can pass, or that nobody can verify.
    setting: 'TURNSTILE_SECRET_KEY',
    must: 'be set where TURNSTILE_SITE_KEY is, and nowhere else',
    isWrong: ({ TURNSTILE_SITE_KEY, TURNSTILE_SECRET_KEY }) => !TURNSTILE_SITE_KEY !== !TURNSTILE_SECRET_KEY,
  },
  {
    // One offer in a page's source is enough to try thousands of cards.
    setting: 'LIMITS',
    must: 'be JSON of budgets: off is for a gateway on this machine only',
    isWrong: ({ LIMITS, GATEWAY_URL }) => LIMITS === 'off' && !isLoopback(GATEWAY_URL),
  },
  {
    // Without it nobody counts how often one card is tried.
    setting: 'CARD_DIGEST_KEY',
    must: 'be set where CHECKOUT_METHODS has card: a secret of at least 32 characters',
    isWrong: ({ LIMITS, CARD_DIGEST_KEY, CHECKOUT_METHODS }) =>
      LIMITS !== 'off' && CHECKOUT_METHODS.includes('card') && CARD_DIGEST_KEY === undefined,
  },
  {
    // A limit that is no sum of its currency would let nothing through, and nobody would know why.
    setting: 'MERCHANT_KEYS',
    must: 'have limits with at most the decimals of each endpoint of their currencies, and 12 digits in all',
    isWrong: ({ MERCHANT_KEYS, GATEWAY_ENDPOINTS }) => !areSums(MERCHANT_KEYS, GATEWAY_ENDPOINTS),
  },
  {
    // A program in between could replace what shoppers read there.
    setting: 'MERCHANT',
    must: 'have https addresses unless PUBLIC_URL is on this machine',
    isWrong: ({ MERCHANT, PUBLIC_URL }) => MERCHANT !== undefined && !isSafeFor(MERCHANT, PUBLIC_URL),
  },
  {
    // A receiver could not tell an unsigned webhook from a forged one.
    setting: 'WEBHOOK_SECRET',
    must: 'be set where WEBHOOK_URL is: whsec_ and 24 to 64 bytes in base64, as a secret',
    isWrong: ({ WEBHOOK_URL, WEBHOOK_SECRET }) => WEBHOOK_URL !== undefined && WEBHOOK_SECRET === undefined,
  },
  {
    setting: 'GATEWAY_URL',
    must: 'be the gateway’s address, not that of PUBLIC_URL',
    isWrong: ({ GATEWAY_URL, PUBLIC_URL }) => URL.parse(GATEWAY_URL)?.origin === PUBLIC_URL,
  },
  {
    setting: 'WEBHOOK_URL',
    must: 'be the address of your receiver, not that of PUBLIC_URL',
    isWrong: ({ WEBHOOK_URL, PUBLIC_URL }) => isFrontPage(WEBHOOK_URL, PUBLIC_URL),
  },
  {
    setting: 'WEBHOOKS',
    must: 'have the addresses of your receivers, not that of PUBLIC_URL, and secrets that no other setting has',
    isWrong: (settings) =>
      settings.WEBHOOKS?.some(
        ({ url, secret }) => isFrontPage(url, settings.PUBLIC_URL) || isElsewhere(settings, secret),
      ) ?? false,
  },
  ...CREDENTIALS.map(
    (setting): Conflict => ({
      setting,
      must: 'have a value of its own: another setting has the same',
      isWrong: (settings) => isRepeated(settings, setting),
    }),
  ),
]

const isFrontPage = (url: string | undefined, publicUrl: string) =>
  url === publicUrl || url === `${publicUrl}/`

/** A shop that moves to `WEBHOOKS` takes the secret of `WEBHOOK_SECRET` along. */
const isElsewhere = (settings: ValidSettings, secrets: string): boolean =>
  CREDENTIALS.some(
    (name) => name !== 'WEBHOOK_SECRET' && secrets.split(' ').some((secret) => secret === settings[name]),
  )

/**
 * Keys that the edge alone reads, each for a purpose of its own: that two are the same does no harm. One that was not
 * changed yet is its own former one. `setting-warnings.ts` tells of it.
 */
const INNER_KEYS: readonly string[] = ['TOKEN_KEY', 'TOKEN_KEY_PREVIOUS', 'CARD_DIGEST_KEY']

const areInner = (...names: readonly string[]) => names.every((name) => INNER_KEYS.includes(name))

/** Whether another setting has the same value. */
const isRepeated = (settings: ValidSettings, name: (typeof CREDENTIALS)[number]): boolean =>
  settings[name] !== undefined &&
  TEXTS.some((other) => other !== name && settings[other] === settings[name] && !areInner(name, other))

/** Names every setting that is wrong beside the others. */
export const conflictsIn = (settings: ValidSettings): readonly SettingProblem[] =>
  CONFLICTS.filter(({ isWrong }) => isWrong(settings)).map(({ setting, must }) => ({ setting, must }))
