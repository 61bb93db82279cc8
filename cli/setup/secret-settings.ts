/** The settings that are secrets, and the file in which a merchant keeps them. Pure. */
import { isDeepStrictEqual, parseEnv } from 'node:util'
import { accepted, type Result, refused } from '../../shared/result.ts'
import { CommandError } from '../command.ts'

/** The settings of the edge that only `wrangler secret put` may set. */
export const SECRET_SETTINGS = [
  'GATEWAY_CONTROL_KEY',
  'GATEWAY_PRIVATE_KEY',
  'GATEWAY_CREDENTIALS_PREVIOUS',
  'TOKEN_KEY',
  'TOKEN_KEY_PREVIOUS',
  'NAME_KEY',
  'CARD_DIGEST_KEY',
  'SEARCH_KEY',
  'MERCHANT_KEYS',
  'WEBHOOK_SECRET',
  'WEBHOOKS',
  'TURNSTILE_SECRET_KEY',
] as const
export type SecretSetting = (typeof SECRET_SETTINGS)[number]

/** Setting → value. */
export type Secrets = Readonly<Partial<Record<SecretSetting, string>>>

const isSecretSetting = (name: string): name is SecretSetting =>
  (SECRET_SETTINGS as readonly string[]).includes(name)

/** Where a setting has one of these, the edge also needs the secret. */
const NEEDED_WITH: readonly (readonly [
  SecretSetting,
  (vars: Readonly<Record<string, unknown>>) => boolean,
])[] = [
  ['GATEWAY_CONTROL_KEY', () => true],
  ['TOKEN_KEY', () => true],
  ['WEBHOOK_SECRET', ({ WEBHOOK_URL }) => WEBHOOK_URL !== undefined],
  ['CARD_DIGEST_KEY', ({ CHECKOUT_METHODS }) => /"card\\?"/.test(JSON.stringify(CHECKOUT_METHODS ?? ''))],
  ['TURNSTILE_SECRET_KEY', ({ TURNSTILE_SITE_KEY }) => TURNSTILE_SITE_KEY !== undefined],
]

/** The secrets without which the edge refuses to start with these variables. */
export const neededSecrets = (vars: Readonly<Record<string, unknown>>): SecretSetting[] =>
  NEEDED_WITH.filter(([, isNeeded]) => isNeeded(vars)).map(([name]) => name)

/** Reads the file. @returns The secrets; else why it cannot be read, without a part of any value. */
export function parseSecrets(text: string): Result<Secrets, string> {
  const values = parseEnv(text) as Readonly<Record<string, string>>
  const strange = Object.keys(values).find((name) => !isSecretSetting(name))
  if (strange !== undefined) return refused(`${strange} is no secret of the edge`)
  const malformed = JSON_SETTINGS.find((name) => !isJson(values[name] ?? 'null'))
  return malformed === undefined ? accepted(values) : refused(`${malformed} is not JSON`)
}

const JSON_SETTINGS = ['MERCHANT_KEYS', 'GATEWAY_CREDENTIALS_PREVIOUS', 'WEBHOOKS'] as const

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const HEADER =
  '# Secrets of the edge. Anyone who has them can move money: never commit this file, never send it.\n'

/**
 * Writes the file.
 *
 * @throws {CommandError} If no line can hold a value, as where it has every kind of quote; names the setting.
 */
export function secretsText(secrets: Secrets): string {
  const lines = SECRET_SETTINGS.flatMap((name) => {
    const value = secrets[name]
    return value === undefined ? [] : [lineOf(name, value)]
  })
  return HEADER + lines.join('')
}

function lineOf(name: string, value: string): string {
  const lines = ["'", '`', '"'].map((quote) => `${name}=${quote}${value}${quote}\n`)
  const line = lines.find((one) => isDeepStrictEqual({ ...parseEnv(one) }, { [name]: value }))
  if (line !== undefined) return line
  throw new CommandError('configuration-invalid', [`${name}: an environment file cannot hold this value`])
}
