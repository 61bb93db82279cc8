/** Markers: rows of the index that one Worker settles for all, and that stay as they are. */
import { errorText } from '../config/error-text.ts'
import { log } from '../config/log.ts'
import { withTimeout } from '../deadline.ts'

/** `jurisdiction`: where this deployment's orders live. `name-key`: the key of order names, where the settings have none. */
type MarkerName = 'jurisdiction' | 'name-key'

/** Both throw if the database does not answer, or failed a moment ago. */
export interface Marker {
  /** Reads it. Writes nothing. `undefined` where it is not settled yet. */
  readonly kept: () => Promise<string | undefined>
  /**
   * Writes it, unless it is settled. Of several Workers that do it at once, one wins. Repeating it is harmless. Returns
   * the marker as it stands afterwards.
   */
  readonly settle: (value: string) => Promise<string>
}

const READ = 'SELECT value FROM markers WHERE name = ?'
const WRITE = 'INSERT INTO markers (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING'

/** The database is asked no longer than this, and not again for a while after it failed. */
const DEADLINE_MS = 2_000
const PAUSE_MS = 10_000

/** Settings → the markers that this isolate has read. One that is not settled may be at any moment, so it is no member. */
const known = new WeakMap<object, Map<MarkerName, string>>()

/** Settings → when the database last failed, in milliseconds since the epoch. */
const failedAt = new WeakMap<object, number>()

/** @param settings The isolate remembers by them what it read. */
export function marker(index: D1Database, name: MarkerName, settings: object): Marker {
  const remembered = (ask: () => Promise<string | undefined>) =>
    known.get(settings)?.get(name) ?? askOnce(settings, name, ask)
  return {
    kept: async () => remembered(() => read(index, name)),
    settle: async (value) => {
      const settled = await remembered(() => write(index, name, value))
      if (settled === undefined) throw new Error(`the marker ${name} was not kept`)
      return settled
    },
  }
}

async function askOnce(settings: object, name: MarkerName, ask: () => Promise<string | undefined>) {
  if (Date.now() - (failedAt.get(settings) ?? 0) < PAUSE_MS) throw new Error('the database failed just now')
  try {
    const value = await withTimeout(DEADLINE_MS, ask())
    if (value !== undefined) known.set(settings, new Map(known.get(settings)).set(name, value))
    return value
  } catch (error) {
    failedAt.set(settings, Date.now())
    log('marker-unread', { name, why: errorText(error) })
    throw error
  }
}

const read = async (index: D1Database, name: MarkerName): Promise<string | undefined> =>
  (await index.prepare(READ).bind(name).first<string>('value')) ?? undefined

async function write(index: D1Database, name: MarkerName, value: string): Promise<string | undefined> {
  const [, after] = await index.batch<{ value: string }>([
    index.prepare(WRITE).bind(name, value),
    index.prepare(READ).bind(name),
  ])
  return after?.results[0]?.value
}
