/** Verifies what Cloudflare Access says of a person who signed in there. Only `POST /desk/session` asks. */
import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import * as z from 'zod'
import { accepted, type Result, refused } from '../../shared/result.ts'
import type { Config } from '../config/config.ts'
import { type DeskAccess, personIn } from '../config/desk-access-setting.ts'
import type { Refusal } from '../domain/refusal.ts'
import { type AccessWorld, accessKey } from './access-keys.ts'

/** The header in which Access puts its assertion. */
export const ASSERTION_HEADER = 'Cf-Access-Jwt-Assertion'

/** A real one has less than 2 kB, and more where the team adds claims. A longer text is refused unread. */
const MAX_CHARACTERS = 16_384

/** The clocks of Access and of the edge may differ by this much. */
const CLOCK_SKEW_SECONDS = 10

/** Somebody whom Access knows. */
export interface SignedIn {
  /** E-mail address in lower case. */
  readonly person: string
  /** The end of their session at Access, in milliseconds since the epoch. */
  readonly until: number
}

/** A service has no subject, and names itself by `common_name`. A certificate of a client does so too, and is no person. */
const claims = z.object({
  type: z.literal('app'),
  sub: z.string().min(1),
  common_name: z.undefined().exactOptional(),
  exp: z.int(),
  email: z.unknown().optional(),
  custom: z.unknown().optional(),
})

/** Claims of the identity provider that the team has Access pass on. */
const added = z.record(z.string(), z.unknown())

/** Access had no answer of use, which says nothing about the assertion. */
class UnknownKeys extends Error {}

/**
 * Verifies an assertion.
 *
 * @param token Empty where the request had none.
 * @returns Who signed in; `unavailable` where the keys cannot be had. The log alone gets the reason.
 */
export async function verifyAssertion(
  { times }: Pick<Config, 'times'>,
  access: DeskAccess,
  { token, ...world }: AccessWorld & { readonly token: string },
): Promise<Result<SignedIn, Refusal>> {
  if (token === '' || token.length > MAX_CHARACTERS) return invalid(token ? 'too long' : 'none')
  const { team, audience } = access
  try {
    const { payload } = await jwtVerify(token, keyOf(team, times.checkDeadline, world), {
      algorithms: ['RS256'],
      issuer: `https://${team}.cloudflareaccess.com`,
      audience,
      requiredClaims: ['exp', 'iat', 'sub'],
      clockTolerance: CLOCK_SKEW_SECONDS,
      currentDate: new Date(world.now),
    })
    return signedIn(payload, access)
  } catch (error) {
    if (error instanceof UnknownKeys) return refused({ code: 'unavailable', why: 'keys of Access' })
    if (error instanceof errors.JOSEError) return invalid(error.code)
    throw error
  }
}

function keyOf(team: string, deadlineMs: number, world: AccessWorld): JWTVerifyGetKey {
  return async ({ kid }) => {
    if (typeof kid !== 'string') throw new errors.JWKSNoMatchingKey()
    const key = await accessKey({ team, kid, deadlineMs }, world).catch((cause) => {
      throw new UnknownKeys('the keys of Access cannot be had', { cause })
    })
    if (!key) throw new errors.JWKSNoMatchingKey()
    return key
  }
}

/** The address that Access has verified counts, or else, by name, a claim that the team has Access pass on. */
function signedIn(payload: JWTPayload, { claim }: DeskAccess): Result<SignedIn, Refusal> {
  const read = claims.safeParse(payload)
  if (!read.success) return invalid('no person')
  const { email, custom, exp } = read.data
  const person = personIn(claim === 'email' ? email : added.safeParse(custom).data?.[claim])
  return person ? accepted({ person, until: exp * 1000 }) : invalid('no address')
}

const invalid = (why: string) => refused<Refusal>({ code: 'token-invalid', why: `assertion: ${why}` })
