/** `OFFER_KEYS` and `OFFERS_NOT_BEFORE`: which offers are accepted. */
import * as z from 'zod'
import { curveProblem } from './curve-points.ts'

/** Members of a JWK that only a private or a symmetric key has (RFC 7518 §6.2.2, §6.3.2, §6.4). */
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k'] as const

/** First match counts. */
const KEY_FLAWS: readonly (readonly [is: (jwk: Jwk) => boolean, told: string])[] = [
  // Anyone who can read the settings could sign prices with it.
  [(jwk) => PRIVATE_MEMBERS.some((member) => member in jwk), 'holds a private or a symmetric key'],
  [({ kty, crv }) => !isCurve(kty, crv), 'holds a key that is neither P-256 nor Ed25519'],
  [({ use }) => use !== undefined && use !== 'sig', 'holds a key for another use than signatures'],
  [
    ({ crv, alg }) => alg !== undefined && !ALGORITHMS[crv ?? '']?.includes(String(alg)),
    'holds a key whose alg is another’s',
  ],
  [(jwk) => curveProblem(jwk) !== undefined, 'holds a damaged key'],
]

/** Curve → the names of its algorithm (RFC 8037, RFC 9864). */
const ALGORITHMS: Readonly<Record<string, readonly string[]>> = {
  'P-256': ['ES256'],
  Ed25519: ['EdDSA', 'Ed25519'],
}

const isCurve = (kty: string, crv: unknown) =>
  (kty === 'EC' && crv === 'P-256') || (kty === 'OKP' && crv === 'Ed25519')

const jwk = z.looseObject({
  kty: z.string(),
  kid: z.string().min(1),
  crv: z.string().optional(),
  x: z.string().optional(),
  y: z.string().optional(),
})

type Jwk = z.output<typeof jwk>

const publicJwk = jwk.superRefine((key, context) => {
  const told = KEY_FLAWS.find(([is]) => is(key))?.[1]
  if (told) context.addIssue({ code: 'custom', params: { told } })
})

const areDistinct = (keys: readonly Jwk[]) => new Set(keys.map(({ kid }) => kid)).size === keys.length

/** Public keys that verify offers. A repeated `kid` would leave open which of two keys an offer names. */
export const offerKeys = z.object({
  keys: z.array(publicJwk).refine(areDistinct, { params: { told: 'has one kid twice' } }),
})

/** The first second with ten digits, in 2001: fewer digits are no time, and more of them are milliseconds. */
const FIRST_SECOND = 1_000_000_000

/** Item → seconds since the epoch. 0 withdraws nothing. */
export const offersNotBefore = z.record(
  z.string(),
  z.int().refine((time) => time === 0 || (time >= FIRST_SECOND && time < FIRST_SECOND * 10), {
    params: { told: 'has a time that is not in seconds' },
  }),
)
