/** Every setting of the edge, validated once. An error names the setting and what it must be, never its value. */
import * as z from 'zod'
import { METHODS } from '../../shared/order-view.ts'
import { endpoints } from './gateway-endpoints.ts'
import { privateKey } from './gateway-private-key.ts'
import { profile } from './gateway-profile.ts'
import { merchantKeys } from './merchant-key-settings.ts'
import { orderTimes } from './order-times.ts'
import {
  address,
  isLoopback,
  json,
  origin,
  publicJwks,
  receiver,
  secret,
  webhookSecret,
} from './setting-shapes.ts'
import { TIMES, type Times } from './times.ts'

/** Variables and secrets as the platform passes them: text or absent. */
type Settings = Partial<Record<keyof typeof SETTINGS, string>>

/** An invalid setting, and what it must be. */
interface SettingProblem {
  readonly setting: string
  readonly must: string
}

/** Callback and return URLs add at most 75 characters, and the gateway takes at most 128. */
const MAX_PUBLIC_URL = 53

/** The longest e-mail address (RFC 5321 §4.5.3.1.3, without the brackets). */
const MAX_EMAIL = 254

/** Setting → its schema, and in words what it must be. */
const SETTINGS = {
  GATEWAY_URL: {
    shape: address,
    must: 'be the gateway’s https address up to /api, without a slash at the end',
  },
  GATEWAY_LOGIN: { shape: z.string().min(1).max(20), must: 'be the merchant login, 1 to 20 characters' },
  GATEWAY_CONTROL_KEY: { shape: z.string().min(16), must: 'be the merchant control key, as a secret' },
  GATEWAY_PRIVATE_KEY: {
    shape: privateKey.optional(),
    must: 'be an RSA private key as PEM (PKCS#8 or PKCS#1) of at least 2048 bits, as a secret',
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
    shape: json(publicJwks).prefault('{"keys":[]}'),
    must: 'be a JWKS of public keys only, each with a kid',
  },
  OFFERS_NOT_BEFORE: {
    shape: json(z.record(z.string(), z.int())).prefault('{}'),
    must: 'be JSON, item to seconds since the epoch',
  },
  TOKEN_KEY: { shape: secret, must: 'be a secret of at least 32 characters' },
  TOKEN_KEY_PREVIOUS: { shape: secret.optional(), must: 'be the former TOKEN_KEY' },
  MERCHANT_KEYS: {
    shape: json(merchantKeys).prefault('[]'),
    must: 'be a JSON list of { name, digest, scopes } as npx --no pay-checkout merchant-key prints them, as a secret',
  },
  WEBHOOK_URL: { shape: receiver.optional(), must: 'be the https address that outcomes are posted to' },
  WEBHOOK_SECRET: {
    shape: webhookSecret.optional(),
    must: 'be whsec_ and 24 to 64 bytes in base64, as a secret',
  },
  NOTIFY_EMAIL: {
    shape: z.email().max(MAX_EMAIL).optional(),
    must: 'be the e-mail address that outcomes are sent to',
  },
  CHECKOUT_METHODS: {
    shape: json(z.array(z.enum(METHODS)).min(1)).prefault('["hosted"]'),
    must: `be a JSON list of ${METHODS.join(', ')}`,
  },
  PAYMENTS: { shape: z.enum(['on', 'paused']).default('on'), must: 'be on or paused' },
  ORDER_TIMES: {
    shape: json(orderTimes).prefault('{}'),
    must: 'be JSON, name of a duration to milliseconds, or to a list of them where it is one',
  },
} as const

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
  const read = names.map((name) => ({ name, ...SETTINGS[name].shape.safeParse(env[name]) }))
  const problems = read.flatMap(({ name, error }) =>
    error ? [{ setting: name, must: SETTINGS[name].must + toldBy(error) }] : [],
  )
  if (problems.length > 0) return { ok: false, reason: problems }
  return checkTogether(Object.fromEntries(read.map(({ name, data }) => [name, data])) as unknown as Config)
}

/** The details that a schema of ours adds. Messages of zod are dropped, because they may quote the value. */
function toldBy({ issues }: z.ZodError): string {
  const told = issues.flatMap((issue) => (issue.code === 'custom' ? [issue.params?.told] : []))
  return told
    .filter((text) => typeof text === 'string')
    .map((text) => `; this one ${text}`)
    .join('')
}

/** Settings that are valid alone and invalid together. */
const TOGETHER: readonly (SettingProblem & { readonly isWrong: (config: Config) => boolean })[] = [
  {
    // Short durations would flood a real gateway with polls and give its payments up. They are for the sandbox only.
    setting: 'ORDER_TIMES',
    must: 'be empty unless the gateway is on this machine',
    isWrong: ({ ORDER_TIMES, GATEWAY_URL }) =>
      Object.keys(ORDER_TIMES).length > 0 && !isLoopback(GATEWAY_URL),
  },
  {
    // A receiver could not tell an unsigned webhook from a forged one.
    setting: 'WEBHOOK_SECRET',
    must: 'be set where WEBHOOK_URL is: whsec_ and 24 to 64 bytes in base64, as a secret',
    isWrong: ({ WEBHOOK_URL, WEBHOOK_SECRET }) => WEBHOOK_URL !== undefined && WEBHOOK_SECRET === undefined,
  },
]

function checkTogether(config: Config): ConfigReading {
  const problems = TOGETHER.filter(({ isWrong }) => isWrong(config))
  if (problems.length > 0)
    return { ok: false, reason: problems.map(({ setting, must }) => ({ setting, must })) }
  const times = { ...TIMES, ...config.ORDER_TIMES }
  return {
    ok: true,
    value: { ...config, times, isTest: config.GATEWAY_PROFILE.test ?? isSandbox(config.GATEWAY_URL) },
  }
}

const isSandbox = (url: string) => isLoopback(url) || /^https:\/\/([^/]*\.)?sandbox\./.test(url)
