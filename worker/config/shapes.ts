/** Shapes that settings are made of. */
import { z } from 'zod'

/** Whether an address leads to this machine, so that nothing sent there is seen by others. */
export const isLoopback = (url: string) => /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?(\/|$)/.test(url)

/** Browsers treat every name under localhost as this machine and as a secure context. */
const isLocal = (url: string) => isLoopback(url) || /^http:\/\/[a-z0-9.-]+\.localhost(:\d+)?(\/|$)/.test(url)

/** An https address without a slash at its end; http on this machine. */
export const address = z
  .url({ protocol: /^https?$/ })
  .refine((url) => !url.endsWith('/') && (url.startsWith('https:') || isLocal(url)))

/** Scheme, host and port, as browsers send it. */
export const origin = address.refine((url) => URL.parse(url)?.origin === url)

/** Text that holds JSON of a shape. */
export const json = <Shape extends z.ZodType>(shape: Shape) =>
  z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        context.addIssue('malformed JSON')
        return z.NEVER
      }
    })
    .pipe(shape)

/** A private key here would let whoever reads the settings name prices. */
const publicJwk = z.looseObject({ kty: z.string(), kid: z.string() }).refine((jwk) => !('d' in jwk))

/** Public keys only, each with a name. */
export const publicJwks = z.object({ keys: z.array(publicJwk) })

/** Text that nobody can guess. */
export const secret = z.string().min(32)
