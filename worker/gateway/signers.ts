/** OAuth signers of one merchant, each made once. */
import { hmacSha1Signer } from '../signing/hmac-sha1.ts'
import type { OAuthClock, Signer } from '../signing/oauth-signer.ts'
import { rsaSha256Signer } from '../signing/rsa-sha256.ts'
import type { Scheme } from './operation-row.ts'

/** Schemes that sign the whole request. */
type OAuthScheme = Exclude<Scheme, 'control'>

/**
 * Returns the signer of a scheme, always the same one.
 *
 * @throws {TypeError} If its key is missing or unusable. Nothing has been sent then.
 */
export type Signers = (scheme: OAuthScheme, consumerKey: string) => Signer

/** The keys of a merchant. */
export interface SigningKeys {
  /** The secret for HMAC-SHA1. */
  readonly controlKey: string
  /** PEM for RSA-SHA256. Optional if no operation uses it. */
  readonly privateKey?: string | undefined
}

/** Makes signers on first use and caches them, with their imported keys. */
export function signersOf({ controlKey, privateKey }: SigningKeys, clock: OAuthClock = {}): Signers {
  const kept = new Map<string, Signer>()
  const makers: Readonly<Record<OAuthScheme, (consumerKey: string) => Signer>> = {
    'hmac-sha1': (consumerKey) => hmacSha1Signer({ consumerKey, consumerSecret: controlKey, ...clock }),
    'rsa-sha256': (consumerKey) => {
      if (!privateKey) throw new TypeError('no private key is set to sign with RSA-SHA256')
      return rsaSha256Signer({ consumerKey, privateKey, ...clock })
    },
  }
  return (scheme, consumerKey) => {
    const name = `${scheme} ${consumerKey}`
    const signer = kept.get(name) ?? makers[scheme](consumerKey)
    kept.set(name, signer)
    return signer
  }
}

/** A Worker has one set of keys, or two during a change. */
const MAX_KEPT = 4

const keptByKeys = new Map<string, Signers>()

/** Like {@link signersOf}, but the isolate caches the signers by key: clients are made often. */
export function keptSigners(keys: SigningKeys): Signers {
  const name = JSON.stringify([keys.controlKey, keys.privateKey])
  const signers = keptByKeys.get(name) ?? signersOf(keys)
  if (keptByKeys.size >= MAX_KEPT) keptByKeys.clear()
  keptByKeys.set(name, signers)
  return signers
}
