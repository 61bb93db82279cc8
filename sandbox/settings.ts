import { createPublicKey, type KeyObject } from 'node:crypto'
import type { KnownKeys, MerchantKeys } from './signing/merchant-keys.ts'

/** Delays and time limits of the test banks, in milliseconds. */
interface BankTimes {
  /** How soon a challenge must be opened after it was requested. */
  readonly startMs: number
  /** How long the cardholder may take to answer the bank. */
  readonly finishMs: number
  /** The same at the bank that waits only a few seconds. */
  readonly briefMs: number
  /** How long the slow bank takes to show its page. */
  readonly slowMs: number
  /** How long the slow 3-D Secure method page takes to answer. */
  readonly slowMethodMs: number
}

/**
 * A challenge must start within 30 seconds and end within 10 minutes. A merchant waits 10 seconds for a method.
 *
 * @see EMV 3-D Secure Protocol and Core Functions Specification, timeouts
 */
const BANK_TIMES: BankTimes = {
  startMs: 30_000,
  finishMs: 600_000,
  briefMs: 5_000,
  slowMs: 5_000,
  slowMethodMs: 12_000,
}

/** What the platform passes to the Worker: the variables of `wrangler.toml` and the Durable Object. */
export interface Env {
  readonly GATEWAY: DurableObjectNamespace
  readonly SANDBOX_URL?: string
  readonly BANK_URL?: string
  readonly SANDBOX_LOGIN?: string
  readonly SANDBOX_CONTROL_KEY?: string
  readonly SANDBOX_PUBLIC_KEY?: string
  readonly SANDBOX_FORMER_KEYS?: string
  readonly SANDBOX_ENDPOINTS?: string
  readonly SANDBOX_CALLBACK_RETRIES_MS?: string
  readonly SANDBOX_BANK_TIMES?: string
}

/** One endpoint, or group of endpoints, of the merchant. */
interface Endpoint {
  readonly currencies: '*' | readonly string[]
  readonly group?: boolean
}

/** The parsed settings. Addresses have no trailing slash. */
export interface Settings extends KnownKeys {
  readonly url: string
  readonly bankUrl: string
  readonly endpoints: ReadonlyMap<string, Endpoint>
  /** The delays between tries of a callback that the merchant does not answer with 200, in milliseconds. */
  readonly callbackRetriesMs: readonly number[]
  readonly bankTimes: BankTimes
}

/** Thirty tries: delays grow from one second, so the last try comes after about two weeks. */
const CALLBACK_RETRIES_MS = Array.from({ length: 29 }, (_, number) => Math.round(1000 * 1.59 ** number))

/**
 * Parses the settings.
 *
 * @throws {TypeError} Names the setting that is missing or malformed, never its value.
 */
export function parseSettings(env: Env): Settings {
  return {
    url: address('SANDBOX_URL', env.SANDBOX_URL ?? 'http://gateway.localhost:8788'),
    bankUrl: address('BANK_URL', env.BANK_URL ?? 'http://bank.localhost:8788'),
    login: text('SANDBOX_LOGIN', env.SANDBOX_LOGIN),
    controlKey: text('SANDBOX_CONTROL_KEY', env.SANDBOX_CONTROL_KEY),
    publicKey: publicKey('SANDBOX_PUBLIC_KEY', env.SANDBOX_PUBLIC_KEY),
    former: formerKeys(env.SANDBOX_FORMER_KEYS),
    endpoints: endpoints(env.SANDBOX_ENDPOINTS),
    callbackRetriesMs: retries(env.SANDBOX_CALLBACK_RETRIES_MS),
    bankTimes: bankTimes(env.SANDBOX_BANK_TIMES),
  }
}

function text(name: string, value: string | undefined): string {
  if (!value?.trim()) throw new TypeError(`${name} is missing`)
  return value.trim()
}

function address(name: string, value: string): string {
  if (!URL.canParse(value)) throw new TypeError(`${name} is not an address`)
  return value.replace(/(?<!\/)\/+$/, '')
}

/** The minimum that the specification demands of the merchant's key. */
const MIN_KEY_BITS = 2048

function publicKey(name: string, value: string | undefined): KeyObject | undefined {
  const pem = value?.trim()
  if (!pem) return undefined
  const key = readKey(pem)
  if (key?.asymmetricKeyType !== 'rsa') throw new TypeError(`${name} is not the PEM of an RSA public key`)
  if ((key.asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_KEY_BITS) return key
  throw new TypeError(`${name} has less than ${MIN_KEY_BITS} bits`)
}

/** A list of `{ login, controlKey, publicKey? }`. */
function formerKeys(value: string | undefined): readonly MerchantKeys[] {
  const name = 'SANDBOX_FORMER_KEYS'
  if (value === undefined) return []
  const list = json(name, value)
  if (!Array.isArray(list)) throw new TypeError(`${name} is not a list`)
  return list.map((one) => ({
    login: text(name, one?.login),
    controlKey: text(name, one?.controlKey),
    publicKey: publicKey(name, one?.publicKey),
  }))
}

function readKey(pem: string): KeyObject | undefined {
  try {
    // `createPublicKey` would accept a private key too, which does not belong here.
    return pem.includes('PRIVATE') ? undefined : createPublicKey(pem)
  } catch {
    // Without the cause, which may quote the value.
    return undefined
  }
}

function json(name: string, value: string | undefined): unknown {
  try {
    return JSON.parse(text(name, value))
  } catch {
    // Without the cause, which quotes the value.
    throw new TypeError(`${name} is not JSON`)
  }
}

function endpoints(value: string | undefined): Map<string, Endpoint> {
  const entries = Object.entries(json('SANDBOX_ENDPOINTS', value) ?? {})
  const areUsable = entries.every(([id, entry]) => /^\d{1,19}$/.test(id) && isEndpoint(entry))
  if (!areUsable || entries.length === 0) throw new TypeError('SANDBOX_ENDPOINTS is malformed')
  return new Map(entries)
}

function isEndpoint(value: unknown): value is Endpoint {
  if (typeof value !== 'object' || value === null || !('currencies' in value)) return false
  const { currencies } = value
  return (
    currencies === '*' || (Array.isArray(currencies) && currencies.every((code) => typeof code === 'string'))
  )
}

function retries(value: string | undefined): readonly number[] {
  if (value === undefined) return CALLBACK_RETRIES_MS
  const list = json('SANDBOX_CALLBACK_RETRIES_MS', value)
  if (Array.isArray(list) && list.every((delay) => Number.isInteger(delay) && delay >= 0)) return list
  throw new TypeError('SANDBOX_CALLBACK_RETRIES_MS is not a list of milliseconds')
}

function bankTimes(value: string | undefined): BankTimes {
  if (value === undefined) return BANK_TIMES
  const times = json('SANDBOX_BANK_TIMES', value)
  if (typeof times === 'object' && times !== null && Object.entries(times).every(isBankTime))
    return { ...BANK_TIMES, ...times }
  throw new TypeError('SANDBOX_BANK_TIMES is malformed')
}

const isBankTime = ([name, ms]: [name: string, ms: unknown]) =>
  Object.hasOwn(BANK_TIMES, name) && Number.isInteger(ms) && Number(ms) >= 0
