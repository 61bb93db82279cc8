/** Every setting of the edge, validated once. An error names the setting and what it must be, never its value. */
import * as z from 'zod'
import { MERCHANT_SCOPES } from '../../shared/merchant-key.ts'
import { METHODS } from '../../shared/order-values.ts'
import { deskAccess } from './desk-access-setting.ts'
import { TIMES, type Times } from './durations.ts'
import { controlKey, formerCredentials, login } from './gateway-credentials.ts'
import { endpoints } from './gateway-endpoints.ts'
import { privateKey } from './gateway-private-key.ts'
import { profile } from './gateway-profile.ts'
import { limits } from './limits-setting.ts'
import { merchantKeys } from './merchant-key-settings.ts'
import { merchant } from './merchant-setting.ts'
import { misspellingsOf } from './misspelt-settings.ts'
import { offerKeys, offersNotBefore } from './offer-settings.ts'
import { orderTimes } from './order-times-setting.ts'
import { retention } from './retention-setting.ts'
import { copiedSecret, ownSecret } from './secret-shapes.ts'
import { conflictsIn, type SettingProblem, TURNSTILE } from './setting-conflicts.ts'
import { gatewayUrl, isLoopback, json, origin, receiver, seconds, webhookSecrets } from './setting-shapes.ts'
import { shopperMail } from './shopper-mail-setting.ts'
import { MAX_ENDPOINTS, webhooks } from './webhooks-setting.ts'

/** Variables and secrets as the platform passes them: text or absent. */
type Settings = Partial<Record<keyof typeof SETTINGS, string>>

/** Callback and return URLs add at most 75 characters, and the gateway takes at most 128. */
const MAX_PUBLIC_URL = 53

/** The longest e-mail address (RFC 5321 §4.5.3.1.3, without the brackets). */
const MAX_EMAIL = 254

/** The most shards of the index that a month may have. After a restore of the database each of them is asked. */
export const MAX_INDEX_SHARDS = 8

/**
 * Setting → its schema, and in words what it must be. White space around a value is cut, as a file or a copy adds it,
 * unless it is one of {@link VERBATIM_SETTINGS}.
 */
