/** What a refusal of the edge means for a check. Pure. */
import { type EdgeReply, refusalOf } from './edge-probe.ts'
import { attention, type Finding, unchecked } from './finding.ts'

/** Whether a budget of requests is spent: that says nothing of what was asked. */
export const isBusy = ({ status }: EdgeReply): boolean => status === 429

const isRedirect = ({ status }: EdgeReply) => status >= 300 && status < 400

const MOVED = 'Name the edge by the address to which it leads: --edge.'

/**
 * Makes the finding of a refusal.
 *
 * @param about What was asked for, such as `settings`.
 * @param mend How to mend it, unless the edge only had too many requests, or is at another address.
 */
export function refusalFinding(about: string, reply: EdgeReply, mend: string): Finding {
  const { code, text } = refusalOf(reply)
  if (!isBusy(reply)) return attention(code, `${about}: ${text}`, isRedirect(reply) ? MOVED : mend)
  const seconds = /^\d{1,9}$/.exec(reply.headers.get('Retry-After') ?? '')?.[0]
  const when = seconds === undefined ? 'in a few minutes' : `in ${seconds} s`
  return unchecked(code, `${about} could not be checked: ${text}`, `Check again ${when}.`)
}
