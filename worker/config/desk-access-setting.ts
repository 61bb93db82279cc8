/** `DESK_ACCESS`: the people who sign in to the desk through Cloudflare Access, and what each of them may do. */
import * as z from 'zod'
import { MERCHANT_SCOPES, type MerchantScope } from '../../shared/merchant-key.ts'

/** The longest e-mail address (RFC 5321 §4.5.3.1.3, without the brackets). */
const MAX_EMAIL = 254

/** A host name of two labels or more, in lower case. */
const DOMAIN = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+'

/** ASCII alone, and one @: other letters may become these when a program changes their case. */
const EMAIL = new RegExp(`^[a-z0-9.!#$%&'+/=?^_\`{|}~-]{1,64}@${DOMAIN}$`)

/** Everybody with an address at exactly this domain. */
const EVERYBODY_AT = new RegExp(`^\\*@${DOMAIN}$`)

const isPattern = (text: string) => text.length <= MAX_EMAIL && (EMAIL.test(text) || EVERYBODY_AT.test(text))

/** An empty list takes somebody out of a domain whose other people may sign in. */
const scopes = z.array(z.enum(MERCHANT_SCOPES))

/** As the map has them: without the case of letters, which nobody's mailbox tells apart. */
const people = z
  .record(
    z.string().refine((text) => isPattern(lowerCase(text))),
    scopes,
  )
  .transform((given) => Object.entries(given).map(([pattern, own]) => [lowerCase(pattern), own] as const))
  .refine((entries) => entries.length > 0 && new Map(entries).size === entries.length)
  .transform((entries): ReadonlyMap<string, readonly MerchantScope[]> => new Map(entries))

/** Of ASCII letters alone: the Kelvin sign is no k. */
function lowerCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

export const deskAccess = z.strictObject({
  /** The team's name: its domain at Cloudflare Access is `<team>.cloudflareaccess.com`. */
  team: z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/),
  /** The application's tag: it tells its assertions from those of the team's other applications. */
  audience: z.string().regex(/^[0-9a-f]{64}$/),
  people,
  /** The claim that names the person by an e-mail address: that of Access, or one that the team has it pass on. */
  claim: z
    .string()
    .regex(/^[!-~]{1,128}$/)
    .default('email'),
})

/** Who may sign in through Cloudflare Access. */
export type DeskAccess = z.output<typeof deskAccess>

/** @returns The address as the setting writes it; `undefined` if it is none that the setting could name. */
export function personIn(given: unknown): string | undefined {
  if (typeof given !== 'string' || given.length > MAX_EMAIL) return undefined
  const person = lowerCase(given)
  return EMAIL.test(person) ? person : undefined
}

/**
 * What a person may do. Their own entry counts alone, then that of their domain.
 *
 * @param person As {@link personIn} returns it.
 * @returns Nothing for somebody who may not sign in.
 */
export function scopesOf({ people }: Pick<DeskAccess, 'people'>, person: string): readonly MerchantScope[] {
  return people.get(person) ?? people.get(`*${person.slice(person.lastIndexOf('@'))}`) ?? []
}