const SETTINGS = {
  GATEWAY_URL: {
    shape: gatewayUrl,
    must: 'be the gateway’s https address up to /api, without a slash at the end',
  },
  GATEWAY_LOGIN: { shape: login, must: 'be the merchant login, 1 to 20 characters' },
  GATEWAY_CONTROL_KEY: {
    shape: controlKey,
    must: 'be the merchant control key, at least 16 characters, as a secret',
  },
  GATEWAY_PRIVATE_KEY: {
    shape: privateKey.optional(),
    must: 'be an RSA private key as PEM (PKCS#8 or PKCS#1) of at least 2048 bits, as a secret',
  },
  GATEWAY_CREDENTIALS_PREVIOUS: {
    shape: json(formerCredentials).prefault('{}'),
    must: 'be JSON, login to { controlKey, privateKey? }, as a secret',
  },
  GATEWAY_ENDPOINTS: {
    shape: json(endpoints),
    must:
      'be JSON, currency or "*" to { endpoint | group, exponent?, groupPath?, requires?, for? }, where for is kind to ' +
      '{ endpoint | group, exponent?, groupPath? }',
  },
  GATEWAY_PROFILE: {
    shape: json(profile).prefault('{}'),
    must: 'be JSON of the choices that worker/config/gateway-profile.ts lists',
  },
  PUBLIC_URL: {
    shape: origin.max(MAX_PUBLIC_URL),
    must: `be the edge’s own https origin, at most ${MAX_PUBLIC_URL} characters, without a slash at the end`,
  },
  ALLOWED_ORIGINS: { shape: json(z.array(origin)).prefault('[]'), must: 'be a JSON list of https origins' },
  OFFER_KEYS: {
    shape: json(offerKeys).prefault('{"keys":[]}'),
    must: 'be a JWKS of public keys only, P-256 or Ed25519, each with a kid of its own',
  },
  OFFERS_NOT_BEFORE: {
    shape: json(offersNotBefore).prefault('{}'),
    must: 'be JSON, item to seconds since the epoch',
  },
  TOKEN_KEY: { shape: ownSecret, must: 'be a secret of at least 32 characters' },
  TOKEN_KEY_PREVIOUS: { shape: ownSecret.optional(), must: 'be the former TOKEN_KEY' },
  NAME_KEY: {
    shape: ownSecret.optional(),
    must: 'be a secret of at least 32 characters, which is never changed',
  },
  SEARCH_KEY: {
    shape: ownSecret.optional(),
    must: 'be a secret of at least 32 characters',
  },
  TOKENS_NOT_BEFORE: { shape: seconds, must: 'be seconds since the epoch' },
  MERCHANT_KEYS: {
    shape: json(merchantKeys).prefault('[]'),
    must:
      'be a JSON list of { name, digest, scopes, refundUpTo?, refundPerDay? } as npx --no pay-checkout merchant-key prints ' +
      'them, as a secret: limits need the scope refund and go with no scope payout',
  },
  MERCHANT: {
    shape: json(merchant).optional(),
    must:
      'be JSON { name, logo?, accent?, address?, taxNote?, terms?, termsRequired?, privacy?, withdrawal?, support?, cards?, imageOrigins? }: a ' +
      'name of at most 64 characters and https addresses of at most 512; accent is #rrggbb, address and taxNote are one line of ' +
      'at most 200 characters each, support may also be mailto: or tel:, termsRequired needs terms, and cards are some of ' +
      'visa, mastercard, amex, maestro, jcb, unionpay, diners, discover, and imageOrigins at most 10 https origins without a path',
  },
  WEBHOOK_URL: { shape: receiver.optional(), must: 'be the https address that outcomes are posted to' },
  WEBHOOK_SECRET: {
    shape: webhookSecrets.optional(),
    must: 'be whsec_ and 24 to 64 bytes in base64, as a secret; up to four of them, separated by blanks',
  },
  WEBHOOKS: {
    shape: json(webhooks).optional(),
    must:
      `be a JSON list of 1 to ${MAX_ENDPOINTS} { url, secret, events? }, as a secret: https addresses that differ, secrets as ` +
      'WEBHOOK_SECRET has them and no two alike, and lists of types such as order.approved',
  },
  NOTIFY_EMAIL: {
    shape: z.email().max(MAX_EMAIL).optional(),
    must: 'be the e-mail address that outcomes are sent to',
  },
  NOTIFY_CUSTOMER: { shape: z.enum(['on', 'off']).default('off'), must: 'be on or off' },
  SHOPPER_MAIL: {
    shape: json(shopperMail).optional(),
    must:
      'be JSON { from, replyTo?, receipts?, requests?, reminders?, refunds?, payouts?, sent?, locale?, mailsPerAddress?, ' +
      'requestsPerKey? }: from is an e-mail address or { email, name? }, at least one kind is true, and reminders need requests',
  },
  CHECKOUT_METHODS: {
    shape: json(z.array(z.enum(METHODS)).min(1)).prefault('["hosted"]'),
    must: `be a JSON list of ${METHODS.join(', ')}`,
  },
  LIMITS: {
    shape: limits,
    must: 'be JSON of the budgets that worker/config/limits-setting.ts lists, or off while the gateway is on this machine',
  },
  CARD_DIGEST_KEY: {
    shape: ownSecret.optional(),
    must: 'be a secret of at least 32 characters',
  },
  PAYMENTS: { shape: z.enum(['on', 'paused']).default('on'), must: 'be on or paused' },
  TURNSTILE_SITE_KEY: {
    shape: z
      .string()
      .regex(/^[\w-]{8,64}$/)
      .optional(),
    must: 'be the site key of a Turnstile widget for the host of PUBLIC_URL',
  },
  TURNSTILE_SECRET_KEY: {
    shape: copiedSecret.min(16).optional(),
    must: 'be the secret key of the same Turnstile widget, as a secret',
  },
  TURNSTILE_URL: { shape: origin.default(TURNSTILE), must: `be ${TURNSTILE}` },
  DESK: { shape: z.enum(['on', 'off']).default('off'), must: 'be on or off' },
  DESK_ACCESS: {
    shape: json(deskAccess).optional(),
    must:
      'be JSON { team, audience, people, claim? }: the team’s name at Cloudflare Access, the 64 hexadecimal digits of its ' +
      `application, and e-mail addresses or *@domain to lists of ${MERCHANT_SCOPES.join(', ')}`,
  },
  ORDERS_RESTORED_AT: { shape: seconds, must: 'be seconds since the epoch' },
  RETENTION: {
    shape: json(retention).prefault('{}'),
    must: 'be JSON { personalDays?, coreDays? }, whole days from 1 to 3650, the first at most as long as the second',
  },
  INDEX_SHARDS: {
    shape: z.string().regex(/^\d$/).prefault('0').transform(Number).pipe(z.number().max(MAX_INDEX_SHARDS)),
    must: `be a whole number from 0 to ${MAX_INDEX_SHARDS}`,
  },
  JURISDICTION: { shape: z.enum(['none', 'eu', 'fedramp']).default('none'), must: 'be none, eu or fedramp' },
  ORDER_TIMES: {
    shape: json(orderTimes).prefault('{}'),
    must: 'be JSON, name of a duration to milliseconds, or to a list of them where it is one',
  },
} as const

