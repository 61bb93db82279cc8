import type { KeyObject } from 'node:crypto'

/** A login of the merchant and what its requests are signed with. */
export interface MerchantKeys {
  readonly login: string
  readonly controlKey: string
  /** The RSA key for OAuth RSA-SHA256. Without it the sandbox refuses every such signature. */
  readonly publicKey: KeyObject | undefined
}

/** The merchant, and its former logins and keys that still count while it changes them. */
export interface KnownKeys extends MerchantKeys {
  readonly former: readonly MerchantKeys[]
}

/** The keys that may sign a request, today's first. Without a login those of all. */
export function keysOf({ former, ...current }: KnownKeys, login?: string): readonly MerchantKeys[] {
  return [current, ...former].filter((keys) => login === undefined || keys.login === login)
}
