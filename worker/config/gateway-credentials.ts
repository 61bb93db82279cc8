/** The keys of each login at the gateway: those of today, and the former ones that attempts in flight still need. */
import * as z from 'zod'
import { privateKey } from './gateway-private-key.ts'
import { copiedSecret } from './secret-shapes.ts'

/** What signs the requests of one login, and its callbacks. */
export interface GatewayKeys {
  readonly controlKey: string
  /** RSA key as PEM. Absent: operations that it would sign are refused unsent. */
  readonly privateKey?: string | undefined
}

/** `GATEWAY_LOGIN`: 1 to 20 characters. */
export const login = copiedSecret.min(1).max(20)

/** `GATEWAY_CONTROL_KEY`. */
export const controlKey = copiedSecret.min(16)

const keys = z.strictObject({ controlKey, privateKey: privateKey.optional() })

/** `GATEWAY_CREDENTIALS_PREVIOUS`: login → its former keys. */
export const formerCredentials = z.record(login, keys).transform((all) => new Map(Object.entries(all)))

/** The settings with credentials. */
interface CredentialSettings {
  readonly GATEWAY_LOGIN: string
  readonly GATEWAY_CONTROL_KEY: string
  readonly GATEWAY_PRIVATE_KEY?: string | undefined
  readonly GATEWAY_CREDENTIALS_PREVIOUS: z.output<typeof formerCredentials>
}

/**
 * Finds the keys that sign requests of a login. An attempt keeps the login that it was sent with, so later requests about
 * it may need a former one.
 *
 * @returns For a login that no setting names, the keys of today.
 */
export function signingKeys(config: CredentialSettings, of: string): GatewayKeys {
  const former = of === config.GATEWAY_LOGIN ? undefined : config.GATEWAY_CREDENTIALS_PREVIOUS.get(of)
  return former ?? { controlKey: config.GATEWAY_CONTROL_KEY, privateKey: config.GATEWAY_PRIVATE_KEY }
}

/**
 * Lists the control keys that a callback of a login may be signed with: today's, and the login's former one. The gateway
 * may have signed a callback before the change, and repeats it for days; or it signs all with the newest key.
 */
export function callbackKeys(config: CredentialSettings, of: string): readonly string[] {
  const former = config.GATEWAY_CREDENTIALS_PREVIOUS.get(of)?.controlKey
  const current = config.GATEWAY_CONTROL_KEY
  return former === undefined || former === current ? [current] : [current, former]
}
