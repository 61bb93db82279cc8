/**
 * The configuration of a deployment: what differs from `wrangler.toml`, in the words of wrangler's own configuration. Variables
 * may be JSON, which the edge gets as text. Pure.
 */

import { accepted, type Result, refused } from '../../shared/result.ts'
import { type OfferKey, publicKeySet } from '../keys.ts'
import { SECRET_SETTINGS } from './secret-settings.ts'
import { type SetupAnswers, targetOf } from './setup-questions.ts'

type Variables = Readonly<Record<string, unknown>>

interface Route {
  readonly pattern: string
  readonly custom_domain?: boolean
}

interface Database {
  readonly binding: string
  readonly database_name?: string
  readonly database_id?: string
}

/** The file `deployment.json`. Anything else of wrangler's configuration may stand there too. */
export interface DeploymentConfig {
  readonly name: string
  readonly workers_dev?: boolean
  readonly preview_urls?: boolean
  readonly routes?: readonly Route[]
  readonly d1_databases?: readonly Database[]
  readonly vars: Variables
}

/** The binding of the database with the list of orders. */
const INDEX = 'ORDER_INDEX'

/** The configuration of a new deployment. */
export const newDeployment = (name: string): DeploymentConfig => ({
  name,
  d1_databases: [{ binding: INDEX, database_name: name }],
  vars: {},
})

/** Reads the file. @returns The configuration, or what is wrong with it; no value is quoted. */
export function parseDeployment(text: string): Result<DeploymentConfig, string> {
  const config = jsonIn(text)
  if (typeof config !== 'object' || config === null || Array.isArray(config))
    return refused('is no JSON object')
  const { name, vars = {} } = config as Partial<DeploymentConfig>
  if (typeof name !== 'string' || !WORKER_NAME.test(name)) return refused('has no usable "name"')
  if (typeof vars !== 'object' || vars === null || Array.isArray(vars))
    return refused('has "vars" that are no object')
  const secret = SECRET_SETTINGS.find((one) => one in vars)
  if (secret !== undefined) return refused(`has the secret ${secret} among its "vars"`)
  return accepted({ ...config, name, vars })
}

/** Names of Workers, as the platform takes them. */
export const WORKER_NAME = /^[a-z\d](?:[a-z\d-]{0,52}[a-z\d])?$/

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Puts answers into a configuration; what was not answered stays as it is. Repeating it is harmless.
 *
 * @param isTest Whether the gateway moves no real money. Absent: the edge decides it by the gateway's address.
 */
export function withAnswers(
  config: DeploymentConfig,
  answers: SetupAnswers,
  isTest?: boolean,
): DeploymentConfig {
  const { publicUrl, gatewayUrl, login, origin, method, webhook, notifyEmail, desk, jurisdiction } = answers
  const vars = withoutUndefined({
    ...config.vars,
    ...given('PUBLIC_URL', publicUrl),
    ...given('GATEWAY_URL', gatewayUrl),
    ...given('GATEWAY_LOGIN', login),
    GATEWAY_ENDPOINTS: endpoints(config.vars, answers),
    GATEWAY_PROFILE: profile(config.vars, answers, isTest),
    ...given('ALLOWED_ORIGINS', origin),
    ...given('CHECKOUT_METHODS', method),
    MERCHANT: merchant(config.vars, answers),
    ...given('WEBHOOK_URL', webhook),
    ...given('NOTIFY_EMAIL', notifyEmail),
    ...given('DESK', desk),
    ...given('JURISDICTION', jurisdiction),
  })
  return { ...config, ...(publicUrl !== undefined && hostSettings(config, publicUrl)), vars }
}

const given = (name: string, value: unknown) => (value === undefined ? {} : { [name]: value })

const withoutUndefined = (all: Variables): Variables =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))

/**
 * With a domain of the merchant's own the edge is served there alone, since the firewall and the limits of that zone apply
 * nowhere else. Former domains stay: a deployment takes away each that is not listed, and orders under way have callbacks
 * there.
 */
function hostSettings({ routes = [] }: DeploymentConfig, publicUrl: string): Partial<DeploymentConfig> {
  const { hostname } = new URL(publicUrl)
  const isOwnDomain = !hostname.endsWith('.workers.dev')
  const former = routes.filter(({ pattern }) => pattern !== hostname)
  const all = isOwnDomain ? [{ pattern: hostname, custom_domain: true }, ...former] : former
  return { workers_dev: !isOwnDomain, preview_urls: false, ...(all.length > 0 && { routes: all }) }
}

