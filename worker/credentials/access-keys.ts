/**
 * The keys by which Cloudflare Access signs its assertions. The isolate caches them.
 *
 * @see https://developers.cloudflare.com/cloudflare-one/access-controls/applications/http-apps/authorization-cookie/validating-json/
 */
import { importJWK } from 'jose'
import * as z from 'zod'
import { withDeadline } from '../deadline.ts'

/** Access changes its key every six weeks, and the former one stays valid for a week. A team may change it at any time. */
const FRESH_MS = 3_600_000

/** A made-up key id must not make the edge ask more often than this. */
const AGAIN_AFTER_MS = 60_000

/** While Access fails, strangers must not have it asked with each request. People wait so long at most. */
const AGAIN_AFTER_FAILURE_MS = 2_000

/** The real answer has two keys, each of them three times: about 8 kB. */
const MAX_BYTES = 64 * 1024

const MAX_KEYS = 16

const certs = z.object({ keys: z.array(z.looseObject({ kid: z.string(), kty: z.string() })).max(MAX_KEYS) })

const rsaKey = z.object({ kid: z.string(), kty: z.literal('RSA'), n: z.string(), e: z.string() })

interface KnownKeys {
  readonly keys: ReadonlyMap<string, CryptoKey>
  readonly fetchedAt: number
}

/** Team → its keys. An edge has one team. */
const known = new Map<string, KnownKeys>()

/** Team → when its keys could not be had last, in milliseconds since the epoch. */
const failed = new Map<string, number>()

/** What tests replace. */
export interface AccessWorld {
  readonly fetch?: typeof fetch
  /** Milliseconds since the epoch. */
  readonly now: number
}

/**
 * Finds the key that an assertion names. Old keys do not count: without an answer of Access nobody signs in.
 *
 * @param deadlineMs For the whole answer.
 * @returns `undefined` if Access has no such key.
 * @throws {Error} If the keys cannot be had.
 */
export async function accessKey(
  { team, kid, deadlineMs }: { readonly team: string; readonly kid: string; readonly deadlineMs: number },
  { fetch: fetcher = fetch, now }: AccessWorld,
): Promise<CryptoKey | undefined> {
  const kept = known.get(team)
  const ageMs = kept ? now - kept.fetchedAt : Number.POSITIVE_INFINITY
  const key = kept?.keys.get(kid)
  if (ageMs < (key ? FRESH_MS : AGAIN_AFTER_MS)) return key
  if (now < (failed.get(team) ?? Number.NEGATIVE_INFINITY) + AGAIN_AFTER_FAILURE_MS)
    throw new Error('the keys of Access could not be had just before')
  const keys = await withDeadline(deadlineMs, async (signal) =>
    keysIn(await askAccess(team, fetcher, signal)),
  ).catch((error: unknown) => {
    failed.set(team, now)
    throw error
  })
  known.set(team, { keys, fetchedAt: now })
  return keys.get(kid)
}

async function askAccess(team: string, fetcher: typeof fetch, signal: AbortSignal): Promise<string> {
  const url = `https://${team}.cloudflareaccess.com/cdn-cgi/access/certs`
  // Keys from another address would be somebody else's.
  const response = await fetcher(url, { redirect: 'manual', signal })
  if (response.status !== 200) throw new Error(`the keys of Access: HTTP ${response.status}`)
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > MAX_BYTES) throw new RangeError('the keys of Access are too long')
  }
  return text + decoder.decode()
}

/** Keys of a kind that the edge does not know are skipped: Access may add some. */
async function keysIn(text: string): Promise<ReadonlyMap<string, CryptoKey>> {
  const usable = certs.parse(JSON.parse(text)).keys.flatMap((key) => rsaKey.safeParse(key).data ?? [])
  const imported = usable.map(async ({ kid, kty, n, e }) => {
    const key = await importJWK({ kty, n, e, alg: 'RS256' }, 'RS256')
    return key instanceof CryptoKey ? ([[kid, key]] as const) : []
  })
  return new Map((await Promise.all(imported)).flat())
}
