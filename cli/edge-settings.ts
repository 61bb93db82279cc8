import type { Settings } from '../shared/http-bodies.ts'
import { answerText, boundedFetch, jsonOf } from './bounded-fetch.ts'
import { CommandError } from './command.ts'
import type { Draft } from './offer-claims.ts'

/**
 * Reads an edge's public settings: its payment methods, and the details that shoppers must enter.
 *
 * @throws {CommandError} If the edge cannot be reached or answers something else.
 */
export async function fetchSettings(edge: string): Promise<Settings> {
  if (!URL.canParse(edge)) throw new CommandError('usage', [`--settings: ${edge} is no address`])
  const address = new URL('/v1/settings', edge)
  const reply = await boundedFetch(address)
  if (!reply.ok) throw new CommandError('edge-unreachable', [`${address} ${reply.reason.text}`])
  if (!reply.value.ok) throw new CommandError('edge-refused', [`${address} ${answerText(reply.value)}`])
  const body = jsonOf(reply.value)
  if (!isSettings(body)) throw new CommandError('edge-refused', [`${address} does not answer with settings`])
  return body
}

/**
 * Fills in `methods` and `collect` from the edge's settings, unless the draft names them.
 *
 * @returns A new draft; the given one stays unchanged.
 */
export function fillFromSettings(draft: Draft, { methods, collect }: Settings): Draft {
  const groups = collect[String(draft.currency)] ?? collect['*'] ?? []
  return {
    ...(methods.length > 0 && { methods }),
    ...(groups.length > 0 && { collect: groups }),
    ...draft,
  }
}

function isSettings(body: unknown): body is Settings {
  if (typeof body !== 'object' || body === null) return false
  const { methods, collect } = body as Partial<Settings>
  return Array.isArray(methods) && typeof collect === 'object' && collect !== null
}
