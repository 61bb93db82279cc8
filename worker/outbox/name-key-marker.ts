/** The marker that keeps the key of order names, where the settings have none. */

const READ = "SELECT value FROM markers WHERE name = 'name-key'"

/** The first attempt of all writes it. */
const WRITE = "INSERT INTO markers (name, value) VALUES ('name-key', ?) ON CONFLICT DO NOTHING"

/**
 * Reads the key. Writes nothing.
 *
 * @returns `undefined` where no attempt needed one yet.
 * @throws {Error} If the database cannot be reached.
 */
export async function keptNameKey(index: D1Database): Promise<string | undefined> {
  return (await index.prepare(READ).first<string>('value')) ?? undefined
}

/**
 * Keeps a key, unless there is one. Of several Workers that do it at once, one wins, and all get its key. Repeating it is
 * harmless.
 *
 * @returns The key as it stands afterwards.
 * @throws {Error} If the database cannot be reached.
 */
export async function settleNameKey(index: D1Database, derived: string): Promise<string> {
  const [, read] = await index.batch<{ value: string }>([
    index.prepare(WRITE).bind(derived),
    index.prepare(READ),
  ])
  const kept = read?.results[0]?.value
  if (kept === undefined) throw new Error('the key of order names was not kept')
  return kept
}
