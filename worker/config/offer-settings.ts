/** `OFFER_KEYS` and `OFFERS_NOT_BEFORE`: which offers are accepted. */
import * as z from 'zod'
import { curveProblem } from './curve-points.ts'

/** Members of a JWK that only a private or a symmetric key has (RFC 7518 §6.2.2, §6.3.2, §6.4). */
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k'] as const

/**
 * Algorithm of an offer → its keys, and the names that they may call it by (RFC 8037, RFC 9864). Every other algorithm is
 * refused, above all `none` and HMAC (RFC 8725 §3.1).
 */
export const ALGORITHMS = {
  ES256: { kty: 'EC', crv: 'P-256', names: ['ES256'] },
  EdDSA: { kty: 'OKP', crv: 'Ed25519', names: ['EdDSA', 'Ed25519'] },
} as const

const algorithmOf = ({ kty, crv }: Jwk) =>
  Object.values(ALGORITHMS).find((one) => one.kty === kty && one.crv === crv)

/** Why a public key verifies no offer. First match counts. */
const KEY_FLAWS: readonly (readonly [is: (jwk: Jwk) => boolean, told: string])[] = [
  [({ kid }) => kid === '', 'has no kid'],
  [(jwk) => !algorithmOf(jwk), 'is neither P-256 nor Ed25519'],
  [({ use = 'sig' }) => use !== 'sig', 'is for another use than signatures'],
  [(jwk) => !isNamed(jwk), 'has an alg of another'],
  [(jwk) => curveProblem(jwk) !== undefined, 'is damaged'],
]

const isNamed = (jwk: Jwk) =>
  jwk.alg === undefined || ((algorithmOf(jwk)?.names ?? []) as readonly unknown[]).includes(jwk.alg)

const jwk = z.looseObject({
  kty: z.string(),
  kid: z.string(),
  crv: z.string().optional(),
  x: z.string().optional(),
  y: z.string().optional(),
})

type Jwk = z.output<typeof jwk>

/** Anyone who can read the settings could sign prices with a private key. */
const publicJwk = jwk.refine((key) => PRIVATE_MEMBERS.every((member) => !(member in key)), {
  params: { told: 'holds a private or a symmetric key' },
})

const areDistinct = (keys: readonly Jwk[]) => new Set(keys.map(({ kid }) => kid)).size === keys.length

/** The keys that verify offers, each once, and which of the others are skipped, and why. No value is quoted. */
function sorted(keys: readonly Jwk[]) {
  const flaws = keys.map((key) => KEY_FLAWS.find(([is]) => is(key))?.[1])
  const usable = keys.filter((_, at) => !flaws[at])
  return {
    keys: [...new Map(usable.map((key) => [[key.kid, key.x, key.y].join(), key])).values()],
    skipped: flaws.flatMap((flaw, at) => (flaw ? [`number ${at + 1} ${flaw}`] : [])),
  }
}

/**
 * Public keys that verify offers. Sets of other programs have others too, which do no harm. A `kid` of two different keys
 * would leave open which of them an offer names.
 */
export const offerKeys = z
  .object({ keys: z.array(publicJwk) })
  .transform(({ keys }) => sorted(keys))
  .refine(({ keys }) => areDistinct(keys), { params: { told: 'has one kid for two keys' } })

/** The first second with ten digits, in 2001: fewer digits are no time, and more of them are milliseconds. */
const FIRST_SECOND = 1_000_000_000

/** Whether a time is seconds since the epoch, as far as one can tell; 0 withdraws nothing. */
export const isInSeconds = (time: number): boolean =>
  time === 0 || (time >= FIRST_SECOND && time < FIRST_SECOND * 10)

/** Item → seconds since the epoch. 0 withdraws nothing. */
export const offersNotBefore = z.record(z.string(), z.int())
