/** The settings of the edge, checked once. An error names a setting and what it must be, never its value. */
import { z } from 'zod'
import { METHODS } from '../../shared/order-view.ts'
import { endpoints } from './endpoints.ts'
import { profile } from './profile.ts'
import { TIMES, type Times } from './times.ts'

/** Variables and secrets as the platform hands them over: text, or nothing. */
export type Settings = Partial<Record<keyof typeof SETTINGS, string>>

/** A setting that keeps the edge from working, and what it must be. */
export interface SettingProblem {
  readonly setting: string
  readonly must: string
}

/** Callbacks and returns add at most 75 characters; the gateway takes addresses of at most 128. */
const MAX_PUBLIC_URL = 53

const isLoopback = (url: string) => /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?(\/|$)/.test(url)

/** Browsers treat every name under localhost as this machine and as a secure context. */
const isLocal = (url: string) => isLoopback(url) || /^http:\/\/[a-z0-9.-]+\.localhost(:\d+)?(\/|$)/.test(url)

const address = z
  .url({ protocol: /^https?$/ })
  .refine((url) => !url.endsWith('/') && (url.startsWith('https:') || isLocal(url)))

/** Scheme, host and port, as browsers send it. */
const origin = address.refine((url) => URL.parse(url)?.origin === url)

/** Text that holds JSON of a shape. */
const json = <Shape extends z.ZodType>(shape: Shape) =>
  z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        context.addIssue('malformed JSON')
        return z.NEVER
      }
    })
    .pipe(shape)

/** A private key here would let whoever reads the settings name prices. */
const publicJwk = z.looseObject({ kty: z.string(), kid: z.string() }).refine((jwk) => !('d' in jwk))

const jwks = z.object({ keys: z.array(publicJwk) })

const secret = z.string().min(32)

/** Every setting: its shape, and in words what it must be. */
const SETTINGS = {
  GATEWAY_URL: {
    shape: address,
    must: 'be the gateway’s https address up to /api, without a slash at the end',
  },
  GATEWAY_LOGIN: { shape: z.string().min(1).max(20), must: 'be the merchant login, 1 to 20 characters' },
  GATEWAY_CONTROL_KEY: { shape: z.string().min(16), must: 'be the merchant control key, as a secret' },
  GATEWAY_ENDPOINTS: {
    shape: json(endpoints),
    must: 'be JSON, currency or "*" to { endpoint | group, exponent?, groupPath?, requires?, for? }',
  },
  GATEWAY_PROFILE: {
    shape: json(profile).prefault('{}'),
    must: 'be JSON of the choices that worker/config/profile.ts lists',
  },
  PUBLIC_URL: {
    shape: origin.max(MAX_PUBLIC_URL),
    must: `be the edge’s own https origin, at most ${MAX_PUBLIC_URL} characters, without a slash at the end`,
  },
  ALLOWED_ORIGINS: { shape: json(z.array(origin)).prefault('[]'), must: 'be a JSON list of https origins' },
  OFFER_KEYS: {
    shape: json(jwks).prefault('{"keys":[]}'),
    must: 'be a JWKS of public keys only, each with a kid',
  },
  OFFERS_NOT_BEFORE: {
    shape: json(z.record(z.string(), z.int())).prefault('{}'),
    must: 'be JSON, item to seconds since the epoch',
  },
  TOKEN_KEY: { shape: secret, must: 'be a secret of at least 32 characters' },
  TOKEN_KEY_PREVIOUS: { shape: secret.optional(), must: 'be the former TOKEN_KEY' },
  CHECKOUT_METHODS: {
    shape: json(z.array(z.enum(METHODS)).min(1)).prefault('["hosted"]'),
    must: `be a JSON list of ${METHODS.join(', ')}`,
  },
  PAYMENTS: { shape: z.enum(['on', 'paused']).default('on'), must: 'be on or paused' },
  ORDER_TIMES: {
    shape: json(z.partialRecord(z.enum(Object.keys(TIMES) as [keyof Times]), z.int().min(1))).prefault('{}'),
    must: 'be JSON, name of a duration to milliseconds',
  },
} as const

/** The settings, read. */
export type Config = Readonly<{
  [Name in keyof typeof SETTINGS]: z.infer<(typeof SETTINGS)[Name]['shape']>
}> & { readonly times: Times; readonly isTest: boolean }

/** What reading the settings gives: the settings, or everything that is wrong with them. */
export type ConfigReading =
  | { readonly ok: true; readonly value: Config }
  | { readonly ok: false; readonly reason: readonly SettingProblem[] }

const readings = new WeakMap<object, ConfigReading>()

/** Reads and checks all settings; the answer is kept for the life of the isolate. */
export function readConfig(env: object): ConfigReading {
  const kept = readings.get(env)
  if (kept) return kept
  const reading = checkSettings(env as Settings)
  readings.set(env, reading)
  return reading
}

/** @throws {TypeError} If a setting is wrong. For parts that run only behind a checked route. */
export function configOf(env: object): Config {
  const reading = readConfig(env)
  if (reading.ok) return reading.value
  throw new TypeError(reading.reason.map(({ setting, must }) => `${setting} must ${must}`).join('; '))
}

function checkSettings(env: Settings): ConfigReading {
  const names = Object.keys(SETTINGS) as (keyof typeof SETTINGS)[]
  const read = names.map((name) => ({ name, ...SETTINGS[name].shape.safeParse(env[name]) }))
  const problems = read
    .filter(({ success }) => !success)
    .map(({ name }) => ({ setting: name, must: SETTINGS[name].must }))
  if (problems.length > 0) return { ok: false, reason: problems }
  return checkTogether(Object.fromEntries(read.map(({ name, data }) => [name, data])) as unknown as Config)
}

/** Short durations would hammer a real gateway and give up on its payments: they are for the sandbox only. */
function checkTogether(config: Config): ConfigReading {
  const overridden = Object.keys(config.ORDER_TIMES).length > 0
  if (overridden && !isLoopback(config.GATEWAY_URL)) {
    return {
      ok: false,
      reason: [{ setting: 'ORDER_TIMES', must: 'be empty unless the gateway is on this machine' }],
    }
  }
  const times = { ...TIMES, ...config.ORDER_TIMES }
  return {
    ok: true,
    value: { ...config, times, isTest: config.GATEWAY_PROFILE.test ?? isSandbox(config.GATEWAY_URL) },
  }
}

const isSandbox = (url: string) => isLoopback(url) || /^https:\/\/([^/]*\.)?sandbox\./.test(url)
