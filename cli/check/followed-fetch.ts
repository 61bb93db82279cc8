/** Reads a public address as a browser does: it follows redirects, but none out of the web and into a private network. */
import { accepted, type Result, refused } from '../../shared/result.ts'
import { type BoundedReply, boundedFetch, type FetchFailure } from '../bounded-fetch.ts'
import { isPrivate } from '../local-address.ts'

/** An answer, and the address that gave it in the end. */
export interface FollowedReply extends BoundedReply {
  readonly address: string
}

/** Browsers follow more. A page of a shop needs one or two. */
const MAX_REDIRECTS = 5

const DEADLINE_MS = 15_000

/** Reads an address, all redirects within one deadline. */
export async function followedFetch(address: string | URL): Promise<Result<FollowedReply, FetchFailure>> {
  const end = performance.now() + DEADLINE_MS
  let url = new URL(address)
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const reply = await boundedFetch(url, { deadlineMs: Math.max(1, Math.ceil(end - performance.now())) })
    if (!reply.ok) return refused(reply.reason.code === 'timeout' ? TOO_LATE : reply.reason)
    const target = targetOf(reply.value, url)
    if (target === undefined) return accepted({ ...reply.value, address: url.href })
    if (!mayLead(url, target)) return unread(`leads to ${target.href}, which the check does not read`)
    url = target
  }
  return unread(`leads on more than ${MAX_REDIRECTS} times`)
}

const unread = (text: string) => refused<FetchFailure>({ code: 'unreachable', text })

/** The time of all redirects, and not what was left of it for the last one. */
const TOO_LATE: FetchFailure = { code: 'timeout', text: `does not answer within ${DEADLINE_MS / 1000} s` }

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308]

/** Where an answer leads; `undefined` where it is the last one. */
function targetOf({ status, headers }: BoundedReply, from: URL): URL | undefined {
  const location = headers.get('Location')
  const isRedirect = REDIRECTS.includes(status) && location !== null && URL.canParse(location, from.href)
  return isRedirect ? new URL(location, from.href) : undefined
}

/** Whether the check reads what an address names: an address of the web, and a private one only from another of them. */
export const mayLead = (from: string | URL, to: URL): boolean =>
  /^https?:$/.test(to.protocol) && (isPrivate(from) || !isPrivate(to))
