/** For tests: Cloudflare Access, as far as the edge asks it. Every run has keys of its own. */
import { exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose'

export const AUDIENCE = 'a'.repeat(64)

/** People of the tests: one with every day's scopes, one who reads, and everybody of a domain. */
const PEOPLE = {
  'ann@shop.example': ['read', 'charge', 'refund'],
  'gone@staff.example': [],
  '*@staff.example': ['read'],
} as const

/** The setting `DESK_ACCESS` of a team. Each test file has a team of its own, since the isolate keeps keys by team. */
export const accessSetting = (team: string, changes: object = {}): string =>
  JSON.stringify({ team, audience: AUDIENCE, people: PEOPLE, ...changes })

/** One team at Access. */
export class AccessTeam {
  readonly name: string
  /** URLs that were fetched. */
  readonly fetched: string[] = []
  /** Answers in place of the keys. */
  answer: (() => Response | Promise<Response>) | undefined
  readonly #pairs = new Map<string, Awaited<ReturnType<typeof generateKeyPair>>>()

  private constructor(name: string) {
    this.name = name
  }

  static async named(name: string): Promise<AccessTeam> {
    const team = new AccessTeam(name)
    await team.rotate('key-1')
    return team
  }

  /** Adds a key. @param former The key that is no longer valid. */
  async rotate(kid: string, former?: string) {
    this.#pairs.set(kid, await generateKeyPair('RS256', { extractable: true }))
    if (former) this.#pairs.delete(former)
  }

  readonly fetch: typeof fetch = async (input, init = {}) => {
    this.fetched.push(String(input))
    init.signal?.throwIfAborted()
    return this.answer ? this.answer() : Response.json({ keys: await this.jwks() })
  }

  async jwks() {
    const jwks = [...this.#pairs].map(async ([kid, { publicKey }]) => ({
      ...(await exportJWK(publicKey)),
      ...{ kid, alg: 'RS256', use: 'sig' },
    }))
    return Promise.all(jwks)
  }

  /** What Access says of Ann, with a test's own changes. `undefined` takes a claim out. */
  claims(now: number, changes: object = {}): Record<string, unknown> {
    const seconds = Math.floor(now / 1000)
    return JSON.parse(
      JSON.stringify({
        aud: [AUDIENCE],
        email: 'ann@shop.example',
        exp: seconds + 86_400,
        iat: seconds,
        nbf: seconds,
        iss: `https://${this.name}.cloudflareaccess.com`,
        type: 'app',
        identity_nonce: '6ei69kawdKzMIAPF',
        sub: '7335d417-61da-459d-899c-0a01c76a2f94',
        country: 'DE',
        ...changes,
      }),
    )
  }

  /** Signs claims by one of the team's keys. */
  async signed(claims: Record<string, unknown>, header: Partial<JWTHeaderParameters> = {}): Promise<string> {
    const kid = header.kid ?? 'key-1'
    const { privateKey } = this.#pairs.get(kid) ?? (await generateKeyPair('RS256'))
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT', ...header })
      .sign(privateKey)
  }
}
