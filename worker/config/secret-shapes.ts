/** Secrets: which texts are accepted as one. */
import * as z from 'zod'
import { secretDamage } from '../../shared/secret-flaw.ts'

/**
 * A credential that somebody else issued: another program compares with it, so it must be that very text. White space
 * and a byte order mark around it are cut; any other {@link secretDamage} is refused. What may be right all the same
 * `setting-warnings.ts` tells of.
 */
export const copiedSecret = z
  .string()
  .trim()
  .superRefine((text, context) => {
    const told = secretDamage(text)
    if (told) context.addIssue({ code: 'custom', params: { told } })
  })

/** The fewest characters that nobody guesses. */
const MIN_OWN_SECRET = 32

/**
 * A secret that the edge alone reads, so that any text will do that is long enough to be one. Keys are derived from it as
 * it is: cut or mended, it would make links and tokens invalid that are under way.
 */
export const ownSecret = z.string().refine((text) => text.trim() !== '' && text.length >= MIN_OWN_SECRET)
