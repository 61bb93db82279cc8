/** Signers of OAuth for one merchant, each made once. */
import { hmacSha1Signer } from '../signing/hmac-sha1.ts'
import { rsaSha256Signer } from '../signing/rsa-sha256.ts'
import type { OAuthClock, Signer } from '../signing/signer.ts'
import type { Scheme } from './operation-row.ts'

/** Schemes that sign the whole request. */
export type OAuthScheme = Exclude<Scheme, 'control'>

/**
 * Gives the signer of a scheme. Repeating is cheap: it is the same one.
 *
 * @throws {TypeError} If there is no key for it, or one that cannot be used. Nothing has been sent then.
 */
export type Signers = (scheme: OAuthScheme, consumerKey: string) => Signer

/** What a merchant signs with. */
export interface SigningKeys {
  /** Secret of HMAC-SHA1. */
  readonly controlKey: string
  /** PEM, for RSA-SHA256; may be missing where no such operation is used. */
  readonly privateKey?: string | undefined
}

/** Makes signers that keep themselves, and with them their imported keys. */
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

/** A Worker has one set of keys, or two while they are changed. */
const MAX_KEPT = 4

const keptByKeys = new Map<string, Signers>()

/** As {@link signersOf}, and the same signers for the same keys as long as the isolate lives: a client is made anew often. */
export function keptSigners(keys: SigningKeys): Signers {
  const name = JSON.stringify([keys.controlKey, keys.privateKey])
  const signers = keptByKeys.get(name) ?? signersOf(keys)
  if (keptByKeys.size >= MAX_KEPT) keptByKeys.clear()
  keptByKeys.set(name, signers)
  return signers
}
