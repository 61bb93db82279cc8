/** The marker that says in which jurisdiction this deployment's orders live. */
import type { Config } from '../config/config.ts'

type Jurisdiction = Config['JURISDICTION']

const READ = "SELECT value FROM markers WHERE name = 'jurisdiction'"

/** The first order of all writes it. */
const WRITE = "INSERT INTO markers (name, value) VALUES ('jurisdiction', ?) ON CONFLICT DO NOTHING"

/**
 * Reads the marker. Writes nothing.
 *
 * @returns `undefined` if no order was opened yet.
 * @throws {Error} If the database cannot be reached.
 */
export async function jurisdictionOfOrders(index: D1Database): Promise<string | undefined> {
  return (await index.prepare(READ).first<string>('value')) ?? undefined
}

/**
 * Writes the marker, unless there is one. Of several Workers that do it at once, one wins. Repeating it is harmless.
 *
 * @returns The marker as it stands afterwards.
 * @throws {Error} If the database cannot be reached.
 */
export async function settleJurisdiction(index: D1Database, own: Jurisdiction): Promise<string | undefined> {
  const [, read] = await index.batch<{ value: string }>([index.prepare(WRITE).bind(own), index.prepare(READ)])
  return read?.results[0]?.value
}