/** The names of all settings. */
export const SETTING_NAMES: readonly string[] = Object.keys(SETTINGS)

/**
 * The secrets that the edge derives keys from. Their every character counts, also white space around them: without it
 * the tokens, links and callbacks under way would become invalid. `setting-warnings.ts` tells of it.
 */
export const VERBATIM_SETTINGS = [
  ...(['TOKEN_KEY', 'TOKEN_KEY_PREVIOUS', 'NAME_KEY', 'CARD_DIGEST_KEY', 'SEARCH_KEY'] as const),
] as const

/** The validated settings. */
export type Config = Readonly<{
  [Name in keyof typeof SETTINGS]: z.infer<(typeof SETTINGS)[Name]['shape']>
}> & { readonly times: Times; readonly isTest: boolean }

/** The settings, or everything that is wrong with them. */
export type ConfigReading =
  | { readonly ok: true; readonly value: Config }
  | { readonly ok: false; readonly reason: readonly SettingProblem[] }

const readings = new WeakMap<object, ConfigReading>()

/** Reads and validates all settings. The isolate caches the result. */
export function readConfig(env: object): ConfigReading {
  const kept = readings.get(env)
  if (kept) return kept
  const reading = checkSettings(env as Settings)
  readings.set(env, reading)
  return reading
}

/** For code that only runs after a validated request. @throws {TypeError} If a setting is wrong. */
export function configOf(env: object): Config {
  const reading = readConfig(env)
  if (reading.ok) return reading.value
  throw new TypeError(reading.reason.map(({ setting, must }) => `${setting} must ${must}`).join('; '))
}

function checkSettings(env: Settings): ConfigReading {
  const names = Object.keys(SETTINGS) as (keyof typeof SETTINGS)[]
  const read = names.map((name) => ({ name, ...SETTINGS[name].shape.safeParse(textOf(env, name)) }))
  const problems = read.flatMap(({ name, error }) =>
    error ? [{ setting: name, must: SETTINGS[name].must + (missingIn(env, name) ?? toldBy(error)) }] : [],
  )
  if (problems.length > 0) return { ok: false, reason: problems }
  return checkTogether(Object.fromEntries(read.map(({ name, data }) => [name, data])) as unknown as Config)
}

function textOf(env: Settings, name: keyof typeof SETTINGS): unknown {
  const value: unknown = env[name]
  return typeof value === 'string' && !isVerbatim(name) ? value.trim() : value
}

const isVerbatim = (name: string) => (VERBATIM_SETTINGS as readonly string[]).includes(name)

/** Says that a setting is not there, or blank, and which other name may stand for it. */
function missingIn(env: Settings, name: keyof typeof SETTINGS): string | undefined {
  const value: unknown = env[name]
  if (typeof value === 'string') return value.trim() === '' ? '; it is blank' : undefined
  if (value !== undefined) return '; it is no text'
  const misspelt = misspellingsOf(env, SETTING_NAMES).find(({ meant }) => meant === name)
  return `; it is missing${misspelt ? `: ${misspelt.name} looks like a misspelling` : ''}`
}

/** The details that a schema of ours adds. Messages of zod are dropped, because they may quote the value. */
function toldBy({ issues }: z.ZodError): string {
  const told = issues.flatMap((issue) => (issue.code === 'custom' ? [issue.params?.told] : []))
  return told
    .filter((text) => typeof text === 'string')
    .map((text) => `; this one ${text}`)
    .join('')
}

function checkTogether(config: Config): ConfigReading {
  const problems = conflictsIn(config)
  if (problems.length > 0) return { ok: false, reason: problems }
  const times = { ...TIMES, ...config.RETENTION, ...config.ORDER_TIMES }
  return {
    ok: true,
    value: { ...config, times, isTest: config.GATEWAY_PROFILE.test ?? isSandbox(config.GATEWAY_URL) },
  }
}

const isSandbox = (url: string) => isLoopback(url) || /^https:\/\/([^/]*\.)?sandbox\./.test(url)