function endpoints({ GATEWAY_ENDPOINTS }: Variables, { endpoint = [], group = [] }: SetupAnswers): unknown {
  if (endpoint.length === 0 && group.length === 0) return GATEWAY_ENDPOINTS
  const entries = [
    ...group.map(targetOf).map(([currency, id]) => [currency, { group: id }] as const),
    ...endpoint.map(targetOf).map(([currency, id]) => [currency, { endpoint: id }] as const),
  ]
  const kept = objectIn(GATEWAY_ENDPOINTS)
  // What else a currency has, such as `requires`, stays.
  const changed = entries.map(([currency, target]) => {
    const { endpoint: _, group: __, ...others } = objectIn(kept[currency])
    return [currency, { ...target, ...others }] as const
  })
  return { ...kept, ...Object.fromEntries(changed) }
}

function profile({ GATEWAY_PROFILE }: Variables, { scheme = [] }: SetupAnswers, test?: boolean): unknown {
  if (scheme.length === 0 && test === undefined) return GATEWAY_PROFILE
  const kept = objectIn(GATEWAY_PROFILE)
  const schemes = { ...objectIn(kept.schemes), ...Object.fromEntries(scheme.map((one) => one.split('='))) }
  return { ...kept, ...(scheme.length > 0 && { schemes }), ...(test !== undefined && { test }) }
}

const merchant = ({ MERCHANT }: Variables, { merchantName }: SetupAnswers): unknown =>
  merchantName === undefined ? MERCHANT : { ...objectIn(MERCHANT), name: merchantName.trim() }

/** A variable that is JSON, or text of it as in wrangler's own files. */
function objectIn(value: unknown): Readonly<Record<string, unknown>> {
  const read = typeof value === 'string' ? jsonIn(value) : value
  return typeof read === 'object' && read !== null ? (read as Readonly<Record<string, unknown>>) : {}
}

/** The ids of the keys that may sign offers. */
export const offerKeyIds = ({ vars }: DeploymentConfig): unknown[] => keysIn(vars).map(({ kid }) => kid)

const keysIn = ({ OFFER_KEYS }: Variables) =>
  (objectIn(OFFER_KEYS).keys ?? []) as readonly { readonly kid?: unknown }[]

/** Lets a key sign offers, beside those that may already. The configuration gets its public half. */
export function withOfferKey(config: DeploymentConfig, key: OfferKey): DeploymentConfig {
  if (offerKeyIds(config).includes(key.kid)) return config
  const keys = [...keysIn(config.vars), ...publicKeySet([key]).keys]
  return { ...config, vars: { ...config.vars, OFFER_KEYS: { keys } } }
}

/** Names what is missing, or wrong only together; one sentence each. */
export function problemsOf({ name, vars }: DeploymentConfig): string[] {
  const missing = NEEDED.filter(([setting]) => vars[setting] === undefined).map(
    ([, flag]) => `${flag} is missing`,
  )
  const { PUBLIC_URL = '', GATEWAY_URL = '' } = vars as Readonly<Record<string, string>>
  const [label = '', , ...domain] = PUBLIC_URL.replace('https://', '').split('.')
  const isElsewhere = domain.join('.') === 'workers.dev' && label !== name
  const isLive = objectIn(vars.GATEWAY_PROFILE).test === false
  return [
    ...missing,
    ...(isElsewhere
      ? [`--public-url: the Worker ${name} is at https://${name}.<your subdomain>.workers.dev`]
      : []),
    ...(isLive && isSandbox(GATEWAY_URL)
      ? ['--live: the address of --gateway-url is that of a sandbox']
      : []),
  ]
}

/** Whether a configuration has what a question asks for. */
export function isAnswered({ vars }: DeploymentConfig, name: keyof SetupAnswers): boolean {
  const setting = SETTING_OF[name]
  return setting !== undefined && vars[setting] !== undefined
}

/** Questions at the terminal → the variable that answers them. */
const SETTING_OF: Readonly<Partial<Record<keyof SetupAnswers, string>>> = {
  publicUrl: 'PUBLIC_URL',
  gatewayUrl: 'GATEWAY_URL',
  login: 'GATEWAY_LOGIN',
  endpoint: 'GATEWAY_ENDPOINTS',
  group: 'GATEWAY_ENDPOINTS',
  origin: 'ALLOWED_ORIGINS',
  merchantName: 'MERCHANT',
  notifyEmail: 'NOTIFY_EMAIL',
  desk: 'DESK',
}

const NEEDED = [
  ['PUBLIC_URL', '--public-url'],
  ['GATEWAY_URL', '--gateway-url'],
  ['GATEWAY_LOGIN', '--login'],
  ['GATEWAY_ENDPOINTS', '--endpoint or --group'],
] as const

/** As the edge decides it where nobody says. */
const isSandbox = (url: string) => /^http:|^https:\/\/([^/]*\.)?sandbox\./.test(url)
