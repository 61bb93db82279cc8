/** Schemas that several settings share. */
import * as z from 'zod'

/** Whether an address is on this machine, so that nobody else sees what is sent there. */
export const isLoopback = (url: string) => /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?(\/|$)/.test(url)

/** The same for browsers, which also treat every name under localhost as this machine and as a secure context. */
export const isLocal = (url: string) =>
  isLoopback(url) || /^http:\/\/[a-z0-9.-]+\.localhost(:\d+)?(\/|$)/.test(url)

/** Dashes and quotes that word processors put in the place of ASCII's: no address that anyone types has them. */
const TYPOGRAPHIC = /(?!-)\p{Pd}|\p{Pi}|\p{Pf}/u

/** An https address without a slash at the end; http on this machine. */
const address = z
  .url({ protocol: /^https?$/ })
  .refine((url) => !TYPOGRAPHIC.test(url) && !url.endsWith('/') && (url.startsWith('https:') || isLocal(url)))

/** Part of an address → what is said of it. First match counts. */
const ADDRESS_FLAWS: readonly (readonly [is: (url: URL, text: string) => boolean, told: string])[] = [
  [({ username, password }) => username !== '' || password !== '', 'has a user name or a password'],
  [(_, text) => text.includes('?'), 'has a query'],
  [(_, text) => text.includes('#'), 'has a fragment'],
  [({ pathname }) => /\/api(\/v\d+)?$/i.test(pathname), 'goes on to /api'],
  [(_, text) => text.endsWith('/'), 'ends with a slash'],
]

/** `GATEWAY_URL`: the paths of operations are put behind it as it is. */
export const gatewayUrl = z
  .string()
  .superRefine((text, context) => {
    const url = URL.parse(text)
    const told = url && ADDRESS_FLAWS.find(([is]) => is(url, text))?.[1]
    if (told) context.addIssue({ code: 'custom', params: { told } })
  })
  .pipe(address)

/** Scheme, host and port, as browsers send it. */
export const origin = address.refine((url) => URL.parse(url)?.origin === url)

/** A receiver of webhooks: https, or http on this machine. Without a password, since addresses end up in logs. */
export const receiver = z.url({ protocol: /^https?$/ }).refine((url) => {
  const { protocol, username, password } = URL.parse(url) ?? {}
  return (protocol === 'https:' || isLocal(url)) && !username && !password && !TYPOGRAPHIC.test(url)
})

/** Text that contains JSON of a schema. */
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

/** A key of Standard Webhooks: 24 to 64 bytes in base64, after a prefix that secret scanners recognize. */
function isWebhookSecret(text: string): boolean {
  const [, base64 = ''] =
    /^whsec_((?:[A-Za-z0-9+/]{4}){8,21}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/.exec(text) ?? []
  const bytes = atob(base64).length
  return bytes >= 24 && bytes <= 64
}

/** More would only make each message longer: a change needs two. */
const MAX_WEBHOOK_SECRETS = 4

/** Secrets of webhooks, separated by blanks. Each message has a signature by every one of them. */
export const webhookSecrets = z.string().refine((text) => {
  const secrets = text.split(' ')
  return secrets.length <= MAX_WEBHOOK_SECRETS && secrets.every(isWebhookSecret)
})

/** Seconds since the epoch; 0 where it is not set. Ten digits, so that no milliseconds pass for the year 50,000. */
export const seconds = z
  .string()
  .regex(/^\d{1,10}$/)
  .prefault('0')
  .transform(Number)
