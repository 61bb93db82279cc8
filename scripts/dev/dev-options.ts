/** The options of `npm run dev`, from its command line and `.dev.vars`. Pure. */
import { type ParseArgsOptionsConfig, parseArgs, parseEnv } from 'node:util'
import { type OfferKey, publicKeySet } from '../../cli/keys.ts'
import { DEFAULT_PORTS, type Ports, portsFrom } from '../stack/ports.ts'

/** What the stack runs with besides the demo shop: the merchant's own pages, offer key and webhook receiver. */
export interface DevOptions {
  readonly ports: Ports
  /** Further origins whose pages may sell. */
  readonly origins: readonly string[]
  /** File with the private key that signs their offers; the edge gets its public half. */
  readonly offerKey?: string
  /** The edge posts outcomes to this address. */
  readonly webhook?: string
}

export const USAGE = `Usage: npm run dev [-- options]

  --port-base 6000               shop 6000, edge 6001, sandbox 6002
  --origin http://localhost:3000 where your own page is; may be repeated
  --offer-key offer-key.json     the key that your offers are signed with, as "npx --no pay-checkout keys" makes it
  --webhook http://localhost:3000/hooks
                                 where outcomes are posted

Settings of the edge may also stand in .dev.vars, one NAME=value a line.`

const OPTIONS = {
  'port-base': { type: 'string' },
  origin: { type: 'string', multiple: true },
  'offer-key': { type: 'string' },
  webhook: { type: 'string' },
} as const satisfies ParseArgsOptionsConfig

/** Reads the arguments. @returns The options; else one line that says which argument is wrong. */
export function optionsIn(args: string[]): DevOptions | string {
  try {
    const { values } = parseArgs({ args, options: OPTIONS })
    const ports = portsOf(values['port-base'])
    if (!ports) return '--port-base must be a number from 1 to 65533'
    const given = values.origin ?? []
    const origins = given.flatMap((text) => originOf(text) ?? [])
    if (origins.length < given.length) return `--origin must be ${A_SITE}`
    const { 'offer-key': offerKey, webhook } = values
    if (webhook !== undefined && originOf(webhook) === undefined)
      return `--webhook must be ${A_SITE}, with its path`
    return {
      ports,
      origins,
      ...(offerKey !== undefined && { offerKey }),
      ...(webhook !== undefined && { webhook }),
    }
  } catch (error) {
    return error instanceof Error ? error.message : 'the options cannot be read'
  }
}

const A_SITE = 'an https address, or http on this machine, such as http://localhost:3000'

function portsOf(text: string | undefined): Ports | undefined {
  if (text === undefined) return DEFAULT_PORTS
  const base = /^\d+$/.test(text) ? Number(text) : 0
  return base >= 1 && base <= 65_533 ? portsFrom(base) : undefined
}

/** The origin as browsers send it. The edge refuses plain http beyond this machine. */
function originOf(text: string): string | undefined {
  const { protocol, hostname, origin } = URL.parse(text) ?? {}
  const isLocal =
    ['localhost', '127.0.0.1', '[::1]'].includes(hostname ?? '') || hostname?.endsWith('.localhost')
  return protocol === 'https:' || (protocol === 'http:' && isLocal) ? origin : undefined
}

/** What the stack brings along: its own pages, their offer key, and the secret that signs webhooks. */
export interface DevDefaults {
  /** Origins of the demo shop and of the documentation. */
  readonly sites: readonly string[]
  readonly offerKey: OfferKey
  readonly webhookSecret: string
}

/**
 * Puts the edge's settings together. A setting in `.dev.vars` replaces the stack's own. Origins and offer keys are added to
 * those of the demo shop, and a flag wins over the file.
 *
 * @param vars The text of `.dev.vars`; empty where there is none.
 * @param ownKey The key from the file `--offer-key`.
 * @throws {SyntaxError} If a list in `.dev.vars` is not JSON; names the setting.
 */
export function devSettings(
  { origins, webhook }: Pick<DevOptions, 'origins' | 'webhook'>,
  vars: string,
  { sites, offerKey, webhookSecret }: DevDefaults,
  ownKey?: OfferKey,
): Record<string, string> {
  const { ALLOWED_ORIGINS = '[]', OFFER_KEYS = '{"keys":[]}', WEBHOOKS, ...kept } = settingsIn(vars)
  const keys = [
    ...publicKeySet([offerKey, ...(ownKey ? [ownKey] : [])]).keys,
    ...listIn('OFFER_KEYS', OFFER_KEYS),
  ]
  const url = webhook ?? kept.WEBHOOK_URL
  return {
    ...kept,
    ...(WEBHOOKS !== undefined && webhook === undefined && { WEBHOOKS }),
    ALLOWED_ORIGINS: JSON.stringify([
      ...new Set([...sites, ...listIn('ALLOWED_ORIGINS', ALLOWED_ORIGINS), ...origins]),
    ]),
    OFFER_KEYS: JSON.stringify({ keys }),
    ...(url !== undefined && { WEBHOOK_URL: url, WEBHOOK_SECRET: kept.WEBHOOK_SECRET ?? webhookSecret }),
  }
}

/** Lines without a value are those of `.dev.vars.example` that nobody filled in. */
const settingsIn = (vars: string): Record<string, string> =>
  Object.fromEntries(Object.entries(parseEnv(vars) as Record<string, string>).filter(([, value]) => value))

/** Reads a JSON list, or the list within a key set. */
function listIn(name: string, text: string): unknown[] {
  try {
    const value = JSON.parse(text) as unknown[] | { keys: unknown[] }
    return Array.isArray(value) ? value : value.keys
  } catch {
    throw new SyntaxError(`${name} in .dev.vars is not JSON`)
  }
}
