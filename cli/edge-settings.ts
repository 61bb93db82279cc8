import type { Settings } from '../shared/http-bodies.ts'
import type { Draft } from './offer-claims.ts'

/**
 * Reads an edge's public settings: its payment methods, and the details that shoppers must enter.
 *
 * @throws {Error} If the edge cannot be reached or answers something else; the message is one sentence for a person.
 */
export async function fetchSettings(edge: string): Promise<Settings> {
  const address = new URL('/v1/settings', edge)
  const reply = await fetch(address).catch((cause: unknown) => {
    throw new Error(`${address} cannot be reached`, { cause })
  })
  if (!reply.ok) throw new Error(`${address} answers ${reply.status}`)
  const body: unknown = await reply.json().catch(() => undefined)
  if (!isSettings(body)) throw new Error(`${address} does not answer with settings`)
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
